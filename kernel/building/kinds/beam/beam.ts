/** @module beam: a straight member below the top of a level, level, sloping or upright. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { type BeamSpec, beamMesh } from '../../geometry/members/member-mesh.ts';
import { beamPieces } from '../../geometry/members/member-pieces.ts';
import { profileArea } from '../../geometry/members/profile.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { dashed } from '../facets/symbol.ts';
import { type KindView, type Storey, defineKind } from '../kind.ts';
import { type LineCode, requireLine, stripCorners } from '../rules/line.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import type { ProfileCode } from '../rules/profile.ts';
import {
  massFigures,
  MASSES,
  profileOf,
  builtProfile,
  requireSection,
  sectionBox,
} from '../rules/profile.ts';
import {
  cutMemberFault,
  cutMesh,
  cutPieces,
  cutVolume,
  shownPlanes,
} from '../shared/cut-member.ts';
import { movedPlanes, raisedPlanes, requireCutPlanes } from '../shared/cut-planes.ts';
import { zeroLength } from '../shared/faults.ts';
import { onLevel } from '../shared/motion.ts';
import { builtSize, MIN_MM } from '../shared/sizes.ts';
import {
  cornersOf,
  hasNoLength,
  isPlain,
  isUpright,
  lengthOfBeam,
  lineOf,
  memberOf,
  movedBeam,
  reachOfBeam,
  riseOf,
} from './axis.ts';
import { beamIfc } from './ifc.ts';
import { type Beam, BeamParams } from './params.ts';

export type BeamCode = LevelCode | BoundsCode | LineCode | ProfileCode | 'OUT_OF_RANGE';

function topOf({ params: { elevation, height } }: Storey, element: Beam): number {
  return elevation + height + element.params.elevation_offset;
}

/** The member at its height. Throws `RangeError` for an unknown cross-section. */
function memberOn(element: Beam, level: Storey): BeamSpec {
  return memberOf(element, topOf(level, element));
}

/** Refuses a beam without length, or with a corner outside the model. */
function requirePlace(element: Beam, top: number, context: PlanContext<BeamCode>): void {
  const { params } = element;
  const { start, end } = params;
  if (isUpright(params) && !hasNoLength(params)) {
    requireInModel('`start`', { x: start.x, y: start.y }, context);
  } else {
    requireLine(start, end, context);
  }
  requireInModel('top of the beam', { z: top }, context);
  requireInModel('top of the beam', { z: top + riseOf(params) }, context);
  if (isPlain(params)) {
    const { min, max } = sectionBox(element);
    const corners = stripCorners(start, end, 2 * Math.max(max.x, 0 - min.x));
    requirePointsInModel('outline of the beam', corners, context);
    requireInModel('bottom of the beam', { z: top - (max.y - min.y) }, context);
    return;
  }
  const corners = cornersOf(element, top);
  requirePointsInModel('outline of the beam', corners, context);
  for (const { z } of corners) requireInModel('outline of the beam', { z }, context);
}

/** A beam. */
export const beam = defineKind({
  kind: 'beam',
  category: 'Beams',
  params: BeamParams,
  fixed: {
    cut_planes: { unless_null: 'only an import sets planes; with null they do not cut the beam' },
  },
  plain_numbers: { roll_deg: 'deg', cut_planes: null },
  refs: { level_id: 'hangs_from' },
  check(element: Beam, view: KindView, context: PlanContext<BeamCode>) {
    const top = topOf(requireLevel(view, element.params.level_id, context), element);
    requireCutPlanes(element, context);
    const { params, warnings } = requireSection(element.params, context);
    const checked = { ...element, params };
    requirePlace(checked, top, context);
    // The length is the length of the axis.
    return { element: checked, warnings, facts: { length_mm: toGrid(lengthOfBeam(params)) } };
  },
  integrity: (element: Beam, site) =>
    (riseOf(element.params) === 0 ? zeroLength(element.params) : null) ??
    cutMemberFault(
      element,
      (level) => beamPieces(memberOn(element, level)),
      site.level(element.params.level_id),
    ),
  reach: (element: Beam) => ({ grid: 'heads', ...reachOfBeam(element) }),
  inputs: () => [],
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh(element: Beam, level, site, detail) {
      const member = { ...memberOn(element, level), detail };
      const whole = { mesh: beamMesh(member), pieces: () => beamPieces(member) };
      return cutMesh(element, whole, level, site);
    },
    pieces: (element: Beam, level) =>
      cutPieces(element, beamPieces(memberOn(element, level)), level),
  },
  obstructs: OBSTRUCTS,
  bears: 'member',
  bounds: 'of_body',
  outline: 'none',
  quantities: ['length_mm', 'volume_mm3'],
  measures(element: Beam, site) {
    const length_mm = lengthOfBeam(element.params);
    const level = site.level(element.params.level_id);
    const whole = {
      volume: profileArea(profileOf(element)) * length_mm,
      pieces: () => (level === undefined ? [] : beamPieces(memberOn(element, level))),
    };
    return { length_mm, volume_mm3: cutVolume(element, whole, level) };
  },
  transform: {
    points: ({ params: { start, end } }: Beam) => [start, end],
    reference: ({ params: { start } }: Beam) => start,
    moved: (element: Beam, motion) => ({
      ...element,
      params: {
        ...element.params,
        ...movedBeam(element, motion),
        ...movedPlanes(element.params, motion),
      },
    }),
    relevelled(element: Beam, target, view) {
      // The beam keeps its distance from the top of its level, the planes theirs from its elevation.
      const { level_id } = element.params;
      const from = view.levels().find(({ id }) => id === level_id) ?? target;
      const params = {
        ...element.params,
        ...raisedPlanes(element.params, target.params.height - from.params.height),
      };
      return onLevel({ ...element, params }, target);
    },
  },
  appearance: { picture: [190, 170, 140], elevation: null, gltf: [0.42, 0.3, 0.16] },
  stated: { set: 'Pset_BeamCommon', has: STATES_ALL },
  ifc: beamIfc,
  symbol: {
    layer: 50,
    plans: 'body',
    marks: (element: Beam) => [dashed(lineOf(element), 2)],
  },
  sizes: ({ params }: Beam) => [['length', lengthOfBeam(params), MIN_MM]],
  buildable: ({ params: values }: Beam) => [
    builtSize('length', lengthOfBeam(values)),
    ...builtProfile(values),
  ],
  schedule: {
    type: 'profile',
    columns: ['name', 'level', 'profile', 'length_m', 'volume_m3', 'kg_per_metre', 'mass_kg'],
    summed: [],
    figures: {
      names: MASSES,
      of: ({ id, params: values }, view) => massFigures(values, view.measures(id).length_mm),
    },
  },
  shown: ({ params: { cut_planes, ...shown } }: Beam) => ({
    ...shown,
    ...shownPlanes({ cut_planes: cut_planes ?? null }),
  }),
});
