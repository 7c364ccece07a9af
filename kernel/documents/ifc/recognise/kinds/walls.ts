/** @module walls: walls that are strips in plan, with the openings through them. */
import type { JsonObject } from '../../../../../schemas/events.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { ProductShape, Segment, ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { type CappedWall, cappedWallOf } from '../outlines/capped-wall.ts';
import { heldBetween, type Hole, holesThrough } from '../outlines/holes.ts';
import { MAX_HOLES, type MergedVoid, mergedVoids, type Void } from '../outlines/merged-holes.ts';
import { type FacedWall, wallOfMesh } from '../outlines/mesh-wall.ts';
import { endCut, obliqueCut } from '../outlines/oblique-holes.ts';
import { cleanRing, ringOf } from '../outlines/plan-ring.ts';
import { type Placed, uncut, uprightPrism } from '../outlines/prism.ts';
import { placeIn, type Strip, stripOf } from '../outlines/strip.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';
import { arcWallOf } from './arc-walls.ts';
import { fillingElements } from './fillings.ts';
import { axisOf, pinsOf } from './wall-axis.ts';
import { wallElement } from './wall-element.ts';
import { capPlanes, notchPlane, planeOf, type WallPlane } from './wall-planes.ts';

/** A wall as read from its body, before its openings. */
type WallReading = {
  readonly strip: Strip;
  readonly low: number;
  readonly high: number;
  /** Holes in the solid of the wall itself. */
  readonly holes: readonly Hole[];
  readonly planes: readonly WallPlane[];
};

/** The wall and its openings, doors and windows, or the reason why there is no such wall. */
export function proposeWall(
  wall: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const arc = arcProposal(wall, shape, context);
  if (arc !== null) return arc;
  const reading = readWall(wall, shape, context);
  if (isUnrecognised(reading)) return reading;
  const { strip, low, high } = reading;
  const voids: Void[] = [];
  const planes = [...reading.planes];
  const cuts: ShapeItem[] = [];
  const shaping: Product[] = [];
  const openings = context.products.openingsOf(wall.row);
  if (openings.length > MAX_HOLES) return { why: 'too many openings' };
  for (const row of openings) {
    const items = context.shapes.body(row)?.items ?? [];
    const holes = holesThrough(strip, items);
    if (isUnrecognised(holes)) {
      if (cutsNothing(shape.items, items, context)) continue;
      const oblique = items.map((item) => obliqueCut(strip, item) ?? endCut(strip, item));
      if (oblique.includes(null)) return holes;
      planes.push(...oblique.flatMap((plane) => (plane === null ? [] : [plane])));
      shaping.push(context.products.product(row));
    }
    cuts.push(...items);
    const opening = context.products.product(row);
    for (const hole of isUnrecognised(holes) ? [] : holes) {
      const held = heldBetween(hole, low, high);
      if (held !== null) voids.push({ opening, hole: held });
    }
  }
  const merged = mergedVoids([...voids, ...reading.holes.map((hole) => ({ hole, opening: null }))]);
  if (isUnrecognised(merged)) return merged;
  const holes = merged.map(({ hole }) => hole);
  const axis = axisOf(reading.strip, context.shapes.axis(wall.row), holes);
  const line: JsonObject = {
    start: { ...axis.start },
    end: { ...axis.end },
    ...(axis.location_line === 'centre'
      ? {}
      : { location_line: axis.location_line, line_offset: axis.line_offset }),
    pins: pinsOf(strip, axis),
  };
  const { thickness } = strip;
  const element = wallElement(wall, { ...reading, planes, line, thickness }, context);
  const start = placeIn(strip, axis.start).u;
  const frame = { host: element, start, low };
  const fillings = merged.flatMap((one, i) => {
    const fitted = isFree(merged, i, context) ? context.loose.fitting(strip, one.hole) : null;
    return fillingElements(one, { frame, part: sameBefore(merged, i), fitted }, context);
  });
  const expected = { items: shape.items, cuts };
  // An opening whose cut is a plane of the wall is a part of it.
  const own = [wall, ...shaping].map((product) => ({ product, element, expected, host_id: null }));
  return [...own, ...fillings];
}

/** Largest relative difference of the volumes of equal bodies: rounding. */
const SAME_VOLUME = 1e-9;

/** Whether a body stays the same without the bodies of an opening, as those that end at its face. */
function cutsNothing(
  items: readonly ShapeItem[],
  cuts: readonly ShapeItem[],
  { evaluator }: Context,
): boolean {
  const [whole, cut] = [evaluator.evaluate(items, []), evaluator.evaluate(items, cuts)];
  if (!whole.ok || !cut.ok || whole.volume_mm3 === null || cut.volume_mm3 === null) return false;
  return Math.abs(whole.volume_mm3 - cut.volume_mm3) <= SAME_VOLUME * whole.volume_mm3;
}

/** A wall along an arc without openings; null for any other wall. */
function arcProposal(
  wall: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised | null {
  const [item, another] = shape.items;
  if (item === undefined || another !== undefined) return null;
  const { body, cutters } = uncut(item);
  const prism = uprightPrism(body);
  const arc = prism === null ? null : arcWallOf(prism.outer);
  if (prism === null || arc === null) return null;
  if (context.products.openingsOf(wall.row).length > 0) return { why: 'curved with openings' };
  const planes = cutters.flatMap(({ node, place }) =>
    node.form === 'half_space' ? [planeOf(node, place)] : [],
  );
  if (planes.length < cutters.length) return { why: 'curved and cut by a body' };
  const { low, high } = prism;
  const element = wallElement(wall, { ...arc, low, high, planes }, context);
  return [{ product: wall, element, expected: { items: shape.items, cuts: [] }, host_id: null }];
}

/** Whether a hole has an opening of its own that nothing fills, or is in the body of the wall. */
function isFree(voids: readonly MergedVoid[], i: number, { products }: Context): boolean {
  const own = voids[i]?.opening?.row;
  if (own === undefined) return true;
  const same = voids.filter(({ opening }) => opening?.row === own);
  return same.length === 1 && products.fillingsOf(own).length === 0;
}

/** Number of earlier holes of the same opening, or without one. */
function sameBefore(voids: readonly Void[], i: number): number {
  const own = voids[i]?.opening?.row;
  return voids.slice(0, i).filter(({ opening }) => opening?.row === own).length;
}

/** The wall by its extrusion, which has the numbers of the file, else by the faces of its body. */
function readWall(
  { row }: Product,
  { items }: ProductShape,
  { evaluator, products, shapes }: Context,
): WallReading | Unrecognised {
  const axis = shapes.axis(row);
  const [item, another] = items;
  if (item === undefined) return { why: 'no body' };
  const read = another === undefined ? readExtrusion(item, axis) : { why: 'several bodies' };
  if (!isUnrecognised(read)) return read;
  const solid = evaluator.evaluate(items, []);
  if (!solid.ok) return { why: solid.why };
  if (!solid.closed) return read;
  const mesh = solid.mesh();
  const cuts = products.openingsOf(row).map((opening) => shapes.body(opening)?.items ?? []);
  const capped = cappedWallOf(mesh, directionOf(axis), (strip) =>
    cuts.flatMap((bodies) => {
      const holes = holesThrough(strip, bodies);
      return isUnrecognised(holes) ? [] : holes;
    }),
  );
  const faced = wallOfMesh(mesh, directionOf(axis));
  if (capped !== null && (faced === null || isBetter(capped, faced))) {
    return { ...capped, planes: capped.caps.flatMap((cap) => capPlanes(cap)) };
  }
  if (faced === null) return read;
  const planes = faced.planes.map(({ point, normal }) => ({ point, normal, within: null }));
  return { ...faced, planes };
}

/**
 * Whether the faces above and below a wall need limits, because planes without them would cut what is next to a face.
 * The head of a hole that no product stands for, and that no faces enclose, is such a face, too.
 */
function isBetter({ caps, holes: enclosed }: CappedWall, { holes }: FacedWall): boolean {
  const hasHead = holes.length > enclosed.length && caps.some(({ normal }) => normal.z < 0);
  return !hasHead && caps.some(({ parts }) => parts !== null);
}

function readExtrusion(
  item: ShapeItem,
  axis: readonly Segment[] | null,
): WallReading | Unrecognised {
  const { body, cutters } = uncut(item);
  const prism = uprightPrism(body);
  if (prism === null) return { why: `body is no upright extrusion: ${body.node.form}` };
  if (prism.inner.length > 0) return { why: 'outline in plan has holes' };
  if (prism.outer.some(({ arc }) => arc !== null)) return { why: 'outline in plan has arcs' };
  const ring = cleanRing(ringOf(prism.outer));
  const strip = stripOf(ring, directionOf(axis)) ?? stripOf(ring, null);
  if (strip === null) return { why: 'outline in plan is no strip' };
  const planes: WallPlane[] = [];
  const bodies: Placed[] = [];
  for (const cutter of cutters) {
    const plane = cutter.node.form === 'half_space' ? planeOf(cutter.node, cutter.place) : null;
    if (plane === null) bodies.push(cutter);
    else planes.push(plane);
  }
  const holes = holesThrough(strip, bodies);
  if (isUnrecognised(holes)) return holes;
  planes.push(...strip.notches.map((notch) => notchPlane(notch, prism.low)));
  return { strip, low: prism.low, high: prism.high, holes, planes };
}

/** Direction of an axis from its first to its last point; null without one. */
function directionOf(axis: readonly Segment[] | null): Point2 | null {
  const [from, to] = [axis?.[0]?.from, axis?.at(-1)?.to];
  if (from === undefined || to === undefined) return null;
  const [x, y] = [to.x - from.x, to.y - from.y];
  return x * x + y * y < 1 ? null : { x, y };
}
