/** @module split area: divides an area of the plan by lines, and finds the areas that lines close between outlines. */
import { at, cyclic, intAt } from '../../indexed.ts';
import { intersectingBoxes } from '../../plan/box-sweep.ts';
import { locatePoint, type Ring, ringBounds, signedArea } from '../../plan/polygon.ts';
import { type Area, sizeOf, without } from '../../plan/regions.ts';
import { type Cell, subdivide, type Subdivision, type Way } from '../../plan/subdivision.ts';
import { SLIVER_AREA_MM2 } from '../../tolerances.ts';
import {
  orientation,
  planBoxIntersects,
  type Point2,
  pointInMicrometres,
  segmentLengthMm,
} from '../../vector.ts';

/** A line in plan, mm. */
export type PlanLine = { readonly start: Point2; readonly end: Point2 };

/** A line that ends this near to a wall or to another line ends at it, mm: as ends of walls do. */
export const LINE_REACH_MM = 20;

/** Tags of outlines in the subdivision. */
const [WHOLE, HOLE] = [0, 1];

/**
 * The parts into which lines divide an area (one outline, counter-clockwise, then its clockwise holes; mm), largest
 * first; the area itself if they do not divide it. A line that ends inside the area, at neither an outline nor another
 * line, divides nothing. The sizes of the parts add up to that of the area, up to the rounding of corners.
 */
export function splitArea(area: Area, lines: readonly PlanLine[]): readonly Area[] {
  const [outline, ...holes] = area;
  if (outline === undefined) return [];
  const box = ringBounds(outline);
  const near = lines.map(extended).filter((line) => planBoxIntersects(box, boxOf(line)));
  if (near.length === 0) return [area];
  const inner = holes.map((hole) => hole.toReversed());
  const plan = subdivide([
    { ring: outline, of: WHOLE },
    ...inner.map((ring): Way => ({ ring, of: HOLE })),
    ...near.map(wayOf),
  ]);
  const parts = plan.cells
    .filter(({ within }) => within.has(WHOLE) && !within.has(HOLE))
    .flatMap((cell) => partOf(plan, cell, inner));
  return parts.length < 2 ? [area] : parts.toSorted(bySize);
}

/**
 * The areas outside the outlines (counter-clockwise, apart from each other; mm) that lines close together with them,
 * largest first.
 */
export function closedAreas(
  outlines: readonly Ring[],
  lines: readonly PlanLine[],
): readonly Area[] {
  const ways = lines.map(extended);
  const found: Area[] = [];
  for (const { rings, lines: own } of connected(outlines, ways)) {
    const plan = subdivide([...rings.map((ring): Way => ({ ring, of: WHOLE })), ...own.map(wayOf)]);
    for (const cell of plan.cells) {
      if (cell.within.size === 0) found.push(...partOf(plan, cell, outlines));
    }
  }
  return found.toSorted(bySize);
}

/** Outlines that lines connect, directly or over other lines, with these lines. */
type Connected = { readonly rings: Ring[]; readonly lines: PlanLine[] };

/** The sets of connected outlines and lines that have both. */
function connected(outlines: readonly Ring[], lines: readonly PlanLine[]): readonly Connected[] {
  const parent = [...outlines.keys(), ...lines.map((_, i) => outlines.length + i)];
  const root = (of: number): number => {
    let top = of;
    while (intAt(parent, top) !== top) {
      parent[top] = intAt(parent, intAt(parent, top));
      top = intAt(parent, top);
    }
    return top;
  };
  const boxes = [...outlines.map((ring) => ringBounds(ring)), ...lines.map(boxOf)];
  const lineBoxes = boxes.slice(outlines.length);
  for (const [i, others] of intersectingBoxes(lineBoxes, boxes).entries()) {
    const line = at(lines, i);
    for (const other of others) {
      const ring = outlines[other];
      const sides = ring === undefined ? [at(lines, other - outlines.length)] : sidesOf(ring);
      if (sides.some((side) => cross(line, side))) {
        parent[root(outlines.length + i)] = root(other);
      }
    }
  }
  const sets = new Map<number, Connected>();
  const setOf = (number: number): Connected => {
    const set = sets.get(root(number)) ?? { rings: [], lines: [] };
    sets.set(root(number), set);
    return set;
  };
  for (const [i, ring] of outlines.entries()) setOf(i).rings.push(ring);
  for (const [i, line] of lines.entries()) setOf(outlines.length + i).lines.push(line);
  return [...sets.values()].filter((set) => set.rings.length > 0 && set.lines.length > 0);
}

function sidesOf(ring: Ring): readonly PlanLine[] {
  return ring.map((start, i) => ({ start, end: cyclic(ring, i + 1) }));
}

/** Whether two lines share a point; exact on the grid. */
function cross(one: PlanLine, other: PlanLine): boolean {
  const [a, b] = [pointInMicrometres(one.start), pointInMicrometres(one.end)];
  const [c, d] = [pointInMicrometres(other.start), pointInMicrometres(other.end)];
  return (
    planBoxIntersects(ringBounds([a, b]), ringBounds([c, d])) &&
    orientation(a, b, c) * orientation(a, b, d) <= 0 &&
    orientation(c, d, a) * orientation(c, d, b) <= 0
  );
}

/** Orders areas: larger first, then by their lower left corners. */
function bySize(a: Area, b: Area): number {
  const [one, other] = [ringBounds(a.flat()).min, ringBounds(b.flat()).min];
  return sizeOf(b) - sizeOf(a) || one.x - other.x || one.y - other.y;
}

/** A cell as an area without the outlines in it; none if nothing is left. */
function partOf(
  { points }: Subdivision,
  { corners }: Cell,
  inner: readonly Ring[],
): readonly Area[] {
  const loops = withoutBridges(corners).map((loop) =>
    loop.map((corner): Point2 => {
      const { x, y } = at(points, corner);
      return { x: x / 1000, y: y / 1000 };
    }),
  );
  const box = ringBounds(loops.flat());
  const taken = inner.filter((hole) => planBoxIntersects(box, ringBounds(hole)));
  const rest = taken.length === 0 ? loops : without(loops, taken);
  const rings = rest.filter((one) => one.length > 2);
  const holes = rings.filter((one) => signedArea(one) < 0 - SLIVER_AREA_MM2);
  return rings
    .filter((one) => signedArea(one) > SLIVER_AREA_MM2)
    .map((outline) => {
      const own = holes.filter((hole) => hole.some((p) => locatePoint(p, outline) === 'inside'));
      return [outline].concat(own);
    });
}

/** The loops of a cell without the edges along which it runs forth and back, as to an outline inside it. */
function withoutBridges(corners: readonly number[]): readonly (readonly number[])[] {
  const places = new Map<string, number>();
  for (const [i, corner] of corners.entries()) {
    const next = cyclic(corners, i + 1);
    const back = places.get(`${next},${corner}`);
    if (back === undefined) {
      places.set(`${corner},${next}`, i);
      continue;
    }
    // From `back` the loop runs to the other end of the bridge, around what is there, and returns.
    const there = corners.slice(back + 1, i);
    const here = [...corners.slice(0, back), ...corners.slice(i + 1)];
    return [here, there].filter((loop) => loop.length > 2).flatMap(withoutBridges);
  }
  return [corners];
}

function extended({ start, end }: PlanLine): PlanLine {
  const share = LINE_REACH_MM / segmentLengthMm(start, end);
  const [x, y] = [(end.x - start.x) * share, (end.y - start.y) * share];
  return { start: { x: start.x - x, y: start.y - y }, end: { x: end.x + x, y: end.y + y } };
}

function wayOf({ start, end }: PlanLine): Way {
  return { line: [start, end] };
}

function boxOf({ start, end }: PlanLine): ReturnType<typeof ringBounds> {
  return ringBounds([start, end]);
}
