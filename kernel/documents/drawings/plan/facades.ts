/** @module facades: the sides of a building, and what is seen of its outline from each. */
import { at as itemAt } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { CutWall } from './cut-walls.ts';
import type { OutlineArcs } from './outline-arcs.ts';

/** Shorter parts of outlines are none, mm. */
export const SAME_MM = 1;
/** Cosine of the angle within which directions are one. */
const PARALLEL = 0.9999;
/** Cosine below which directions are square to each other. */
const ACROSS = 0.014;
/** What is turned to a side by less is not seen from it: cosine. */
const LEAST_TURNED = 0.02;
const LEAST_OF_ARC = 1e-6;

/** A side of the building: `out` away from it, `along` in reading direction. Unit vectors. */
export type Side = { readonly name: string; readonly out: Point2; readonly along: Point2 };

/**
 * Part of an outline that is seen from its side, mm: from where to where along the side, and how far it reaches out.
 * What lies aslant to the side, or follows an arc, is one part from end to end.
 */
export type Facade = { readonly from: number; readonly to: number; readonly reach: number };

/** The sides of the building as most of its outline lies; of two such directions that of the longest wall. */
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
  // Within half a quarter of the x axis, to the right.
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
 * What is more for a direction that describes the building better: how much of the outline lies along it or across it, in
 * hundredths, whether that is along the axes of the plan, and how long its longest wall is.
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

/** Directions of straight walls, each with its longest wall, mm. */
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
    // Opposite directions are one.
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

/** Outer faces that look to a side and have nothing before them, outermost first. */
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

/** Parts of an outline that are turned to a side: straight ones, and runs of what lies aslant, an arc as one. */
function facesOf(ring: Ring, side: Side, arcs: OutlineArcs): readonly Facade[] {
  const edges = ring.map((to, i) => edgeOf(ring.at(i - 1) ?? to, to, side, arcs));
  // Counted from where no run goes on.
  const first = edges.findIndex((edge, i) => !goesOn(edges.at(i - 1), edge));
  const found: Facade[] = [];
  let before: Edge | undefined;
  for (let i = 0; i < edges.length; i += 1) {
    const edge = itemAt(edges, (Math.max(0, first) + i) % edges.length);
    const last = found.at(-1);
    if (edge.kind !== 'away') {
      if (last !== undefined && goesOn(before, edge)) found[found.length - 1] = over(last, edge);
      else found.push(edge);
    }
    before = edge;
  }
  return found.filter(({ from, to }) => to - from >= SAME_MM);
}

/** A side of an outline: straight along the side of the building, aslant (`of` the wall whose arc it follows), or turned away. */
type Edge = Facade & {
  readonly kind: 'along' | 'aslant' | 'away';
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
  // The outermost facets of an arc are hardly turned, and end it all the same.
  const least = of === null ? LEAST_TURNED : LEAST_OF_ARC;
  if (!(turned >= least)) return { ...face, kind: 'away', of: null };
  const isAlong = turned >= PARALLEL && of === null;
  return { ...face, kind: isAlong ? 'along' : 'aslant', of };
}

function goesOn(before: Edge | undefined, edge: Edge): boolean {
  return before?.kind === 'aslant' && edge.kind === 'aslant' && before.of === edge.of;
}

function over(a: Facade, b: Facade): Facade {
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    reach: Math.max(a.reach, b.reach),
  };
}

export function back({ x, y }: Point2): Point2 {
  return { x: 0 - x, y: 0 - y };
}

export function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}
