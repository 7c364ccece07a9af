/** @module load paths: which bodies carry which by contact, and which of them stand on the ground through others. */
import { contactOfPieces } from '../../clash/contact.ts';
import type { Steps } from '../../findings/steps.ts';
import type { ConvexPiece, UprightPiece } from '../../geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { overlapOf } from '../../geometry/convex/overlap.ts';
import { at } from '../../geometry/indexed.ts';
import { boxPairs } from '../../spatial/box-pairs.ts';
import type { StructuralBody } from './structural-bodies.ts';

export type LoadPaths = {
  /** For each body those that carry it, in their order. */
  readonly carriers: readonly (readonly StructuralBody[])[];
  /** Whether a body stands on the ground, or on what does. */
  readonly carried: readonly boolean[];
  readonly grounded: readonly boolean[];
  /** Whether something meets the head of a stair; true of all else. */
  readonly headed: readonly boolean[];
};

export type Contacts = {
  /** Gap over which two bodies still meet, mm. */
  readonly tolerance_mm: number;
  /** What lies as low stands on the ground. */
  readonly ground_mm: number;
};

/** A smaller contact bears nothing, mm². */
const LEAST_BEARING_MM2 = 100;
const PAIRS_AT_ONCE = 100;

/** What carries what. */
export function* loadPaths(
  bodies: readonly StructuralBody[],
  { tolerance_mm, ground_mm }: Contacts,
): Steps<LoadPaths> {
  const carriers: number[][] = bodies.map(() => []);
  const carries: number[][] = bodies.map(() => []);
  const headed = bodies.map(({ role }) => role !== 'way');
  const pairs = yield* boxPairs(boxesOf(bodies), tolerance_mm);
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    if (i % (2 * PAIRS_AT_ONCE) === 0) {
      yield { done: i / 2, total: pairs.length / 2, doing: 'contacts' };
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
    for (const [way, beside] of [
      [a, b],
      [b, a],
    ] as const) {
      if (meetsHead(at(bodies, way), at(bodies, beside), tolerance_mm)) headed[way] = true;
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

/** Whether one body stands on the other, or is framed by it. */
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

/** Whether something that reaches up to the highest tread of a stair meets it: a floor, a wall or a beam at its head. */
function meetsHead(way: StructuralBody, beside: StructuralBody, tolerance: number): boolean {
  return (
    way.role === 'way' &&
    beside.role !== 'way' &&
    beside.high >= way.high - tolerance &&
    contactOfPieces(way.pieces, beside.pieces, tolerance).state !== 'apart'
  );
}

/** Whether the foot of a body lies on the other. */
function bears(under: StructuralBody, over: StructuralBody, tolerance: number): boolean {
  return footOf(over, over.low - tolerance, over.low + tolerance).some((foot) =>
    under.pieces.some((piece) => {
      const shared = overlapOf(foot, piece);
      return shared !== null && shared.volume_mm3 > LEAST_BEARING_MM2 * tolerance;
    }),
  );
}

/** How far above its lowest point a piece of a body may begin and still be a part of its foot, mm. */
const FOOT_MM = 1;

/** The outline of the foot of a body, from one height to another. */
export function footOf(body: StructuralBody, low: number, high: number): readonly UprightPiece[] {
  return body.pieces
    .filter(({ bounds }) => bounds[2] <= body.low + FOOT_MM)
    .map((piece) => uprightPiece(pointsOf(planOf(piece)), low, high));
}

/** Convex outline of a piece in plan as flat x, y, counter-clockwise; of what is not upright that of its box. */
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
