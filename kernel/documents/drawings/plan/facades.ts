/** @module facades: the sides of a building, and the parts of its outline that are visible from each side. */
import { at as itemAt } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { CutWall } from './cut-walls.ts';
import type { OutlineArcs } from './outline-arcs.ts';

/** Minimum length of a part of an outline that is considered, mm. Positions closer than this are equal. */
export const SAME_MM = 1;
/** Directions are parallel if the cosine of their angle is at least this. */
const PARALLEL = 0.9999;
/** Directions are perpendicular if the cosine of their angle is below this. */
const ACROSS = 0.014;
/** Minimum cosine between the normal of a face and the outward direction of a side from which the face is visible. */
const MIN_FACING = 0.02;
/** The same minimum for facets of arcs: their outermost facets are almost edge-on. */
const MIN_FACING_OF_ARC = 1e-6;

/** A side of the building and its unit vectors: `out` points away from the building, `along` in reading direction. */
export type Side = { readonly name: string; readonly out: Point2; readonly along: Point2 };

/**
 * Part of an outline that is visible from its side, mm: start and end along the side, and the distance of its outermost
 * point outwards. A run of oblique edges, or an arc, is a single part from end to end.
 */
export type Facade = { readonly from: number; readonly to: number; readonly reach: number };

/** The four sides of the building, parallel and perpendicular to its main direction (see `rankOf`). */
export function sidesOf(
  walls: readonly CutWall[],
  block: Area,
  arcs: OutlineArcs,
): readonly Side[] {
  if (walls.length === 0) return [];
  const edges = block.flatMap((ring) =>
    straightEdges(ring, arcs).map(([from, to]) => {
      const length = segmentLengthMm(from, to);
      return { length, x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    }),
  );
  const all = edges.reduce((sum, { length }) => sum + length, 0);
  let main = { x: 1, y: 0 };
  let best = rankOf({ ...main, length: 0 }, edges, all);
  for (const direction of directionsOf(walls)) {
    const rank = rankOf(direction, edges, all);
    const first = rank.findIndex((value, i) => Math.abs(value - (best[i] ?? 0)) > SAME_MM);
    if (first < 0 || (rank[first] ?? 0) < (best[first] ?? 0)) continue;
    [main, best] = [direction, rank];
  }
  // Rotates the main direction to within 45° of the x axis, pointing right.
  if (Math.abs(main.y) > Math.abs(main.x)) main = { x: main.y, y: -main.x };
  const along = main.x < 0 ? { x: 0 - main.x, y: 0 - main.y } : main;
  const up = { x: 0 - along.y, y: along.x };
  return [
    { name: 'south', out: back(up), along },
    { name: 'north', out: up, along },
    { name: 'west', out: back(along), along: up },
    { name: 'east', out: along, along: up },
  ];
}

/** A direction, with a length along it, mm. */
type Direction = Point2 & { readonly length: number };

/**
 * Rank of a direction as the main direction of the building; greater is better. In this order: the share of the outline
 * parallel or perpendicular to it, in hundredths; whether it is parallel to the x or y axis; the length of its longest
 * wall, mm.
 */
function rankOf(
  { x, y, length }: Direction,
  edges: readonly Direction[],
  all: number,
): readonly number[] {
  const along = edges.reduce((sum, edge) => {
    const cosine = Math.abs(edge.x * x + edge.y * y);
    return cosine > PARALLEL || cosine < ACROSS ? sum + edge.length : sum;
  }, 0);
  const isAxis = Math.abs(x) > PARALLEL || Math.abs(y) > PARALLEL;
  const hundredths = all === 0 ? 0 : Math.round((100 * along) / all);
  return [hundredths * 2 * SAME_MM, isAxis ? 2 * SAME_MM : 0, length];
}

/** The directions of straight walls, each with the length of its longest wall, mm. */
function directionsOf(walls: readonly CutWall[]): readonly Direction[] {
  const found = new Map<string, Direction>();
  for (const {
    wall: {
      params: { start, end, via },
    },
  } of walls) {
    if (via !== undefined && via !== null) continue;
    const length = segmentLengthMm(start, end);
    const [x, y] = [(end.x - start.x) / length, (end.y - start.y) / length];
    // Opposite directions count as one.
    const turn = x < -1e-9 || (x < 1e-9 && y < 0) ? -1 : 1;
    const key = `${Math.round(x * turn * 1000)} ${Math.round(y * turn * 1000)}`;
    if ((found.get(key)?.length ?? 0) < length - SAME_MM) found.set(key, { x, y, length });
  }
  return [...found.values()];
}

function straightEdges(
  ring: Ring,
  arcs: OutlineArcs,
): readonly (readonly [from: Point2, to: Point2])[] {
  return ring.flatMap((to, i) => {
    const from = ring.at(i - 1) ?? to;
    const isOne = segmentLengthMm(from, to) >= SAME_MM && arcs.faceOf(from, to) === null;
    return isOne ? [[from, to] as const] : [];
  });
}

/** The parts of the outer faces that are visible from a side, outermost first. */
export function facadesOf(block: Area, side: Side, arcs: OutlineArcs): readonly Facade[] {
  const found = block.flatMap((ring) => facesOf(ring, side, arcs));
  let free: (readonly [number, number])[] = [[-Infinity, Infinity]];
  const seen: Facade[] = [];
  for (const facade of found.toSorted((a, b) => b.reach - a.reach)) {
    for (const [low, high] of free) {
      const [from, to] = [Math.max(low, facade.from), Math.min(high, facade.to)];
      if (to - from > SAME_MM) seen.push({ ...facade, from, to });
    }
    free = free.flatMap(([low, high]): readonly (readonly [number, number])[] =>
      facade.to <= low || facade.from >= high
        ? [[low, high]]
        : [
            [low, facade.from],
            [facade.to, high],
          ].flatMap(([a = 0, b = 0]) => (b - a > SAME_MM ? [[a, b] as const] : [])),
    );
  }
  return seen;
}

/**
 * The parts of an outline that face a side: edges parallel to it, and runs of oblique edges. The edges of one arc form
 * one run.
 */
function facesOf(ring: Ring, side: Side, arcs: OutlineArcs): readonly Facade[] {
  const edges = ring.map((to, i) => edgeOf(ring.at(i - 1) ?? to, to, side, arcs));
  // Starts at an edge that does not continue a run.
  const first = edges.findIndex((edge, i) => !continuesRun(edges.at(i - 1), edge));
  const found: Facade[] = [];
  let before: Edge | undefined;
  for (let i = 0; i < edges.length; i += 1) {
    const edge = itemAt(edges, (Math.max(0, first) + i) % edges.length);
    const last = found.at(-1);
    if (edge.kind !== 'away') {
      if (last !== undefined && continuesRun(before, edge)) {
        found[found.length - 1] = over(last, edge);
      } else {
        found.push(edge);
      }
    }
    before = edge;
  }
  return found.filter(({ from, to }) => to - from >= SAME_MM);
}

/** An edge of an outline: parallel to the side, oblique, or turned away. `of`: id of the wall whose arc it follows. */
type Edge = Facade & {
  readonly kind: 'along' | 'oblique' | 'away';
  readonly of: string | null;
};

function edgeOf(from: Point2, to: Point2, { out, along }: Side, arcs: OutlineArcs): Edge {
  const length = segmentLengthMm(from, to);
  const turned = ((to.y - from.y) * out.x + (from.x - to.x) * out.y) / length;
  const [a, b] = [arcs.at(from, along), arcs.at(to, along)];
  const face = {
    from: Math.min(a, b),
    to: Math.max(a, b),
    reach: Math.max(arcs.at(from, out), arcs.at(to, out)),
  };
  const of = arcs.faceOf(from, to)?.wall.id ?? null;
  // The outermost facets of an arc are almost edge-on, but they determine where the arc ends.
  const least = of === null ? MIN_FACING : MIN_FACING_OF_ARC;
  if (!(turned >= least)) return { ...face, kind: 'away', of: null };
  const isAlong = turned >= PARALLEL && of === null;
  return { ...face, kind: isAlong ? 'along' : 'oblique', of };
}

/** Whether an edge continues the run of the previous one: both are oblique and follow the same arc, or none. */
function continuesRun(before: Edge | undefined, edge: Edge): boolean {
  return before?.kind === 'oblique' && edge.kind === 'oblique' && before.of === edge.of;
}

function over(a: Facade, b: Facade): Facade {
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    reach: Math.max(a.reach, b.reach),
  };
}

/** The opposite vector. */
export function back({ x, y }: Point2): Point2 {
  return { x: 0 - x, y: 0 - y };
}

/** The dot product of two vectors. */
export function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}
