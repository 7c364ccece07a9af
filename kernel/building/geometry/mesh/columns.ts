/** @module columns: a closed body over the cells of a plan subdivision, with solid height intervals over each cell. */

import { at, cyclic } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { createMeshBuilder, type Mesh } from './mesh.ts';

/** A solid interval over a cell: heights in micrometres over each of its corners. */
export type Run = { readonly low: readonly number[]; readonly high: readonly number[] };

/** A cell with its solid intervals, from below. */
export type Column = {
  /** Corner numbers, counter-clockwise. */
  readonly corners: readonly number[];
  /** Triangles of the cell, as indices into `corners`. */
  readonly triangles: ArrayLike<number>;
  readonly runs: readonly Run[];
};

/** Columns over corners in micrometres (not necessarily integers) that meet along whole edges. */
export type Columns = { readonly points: readonly Point2[]; readonly columns: readonly Column[] };

/** A run of a column, restricted to one of the column's edges. */
type Bounds = {
  readonly column: number;
  readonly run: number;
  readonly low: Pair;
  readonly high: Pair;
};
/** Heights over the start and the end of an edge. */
type Pair = readonly [from: number, to: number];

/** An edge with the runs on its left and right, seen from its start. */
type Side = {
  readonly from: number;
  readonly to: number;
  readonly left: readonly Bounds[];
  readonly right: readonly Bounds[];
};

/** A strip of the vertical face over an edge. */
type Strip = {
  readonly low: Pair;
  readonly high: Pair;
  readonly left: Bounds | null;
  readonly right: Bounds | null;
};

/**
 * Plan points, micrometres, at which heights over an edge cross: the cells need corners there. Empty if the body can be
 * built.
 */
export function crossingsOf(columns: Columns): readonly Point2[] {
  return sidesOf(columns).flatMap((side) => {
    const pairs = pairsOf(side);
    return pairs.slice(1).flatMap((pair, i): readonly Point2[] => {
      const [d, e] = [pair[0] - at(pairs, i)[0], pair[1] - at(pairs, i)[1]];
      if (d >= 0 && e >= 0) return [];
      const [a, b] = [at(columns.points, side.from), at(columns.points, side.to)];
      const share = d / (d - e);
      return [{ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }];
    });
  });
}

/** The closed body, mm. Bodies that touch along an edge have separate vertices there. */
export function meshOfColumns(columns: Columns): Mesh {
  const sides = sidesOf(columns).map((side) => ({ side, strips: stripsOf(side) }));
  const faces = [...levelFaces(columns), ...uprightFaces(columns, sides)];
  const plain = buildMesh(columns, faces, () => 0);
  return hasSharedEdge(plain) ? buildMesh(columns, faces, partsAt(columns, sides)) : plain;
}

/** A corner of a face: a corner of the plan and a height. */
type Corner = { readonly corner: number; readonly height: number };
type Face = {
  readonly corners: readonly [Corner, Corner, Corner];
  readonly column: number;
  readonly run: number;
};

function buildMesh({ points }: Columns, faces: readonly Face[], partOf: PartOf): Mesh {
  const builder = createMeshBuilder();
  for (const face of faces) {
    const [a, b, c] = face.corners.map(({ corner, height }) => {
      const { x, y } = at(points, corner);
      const part = partOf({ corner, height, column: face.column, run: face.run });
      const key = `${corner},${height},${part}`;
      return builder.vertex(key, { x: x / 1000, y: y / 1000, z: height / 1000 });
    });
    if (a !== undefined && b !== undefined && c !== undefined) builder.triangle(a, b, c);
  }
  return builder.finish();
}

/** The undersides and tops of runs. */
function levelFaces({ columns }: Columns): readonly Face[] {
  const faces: Face[] = [];
  for (const [column, { corners, triangles, runs }] of columns.entries()) {
    for (const [run, { low, high }] of runs.entries()) {
      for (let i = 0; i + 2 < triangles.length; i += 3) {
        const places = [at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)] as const;
        // No face where top and underside coincide.
        if (places.every((place) => low[place] === high[place])) continue;
        const [a, b, c] = places;
        const over = (place: number, heights: readonly number[]): Corner => ({
          corner: at(corners, place),
          height: at(heights, place),
        });
        faces.push({ corners: [over(a, low), over(c, low), over(b, low)], column, run });
        faces.push({ corners: [over(a, high), over(b, high), over(c, high)], column, run });
      }
    }
  }
  return faces;
}

function sidesOf({ columns }: Columns): readonly Side[] {
  const bounds = new Map<string, readonly Bounds[]>();
  for (const [column, { corners, runs }] of columns.entries()) {
    for (const [i, from] of corners.entries()) {
      const k = (i + 1) % corners.length;
      const own = runs.map(({ low, high }, run) => ({
        column,
        run,
        low: [at(low, i), at(low, k)] as const,
        high: [at(high, i), at(high, k)] as const,
      }));
      bounds.set(`${from},${at(corners, k)}`, own);
    }
  }
  const sides: Side[] = [];
  for (const { corners } of columns) {
    for (const [i, from] of corners.entries()) {
      const to = cyclic(corners, i + 1);
      const beyond = bounds.get(`${to},${from}`);
      if (beyond !== undefined && to < from) continue;
      const left = bounds.get(`${from},${to}`) ?? [];
      sides.push({ from, to, left, right: (beyond ?? []).map(reversed) });
    }
  }
  return sides;
}

function reversed({ low, high, ...rest }: Bounds): Bounds {
  return { ...rest, low: [low[1], low[0]], high: [high[1], high[0]] };
}

/** All distinct heights over an edge at which a run begins or ends, from below. */
function pairsOf({ left, right }: Side): readonly Pair[] {
  const all = [...left, ...right].flatMap(({ low, high }) => [low, high]);
  const known = new Map(all.map((pair) => [pair.join(), pair]));
  return [...known.values()].toSorted((p, q) => p[0] + p[1] - q[0] - q[1] || p[0] - q[0]);
}

function stripsOf(side: Side): readonly Strip[] {
  const pairs = pairsOf(side);
  const strips: Strip[] = [];
  for (const [i, low] of pairs.slice(0, -1).entries()) {
    const high = at(pairs, i + 1);
    const [left, right] = [solidOf(side.left, low, high), solidOf(side.right, low, high)];
    const last = strips.at(-1);
    if (last?.left === left && last.right === right) strips[strips.length - 1] = { ...last, high };
    else strips.push({ low, high, left, right });
  }
  return strips;
}

/** The run that is solid between two heights; null if there is none. */
function solidOf(list: readonly Bounds[], low: Pair, high: Pair): Bounds | null {
  return list.find((one) => isBelow(one.low, low) && isBelow(high, one.high)) ?? null;
}

function isBelow(p: Pair, q: Pair): boolean {
  return p[0] <= q[0] && p[1] <= q[1];
}

type SidesWithStrips = readonly { readonly side: Side; readonly strips: readonly Strip[] }[];

/** Vertical faces where only one side of an edge is solid. */
function uprightFaces({ columns }: Columns, sides: SidesWithStrips): readonly Face[] {
  const heights = heightsOver(columns);
  return sides.flatMap(({ side: { from, to }, strips }) =>
    strips.flatMap(({ low, high, left, right }): readonly Face[] => {
      if ((left === null) === (right === null)) return [];
      const start = { corner: from, heights: between(heights.get(from), low[0], high[0]) };
      const end = { corner: to, heights: between(heights.get(to), low[1], high[1]) };
      if (left !== null) return zipChains(start, end, left);
      return right === null ? [] : zipChains(end, start, right);
    }),
  );
}

/** The heights over each corner at which any run begins or ends, from below. */
function heightsOver(columns: readonly Column[]): ReadonlyMap<number, readonly number[]> {
  const all = new Map<number, Set<number>>();
  for (const { corners, runs } of columns) {
    for (const [i, corner] of corners.entries()) {
      const own = all.get(corner) ?? new Set();
      all.set(corner, own);
      for (const { low, high } of runs) own.add(at(low, i)).add(at(high, i));
    }
  }
  return new Map([...all].map(([corner, own]) => [corner, [...own].toSorted((p, q) => p - q)]));
}

function between(heights: readonly number[] = [], low: number, high: number): readonly number[] {
  return heights.filter((height) => low <= height && height <= high);
}

type Chain = { readonly corner: number; readonly heights: readonly number[] };

/**
 * The triangles between two vertical chains of vertices, with the solid on the left seen from the first to the second.
 */
function zipChains(start: Chain, end: Chain, { column, run }: Bounds): readonly Face[] {
  const faces: Face[] = [];
  const over = ({ corner, heights }: Chain, i: number): Corner => ({
    corner,
    height: at(heights, i),
  });
  let [i, k] = [0, 0];
  while (i + 1 < start.heights.length || k + 1 < end.heights.length) {
    const [up, across] = [start.heights[i + 1] ?? Infinity, end.heights[k + 1] ?? Infinity];
    const foot = [over(start, i), over(end, k)] as const;
    const isEnd = across <= up;
    const tip = isEnd ? over(end, k + 1) : over(start, i + 1);
    faces.push({ corners: [...foot, tip], column, run });
    if (isEnd) k += 1;
    else i += 1;
  }
  return faces;
}

/** Whether a directed edge occurs more than once, so that an edge has more than two faces. */
function hasSharedEdge({ triangles }: Mesh): boolean {
  const edges = new Set<string>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (const [p, q] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const edge = `${at(triangles, i + p)},${at(triangles, i + q)}`;
      if (edges.has(edge)) return true;
      edges.add(edge);
    }
  }
  return false;
}

/** A corner of a face: over a corner of the plan, as part of a run. */
type Place = {
  readonly corner: number;
  readonly height: number;
  readonly column: number;
  readonly run: number;
};
/**
 * The number of the part of the body to which a run belongs around a place: runs that are connected there have the same
 * number, runs that only touch there have different ones.
 */
type PartOf = (place: Place) => number;

function placeOf({ corner, height, column, run }: Place): string {
  return `${corner},${height},${column},${run}`;
}

function partsAt({ columns }: Columns, sides: SidesWithStrips): PartOf {
  const leads = new Map<string, string>();
  const leadOf = (place: string): string => {
    let lead = place;
    for (let next = leads.get(lead); next !== undefined; next = leads.get(lead)) lead = next;
    return lead;
  };
  for (const [one, other] of joinedPlaces(columns, sides)) {
    const [first, second] = [leadOf(placeOf(one)), leadOf(placeOf(other))];
    if (first !== second) leads.set(second, first);
  }
  const numbers = new Map<string, number>();
  return (place) => {
    const lead = leadOf(placeOf(place));
    const known = numbers.get(lead) ?? numbers.size;
    numbers.set(lead, known);
    return known;
  };
}

/** Pairs of places in which runs of two columns meet in a common face. */
function joinedPlaces(
  columns: readonly Column[],
  sides: SidesWithStrips,
): readonly (readonly [Place, Place])[] {
  const heights = heightsOver(columns);
  return sides.flatMap(({ side, strips }) =>
    strips.flatMap(({ low, high, left, right }) => {
      if (left === null || right === null) return [];
      return [[side.from, 0] as const, [side.to, 1] as const].flatMap(([corner, end]) =>
        between(heights.get(corner), low[end], high[end]).map((height) => {
          const place = { corner, height };
          return [
            { ...place, column: left.column, run: left.run },
            { ...place, column: right.column, run: right.run },
          ] as const;
        }),
      );
    }),
  );
}
