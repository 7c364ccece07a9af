/** @module corner list: outlines in integer micrometres, in a reusable list of numbers. */

import { at, filled } from '../indexed.ts';
import { determinantSign, micrometres, type Point2 } from '../vector.ts';
import type { Ring } from './polygon.ts';

/** Corners of a closed outline: x and y of corner i are `xy[2 * i]` and `xy[2 * i + 1]`, integer micrometres. */
export type CornerList = {
  xy: number[];
  size: number;
  /** Whether the outline is convex and counter-clockwise, which implies that it is simple. */
  convex: boolean;
};

/** Initial capacity of a list, in corners. */
const INITIAL_CORNERS = 32;

/** A list with capacity for `corners`, filled with `NaN`, so that V8 stores doubles from the start. */
function emptyCorners(corners: number): number[] {
  return filled(2 * corners, Number.NaN);
}

/** An empty list. */
export function createCornerList(): CornerList {
  return { xy: emptyCorners(INITIAL_CORNERS), size: 0, convex: false };
}

/**
 * Fills the list with the points (mm), without repeated neighbours and without corners collinear with their
 * neighbours.
 */
export function fillCorners(list: CornerList, points: readonly Point2[]): void {
  if (2 * points.length > list.xy.length) {
    list.xy = emptyCorners(2 * points.length);
  }
  fillDistinct(list, points);
  dropFlatCorners(list);
}

function fillDistinct(list: CornerList, points: readonly Point2[]): void {
  const { xy } = list;
  let length = 0;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let i = 0; i < points.length; i++) {
    const point = at(points, i);
    const x = micrometres(point.x);
    const y = micrometres(point.y);
    if (x !== lastX || y !== lastY) {
      xy[length] = x;
      xy[length + 1] = y;
      length += 2;
      lastX = x;
      lastY = y;
    }
  }
  while (length > 2 && xy[0] === xy[length - 2] && xy[1] === xy[length - 1]) {
    length -= 2;
  }
  list.size = length / 2;
}

/**
 * Drops collinear corners and tests convexity. The outline is convex if it only turns left, never straight back, and
 * changes exactly twice between forwards (to greater x, or equal x and greater y) and backwards.
 */
function dropFlatCorners(list: CornerList): void {
  const { xy } = list;
  const length = 2 * list.size;
  const firstX = xy[0] ?? 0;
  const firstY = xy[1] ?? 0;
  let x = firstX;
  let y = firstY;
  let fromX = x - (xy[length - 2] ?? 0);
  let fromY = y - (xy[length - 1] ?? 0);
  let left = length > 0;
  let changes = 0;
  let kept = 0;
  for (let i = 0; i < length; i += 2) {
    const afterX = i + 2 < length ? (xy[i + 2] ?? 0) : firstX;
    const afterY = i + 2 < length ? (xy[i + 3] ?? 0) : firstY;
    const toX = afterX - x;
    const toY = afterY - y;
    const turn = determinantSign(fromX, fromY, toX, toY);
    if (turn !== 0) {
      xy[kept] = x;
      xy[kept + 1] = y;
      kept += 2;
    }
    left &&= turn > 0 || (turn === 0 && fromX * toX + fromY * toY > 0);
    if ((fromX > 0 || (fromX === 0 && fromY > 0)) !== (toX > 0 || (toX === 0 && toY > 0))) {
      changes += 1;
    }
    x = afterX;
    y = afterY;
    fromX = toX;
    fromY = toY;
  }
  list.size = kept / 2;
  list.convex = left && changes === 2;
}

/** The corners as points in mm. */
export function ringOf({ xy, size }: CornerList): Ring {
  const ring: Point2[] = [];
  for (let i = 0; i < 2 * size; i += 2) {
    ring.push({ x: (xy[i] ?? 0) / 1000, y: (xy[i + 1] ?? 0) / 1000 });
  }
  // A copy, because a list that grew by pushing has spare capacity.
  return ring.slice();
}

/** Side (1 left, 0 on the line, -1 right) of corner k from the line through corners i and j; exact. */
function sideOfCorner({ xy }: CornerList, i: number, j: number, k: number): number {
  const x = xy[2 * i] ?? 0;
  const y = xy[2 * i + 1] ?? 0;
  const [jx, jy] = [xy[2 * j] ?? 0, xy[2 * j + 1] ?? 0];
  const [kx, ky] = [xy[2 * k] ?? 0, xy[2 * k + 1] ?? 0];
  return determinantSign(jx - x, jy - y, kx - x, ky - y);
}

/** Whether the outline runs counter-clockwise: its area is positive. */
export function isCounterClockwise({ xy, size }: CornerList): boolean {
  const [x, y] = [xy[0] ?? 0, xy[1] ?? 0];
  let twice = 0;
  for (let i = 2; i + 2 < 2 * size; i += 2) {
    const [ax, ay] = [(xy[i] ?? 0) - x, (xy[i + 1] ?? 0) - y];
    const [bx, by] = [(xy[i + 2] ?? 0) - x, (xy[i + 3] ?? 0) - y];
    twice += ax * by - ay * bx;
  }
  return twice > 0;
}

/**
 * Whether the outline does not touch itself; exact. Compares all pairs of sides: for the short outlines of walls and
 * rooms.
 */
export function isSimple(list: CornerList): boolean {
  const { xy, size, convex } = list;
  if (size < 3 || convex) return convex;
  for (let i = 0; i < size; i++) {
    const next = (i + 1) % size;
    const low = Math.min(xy[2 * i] ?? 0, xy[2 * next] ?? 0);
    const high = Math.max(xy[2 * i] ?? 0, xy[2 * next] ?? 0);
    const end = i === 0 ? size - 1 : size;
    for (let j = i + 2; j < end; j++) {
      const c = xy[2 * j] ?? 0;
      const d = xy[2 * ((j + 1) % size)] ?? 0;
      const apart = (c < low && d < low) || (c > high && d > high);
      if (!apart && sidesMeet(list, i, j)) return false;
    }
  }
  return true;
}

/** Whether the sides that start at corners i and j share a point. */
function sidesMeet(list: CornerList, i: number, j: number): boolean {
  const iEnd = (i + 1) % list.size;
  const jEnd = (j + 1) % list.size;
  const first = sideOfCorner(list, i, iEnd, j);
  const second = sideOfCorner(list, i, iEnd, jEnd);
  // The usual case: both ends are strictly on one side.
  if (first * second > 0) return false;
  const third = sideOfCorner(list, j, jEnd, i);
  const fourth = sideOfCorner(list, j, jEnd, iEnd);
  return (
    (first * second < 0 && third * fourth < 0) ||
    (first === 0 && isBetween(list, i, iEnd, j)) ||
    (second === 0 && isBetween(list, i, iEnd, jEnd)) ||
    (third === 0 && isBetween(list, j, jEnd, i)) ||
    (fourth === 0 && isBetween(list, j, jEnd, iEnd))
  );
}

/** Whether corner k is in the bounding box of corners i and j. */
function isBetween({ xy }: CornerList, i: number, j: number, k: number): boolean {
  for (let axis = 0; axis < 2; axis++) {
    const a = xy[2 * i + axis] ?? 0;
    const b = xy[2 * j + axis] ?? 0;
    const c = xy[2 * k + axis] ?? 0;
    if (c < Math.min(a, b) || c > Math.max(a, b)) return false;
  }
  return true;
}
