/** @module sloping top: the upper edge of an upright face under a roof, as pieces along its foot. */
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../../building/geometry/vector.ts';

/**
 * A piece of the edge: its extent along the foot of the face and its heights at both ends, mm. Heights are in world
 * coordinates.
 */
export type TopPiece = {
  readonly from: number;
  readonly to: number;
  readonly at_from: number;
  readonly at_to: number;
};

/** Corners of a body within this distance of a plane are in the plane, mm. */
const IN_PLANE_MM = 0.01;
/** Shorter pieces are rounding artefacts, and heights that differ by less are equal, mm. */
const MIN_MM = 0.01;

/** The upper edge of a body's section by the upright plane over a line in plan, in order along the line; mm. */
export function topsOver(
  { positions, triangles }: Mesh,
  from: Point2,
  to: Point2,
): readonly TopPiece[] {
  const length = segmentLengthMm(from, to);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const sides: Side[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => {
      const at = (triangles[i + k] ?? 0) * 3;
      const [x, y] = [(positions[at] ?? 0) - from.x, (positions[at + 1] ?? 0) - from.y];
      return { along: x * ux + y * uy, off: x * uy - y * ux, z: positions[at + 2] ?? 0 };
    });
    if (corners.some(({ off }) => Math.abs(off) > IN_PLANE_MM)) continue;
    for (const [k, b] of corners.entries()) {
      const a = corners.at(k - 1) ?? b;
      if (Math.abs(a.along - b.along) < MIN_MM) continue;
      sides.push(a.along < b.along ? { a, b } : { a: b, b: a });
    }
  }
  const stations = [0, length, ...sides.flatMap(({ a, b }) => [a.along, b.along])]
    .filter((along) => along >= 0 && along <= length)
    .toSorted((a, b) => a - b);
  const pieces = stations.flatMap((low, i): readonly TopPiece[] => {
    const high = stations[i + 1] ?? low;
    if (high - low < MIN_MM) return [];
    const [near, far] = [low + (high - low) / 4, high - (high - low) / 4];
    const [a, b] = [highestAt(sides, near), highestAt(sides, far)];
    const rise = b - a;
    return a === -Infinity || b === -Infinity
      ? []
      : [{ from: low, to: high, at_from: a - rise / 2, at_to: b + rise / 2 }];
  });
  return joined(pieces);
}

type Corner = { readonly along: number; readonly z: number };
type Side = { readonly a: Corner; readonly b: Corner };

function highestAt(sides: readonly Side[], along: number): number {
  return sides.reduce(
    (most, { a, b }) =>
      a.along <= along && along <= b.along
        ? Math.max(most, a.z + ((b.z - a.z) * (along - a.along)) / (b.along - a.along))
        : most,
    -Infinity,
  );
}

/** A level edge. */
export function levelTop(from: number, to: number, z: number): readonly TopPiece[] {
  return [{ from, to, at_from: z, at_to: z }];
}

/** The lower of two edges where both exist. */
export function lowerOf(a: readonly TopPiece[], b: readonly TopPiece[]): readonly TopPiece[] {
  const pieces = a.flatMap((one) =>
    b.flatMap((other): readonly TopPiece[] => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      if (to - from < MIN_MM) return [];
      const [p, q] = [zAt(one, from) - zAt(other, from), zAt(one, to) - zAt(other, to)];
      const crossing = from + ((to - from) * p) / (p - q);
      const cuts = p * q < 0 ? [from, crossing, to] : [from, to];
      return cuts.slice(1).map((end, i) => {
        const start = cuts[i] ?? from;
        const middle = (start + end) / 2;
        const low = zAt(one, middle) <= zAt(other, middle) ? one : other;
        return { from: start, to: end, at_from: zAt(low, start), at_to: zAt(low, end) };
      });
    }),
  );
  return joined(pieces);
}

/** The runs of an edge above a height, each without gaps. */
export function runsOver(
  pieces: readonly TopPiece[],
  low: number,
): readonly (readonly TopPiece[])[] {
  const runs: TopPiece[][] = [];
  for (const piece of pieces) {
    const over = pieceOver(piece, low);
    if (over === null) continue;
    const last = runs.at(-1);
    const end = last?.at(-1);
    if (last !== undefined && end !== undefined && over.from - end.to < MIN_MM) last.push(over);
    else runs.push([over]);
  }
  return runs;
}

function pieceOver(piece: TopPiece, low: number): TopPiece | null {
  const [a, b] = [piece.at_from - low, piece.at_to - low];
  if (a <= MIN_MM && b <= MIN_MM) return null;
  if (a >= 0 && b >= 0) return piece;
  const at = piece.from + ((piece.to - piece.from) * a) / (a - b);
  return a < 0 ? { ...piece, from: at, at_from: low } : { ...piece, to: at, at_to: low };
}

/** Greatest height of an edge, mm. */
export function highestOf(pieces: readonly TopPiece[]): number {
  return Math.max(...pieces.flatMap(({ at_from, at_to }) => [at_from, at_to]));
}

/** The edge with its positions along the foot mapped; the mapping may reverse the direction. */
export function mapped(
  pieces: readonly TopPiece[],
  place: (along: number) => number,
): readonly TopPiece[] {
  return pieces
    .map(({ from, to, at_from, at_to }): TopPiece => {
      const [a, b] = [place(from), place(to)];
      return a <= b
        ? { from: a, to: b, at_from, at_to }
        : { from: b, to: a, at_from: at_to, at_to: at_from };
    })
    .toSorted((a, b) => a.from - b.from);
}

/** Corners of the edge from start to end: `x` is the position along the foot, `y` the height. */
export function cornersOf(pieces: readonly TopPiece[]): readonly Point2[] {
  const corners = pieces.flatMap(({ from, to, at_from, at_to }) => [
    { x: from, y: at_from },
    { x: to, y: at_to },
  ]);
  return corners.filter(({ x, y }, i) => {
    const before = corners[i - 1];
    return (
      before === undefined || Math.abs(before.x - x) >= MIN_MM || Math.abs(before.y - y) >= MIN_MM
    );
  });
}

function zAt({ from, to, at_from, at_to }: TopPiece, along: number): number {
  return at_from + ((at_to - at_from) * (along - from)) / (to - from);
}

/** Merges adjacent pieces that continue in a straight line. */
function joined(pieces: readonly TopPiece[]): readonly TopPiece[] {
  const kept: TopPiece[] = [];
  for (const piece of pieces) {
    const last = kept.at(-1);
    const continues =
      last !== undefined &&
      piece.from - last.to < MIN_MM &&
      Math.abs(zAt(last, piece.from) - piece.at_from) < MIN_MM &&
      Math.abs(zAt(last, piece.to) - piece.at_to) < MIN_MM;
    if (!continues || last === undefined) kept.push(piece);
    else kept[kept.length - 1] = { ...last, to: piece.to, at_to: piece.at_to };
  }
  return kept;
}
