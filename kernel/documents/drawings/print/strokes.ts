/** @module strokes: converts wide lines to outlines, and dashed lines to separate dashes. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';

/** Indexes of the corners of `CIRCLE`. */
const ROUND = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const DIAGONAL = Math.SQRT1_2;
/** Octagon that approximates the unit circle, for round joints. */
const CIRCLE: readonly Point2[] = [
  { x: 1, y: 0 },
  { x: DIAGONAL, y: DIAGONAL },
  { x: 0, y: 1 },
  { x: -DIAGONAL, y: DIAGONAL },
  { x: -1, y: 0 },
  { x: -DIAGONAL, y: -DIAGONAL },
  { x: 0, y: -1 },
  { x: DIAGONAL, y: -DIAGONAL },
];

/**
 * Outlines that together cover a line; all have the same orientation. Ends are square and flush with the end points;
 * joints are round if the line is wider than 1 pixel.
 */
export function strokeOutlines(
  points: readonly Point2[],
  width: number,
  closed: boolean,
): readonly (readonly Point2[])[] {
  const half = width / 2;
  const out: (readonly Point2[])[] = [];
  const last = closed ? points.length : points.length - 1;
  for (let i = 0; i < last; i += 1) {
    const [a, b] = [at(points, i), at(points, (i + 1) % points.length)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    const [nx, ny] = [(-dy / length) * half, (dx / length) * half];
    out.push([
      { x: a.x - nx, y: a.y - ny },
      { x: b.x - nx, y: b.y - ny },
      { x: b.x + nx, y: b.y + ny },
      { x: a.x + nx, y: a.y + ny },
    ]);
  }
  if (width <= 1) return out;
  for (let i = closed ? 0 : 1; i < (closed ? points.length : points.length - 1); i += 1) {
    const { x, y } = at(points, i);
    out.push(ROUND.map((k) => ({ x: x + at(CIRCLE, k).x * half, y: y + at(CIRCLE, k).y * half })));
  }
  return out;
}

/** Maximum number of dashes of one line; the rest of a longer line is drawn as one dash. */
const MAX_DASHES = 20_000;

/** The dashes of a line. The lengths of dashes and gaps alternate and have the unit of the points. */
export function dashesOf(
  points: readonly Point2[],
  closed: boolean,
  pattern: readonly number[],
): readonly (readonly Point2[])[] {
  const path = closed && points[0] !== undefined ? [...points, points[0]] : points;
  const out: (readonly Point2[])[] = [];
  let index = 0;
  let left = at(pattern, 0);
  let dash: Point2[] = path[0] === undefined ? [] : [path[0]];
  for (let i = 1; i < path.length; i += 1) {
    const [from, to] = [at(path, i - 1), at(path, i)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    let done = 0;
    while (length - done > left && index < 2 * MAX_DASHES) {
      done += left;
      const here = { x: from.x + (dx * done) / length, y: from.y + (dy * done) / length };
      if (index % 2 === 0) out.push([...dash, here]);
      dash = [here];
      index += 1;
      left = at(pattern, index % pattern.length);
    }
    left -= length - done;
    dash.push(to);
  }
  if (index % 2 === 0 && dash.length > 1) out.push(dash);
  return out;
}
