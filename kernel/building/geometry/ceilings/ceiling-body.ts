/** @module ceiling body: the closed body over a plan region, from a level up to a ceiling, minus cut-outs. */

import { convexRings } from '../convex/convex-rings.ts';
import { at } from '../indexed.ts';
import type { Column, Columns, Run } from '../mesh/columns.ts';
import { crossingsOf, meshOfColumns } from '../mesh/columns.ts';
import { emptyMesh, isWatertight, type Mesh } from '../mesh/mesh.ts';
import { type Region, type Ring, ringBounds } from '../plan/polygon.ts';
import { type Cell, subdivide, type Subdivision, type Way } from '../plan/subdivision.ts';
import { triangulatedCell } from '../plan/triangulated-cell.ts';
import type { Part } from '../roofs/layer-pieces.ts';
import { SAME_HEIGHT_UM, SLIVER_MM } from '../tolerances.ts';
import { micrometres, planBoxIntersects, type Point2 } from '../vector.ts';
import type { Ceiling } from './ceiling.ts';
import { levelLine } from './cover.ts';

/** A cut-out of a body: a counter-clockwise plan outline and a height interval, mm. */
export type Void = { readonly ring: Ring; readonly low: number; readonly high: number };

/**
 * A body from `base` up to its ceiling, and up to `beyond` outside the ceiling; `beyond` is null if the ceiling covers
 * the whole region. All heights in mm.
 */
export type BodyUnder = {
  readonly region: Region;
  readonly base: number;
  readonly beyond: number | null;
  readonly ceiling: Ceiling;
  readonly voids: readonly Void[];
  /**
   * Outlines of the body over consecutive height intervals, the last without end, if its outline is not that of the
   * region everywhere.
   */
  readonly bands?: readonly Void[];
};

/** Auxiliary lines extend this far beyond the body, mm. */
const PAST_MM = 10;
/** Maximum number of rounds; each adds a corner to every edge over which heights cross. */
const MAX_ROUNDS = 10;

/**
 * Tag of the region in the subdivision; the parts of the ceiling, then the voids, and then the bands have the following
 * tags.
 */
const REGION = 0;

/**
 * The closed body, in plan on the 0.001 mm grid; empty if nothing is left. Throws `RangeError` for an invalid region.
 */
export function bodyUnder(body: BodyUnder): Mesh {
  const box = ringBounds(body.region.boundary);
  const parts = body.ceiling.parts.filter((part) => planBoxIntersects(box, part.box));
  const ways = waysOf(body, parts);
  const corners: Point2[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const columns = columnsOf(body, parts, subdivide(ways, corners));
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

function waysOf(body: BodyUnder, parts: readonly Part[]): Way[] {
  const { region, base, beyond, voids, bands = NO_BANDS } = body;
  const ways: Way[] = outlinesOf(body).map((ring) => ({ ring, of: REGION }));
  // A ceiling that crosses the boundary of two bands bends the outline of the body there.
  const levels = bands.length === 0 ? [base] : bands.map(({ low }) => low);
  for (const [i, part] of parts.entries()) {
    ways.push({ ring: part.ring, of: 1 + i });
    for (const level of levels) {
      const line = levelLine(part, level);
      if (line !== null) ways.push({ line });
    }
  }
  for (const [i, { ring }] of [...voids, ...bands].entries()) {
    ways.push({ ring, of: 1 + parts.length + i });
  }
  const [first] = parts;
  if (beyond !== null && first !== undefined) {
    // A ceiling that ends strictly inside the region is connected to its outline, so that the subdivision is
    // connected.
    const from = at(first.ring, 0);
    const { x } = ringBounds(region.boundary).min;
    ways.push({ line: [from, { x: Math.min(x, from.x) - PAST_MM, y: from.y }] });
  }
  return ways;
}

const NO_BANDS: readonly Void[] = [];

function outlinesOf({ region, bands = NO_BANDS }: BodyUnder): readonly Ring[] {
  if (bands.length > 0) return bands.map(({ ring }) => ring);
  return region.holes.length === 0 ? [region.boundary] : convexRings(region);
}

/** A cell of the region with the height function of its top, mm. */
type ToppedCell = {
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
  const topped = own.map((cell): ToppedCell => {
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

/**
 * The voids over a cell, with the bands outside of which it is; `first` is the tag of the first void. Walls with many
 * openings have few voids over each cell.
 */
function voidsOver(body: BodyUnder, { within }: Cell, first: number): readonly Void[] {
  const { voids, bands = NO_BANDS } = body;
  const end = first + voids.length;
  const numbers = [...within].filter((of) => of >= first && of < end).toSorted((a, b) => a - b);
  const outside = bands.filter((_, i) => !within.has(end + i));
  return [...numbers.map((of) => at(voids, of - first)), ...outside];
}

/**
 * Top of a cell: the plane of the ceiling part that contains the cell, except for differences by rounding; else
 * `beyond`.
 */
function heightOver(
  { beyond }: BodyUnder,
  parts: readonly Part[],
  { cell, triangles, points }: Pick<ToppedCell, 'cell' | 'triangles'> & Pick<Subdivision, 'points'>,
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

/** Centroid of the first triangle, mm. */
function middleOf(
  points: readonly Point2[],
  corners: readonly number[],
  triangles: readonly number[],
): Point2 {
  const three = triangles.slice(0, 3).map((place) => at(points, at(corners, place)));
  const sum = three.reduce((a, p) => ({ x: a.x + p.x, y: a.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / 3000, y: sum.y / 3000 };
}

/** Signed distance of a point from a convex outline, positive outside, mm. */
function outsideBy(ring: Ring, { x, y }: Point2): number {
  const off = ring.map((a, i) => {
    const b = at(ring, (i + 1) % ring.length);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    return (dy * (x - a.x) - dx * (y - a.y)) / Math.sqrt(dx * dx + dy * dy);
  });
  return Math.max(...off);
}

/** Heights over the corners of each cell, micrometres; heights over one corner that differ by rounding are merged. */
function topsOver(
  { base, beyond, bands = NO_BANDS }: BodyUnder,
  topped: readonly ToppedCell[],
  points: readonly Point2[],
): readonly ReadonlyMap<number, number>[] {
  const foot = micrometres(base);
  const fixed = [base, ...(beyond === null ? [] : [beyond]), ...bands.map(({ low }) => low)].map(
    micrometres,
  );
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
  const made = new Map([...all].map(([corner, own]) => [corner, mergeHeights(own, fixed)]));
  return raw.map(
    (own) =>
      new Map([...own].map(([corner, height]) => [corner, made.get(corner)?.(height) ?? height])),
  );
}

/** Maps each height over a corner to its representative: a fixed height, else the least height within the tolerance. */
function mergeHeights(
  heights: readonly number[],
  fixed: readonly number[],
): (height: number) => number {
  const marks = [...fixed];
  for (const height of heights.toSorted((a, b) => a - b)) {
    if (marks.every((mark) => Math.abs(mark - height) > SAME_HEIGHT_UM)) marks.push(height);
  }
  return (height) => marks.find((mark) => Math.abs(mark - height) <= SAME_HEIGHT_UM) ?? height;
}

/**
 * The solid intervals that voids leave between a level and a top, from below, without intervals of height 0.
 */
function runsOf(base: number, top: readonly number[], voids: readonly Void[]): readonly Run[] {
  const runs: Run[] = [];
  let low = top.map(() => base);
  for (const cut of voids.toSorted((a, b) => a.low - b.low)) {
    const [from, to] = [micrometres(cut.low), micrometres(cut.high)];
    runs.push({ low, high: top.map((height, i) => Math.max(at(low, i), Math.min(height, from))) });
    low = top.map((height, i) =>
      height - to <= SAME_HEIGHT_UM ? height : Math.max(at(low, i), to),
    );
  }
  runs.push({ low, high: top });
  return runs.filter((run) => run.low.some((height, i) => height < at(run.high, i)));
}
