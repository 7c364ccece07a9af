/** @module convex rings: decomposes a region into convex outlines (Hertel and Mehlhorn 1983). */

import { at } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import { orientation, type Point2, pointInMicrometres } from '../vector.ts';

/**
 * Convex counter-clockwise outlines that share no area and together are the region; a convex region stays whole.
 * Orientation tests are exact on the 0.001 mm grid. Throws `RangeError` for an invalid region.
 */
export function convexRings(region: Region): readonly Ring[] {
  if (region.holes.length === 0 && isConvex(region.boundary)) return [region.boundary];
  const points = [region.boundary, ...region.holes].flat();
  const parts = convexParts(points, triangulateRegion(region));
  return parts.map((part) => part.map((corner) => at(points, corner)));
}

/** Convex outlines made from triangles by removing diagonals one by one. */
export function convexParts(
  points: readonly Point2[],
  triangles: ArrayLike<number>,
): readonly (readonly number[])[] {
  const parts: number[][] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    parts.push([at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)]);
  }
  return mergeParts(
    parts,
    points.map((point) => pointInMicrometres(point)),
  );
}

function isConvex(ring: Ring): boolean {
  const exact = ring.map((point) => pointInMicrometres(point));
  const size = exact.length;
  return exact.every(
    (corner, i) => orientation(corner, at(exact, (i + 1) % size), at(exact, (i + 2) % size)) >= 0,
  );
}

/** Removes every diagonal whose two ends are convex without it. */
function mergeParts(parts: readonly number[][], points: readonly Point2[]): readonly number[][] {
  const owner = new Map<string, number>();
  const current: (number[] | null)[] = [...parts];
  const claim = (part: number): void => {
    const ring = current[part] ?? [];
    for (const [i, from] of ring.entries()) {
      owner.set(`${from},${at(ring, (i + 1) % ring.length)}`, part);
    }
  };
  for (const part of current.keys()) claim(part);
  for (const [from, to] of parts.flatMap(([a, b, c]) => [[a, b] as const, [b, c], [c, a]])) {
    if (from === undefined || to === undefined) continue;
    const [left, right] = [owner.get(`${from},${to}`), owner.get(`${to},${from}`)];
    if (left === undefined || right === undefined || left === right) continue;
    const joined = joinedRing(current[left] ?? [], current[right] ?? [], [from, to]);
    if (!staysConvex(joined, [from, to], points)) continue;
    current[left] = joined;
    current[right] = null;
    owner.delete(`${from},${to}`);
    owner.delete(`${to},${from}`);
    claim(left);
  }
  return current.filter((part) => part !== null);
}

/** Union of two rings without their shared edge, which runs `from`–`to` in the first. */
function joinedRing(
  first: readonly number[],
  second: readonly number[],
  [from, to]: readonly [number, number],
): number[] {
  const start = first.indexOf(to);
  const back = second.indexOf(from);
  const rest = [...first.slice(start), ...first.slice(0, start)];
  const other = [...second.slice(back), ...second.slice(0, back)];
  return [...rest, ...other.slice(1, -1)];
}

function staysConvex(
  ring: readonly number[],
  corners: readonly number[],
  points: readonly Point2[],
): boolean {
  const size = ring.length;
  return corners.every((corner) => {
    const i = ring.indexOf(corner);
    const [before, after] = [at(ring, (i + size - 1) % size), at(ring, (i + 1) % size)];
    return orientation(at(points, before), at(points, corner), at(points, after)) >= 0;
  });
}
