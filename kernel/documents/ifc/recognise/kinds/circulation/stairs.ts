/** @module stairs: stairs of equal steps between two levels, from their flights and landings. */
import type { ElementRecord, JsonObject } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { StairFlight, StairPlan } from '../../../../../building/geometry/members/stair.ts';
import { type Point2, segmentLengthMm } from '../../../../../building/geometry/vector.ts';
import { stairBetween, StairParams } from '../../../../../building/kinds/stair/stair-plan.ts';
import type { ProductShape, ShapeItem } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import { nameOf } from '../../ids.ts';
import { extentAlong, pointAlong } from '../../outlines/bar.ts';
import { componentsOf, cornersOf } from '../../outlines/components.ts';
import { gridRing } from '../../outlines/plan-ring.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../../proposal.ts';
import type { StoreyLevel } from '../../storeys.ts';
import { levelAt } from './level-at.ts';
import { type Steps, stepsOf, type Surface, surfacesOf } from './steps.ts';

/** Largest difference of risers, mm. */
const SAME_MM = 1;

/** The stair that a product is. */
export function proposeStair(
  stair: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const read = readStair(stair, shape, context);
  if (isUnrecognised(read)) return read;
  const { flights, landings } = read;
  const [first] = flights;
  if (first === undefined) return { why: 'it has no flight of equal steps' };
  const rise = riseOf(stair, read, context);
  if (isUnrecognised(rise)) return rise;
  const course = courseOf(flights, landings);
  if (isUnrecognised(course)) return course;
  const [start] = gridRing([pointAlong(first.along, first.front, first.middle)]);
  const element: ElementRecord = {
    id: context.ids.of('stair', stair),
    kind: 'stair',
    params: {
      level_id: rise.foot.id,
      name: nameOf(stair),
      top_level_id: rise.top.id,
      start: { ...(start ?? { x: 0, y: 0 }) },
      direction_deg: degreesOf(first.along),
      width: toGrid(first.width),
      riser_max: toGrid(rise.riser),
      tread: toGrid(first.going),
      ...course,
      handrails: handrailsOf(stair, first, context),
    },
  };
  const expected = { items: shape.items, cuts: [] };
  const plan = planOf(element, rise);
  const is_measured =
    plan !== null &&
    isMeasured(plan, read) &&
    isAround(plan, { items: shape.items, rise }, context);
  const proposal = { product: stair, element, expected, host_id: null };
  return [{ ...proposal, is_measured, appearance: shape.items }];
}

type Reading = {
  /** From bottom to top. */
  readonly flights: readonly Steps[];
  readonly landings: readonly Surface[];
};

function readStair(stair: Product, shape: ProductShape, context: Context): Reading | Unrecognised {
  const parts = context.products.partsOf(stair.row).map((row) => context.products.product(row));
  const bodies = (name: string): readonly Product[] => parts.filter((one) => one.class === name);
  const found = bodies('IfcStairFlight').map((one) =>
    flightOf(one, context.shapes.body(one.row)?.items ?? [], context),
  );
  const flights = found.length > 0 ? found : [flightOf(stair, shape.items, context)];
  const landings: Surface[] = [];
  for (const { row } of bodies('IfcSlab')) {
    const surfaces = levelSurfaces(context.shapes.body(row)?.items ?? [], context);
    if (isUnrecognised(surfaces)) return surfaces;
    landings.push(...surfaces.slice(-1));
  }
  const why = flights.find((one) => isUnrecognised(one));
  if (why !== undefined && isUnrecognised(why)) return why;
  return {
    flights: flights
      .flatMap((one) => (isUnrecognised(one) ? [] : [one]))
      .toSorted((a, b) => (a.heights[0] ?? 0) - (b.heights[0] ?? 0)),
    landings: landings.toSorted((a, b) => a.z - b.z),
  };
}

function flightOf(
  { row }: Product,
  items: readonly ShapeItem[],
  context: Context,
): Steps | Unrecognised {
  const surfaces = levelSurfaces(items, context);
  if (isUnrecognised(surfaces)) return surfaces;
  const axis = context.shapes.axis(row);
  const [from, to] = [axis?.[0]?.from, axis?.at(-1)?.to];
  const hint = from === undefined || to === undefined ? null : directionFrom(from, to);
  return stepsOf(surfaces, hint) ?? { why: 'its steps are not equal' };
}

function directionFrom(from: Point2, to: Point2): Point2 | null {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(x * x + y * y);
  return length > 0 ? { x: x / length, y: y / length } : null;
}

function levelSurfaces(
  items: readonly ShapeItem[],
  { evaluator }: Context,
): readonly Surface[] | Unrecognised {
  const solid = evaluator.evaluate(items, []);
  if (!solid.ok) return { why: solid.why };
  return surfacesOf(solid.mesh()) ?? { why: 'its flights have too many faces' };
}

type Rise = {
  readonly foot: StoreyLevel;
  readonly top: StoreyLevel;
  readonly riser: number;
};

/** The levels between which a stair climbs in equal risers. */
function riseOf(
  stair: Product,
  { flights, landings }: Reading,
  context: Context,
): Rise | Unrecognised {
  const heights = [
    ...flights.flatMap((flight) => flight.heights),
    ...landings.map(({ z }) => z),
  ].toSorted((a, b) => a - b);
  const [lowest, highest] = [heights[0], heights.at(-1)];
  if (lowest === undefined || highest === undefined) return { why: 'it has no steps' };
  const step = (highest - lowest) / (heights.length - 1);
  const isEqual = heights.every((z, i) => Math.abs(z - lowest - i * step) <= SAME_MM);
  if (heights.length < 2 || !isEqual) return { why: 'its risers are not equal' };
  const foot = levelAt(stair.storey, lowest - step, context);
  const top = levelAt(null, highest + step, context);
  if (isUnrecognised(foot)) return foot;
  if (isUnrecognised(top)) return top;
  const riser = (top.elevation - foot.elevation) / (heights.length + 1);
  return { foot, top, riser };
}

/** What the parameters of a stair build; null if they build none. */
function planOf({ params }: ElementRecord, { foot, top }: Rise): StairPlan | null {
  const given = StairParams.safeParse(params).data;
  const made = given === undefined ? null : stairBetween(given, foot.elevation, top.elevation);
  return made === null || !made.ok ? null : made.plan;
}

/** Strings, railings and supports reach at most this far beyond flights and landings in plan, mm. */
const MAX_ASIDE_MM = 300;
/** Railings reach at most this far above the upper level, and slabs and strings below the lower one, mm. */
const [MAX_ABOVE_MM, MAX_BELOW_MM] = [1300, 400];

/** Whether the whole body of a stair is around its flights and landings: a part that is elsewhere would be lost. */
function isAround(
  { flights, landings, direction }: StairPlan,
  { items, rise }: { readonly items: readonly ShapeItem[]; readonly rise: Rise },
  { evaluator }: Context,
): boolean {
  const solid = evaluator.evaluate(items, []);
  if (!solid.ok) return false;
  const outline = [...flights, ...landings].flatMap(({ footprint }) => footprint);
  const within = extentAlong(outline, direction);
  const corners = cornersOf(solid.mesh());
  const { s, t } = extentAlong(corners, direction);
  const [low, high] = [rise.foot.elevation - MAX_BELOW_MM, rise.top.elevation + MAX_ABOVE_MM];
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
function isMeasured(plan: StairPlan, { flights, landings }: Reading): boolean {
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
    flight.risers === steps.heights.length + 1 &&
    segmentLengthMm(start, flight.start) <= SAME_MM &&
    aside * flight.run <= SAME_MM &&
    Math.abs(flight.width - steps.width) <= SAME_MM &&
    Math.abs(tread - steps.going) * steps.heights.length <= SAME_MM &&
    steps.heights.every((z, i) => Math.abs(z - flight.start.z - (i + 1) * riser) <= SAME_MM)
  );
}

/** Cosine of the largest angle between directions that are equal. */
const PARALLEL = 0.999_999;

/** The parameters of the way from flight to flight; null where a stair without landings has none. */
function courseOf(
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

/** Parts of a degree to which angles are rounded, and difference from one of 0.001° that is rounding. */
const [ANGLE_PARTS, ROUNDING_DEG] = [1e9, 2e-5];

function degreesOf({ x, y }: Point2): number {
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  const near = toGrid(angle);
  const exact = Math.abs(angle - near) <= ROUNDING_DEG;
  return exact ? near : Math.round(angle * ANGLE_PARTS) / ANGLE_PARTS;
}

/** Handrails are at most this far outside of the width of a flight, mm. */
const BESIDE_MM = 250;

/** The sides of the first flight with handrails. */
function handrailsOf(stair: Product, first: Steps, context: Context): string {
  const sides = new Set<string>();
  const run = first.heights.length * first.going;
  for (const row of context.products.partsOf(stair.row)) {
    if (context.products.product(row).class !== 'IfcRailing') continue;
    const bodies = componentsOf(context.shapes.body(row)?.items ?? [], context);
    if (isUnrecognised(bodies)) continue;
    for (const { x, y } of bodies.flat()) {
      const { s, t } = extentAlong([{ x, y }], first.along);
      const [along, aside] = [s[0] - first.front, t[0] - first.middle];
      if (along < 0 || along > run || Math.abs(aside) > first.width / 2 + BESIDE_MM) continue;
      if (Math.abs(aside) > first.width / 4) sides.add(aside > 0 ? 'left' : 'right');
    }
  }
  if (sides.size === 2) return 'both';
  const [side] = sides;
  return side ?? 'none';
}
