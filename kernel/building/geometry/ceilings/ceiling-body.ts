/** @module body under: the closed body between a level and a ceiling over a region in plan, without what is cut out of it. */

import { convexRings } from '../convex/convex-rings.ts';
import { at } from '../indexed.ts';
import { meshOfColumns, crossingsOf } from '../mesh/columns.ts';
import type { Column, Columns, Run } from '../mesh/columns.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { emptyMesh, isWatertight } from '../mesh/mesh.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { ringBounds } from '../plan/polygon.ts';
import type { Cell, Subdivision, Way } from '../plan/subdivision.ts';
import { subdivided } from '../plan/subdivision.ts';
import { triangulatedCell } from '../plan/triangulated-cell.ts';
import type { Part } from '../roofs/layer-pieces.ts';
import type { Point2 } from '../vector.ts';
import { micrometres, planBoxIntersects } from '../vector.ts';
import type { Ceiling } from './ceiling.ts';
import { levelLine } from './cover.ts';

/** What is cut out of a body from height to height, over an outline in plan, counter-clockwise; mm. */
export type Void = { readonly ring: Ring; readonly low: number; readonly high: number };

/** A body from `base` up to its ceiling, or to `beyond` where that is not over it; null where all of it is covered. */
export type BodyUnder = {
  readonly region: Region;
  readonly base: number;
  readonly beyond: number | null;
  readonly ceiling: Ceiling;
  readonly voids: readonly Void[];
};

/** Heights this near over one corner are one, micrometres: what rounding moves it by, times the steepest slope, and more. */
const ONE_HEIGHT_UM = 50;
/** Ways around the body go past it by this, mm. */
const PAST_MM = 10;
/** What lies no further outside of a part of a ceiling is that part, rounded, mm. */
const SLIVER_MM = 0.005;
/** Each round gives corners to all edges over which heights cross. */
const MOST_ROUNDS = 10;

/** The first outline is that of the region; then come the parts of the ceiling, then voids. */
const REGION = 0;

/** The closed body, in plan on the grid of a thousandth; empty where nothing is left. Throws `RangeError` for a region that is not valid. */
export function bodyUnder(body: BodyUnder): Mesh {
  const box = ringBounds(body.region.boundary);
  const parts = body.ceiling.parts.filter((part) => planBoxIntersects(box, part.box));
  const ways = waysOf(body, parts);
  const corners: Point2[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const columns = columnsOf(body, parts, subdivided(ways, corners));
    const crossings = crossingsOf(columns);
    if (crossings.length > 0) {
      corners.push(...crossings.map(({ x, y }) => ({ x: x / 1000, y: y / 1000 })));
      continue;
    }
    const mesh = meshOfColumns(columns);
    if (mesh.triangles.length === 0) return emptyMesh;
    if (!isWatertight(mesh)) break;
    return mesh;
  }
  throw new RangeError('its body under what is over it does not close');
}

function waysOf({ region, base, beyond, voids }: BodyUnder, parts: readonly Part[]): Way[] {
  const rings = region.holes.length === 0 ? [region.boundary] : convexRings(region);
  const ways: Way[] = rings.map((ring) => ({ ring, of: REGION }));
  for (const [i, part] of parts.entries()) {
    ways.push({ ring: part.ring, of: 1 + i });
    const line = levelLine(part, base);
    if (line !== null) ways.push({ line });
  }
  for (const [i, { ring }] of voids.entries()) ways.push({ ring, of: 1 + parts.length + i });
  const [first] = parts;
  if (beyond !== null && first !== undefined) {
    // A ceiling that ends inside of the region all around is joined to its outline.
    const from = at(first.ring, 0);
    const { x } = ringBounds(region.boundary).min;
    ways.push({ line: [from, { x: Math.min(x, from.x) - PAST_MM, y: from.y }] });
  }
  return ways;
}

/** A cell of the region with the height of what is over it in mm. */
type Topped = {
  readonly cell: Cell;
  readonly triangles: readonly number[];
  readonly height: Height;
};
type Height = (p: Point2) => number;

function columnsOf(
  body: BodyUnder,
  parts: readonly Part[],
  { points, cells }: Subdivision,
): Columns {
  const own = cells.filter(({ within }) => within.has(REGION));
  const topped = own.map((cell): Topped => {
    const triangles = triangulatedCell(points, cell.corners);
    return { cell, triangles, height: heightOver(body, parts, { cell, triangles, points }) };
  });
  const tops = topsOver(body, topped, points);
  const columns = topped.map(({ cell, triangles }, i): Column => {
    const high = cell.corners.map((corner) => at(tops, i).get(corner) ?? 0);
    const cut = voidsOver(body, cell, 1 + parts.length);
    return { corners: cell.corners, triangles, runs: runsOf(micrometres(body.base), high, cut) };
  });
  return { points, columns: columns.filter(({ runs }) => runs.length > 0) };
}

/** The voids that a cell lies in, where the first of all has this number; of walls with many openings each cell has few. */
function voidsOver({ voids }: BodyUnder, { within }: Cell, first: number): readonly Void[] {
  const numbers = [...within].filter((of) => of >= first).toSorted((a, b) => a - b);
  return numbers.map((of) => at(voids, of - first));
}

/** The height over a cell: of the part that it lies in or of which rounding parts it, else as high as the body says. */
function heightOver(
  { beyond }: BodyUnder,
  parts: readonly Part[],
  { cell, triangles, points }: Pick<Topped, 'cell' | 'triangles'> & Pick<Subdivision, 'points'>,
): Height {
  const part = parts.find((_, i) => cell.within.has(1 + i));
  if (part !== undefined) return part.height;
  const middle = middleOf(points, cell.corners, triangles);
  const [nearest] = parts
    .map((one) => ({ one, far: outsideBy(one.ring, middle) }))
    .toSorted((a, b) => a.far - b.far);
  if (nearest === undefined) return () => beyond ?? -Infinity;
  const { ring, height } = nearest.one;
  const isSliver = cell.corners.every((corner) => {
    const { x, y } = at(points, corner);
    return outsideBy(ring, { x: x / 1000, y: y / 1000 }) < SLIVER_MM;
  });
  return beyond === null || isSliver ? height : () => beyond;
}

/** The middle of the first triangle, mm. */
function middleOf(
  points: readonly Point2[],
  corners: readonly number[],
  triangles: readonly number[],
): Point2 {
  const three = triangles.slice(0, 3).map((place) => at(points, at(corners, place)));
  const sum = three.reduce((a, p) => ({ x: a.x + p.x, y: a.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / 3000, y: sum.y / 3000 };
}

/** How far a point lies outside of a convex outline, by its sides; mm. */
function outsideBy(ring: Ring, { x, y }: Point2): number {
  const off = ring.map((a, i) => {
    const b = at(ring, (i + 1) % ring.length);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    return (dy * (x - a.x) - dx * (y - a.y)) / Math.sqrt(dx * dx + dy * dy);
  });
  return Math.max(...off);
}

/** The heights over the corners of each cell, micrometres; what is next to one over a corner is one. */
function topsOver(
  { base, beyond }: BodyUnder,
  topped: readonly Topped[],
  points: readonly Point2[],
): readonly ReadonlyMap<number, number>[] {
  const foot = micrometres(base);
  const fixed = beyond === null ? [foot] : [foot, micrometres(beyond)];
  const raw = topped.map(({ cell, height }) => {
    const over = (corner: number): number => {
      const { x, y } = at(points, corner);
      return Math.max(foot, 1000 * height({ x: x / 1000, y: y / 1000 }));
    };
    return new Map(cell.corners.map((corner) => [corner, over(corner)]));
  });
  const all = new Map<number, number[]>();
  for (const [corner, height] of raw.flatMap((own) => [...own])) {
    all.set(corner, [...(all.get(corner) ?? []), height]);
  }
  const made = new Map([...all].map(([corner, own]) => [corner, oneHeight(own, fixed)]));
  return raw.map(
    (own) =>
      new Map([...own].map(([corner, height]) => [corner, made.get(corner)?.(height) ?? height])),
  );
}

/** What each height over a corner counts as: one that is fixed, else the least of those next to it. */
function oneHeight(
  heights: readonly number[],
  fixed: readonly number[],
): (height: number) => number {
  const marks = [...fixed];
  for (const height of heights.toSorted((a, b) => a - b)) {
    if (marks.every((mark) => Math.abs(mark - height) > ONE_HEIGHT_UM)) marks.push(height);
  }
  return (height) => marks.find((mark) => Math.abs(mark - height) <= ONE_HEIGHT_UM) ?? height;
}

/** What voids leave between a level and a top, from below; parts that have no height anywhere left out. */
function runsOf(base: number, top: readonly number[], voids: readonly Void[]): readonly Run[] {
  const runs: Run[] = [];
  let low = top.map(() => base);
  for (const cut of voids.toSorted((a, b) => a.low - b.low)) {
    const [from, to] = [micrometres(cut.low), micrometres(cut.high)];
    runs.push({ low, high: top.map((height, i) => Math.max(at(low, i), Math.min(height, from))) });
    low = top.map((height, i) =>
      height - to <= ONE_HEIGHT_UM ? height : Math.max(at(low, i), to),
    );
  }
  runs.push({ low, high: top });
  return runs.filter((run) => run.low.some((height, i) => height < at(run.high, i)));
}
