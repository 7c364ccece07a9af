/** @module beam: a straight member below the top of a level. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { type BeamSpec, beamMesh } from '../../geometry/members/member-mesh.ts';
import { beamPieces } from '../../geometry/members/member-pieces.ts';
import { profileArea } from '../../geometry/members/profile.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { dashed } from '../facets/symbol.ts';
import { directionBetween } from '../ifc/local.ts';
import { type KindView, type Motion, type Storey, defineKind } from '../kind.ts';
import { type LineCode, requireLine, stripCorners } from '../rules/line.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import type { ProfileCode } from '../rules/profile.ts';
import {
  headOf,
  massFigures,
  MASSES,
  mirrorTurnsOf,
  profileOf,
  builtProfile,
  requireSection,
  sectionBox,
} from '../rules/profile.ts';
import { widened } from '../shared/boxes.ts';
import { zeroLength } from '../shared/faults.ts';
import { onLevel } from '../shared/motion.ts';
import { builtLength, lengthSize } from '../shared/sizes.ts';
import { beamIfc } from './ifc.ts';
import { type Beam, BeamParams } from './params.ts';

export type BeamCode = LevelCode | BoundsCode | LineCode | ProfileCode;

function topOf({ params: { elevation, height } }: Storey, element: Beam): number {
  return elevation + height + element.params.elevation_offset;
}

/** The member at its height. Throws `RangeError` for an unknown cross-section. */
function memberOf(element: Beam, level: Storey): BeamSpec {
  const profile = profileOf(element);
  const axis = topOf(level, element) - headOf(profile);
  const { start, end } = element.params;
  return { start: { ...start, z: axis }, end: { ...end, z: axis }, profile };
}

/**
 * The ends after a motion. The section of a mirrored beam is on the other side of its axis: unless its sides are the same,
 * the axis is reversed.
 */
function movedEnds(
  element: Beam,
  { point, mirrored }: Motion,
): Pick<Beam['params'], 'start' | 'end'> {
  const [start, end] = [point(element.params.start), point(element.params.end)];
  const turned = mirrored && !mirrorTurnsOf(profileOf(element)).includes(180);
  return turned ? { start: end, end: start } : { start, end };
}

/** The line in plan through the middle of the section, mm. */
function middleLine(element: Beam): readonly [PlanPoint, PlanPoint] {
  const { min, max } = sectionBox(element);
  const { start, end } = element.params;
  const aside = (min.x + max.x) / 2;
  if (aside === 0) return [start, end];
  const { x, y } = directionBetween(start, end);
  const left = (p: PlanPoint): PlanPoint => ({ x: p.x - y * aside, y: p.y + x * aside });
  return [left(start), left(end)];
}

/** A beam. */
export const beam = defineKind({
  kind: 'beam',
  category: 'Beams',
  params: BeamParams,
  fixed: {},
  plain_numbers: {},
  refs: { level_id: 'hangs_from' },
  check(element: Beam, view: KindView, context: PlanContext<BeamCode>) {
    const { level_id, start, end } = element.params;
    const top = topOf(requireLevel(view, level_id, context), element);
    requireLine(start, end, context);
    requireInModel('top of the beam', { z: top }, context);
    const { ring, params, warnings } = requireSection(element.params, context);
    const { min, max } = ringBounds(ring);
    const corners = stripCorners(start, end, 2 * Math.max(max.x, 0 - min.x));
    requirePointsInModel('outline of the beam', corners, context);
    requireInModel('bottom of the beam', { z: top - (max.y - min.y) }, context);
    // The length is the length of the axis.
    const facts = { length_mm: toGrid(segmentLengthMm(start, end)) };
    return { element: { ...element, params }, warnings, facts };
  },
  integrity: ({ params: axis }: Beam) => zeroLength(axis),
  reach(element: Beam) {
    const { start, end, elevation_offset: high } = element.params;
    const { min, max } = sectionBox(element);
    const box = widened(ringBounds([start, end]), Math.max(max.x, 0 - min.x));
    return { grid: 'heads', box, low: high - (max.y - min.y), high };
  },
  inputs: () => [],
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh: (element: Beam, level, _site, detail) =>
      beamMesh({ ...memberOf(element, level), detail }),
    pieces: (element: Beam, level) => beamPieces(memberOf(element, level)),
  },
  obstructs: OBSTRUCTS,
  bears: 'member',
  bounds: 'of_body',
  outline: 'none',
  quantities: ['length_mm', 'volume_mm3'],
  measures(element: Beam) {
    const length_mm = segmentLengthMm(element.params.start, element.params.end);
    return { length_mm, volume_mm3: profileArea(profileOf(element)) * length_mm };
  },
  transform: {
    points: ({ params: { start, end } }: Beam) => [start, end],
    reference: ({ params: { start } }: Beam) => start,
    moved: (element: Beam, motion) => ({
      ...element,
      params: {
        ...element.params,
        ...movedEnds(element, motion),
        elevation_offset: element.params.elevation_offset + motion.dz,
      },
    }),
    relevelled: onLevel,
  },
  appearance: { picture: [190, 170, 140], elevation: null, gltf: [0.42, 0.3, 0.16] },
  stated: { set: 'Pset_BeamCommon', has: STATES_ALL },
  ifc: beamIfc,
  symbol: {
    layer: 50,
    plans: 'body',
    marks: (element: Beam) => [dashed(middleLine(element), 2)],
  },
  sizes: ({ params: axis }: Beam) => [lengthSize(axis)],
  buildable: ({ params: values }: Beam) => [builtLength(values), ...builtProfile(values)],
  schedule: {
    type: 'profile',
    columns: ['name', 'level', 'profile', 'length_m', 'volume_m3', 'kg_per_metre', 'mass_kg'],
    summed: [],
    figures: {
      names: MASSES,
      of: ({ id, params: values }, view) => massFigures(values, view.measures(id).length_mm),
    },
  },
  shown: 'all',
});
