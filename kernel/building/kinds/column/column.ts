/** @module column: an upright or leaning member that ends at a level or has a height. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { columnMesh } from '../../geometry/members/member-mesh.ts';
import { columnPieces } from '../../geometry/members/member-pieces.ts';
import { profileArea } from '../../geometry/members/profile.ts';
import { micrometres } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import type { KindView, Span } from '../kind.ts';
import { defineKind } from '../kind.ts';
import { atHeightOf, heightFault } from '../rules/level-height.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import type { ProfileCode } from '../rules/profile.ts';
import { builtProfile, massFigures, MASSES, profileOf, requireSection } from '../rules/profile.ts';
import {
  cutMemberFault,
  cutMesh,
  cutPieces,
  cutVolume,
  shownPlanes,
} from '../shared/cut-member.ts';
import { movedPlanes, requireCutPlanes } from '../shared/cut-planes.ts';
import { topFor } from '../shared/motion.ts';
import { builtSize, MIN_MM } from '../shared/sizes.ts';
import {
  cornersOf,
  leans,
  lengthOfColumn,
  marksOf,
  memberOf,
  movedColumn,
  outlineOf,
  reachOfColumn,
  spanOf,
  topOf,
  turnedRing,
} from './axis.ts';
import { columnIfc } from './ifc.ts';
import { type Column, ColumnParams } from './params.ts';

export type ColumnCode = LevelCode | BoundsCode | ProfileCode | 'OUT_OF_RANGE';

/** Refuses a leaning column with a point outside the model. */
function requireLeaning(element: Column, span: Span, context: PlanContext<BoundsCode>): void {
  const top = element.params.top_location ?? element.params.location;
  requireInModel('`top_location`', { x: top.x, y: top.y }, context);
  const corners = cornersOf(element, span);
  requirePointsInModel('outline of the column', corners, context);
  for (const { z } of corners) requireInModel('outline of the column', { z }, context);
}

/** A column. */
export const column = defineKind({
  kind: 'column',
  category: 'Columns',
  params: ColumnParams,
  fixed: {
    cut_planes: { unless_null: 'only an import sets planes; with null they do not cut the column' },
  },
  plain_numbers: { turn_deg: 'deg', cut_planes: null },
  refs: { level_id: 'stands_on', top_level_id: 'ends_on' },
  check(element: Column, view: KindView, context: PlanContext<ColumnCode>) {
    const { level_id, location, top_level_id, base_offset, height } = element.params;
    const foot = requireLevel(view, level_id, context).params.elevation + base_offset;
    const top =
      top_level_id === null
        ? foot + height
        : requireLevel(view, top_level_id, context).params.elevation;
    requireInModel('`location`', { x: location.x, y: location.y }, context);
    requireInModel('foot of the column', { z: foot }, context);
    requireInModel('top of the column', { z: top }, context);
    if (micrometres(top) <= micrometres(foot)) {
      context.refuse(
        'OUT_OF_RANGE',
        `column from ${toGrid(foot)} mm to level \`${top_level_id ?? level_id}\` at ${toGrid(top)} mm, expected the top above the foot`,
        { foot: toGrid(foot), top: toGrid(top) },
      );
    }
    requireCutPlanes(element, context);
    const { ring, params, warnings } = requireSection(element.params, context);
    const checked = { ...element, params };
    if (leans(params)) requireLeaning(checked, { low: foot, high: top }, context);
    else requirePointsInModel('outline of the column', turnedRing(element, ring), context);
    const facts = { height_mm: toGrid(top - foot) };
    return { element: checked, warnings, facts };
  },
  integrity: (element: Column, site) =>
    heightFault(element, site) ??
    cutMemberFault(
      element,
      (level) => columnPieces(memberOf(element, level, site)),
      site.level(element.params.level_id),
    ),
  reach: reachOfColumn,
  inputs: (element: Column, site) => [topOf(element, site) ?? null],
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh(element: Column, level, site, detail) {
      const member = { ...memberOf(element, level, site), detail };
      const whole = { mesh: columnMesh(member), pieces: () => columnPieces(member) };
      return cutMesh(element, whole, level, site);
    },
    pieces: (element: Column, level, site) =>
      cutPieces(element, columnPieces(memberOf(element, level, site)), level),
  },
  obstructs: OBSTRUCTS,
  bears: 'post',
  bounds: 'of_body',
  outline: (element: Column) => (leans(element.params) ? null : outlineOf(element)),
  quantities: ['length_mm', 'volume_mm3'],
  measures(element: Column, site) {
    const level = site.level(element.params.level_id);
    if (level === undefined) return { length_mm: null, volume_mm3: null };
    const { low, high } = spanOf(level, topOf(element, site), element);
    const length_mm = lengthOfColumn(element.params, high - low);
    const whole = {
      volume: profileArea(profileOf(element)) * length_mm,
      pieces: () => columnPieces(memberOf(element, level, site)),
    };
    return { length_mm, volume_mm3: cutVolume(element, whole, level) };
  },
  transform: {
    points: ({ params: { location, top_location = null } }: Column) =>
      top_location === null ? [location] : [location, top_location],
    reference: ({ params: { location } }: Column) => location,
    moved: (element: Column, motion) => ({
      ...element,
      params: {
        ...element.params,
        ...movedColumn(element, motion),
        base_offset: element.params.base_offset + motion.dz,
        ...movedPlanes(element.params, motion),
      },
    }),
    relevelled(element: Column, target, view, context) {
      const { id: level_id } = target;
      const { level_id: base, top_level_id: top } = element.params;
      const top_level_id = top === null ? null : topFor({ base, top }, level_id, view.levels());
      if (top !== null && top_level_id === null) {
        return context.refuse(
          'LEVEL_NOT_FOUND',
          `no level above \`${level_id}\` for the column to end at: create it first`,
        );
      }
      const there = { ...element, params: { ...element.params, level_id, top_level_id } };
      return atHeightOf(there, target);
    },
  },
  appearance: { picture: [206, 204, 200], elevation: null, gltf: [0.3, 0.36, 0.42] },
  stated: { set: 'Pset_ColumnCommon', has: STATES_ALL },
  ifc: columnIfc,
  symbol: {
    layer: 110,
    plans: 'body',
    marks: marksOf,
  },
  sizes: ({ params: { top_level_id, height } }: Column) =>
    top_level_id === null ? [['height', height, MIN_MM]] : [],
  buildable: ({ params: values }: Column) => [
    builtSize('height', values.height),
    ...builtProfile(values),
  ],
  schedule: {
    type: 'profile',
    columns: [
      'name',
      'level',
      'top_level',
      'profile',
      'length_m',
      'volume_m3',
      'kg_per_metre',
      'mass_kg',
    ],
    summed: [],
    figures: {
      names: MASSES,
      of: ({ id, params: values }, view) => massFigures(values, view.measures(id).length_mm),
    },
  },
  shown: ({ params: { cut_planes, ...shown } }: Column) => ({
    ...shown,
    ...shownPlanes({ cut_planes: cut_planes ?? null }),
  }),
});
