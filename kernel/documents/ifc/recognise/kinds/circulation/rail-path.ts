/** @module rail-path: the path along which straight rails follow each other. */
import type { Point2 } from '../../../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../../../building/geometry/vector.ts';
import type { Bar } from '../../outlines/bar.ts';

type Line = { readonly start: Point2; readonly end: Point2 };

/** Sine of the smallest angle at which two rails have a corner: below it, they continue each other. */
const CORNER = 1e-3;

/** The points of the path of rails, from the first rail in the order given; null if they are not one path. */
export function pathOf(rails: readonly Bar[]): readonly Point2[] | null {
  const [first, ...others] = rails;
  if (first === undefined) return null;
  const left = new Set(others);
  let lines: readonly Line[] = [first];
  while (left.size > 0) {
    const next = grown(lines, left);
    if (next === null) return null;
    lines = next;
  }
  const corners = lines.slice(1).map((line, i) => cornerOf(lines[i] ?? line, line));
  const [begin, finish] = [lines[0]?.start, lines.at(-1)?.end];
  if (begin === undefined || finish === undefined) return null;
  return [begin, ...corners, finish];
}

/** The lines with one more rail at either end; the rail is no longer left. Null if none is there. */
function grown(lines: readonly Line[], left: Set<Bar>): readonly Line[] | null {
  const [head, tail] = [lines[0]?.start, lines.at(-1)?.end];
  if (head === undefined || tail === undefined) return null;
  for (const rail of left) {
    const isNear = (a: Point2, b: Point2): boolean => segmentLengthMm(a, b) <= rail.width;
    const back: Line = { start: rail.end, end: rail.start };
    const found = isNear(tail, rail.start)
      ? [...lines, rail]
      : isNear(tail, rail.end)
        ? [...lines, back]
        : isNear(head, rail.end)
          ? [rail, ...lines]
          : isNear(head, rail.start)
            ? [back, ...lines]
            : null;
    if (found === null) continue;
    left.delete(rail);
    return found;
  }
  return null;
}

/** Where two rails meet: the crossing of their middle lines, or the middle between the ends of rails in one line. */
function cornerOf(a: Line, b: Line): Point2 {
  const [ux, uy] = [a.end.x - a.start.x, a.end.y - a.start.y];
  const [vx, vy] = [b.end.x - b.start.x, b.end.y - b.start.y];
  const cross = ux * vy - uy * vx;
  const size = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  if (Math.abs(cross) <= CORNER * size) {
    return { x: (a.end.x + b.start.x) / 2, y: (a.end.y + b.start.y) / 2 };
  }
  const share = ((b.start.x - a.start.x) * vy - (b.start.y - a.start.y) * vx) / cross;
  return { x: a.start.x + ux * share, y: a.start.y + uy * share };
}
