/** @module ramp: a straight sloped slab. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { type FlightFrame, flightFootprint, flightSolid } from '../../geometry/members/flight.ts';
import { rampSection } from '../../geometry/members/ramp.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { type Mark, area, line } from '../facets/symbol.ts';
import { type KindView, type Site, defineKind } from '../kind.ts';
import { type LineCode, requireLine, stripCorners } from '../rules/line.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { widened } from '../shared/boxes.ts';
import { impossible, zeroLength } from '../shared/faults.ts';
import { alongLine } from '../shared/motion.ts';
import { builtLength, builtSize, builtThickness, MIN_MM, lengthSize } from '../shared/sizes.ts';
import { rampIfc } from './ifc.ts';
import { type Ramp, RampParams } from './params.ts';

export type RampCode = LevelCode | BoundsCode | LineCode;

/** Its frame at the elevation of its level, and its length in plan, mm. */
function runOf(
  { params: { start, end, width } }: Ramp,
  elevation: number,
): { readonly frame: FlightFrame; readonly run: number } {
  const run = segmentLengthMm(start, end);
  const direction = { x: (end.x - start.x) / run, y: (end.y - start.y) / run };
  return { frame: { start: { ...start, z: elevation }, direction, width }, run };
}

/** A ramp. */
export const ramp = defineKind({
  kind: 'ramp',
  category: 'Ramps',
  params: RampParams,
  fixed: {},
  plain_numbers: {},
  refs: { level_id: 'stands_on' },
  check(element: Ramp, view: KindView, context: PlanContext<RampCode>) {
    const { level_id, start, end, width, rise } = element.params;
    const { elevation } = requireLevel(view, level_id, context).params;
    requireLine(start, end, context);
    requirePointsInModel('outline of the ramp', stripCorners(start, end, width), context);
    requireInModel('top of the ramp', { z: elevation + rise }, context);
    const length = segmentLengthMm(start, end);
    // The slope is rise over plan length.
    const facts = { length_mm: toGrid(length), slope_percent: toGrid((100 * rise) / length) };
    return { element, warnings: [], facts };
  },
  integrity: ({ params: axis }: Ramp) => zeroLength(axis),
  reach({ params: { start, end, width, rise, thickness } }: Ramp) {
    const box = widened(ringBounds([start, end]), width);
    return { grid: 'bodies', box, low: 0 - thickness, high: rise + thickness };
  },
  inputs: () => [],
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh(element: Ramp, level) {
      const { frame, run } = runOf(element, level.params.elevation);
      if (!(run > 0)) return impossible(element, 'start and end are the same point');
      const { rise, thickness } = element.params;
      return flightSolid(frame, rampSection(rise, run, thickness));
    },
    pieces: 'of_mesh',
  },
  obstructs: OBSTRUCTS,
  bears: 'post',
  bounds: 'of_body',
  outline(element: Ramp, site) {
    const level = site.level(element.params.level_id);
    if (level === undefined) return null;
    const { frame, run } = runOf(element, level.params.elevation);
    return flightFootprint(frame, run);
  },
  quantities: ['length_mm', 'volume_mm3'],
  measures: (element: Ramp, site) => ({
    length_mm: segmentLengthMm(element.params.start, element.params.end),
    volume_mm3: site.volume(element),
  }),
  transform: alongLine<Ramp>(),
  appearance: { picture: [206, 202, 194], elevation: null, gltf: [0.5, 0.52, 0.48] },
  stated: { set: 'Pset_RampCommon', has: STATES_ALL },
  ifc: rampIfc,
  symbol: { layer: 30, plans: 'body', marks: symbolOf },
  sizes: ({ params: { start, end, width } }: Ramp) => [
    lengthSize({ start, end }),
    ['width', width, MIN_MM],
  ],
  buildable: ({ params: { start, end, width, rise, thickness } }: Ramp) => [
    builtLength({ start, end }),
    builtSize('width', width),
    builtThickness('rise', rise),
    builtThickness('thickness', thickness),
  ],
  schedule: {
    type: null,
    columns: ['name', 'level', 'width', 'rise', 'length_m', 'volume_m3'],
    summed: [],
  },
  shown: 'all',
});

/** Outline and the line of travel. */
function symbolOf({ params: { start, end, width } }: Ramp, _site: Site): readonly Mark[] {
  const [a, b, c, d] = stripCorners(start, end, width);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  return [area('area', [b, d, c, a]), line([start, end])];
}
