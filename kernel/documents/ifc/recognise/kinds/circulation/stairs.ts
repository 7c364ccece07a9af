/** @module stairs: stairs of equal steps between two levels, from their flights and landings. */
import type { ElementRecord } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { StairPlan } from '../../../../../building/geometry/members/stair.ts';
import type { Point2, Point3 } from '../../../../../building/geometry/vector.ts';
import {
  stairBetween,
  type StairEnds,
  stairEnds,
  StairParams,
} from '../../../../../building/kinds/stair/stair-plan.ts';
import type { ProductShape, ShapeItem } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import { nameOf } from '../../ids.ts';
import { extentAlong, pointAlong } from '../../outlines/bar.ts';
import { componentsOf, cornersOf } from '../../outlines/components.ts';
import { gridRing } from '../../outlines/plan-ring.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../../proposal.ts';
import { courseOf, isAround, isMeasured, type StairReading } from './measured-stair.ts';
import { stairLevels, type StairLevels } from './stair-levels.ts';
import { statedRisers } from './stated-risers.ts';
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
  const treads = landings.length + flights.reduce((sum, { heights }) => sum + heights.length, 0);
  if (isUnrecognised(rise)) return rise;
  const course = courseOf(flights, landings);
  if (isUnrecognised(course)) return course;
  const [start] = gridRing([pointAlong(first.along, first.front, first.middle)]);
  const element: ElementRecord = {
    id: context.ids.of('stair', stair),
    kind: 'stair',
    params: {
      level_id: rise.base.id,
      name: nameOf(stair),
      top_level_id: rise.top.id,
      start: { ...(start ?? { x: 0, y: 0 }) },
      direction_deg: degreesOf(first.along),
      width: toGrid(first.width),
      riser_max: toGrid(rise.riser),
      tread: toGrid(first.going),
      ...course,
      handrails: handrailsOf(stair, first, context),
      ...(rise.base_offset === 0 ? {} : { base_offset: rise.base_offset }),
      ...(rise.top_offset === 0 ? {} : { top_offset: rise.top_offset }),
      ...(rise.risers === treads ? { top_tread: true } : {}),
    },
  };
  const expected = { items: shape.items, cuts: [] };
  const plan = planOf(element, rise);
  const is_measured =
    plan !== null &&
    isMeasured(plan, read) &&
    isAround(plan, {
      corners: cornersIn(shape.items, context),
      ...endsOf(rise),
    });
  const proposal = { product: stair, element, expected, host_id: null };
  return [{ ...proposal, is_measured, appearance: shape.items }];
}

function readStair(
  stair: Product,
  shape: ProductShape,
  context: Context,
): StairReading | Unrecognised {
  const found = partsOf(stair, 'IfcStairFlight', context).map((one) =>
    flightOf(one, context.shapes.body(one.row)?.items ?? [], context),
  );
  const flights = found.length > 0 ? found : [flightOf(stair, shape.items, context)];
  const landings: Surface[] = [];
  for (const { row } of partsOf(stair, 'IfcSlab', context)) {
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

/** Corners of a body; none of one that cannot be evaluated. */
function cornersIn(items: readonly ShapeItem[], { evaluator }: Context): readonly Point3[] {
  const solid = evaluator.evaluate(items, []);
  return solid.ok ? cornersOf(solid.mesh()) : [];
}

type Rise = StairLevels & { readonly risers: number; readonly riser: number };

/** Elevations of the foot and the head, mm. */
function endsOf({ base, top, ...offsets }: StairLevels): StairEnds {
  return stairEnds(offsets, base.elevation, top.elevation);
}

/**
 * The levels between which a stair climbs in equal risers. It begins one riser below its first tread, and ends one riser
 * above its last one. Where these ends are not at levels, the risers that the file states show it: if they are as many as
 * treads, the last tread is level with the head.
 */
function riseOf(
  stair: Product,
  { flights, landings }: StairReading,
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
  const treads = heights.length;
  const levels = stairLevels(stair.storey, { foot: lowest - step, head: highest + step }, context);
  if (isAtLevels(levels)) return riseBetween(levels, treads + 1);
  const stated = statedRisers(stair, partsOf(stair, 'IfcStairFlight', context), context);
  if (stated === treads + 1) return riseBetween(levels, stated);
  if (stated === treads) {
    const below = stairLevels(stair.storey, { foot: lowest - step, head: highest }, context);
    return riseBetween(below, stated);
  }
  if (isUnrecognised(levels)) return levels;
  if (stated === null) {
    return { why: 'no level is at its foot or head, and the file states no risers' };
  }
  return { why: 'its stated risers are not those of its treads' };
}

function isAtLevels(levels: StairLevels | Unrecognised): boolean {
  return !isUnrecognised(levels) && levels.base_offset === 0 && levels.top_offset === 0;
}

function riseBetween(levels: StairLevels | Unrecognised, risers: number): Rise | Unrecognised {
  if (isUnrecognised(levels)) return levels;
  const { foot, head } = endsOf(levels);
  return { ...levels, risers, riser: (head - foot) / risers };
}

/** The parts of a class of a stair. */
function partsOf(stair: Product, name: string, { products }: Context): readonly Product[] {
  return products
    .partsOf(stair.row)
    .map((row) => products.product(row))
    .filter((one) => one.class === name);
}

/** What the parameters of a stair build; null if they build none. */
function planOf({ params }: ElementRecord, { base, top }: Rise): StairPlan | null {
  const given = StairParams.safeParse(params).data;
  const made = given === undefined ? null : stairBetween(given, base.elevation, top.elevation);
  return made === null || !made.ok ? null : made.plan;
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
