/** @module measured-stair: whether flights and landings of a file are those of a stair of ours, by their measures. */
import type { JsonObject } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { StairFlight, StairPlan } from '../../../../../building/geometry/members/stair.ts';
import { type Point3, segmentLengthMm } from '../../../../../building/geometry/vector.ts';
import { extentAlong, pointAlong } from '../../outlines/bar.ts';
import type { Unrecognised } from '../../proposal.ts';
import type { Steps, Surface } from './steps.ts';

/** Largest difference of equal sizes and places, mm. */
const SAME_MM = 1;

/** The flights and landings of a stair in a file, each from bottom to top. */
export type StairReading = {
  readonly flights: readonly Steps[];
  readonly landings: readonly Surface[];
};

/** Cosine of the largest angle between directions that are equal. */
const PARALLEL = 0.999_999;

/** The parameters of the way from flight to flight; null where a stair without landings has none. */
export function courseOf(
  flights: readonly Steps[],
  landings: readonly Surface[],
): JsonObject | Unrecognised {
  const [first, second] = flights;
  if (first === undefined) return { why: 'it has no flight' };
  if (second === undefined) {
    if (landings.length > 0) return { why: 'a landing is not between two flights' };
    return { shape: 'straight', turn: null, landing: null };
  }
  const [landing] = landings;
  if (landing === undefined || landings.length !== flights.length - 1) {
    return { why: 'it has not one landing between two flights' };
  }
  const { s } = extentAlong(landing.points, first.along);
  const [dx, dy] = [second.along.x, second.along.y];
  const ahead = first.along.x * dx + first.along.y * dy;
  const leftwards = first.along.x * dy - first.along.y * dx;
  const depth = toGrid(s[1] - s[0]);
  if (ahead > PARALLEL) return { shape: 'straight', turn: null, landing: depth };
  if (Math.abs(leftwards) > PARALLEL) {
    return { shape: 'l', turn: leftwards > 0 ? 'left' : 'right', landing: depth };
  }
  if (ahead > 0 - PARALLEL) return { why: 'its flights are not at right angles' };
  const foot = pointAlong(second.along, second.front, second.middle);
  const aside = extentAlong([foot], first.along).t[0] - first.middle;
  return { shape: 'u', turn: aside > 0 ? 'left' : 'right', landing: depth };
}

/** Strings, railings and supports reach at most this far beyond flights and landings in plan, mm. */
const MAX_ASIDE_MM = 300;
/** Railings reach at most this far above the upper level, and slabs and strings below the lower one, mm. */
const [MAX_ABOVE_MM, MAX_BELOW_MM] = [1300, 400];

/** Corners of the body of a stair, and the levels at its foot and head, mm. */
type StairBody = {
  readonly corners: readonly Point3[];
  readonly foot: number;
  readonly head: number;
};

/** Whether the whole body of a stair is around its flights and landings: a part that is elsewhere would be lost. */
export function isAround(
  { flights, landings, direction }: StairPlan,
  { corners, foot, head }: StairBody,
): boolean {
  if (corners.length === 0) return false;
  const outline = [...flights, ...landings].flatMap(({ footprint }) => footprint);
  const within = extentAlong(outline, direction);
  const { s, t } = extentAlong(corners, direction);
  const [low, high] = [foot - MAX_BELOW_MM, head + MAX_ABOVE_MM];
  return (
    corners.every(({ z }) => z >= low && z <= high) &&
    s[0] >= within.s[0] - MAX_ASIDE_MM &&
    s[1] <= within.s[1] + MAX_ASIDE_MM &&
    t[0] >= within.t[0] - MAX_ASIDE_MM &&
    t[1] <= within.t[1] + MAX_ASIDE_MM
  );
}

/**
 * Whether the stair that the parameters give has the flights of the file: number, place, direction, width, going and
 * heights of all steps, and the landings between them.
 */
export function isMeasured(plan: StairPlan, { flights, landings }: StairReading): boolean {
  if (plan.flights.length !== flights.length) return false;
  return (
    plan.flights.every((flight, i) => {
      const steps = flights[i];
      return steps !== undefined && hasSteps(flight, steps, plan);
    }) &&
    plan.landings.every(({ z, footprint }, i) => {
      const points = landings[i]?.points ?? [];
      const along = plan.direction;
      const [is, was] = [extentAlong(points, along), extentAlong(footprint, along)];
      const sides = [...is.s, ...is.t].map((side, k) => side - ([...was.s, ...was.t][k] ?? NaN));
      const isSame = sides.every((side) => Math.abs(side) <= SAME_MM);
      return isSame && Math.abs(z - (landings[i]?.z ?? NaN)) <= SAME_MM;
    })
  );
}

function hasSteps(flight: StairFlight, steps: Steps, { riser, tread }: StairPlan): boolean {
  const start = pointAlong(steps.along, steps.front, steps.middle);
  const aside = Math.abs(flight.direction.x * steps.along.y - flight.direction.y * steps.along.x);
  return (
    flight.treads === steps.heights.length &&
    segmentLengthMm(start, flight.start) <= SAME_MM &&
    aside * flight.run <= SAME_MM &&
    Math.abs(flight.width - steps.width) <= SAME_MM &&
    Math.abs(tread - steps.going) * steps.heights.length <= SAME_MM &&
    steps.heights.every((z, i) => Math.abs(z - flight.start.z - (i + 1) * riser) <= SAME_MM)
  );
}
