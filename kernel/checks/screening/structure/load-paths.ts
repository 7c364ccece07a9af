/** @module load paths: which bodies support each other by contact, and which are supported down to the ground. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { ConvexPiece, UprightPiece } from '../../../building/geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../../building/geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../building/geometry/convex/overlap.ts';
import { at } from '../../../building/geometry/indexed.ts';
import { boxPairs } from '../../../building/spatial/box-pairs.ts';
import { contactOfPieces } from '../../clash/contact.ts';
import type { StructuralBody } from './structural-bodies.ts';

export type LoadPaths = {
  /** The supports of each body, in the order of the bodies. */
  readonly carriers: readonly (readonly StructuralBody[])[];
  /** Whether a body rests on the ground, directly or through its supports. */
  readonly carried: readonly boolean[];
  /** Whether a body rests on the ground directly. */
  readonly grounded: readonly boolean[];
  /** Whether the upper end of a stair meets an element; true for all other bodies. */
  readonly headed: readonly boolean[];
};

export type Contacts = {
  /** Largest gap between two bodies that counts as contact, mm. */
  readonly tolerance_mm: number;
  /** Bodies whose underside is at or below this height rest on the ground. */
  readonly ground_mm: number;
};

/** Smallest contact area that transfers load, mm². */
const MIN_BEARING_MM2 = 100;
const PAIRS_AT_ONCE = 100;

/** Finds the load paths of these bodies. */
export function loadPaths(
  bodies: readonly StructuralBody[],
  { tolerance_mm, ground_mm }: Contacts,
): LoadPaths {
  const carriers: number[][] = bodies.map(() => []);
  const carries: number[][] = bodies.map(() => []);
  const headed = bodies.map(({ role }) => role !== 'way');
  const pairs = boxPairs(boxesOf(bodies), tolerance_mm);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (i % (2 * PAIRS_AT_ONCE) === 0) {
      checkpoint({ done: i / 2, total: pairs.length / 2, doing: 'contacts' });
    }
    const [a, b] = [at(pairs, i), at(pairs, i + 1)];
    for (const [under, over] of [
      [a, b],
      [b, a],
    ] as const) {
      if (!doesCarry(at(bodies, under), at(bodies, over), tolerance_mm)) continue;
      at(carriers, over).push(under);
      at(carries, under).push(over);
    }
    for (const [way, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (meetsHead(at(bodies, way), at(bodies, other), tolerance_mm)) headed[way] = true;
    }
  }
  const grounded = bodies.map(({ low }) => low <= ground_mm + tolerance_mm);
  const carried = [...grounded];
  const waiting = [...carried.keys()].filter((i) => at(carried, i));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const over of at(carries, next)) {
      if (at(carried, over)) continue;
      carried[over] = true;
      waiting.push(over);
    }
  }
  return {
    carriers: carriers.map((ids) => ids.toSorted((a, b) => a - b).map((id) => at(bodies, id))),
    carried,
    grounded,
    headed,
  };
}

function boxesOf(bodies: readonly StructuralBody[]): Float64Array {
  const boxes = new Float64Array(6 * bodies.length);
  for (const [i, { pieces }] of bodies.entries()) {
    const all = pieces.map(({ bounds }) => bounds);
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * i + axis] = Math.min(...all.map((bounds) => at(bounds, axis)));
      boxes[6 * i + axis + 3] = Math.max(...all.map((bounds) => at(bounds, axis + 3)));
    }
  }
  return boxes;
}

/** Whether `under` supports `over`: `over` rests on it or is framed into it. */
function doesCarry(under: StructuralBody, over: StructuralBody, tolerance: number): boolean {
  if (under.low < over.low - tolerance && bears(under, over, tolerance)) return true;
  const framed = over.role === 'slab' || over.role === 'member';
  const frames = under.role === 'post' || under.role === 'member';
  return (
    framed &&
    frames &&
    under.low <= over.low + tolerance &&
    contactOfPieces(under.pieces, over.pieces, tolerance).state !== 'apart'
  );
}

/** Whether a floor, wall or beam touches a stair and reaches up to its highest tread. */
function meetsHead(way: StructuralBody, other: StructuralBody, tolerance: number): boolean {
  return (
    way.role === 'way' &&
    other.role !== 'way' &&
    other.high >= way.high - tolerance &&
    contactOfPieces(way.pieces, other.pieces, tolerance).state !== 'apart'
  );
}

/** Whether the foot of `over` rests on `under`. */
function bears(under: StructuralBody, over: StructuralBody, tolerance: number): boolean {
  return footOf(over, over.low - tolerance, over.low + tolerance).some((foot) =>
    under.pieces.some((piece) => {
      const shared = overlapOf(foot, piece);
      return shared !== null && shared.volume_mm3 > MIN_BEARING_MM2 * tolerance;
    }),
  );
}

/** A piece belongs to the foot of its body if it begins at most this far above the lowest point of the body, mm. */
const FOOT_MM = 1;

/** The foot of a body as upright pieces between two heights. */
export function footOf(body: StructuralBody, low: number, high: number): readonly UprightPiece[] {
  return body.pieces
    .filter(({ bounds }) => bounds[2] <= body.low + FOOT_MM)
    .map((piece) => uprightPiece(pointsOf(planOf(piece)), low, high));
}

/**
 * Convex outline of a piece in plan, a flat list of x, y in counter-clockwise order. For a piece that is not upright it
 * is the outline of its bounding box.
 */
export function planOf(piece: ConvexPiece): readonly number[] {
  if (piece.shape === 'upright') return [...piece.ring];
  const [x0, y0, , x1, y1] = piece.bounds;
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}

function pointsOf(ring: readonly number[]): readonly { readonly x: number; readonly y: number }[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({
    x: at(ring, 2 * i),
    y: at(ring, 2 * i + 1),
  }));
}
