/** @module split area: divides an area of the plan by lines, and finds the areas that lines close between outlines. */
import { at, cyclic } from '../../indexed.ts';
import { locatePoint, type Ring, ringBounds, signedArea } from '../../plan/polygon.ts';
import { type Area, sizeOf, without } from '../../plan/regions.ts';
import { type Cell, subdivide, type Subdivision, type Way } from '../../plan/subdivision.ts';
import { SLIVER_AREA_MM2 } from '../../tolerances.ts';
import { planBoxIntersects, type Point2, segmentLengthMm } from '../../vector.ts';

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
  return parts.length < 2 ? [area] : parts.toSorted((a, b) => sizeOf(b) - sizeOf(a));
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
  const boxes = ways.map(boxOf);
  const near = outlines.filter((ring) => {
    const box = ringBounds(ring);
    return boxes.some((other) => planBoxIntersects(box, other));
  });
  const found: Area[] = [];
  const taken = new Set<string>();
  for (const first of near) {
    const key = keyOf(at(first, 0));
    if (taken.has(key)) continue;
    const rest = near.filter((ring) => ring !== first);
    const plan = subdivide([
      ...[first, ...rest].map((ring): Way => ({ ring, of: WHOLE })),
      ...ways.map(wayOf),
    ]);
    for (const { corners } of plan.cells) {
      for (const corner of corners) taken.add(microKey(at(plan.points, corner)));
    }
    for (const cell of plan.cells) {
      if (cell.within.size === 0) found.push(...partOf(plan, cell, outlines));
    }
  }
  return found.toSorted((a, b) => sizeOf(b) - sizeOf(a));
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

function keyOf({ x, y }: Point2): string {
  return microKey({ x: Math.round(x * 1000), y: Math.round(y * 1000) });
}

function microKey({ x, y }: Point2): string {
  return `${x},${y}`;
}
