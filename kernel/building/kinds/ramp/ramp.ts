/** @module ramp: a straight sloped slab. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { LengthMm, PlanPoint, toGrid } from '../../schemas/units.ts';
import type { FlightFrame } from '../geometry/members/flight.ts';
import { flightFootprint, flightSolid } from '../geometry/members/flight.ts';
import { rampSection } from '../geometry/members/ramp.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import { widened } from './boxes.ts';
import { impossible, zeroLength } from './faults.ts';
import { rampIfc } from './ifc/flights.ts';
import type { ElementFor, KindView, Site } from './kind.ts';
import { defineKind } from './kind.ts';
import { alongLine } from './motion.ts';
import { Name, Ref } from './params.ts';
import type { LineCode } from './rules/line.ts';
import { requireLine, stripCorners } from './rules/line.ts';
import type { LevelCode } from './rules/lookup.ts';
import { requireLevel } from './rules/lookup.ts';
import type { BoundsCode } from './rules/model-bounds.ts';
import { requireInModel, requirePointsInModel } from './rules/model-bounds.ts';
import { builtLength, builtSize, builtThickness, LEAST_MM, lengthSize } from './sizes.ts';
import type { Mark } from './symbol.ts';
import { area, line } from './symbol.ts';

const params = z.strictObject({
  level_id: Ref,
  name: Name,
  start: PlanPoint,
  end: PlanPoint,
  width: LengthMm,
  rise: LengthMm,
  thickness: LengthMm,
});
export type Ramp = ElementFor<'ramp', typeof params>;
export type RampCode = LevelCode | BoundsCode | LineCode;

/** Where it runs at the elevation of its level, and its length in plan, mm. */
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
  params,
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
  body: {
    occupies: 'matter',
    may_fail: true,
    least_volume: 'of_body',
    mesh(element: Ramp, level) {
      const { frame, run } = runOf(element, level.params.elevation);
      if (!(run > 0)) return impossible(element, 'start and end are the same point');
      const { rise, thickness } = element.params;
      return flightSolid(frame, rampSection(rise, run, thickness));
    },
    pieces: 'of_mesh',
  },
  workspace: 'none',
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
  follows: 'none',
  fills: 'none',
  holds: 'none',
  ifc: rampIfc,
  symbol: { layer: 30, marks: symbolOf },
  sizes: ({ params: { start, end, width } }: Ramp) => [
    lengthSize({ start, end }),
    ['width', width, LEAST_MM],
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
