/**
 * @module subdivision: planar subdivision by the edges of outlines, in which cells that meet along an edge share its
 * corners.
 */

import { at, cyclic } from '../indexed.ts';
import { HALF_GRID_UM } from '../tolerances.ts';
import { type Box2, orientation, type Point2, pointInMicrometres } from '../vector.ts';
import { intersectingBoxes } from './box-sweep.ts';
import { createPointNumbers } from './point-numbers.ts';
import { signedArea } from './polygon.ts';

/**
 * A constraint in plan, mm: an outline, counter-clockwise with clockwise holes, or a line that only splits what it
 * crosses.
 */
export type Way =
  | { readonly ring: readonly Point2[]; readonly of: number }
  | { readonly line: readonly [Point2, Point2] };

/** A face of the subdivision. */
export type Cell = {
  /** Corner numbers, counter-clockwise; a corner passed twice occurs twice. */
  readonly corners: readonly number[];
  /** The tags `of` of the outlines that contain it. */
  readonly within: ReadonlySet<number>;
};

export type Subdivision = {
  /** Corners in integer micrometres. */
  readonly points: readonly Point2[];
  readonly cells: readonly Cell[];
};

/**
 * Coordinate differences (grid steps) within which corners are identified: one place may be rounded to neighbouring
 * points.
 */
const ONE_PLACE = [-1, 0, 1];
/** Maximum number of rounds. Each round moves edges by at most half a grid step; two or three usually suffice. */
const MAX_ROUNDS = 50;

/**
 * An edge; `of` has for each outline the number of times it runs from `a` to `b` minus the number of times it runs
 * back.
 */
type Edge = { readonly a: number; readonly b: number; readonly of: Map<number, number> };

/**
 * The cells of the component connected to the first constraint, an outline. All corners are integer micrometres, and
 * edges are routed through each corner whose grid square they pass (iterated snap rounding, Halperin and Packer
 * 2002), so that rounding leaves no gaps, slivers or overlaps. Throws `RangeError` if the rounds do not converge.
 */
export function subdivide(ways: readonly Way[], corners: readonly Point2[] = []): Subdivision {
  const plan = new Plan();
  for (const way of ways) plan.add(way);
  for (const corner of corners) plan.mark(corner);
  for (let round = 0; plan.split(); round++) {
    if (round > MAX_ROUNDS) throw new RangeError('the edges of its outline lie too close');
  }
  const [first] = ways;
  const of = first !== undefined && 'ring' in first ? first.of : null;
  return { points: plan.points, cells: cellsOf(plan, of) };
}

/** The edges while they are being split. */
class Plan {
  readonly #numbers = createPointNumbers();
  /** Edges by their ends, in insertion order. */
  #edges = new Map<string, Edge>();

  get points(): readonly Point2[] {
    return this.#numbers.points;
  }

  get edges(): readonly Edge[] {
    return [...this.#edges.values()];
  }

  /** The number of a corner, in mm: the smallest among the corners identified with it. */
  corner(point: Point2): number {
    const own = pointInMicrometres(point);
    const known = ONE_PLACE.flatMap((x) =>
      ONE_PLACE.flatMap((y) => this.#numbers.find({ x: own.x + x, y: own.y + y }) ?? []),
    );
    return known.length === 0 ? this.#numbers.numberOf(own) : Math.min(...known);
  }

  /** Adds a corner through which edges that pass it are routed. */
  mark(point: Point2): void {
    this.#numbers.numberOf(pointInMicrometres(point));
  }

  add(way: Way): void {
    if ('line' in way) {
      this.#edge(this.#edges, this.corner(way.line[0]), this.corner(way.line[1]), new Map());
    } else {
      const numbers = way.ring.map((point) => this.corner(point));
      for (const [i, from] of numbers.entries()) {
        this.#edge(this.#edges, from, cyclic(numbers, i + 1), new Map([[way.of, 1]]));
      }
    }
  }

  /** Adds an edge to `known`; its reverse is the same edge. */
  #edge(known: Map<string, Edge>, from: number, to: number, of: ReadonlyMap<number, number>): void {
    if (from === to) return;
    const [a, b, sign] = from < to ? [from, to, 1] : [to, from, -1];
    const key = `${a},${b}`;
    const edge = known.get(key) ?? { a, b, of: new Map<number, number>() };
    known.set(key, edge);
    for (const [way, count] of of) edge.of.set(way, (edge.of.get(way) ?? 0) + sign * count);
  }

  /** Splits edges at crossings and at corners on them; returns whether any edge was split. */
  split(): boolean {
    const { edges } = this;
    const on = new Map<number, Set<number>>();
    const splitAt = (edge: number, corner: number): void => {
      const { a, b } = at(edges, edge);
      if (corner === a || corner === b) return;
      on.set(edge, (on.get(edge) ?? new Set()).add(corner));
    };
    const boxes = edges.map((edge) => this.#box(edge));
    for (const [i, others] of intersectingBoxes(boxes, boxes).entries()) {
      for (const k of others) {
        if (k <= i) continue;
        const crossing = this.#crossing(at(edges, i), at(edges, k));
        if (crossing === null) continue;
        splitAt(i, crossing);
        splitAt(k, crossing);
      }
    }
    const places = this.points.map((point) => ({ min: point, max: point }));
    for (const [i, corners] of intersectingBoxes(boxes, places).entries()) {
      for (const corner of corners) {
        if (this.#passes(at(edges, i), at(this.points, corner))) splitAt(i, corner);
      }
    }
    if (on.size === 0) return false;
    const known = new Map<string, Edge>();
    for (const [i, edge] of edges.entries()) {
      const stops = [edge.a, ...this.#inOrder(edge, on.get(i)), edge.b];
      for (const [k, from] of stops.slice(0, -1).entries()) {
        this.#edge(known, from, at(stops, k + 1), edge.of);
      }
    }
    this.#edges = known;
    return true;
  }

  #box({ a, b }: Edge): Box2 {
    const [p, q] = [at(this.points, a), at(this.points, b)];
    return {
      min: { x: Math.min(p.x, q.x) - HALF_GRID_UM, y: Math.min(p.y, q.y) - HALF_GRID_UM },
      max: { x: Math.max(p.x, q.x) + HALF_GRID_UM, y: Math.max(p.y, q.y) + HALF_GRID_UM },
    };
  }

  /** The corner at the crossing of two edges; null if they do not cross. */
  #crossing(first: Edge, second: Edge): number | null {
    if ([second.a, second.b].some((corner) => corner === first.a || corner === first.b)) {
      return null;
    }
    const [a, b] = [at(this.points, first.a), at(this.points, first.b)];
    const [c, d] = [at(this.points, second.a), at(this.points, second.b)];
    if (orientation(a, b, c) * orientation(a, b, d) >= 0) return null;
    if (orientation(c, d, a) * orientation(c, d, b) >= 0) return null;
    const [u, v] = [
      { x: b.x - a.x, y: b.y - a.y },
      { x: d.x - c.x, y: d.y - c.y },
    ];
    const share = ((c.x - a.x) * v.y - (c.y - a.y) * v.x) / (u.x * v.y - u.y * v.x);
    return this.#numbers.numberOf({
      x: Math.round(a.x + u.x * share) + 0,
      y: Math.round(a.y + u.y * share) + 0,
    });
  }

  /** Whether an edge passes through the grid square around a point; exact, in half micrometres. */
  #passes({ a, b }: Edge, point: Point2): boolean {
    const [p, q] = [twice(at(this.points, a)), twice(at(this.points, b))];
    const o = twice(point);
    const turns = [
      { x: o.x - 1, y: o.y - 1 },
      { x: o.x + 1, y: o.y - 1 },
      { x: o.x - 1, y: o.y + 1 },
      { x: o.x + 1, y: o.y + 1 },
    ].map((corner) => orientation(p, q, corner));
    return Math.min(...turns) <= 0 && Math.max(...turns) >= 0;
  }

  #inOrder({ a, b }: Edge, corners: ReadonlySet<number> | undefined): readonly number[] {
    const [p, q] = [at(this.points, a), at(this.points, b)];
    const projection = (corner: number): number => {
      const { x, y } = at(this.points, corner);
      return (x - p.x) * (q.x - p.x) + (y - p.y) * (q.y - p.y);
    };
    return [...(corners ?? [])].toSorted((s, t) => projection(s) - projection(t) || s - t);
  }
}

function twice({ x, y }: Point2): Point2 {
  return { x: 2 * x, y: 2 * y };
}

/** A half-edge. */
type Half = { readonly start: number; readonly end: number; readonly edge: Edge };

/** The cells of the component that contains the outline `first`. */
function cellsOf({ points, edges }: Plan, first: number | null): readonly Cell[] {
  const around = waysAround(points, edges);
  const loops: Half[][] = [];
  const left = new Map<string, number>();
  for (const ways of around) {
    for (const start of ways ?? []) {
      if (left.has(keyOf(start))) continue;
      const loop: Half[] = [];
      for (let half = start; !left.has(keyOf(half)); half = nextOf(half, around)) {
        left.set(keyOf(half), loops.length);
        loop.push(half);
      }
      loops.push(loop);
    }
  }
  const isCell = loops.map((loop) => signedArea(loop.map(({ start }) => at(points, start))) > 0);
  const joined = joinedTo(first, around);
  const outer = loops.findIndex(
    ([half], i) => isCell[i] === false && half !== undefined && joined.has(half.start),
  );
  return windings(loops, left, outer).flatMap((within, i) => {
    if (within === null || isCell[i] !== true) return [];
    const corners = at(loops, i).map(({ start }) => start);
    const lies = [...within].flatMap(([of, count]) => (count > 0 ? [of] : []));
    return [{ corners, within: new Set(lies) }];
  });
}

function keyOf({ start, end }: Half): string {
  return `${start},${end}`;
}

/** Half-edges that leave each corner, counter-clockwise; dangling edges are removed. */
function waysAround(points: readonly Point2[], edges: readonly Edge[]): readonly Half[][] {
  const around: Half[][] = points.map(() => []);
  for (const edge of edges) {
    at(around, edge.a).push({ start: edge.a, end: edge.b, edge });
    at(around, edge.b).push({ start: edge.b, end: edge.a, edge });
  }
  const ends = [...around.keys()].filter((corner) => at(around, corner).length === 1);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    const [only] = at(around, end);
    if (only === undefined) continue;
    around[end] = [];
    const rest = at(around, only.end).filter(({ edge }) => edge !== only.edge);
    around[only.end] = rest;
    if (rest.length === 1) ends.push(only.end);
  }
  return around.map((ways, corner) => {
    const o = at(points, corner);
    return ways.toSorted((s, t) => turnFrom(o, at(points, s.end), at(points, t.end)));
  });
}

/** Compares two directions around a point, counter-clockwise from the positive x axis; exact. */
function turnFrom(o: Point2, p: Point2, q: Point2): number {
  const isLower = ({ x, y }: Point2): boolean => y < o.y || (y === o.y && x < o.x);
  const [first, second] = [isLower(p), isLower(q)];
  if (first !== second) return first ? 1 : -1;
  return -orientation(o, p, q);
}

/** The next half-edge around the face on the left. */
function nextOf({ start, end }: Half, around: readonly (readonly Half[])[]): Half {
  const ways = at(around, end);
  return cyclic(ways, ways.findIndex((way) => way.end === start) - 1);
}

/** The corners connected to an outline. */
function joinedTo(
  outline: number | null,
  around: readonly (readonly Half[])[],
): ReadonlySet<number> {
  const own = around.flat().find(({ edge }) => outline !== null && edge.of.has(outline));
  const found = new Set(own === undefined ? [] : [own.start]);
  for (const corner of found) for (const { end } of at(around, corner)) found.add(end);
  return found;
}

/**
 * Winding numbers of each outline around the face on the left of each loop, propagated from the outer one; null for
 * unreachable loops.
 */
function windings(
  loops: readonly (readonly Half[])[],
  left: ReadonlyMap<string, number>,
  outer: number,
): readonly (ReadonlyMap<number, number> | null)[] {
  const found: (Map<number, number> | null)[] = loops.map(() => null);
  if (outer < 0) return found;
  found[outer] = new Map();
  const next = [outer];
  for (let loop = next.pop(); loop !== undefined; loop = next.pop()) {
    for (const { start, end, edge } of at(loops, loop)) {
      const other = left.get(`${end},${start}`);
      if (other === undefined || at(found, other) !== null) continue;
      const within = new Map(found[loop]);
      // Across an edge the count changes by the constraints that have the new face on their left.
      for (const [of, count] of edge.of) {
        const around = (within.get(of) ?? 0) + (edge.a === start ? -count : count);
        // Zero counts are deleted: otherwise each cell of a long row would list all cells before it.
        if (around === 0) within.delete(of);
        else within.set(of, around);
      }
      found[other] = within;
      next.push(other);
    }
  }
  return found;
}
