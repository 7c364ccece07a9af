/**
 * @module fold kinds: whether a line between two planes of a roof is a ridge, a hip, a valley, a break or a seam, by
 * what it joins and where it begins, never by its slope.
 */

import { at } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { GABLE_TURN, SAME_SLOPE, TURNED_SIDE } from '../tolerances.ts';
import { type Point2, type Point3, segmentLengthMm } from '../vector.ts';
import type { RoofNet } from './roof-net.ts';

export type FoldKind = 'ridge' | 'hip' | 'valley' | 'break' | 'seam';

/** A line between two sloping faces of a net: indices of its end nodes, and of the faces on its left and right. */
export type Fold = {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
};

/** The net with the gradient of each face, and the rings that define the numbering of its sides. */
export type FoldedNet = RoofNet & {
  readonly gradients: readonly Point2[];
  readonly rings: readonly Ring[];
};

/** Folds of the same two planes that continue each other, and the nodes at their ends. */
type Chain = {
  readonly planes: string;
  readonly folds: readonly number[];
  readonly nodes: ReadonlySet<number>;
};

/**
 * The kind of each fold:
 *
 * - `seam`: the faces are one plane; `break`: they belong to one side; `valley`: the fold is concave;
 * - `hip`: it goes up from an outward corner of the eaves, along the planes of the two sides at this corner;
 * - `ridge`: its lower end is on a gable;
 * - of the others, `ridge` if the eaves of its planes are antiparallel within 45°, so that the
 *   fold is nearer to their direction than to that of the hip of a square corner; otherwise `hip`, such as the hip that
 *   goes up from the end of a lower ridge.
 *
 * Folds of the same two planes that continue each other, such as the hip of a mansard roof, are of one kind.
 */
export function foldKinds(net: FoldedNet, folds: readonly Fold[]): readonly FoldKind[] {
  const kinds = folds.map((fold) => formOf(net, fold));
  const plane = planesOf(net, folds, kinds);
  const corners = cornersOf(net.rings, plane);
  const gables = new Set(net.faces.flatMap(({ run, loops }) => (run === 0 ? loops.flat() : [])));
  for (const { planes, folds: members, nodes } of chainsOf(net, folds, { kinds, plane })) {
    const lowest = [...nodes].reduce((a, b) => (zOf(net, b) < zOf(net, a) ? b : a));
    const fold = at(folds, at(members, 0));
    const kind = [...nodes].some((node) => corners.get(node) === planes)
      ? 'hip'
      : gables.has(lowest) || areAntiparallel(net, fold)
        ? 'ridge'
        : 'hip';
    for (const member of members) kinds[member] = kind;
  }
  return kinds;
}

function zOf({ nodes }: RoofNet, node: number): number {
  return at(nodes, node).z;
}

/** The kind by the two faces alone; of a convex fold `hip`. */
function formOf({ nodes, faces, gradients }: FoldedNet, fold: Fold): FoldKind {
  if (at(faces, fold.left).side === at(faces, fold.right).side) return 'break';
  const [from, to] = [at(nodes, fold.from), at(nodes, fold.to)];
  const change = changeAcross(from, to, [at(gradients, fold.left), at(gradients, fold.right)]);
  if (Math.abs(change) < SAME_SLOPE) return 'seam';
  return change < 0 ? 'valley' : 'hip';
}

/** By how much the slope across a line decreases from its left to its right; 0 for a line without length. */
function changeAcross(from: Point3, to: Point3, [left, right]: readonly [Point2, Point2]): number {
  const length = segmentLengthMm(from, to);
  if (length === 0) return 0;
  // The unit normal to the left of the line.
  const normal = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
  return normal.x * (right.x - left.x) + normal.y * (right.y - left.y);
}

/** For each side the first of the sides that have the same plane, as seams between them show. */
function planesOf(
  { faces, rings }: FoldedNet,
  folds: readonly Fold[],
  kinds: readonly FoldKind[],
): readonly number[] {
  const plane = rings.flat().map((_, side) => side);
  for (const [i, { left, right }] of folds.entries()) {
    if (kinds[i] !== 'seam') continue;
    const [a, b] = [at(plane, at(faces, left).side), at(plane, at(faces, right).side)];
    for (const [side, one] of plane.entries()) if (one === b) plane[side] = a;
  }
  return plane;
}

function pairOf(plane: readonly number[], a: number, b: number): string {
  const [p, q] = [at(plane, a), at(plane, b)];
  return p < q ? `${p},${q}` : `${q},${p}`;
}

/** The planes of the two sides at each corner of the eaves; the first nodes of a net are these corners. */
function cornersOf(rings: readonly Ring[], plane: readonly number[]): ReadonlyMap<number, string> {
  const corners = new Map<number, string>();
  let first = 0;
  for (const { length } of rings) {
    for (let i = 0; i < length; i++) {
      corners.set(first + i, pairOf(plane, first + ((i + length - 1) % length), first + i));
    }
    first += length;
  }
  return corners;
}

/** The convex folds, joined where folds of the same two planes share a node. */
function chainsOf(
  { faces }: FoldedNet,
  folds: readonly Fold[],
  { kinds, plane }: { readonly kinds: readonly FoldKind[]; readonly plane: readonly number[] },
): readonly Chain[] {
  let chains: readonly Chain[] = [];
  for (const [i, { from, to, left, right }] of folds.entries()) {
    if (kinds[i] !== 'hip') continue;
    const planes = pairOf(plane, at(faces, left).side, at(faces, right).side);
    const touches = (chain: Chain): boolean =>
      chain.planes === planes && (chain.nodes.has(from) || chain.nodes.has(to));
    const joined = chains.filter(touches);
    const chain = {
      planes,
      folds: [i, ...joined.flatMap((one) => one.folds)],
      nodes: new Set([from, to, ...joined.flatMap((one) => [...one.nodes])]),
    };
    chains = [...chains.filter((one) => !joined.includes(one)), chain];
  }
  return chains;
}

/** Whether the eaves of the two planes are antiparallel within 45°. */
function areAntiparallel({ gradients }: FoldedNet, { left, right }: Fold): boolean {
  const [a, b] = [at(gradients, left), at(gradients, right)];
  const cosine = (a.x * b.x + a.y * b.y) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
  // Rounded corners turn a side slightly.
  return cosine < -GABLE_TURN - TURNED_SIDE;
}
