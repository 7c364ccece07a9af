/** @module strokes: lines with a width as outlines, and lines broken into dashes. */
import { at } from '../../geometry/indexed.ts';
import type { Point2 } from '../../geometry/vector.ts';

/** Corners of a round joint. */
const ROUND = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const HALF = Math.SQRT1_2;
const CIRCLE: readonly Point2[] = [
  { x: 1, y: 0 },
  { x: HALF, y: HALF },
  { x: 0, y: 1 },
  { x: -HALF, y: HALF },
  { x: -1, y: 0 },
  { x: -HALF, y: -HALF },
  { x: 0, y: -1 },
  { x: HALF, y: -HALF },
];

/** Outlines that together cover a line; all turn the same way. Ends are square to the line, joints round. */
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

/** Most dashes of one line. */
const MOST = 20_000;

/** A line as its dashes; lengths of dashes and gaps in turn, in the unit of the points. */
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
    while (length - done > left && out.length < MOST) {
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
