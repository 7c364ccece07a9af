/** @module column: an upright member that ends at a level or has a height. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { type ColumnSpec, columnMesh } from '../../geometry/members/member-mesh.ts';
import { columnPieces } from '../../geometry/members/member-pieces.ts';
import { profileArea, profileRing } from '../../geometry/members/profile.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import { directionOf, micrometres } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { area } from '../facets/symbol.ts';
import type { KindView, Motion, Site, Span, Storey } from '../kind.ts';
import { defineKind } from '../kind.ts';
import { atHeightOf, heightFault } from '../rules/level-height.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import type { ProfileCode } from '../rules/profile.ts';
import {
  builtProfile,
  massFigures,
  MASSES,
  mirrorTurnsOf,
  profileOf,
  reflectedOutline,
  requireSection,
  sectionBox,
} from '../rules/profile.ts';
import { widened } from '../shared/boxes.ts';
import { directed, topFor, turnedBy, turnOf } from '../shared/motion.ts';
import { builtSize, MIN_MM } from '../shared/sizes.ts';
import { columnIfc } from './ifc.ts';
import { type Column, ColumnParams } from './params.ts';

export type ColumnCode = LevelCode | BoundsCode | ProfileCode | 'OUT_OF_RANGE';

/** From the base offset above its level to its top level, or by its height. */
function spanOf(level: Storey, top: Storey | undefined, { params: values }: Column): Span {
  const low = level.params.elevation + values.base_offset;
  return { low, high: top === undefined ? low + values.height : top.params.elevation };
}

function topOf({ params: { top_level_id } }: Column, site: Site): Storey | undefined {
  return top_level_id === null ? undefined : site.level(top_level_id);
}

/** The member between its levels. Throws `RangeError` for an unknown cross-section. */
function memberOf(element: Column, level: Storey, site: Site): ColumnSpec {
  const { low: z0, high: z1 } = spanOf(level, topOf(element, site), element);
  const { location } = element.params;
  return { location, z0, z1, profile: profileOf(element), rotation_deg: turnOf(element.params) };
}

/** Counter-clockwise outline, mm. Throws `RangeError` for an unknown cross-section. */
function outlineOf(element: Column): Ring {
  return turnedRing(element, profileRing(profileOf(element))).map(({ x, y }) => ({
    x: toGrid(x),
    y: toGrid(y),
  }));
}

/** The turned cross-section at its place. */
function turnedRing({ params: values }: Column, section: Ring): Ring {
  const { x, y } = values.location;
  const { x: cosine, y: sine } = directionOf(turnOf(values));
  return section.map((point) => ({
    x: x + point.x * cosine - point.y * sine,
    y: y + point.x * sine + point.y * cosine,
  }));
}

/**
 * The section after a motion. A mirrored one that is symmetric about another axis than its width and its depth is turned, one
 * without symmetry becomes the reflected outline.
 */
function turnedSection(element: Column, motion: Motion): Partial<Column['params']> {
  const { params } = element;
  const turns = motion.mirrored ? mirrorTurnsOf(profileOf(element)) : [];
  if (!motion.mirrored || (turns.includes(0) && turns.includes(180))) {
    return turnedBy(params, motion);
  }
  const [turn] = turns;
  const { turn_deg, mirrored } = motion;
  const mirror = { turn_deg: turn_deg - (turn ?? 0), mirrored };
  const is = directed(turnOf(params), mirror);
  const section = turn === undefined ? { outline: reflectedOutline(element) } : {};
  return { ...section, ...(is === turnOf(params) ? {} : { turn_deg: is }) };
}

/** Maximum distance of a cross-section from its centre along the axes, mm. */
function reachOfSection(element: Column): number {
  const { min, max } = sectionBox(element);
  const [x, y] = [Math.max(max.x, 0 - min.x), Math.max(max.y, 0 - min.y)];
  return turnOf(element.params) === 0 ? Math.max(x, y) : Math.sqrt(x * x + y * y);
}

/** A column. */
export const column = defineKind({
  kind: 'column',
  category: 'Columns',
  params: ColumnParams,
  fixed: {},
  plain_numbers: { turn_deg: 'deg' },
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
    const { ring, params, warnings } = requireSection(element.params, context);
    requirePointsInModel('outline of the column', turnedRing(element, ring), context);
    const facts = { height_mm: toGrid(top - foot) };
    return { element: { ...element, params }, warnings, facts };
  },
  integrity: (element: Column, site) => heightFault(element, site),
  reach(element: Column) {
    const { location, top_level_id, base_offset: low, height } = element.params;
    const box = widened(ringBounds([location]), reachOfSection(element));
    return { grid: top_level_id === null ? 'bodies' : 'tall', box, low, high: low + height };
  },
  inputs: (element: Column, site) => [topOf(element, site) ?? null],
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh(element: Column, level, site, detail) {
      return columnMesh({ ...memberOf(element, level, site), detail });
    },
    pieces: (element: Column, level, site) => columnPieces(memberOf(element, level, site)),
  },
  obstructs: OBSTRUCTS,
  bears: 'post',
  bounds: 'of_body',
  outline: outlineOf,
  quantities: ['length_mm', 'volume_mm3'],
  measures(element: Column, site) {
    const level = site.level(element.params.level_id);
    if (level === undefined) return { length_mm: null, volume_mm3: null };
    const { low, high } = spanOf(level, topOf(element, site), element);
    return { length_mm: high - low, volume_mm3: profileArea(profileOf(element)) * (high - low) };
  },
  transform: {
    points: ({ params: { location } }: Column) => [location],
    reference: ({ params: { location } }: Column) => location,
    moved: (element: Column, motion) => ({
      ...element,
      params: {
        ...element.params,
        location: motion.point(element.params.location),
        base_offset: element.params.base_offset + motion.dz,
        ...turnedSection(element, motion),
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
    marks: (element: Column) => [area('solid', outlineOf(element))],
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
  shown: 'all',
});
