/** @module clip: clips lines and areas to a box on the paper. */

import type { Point2 } from '../../../building/geometry/vector.ts';
import type { PaperBox } from '../../drawings/sketch.ts';

/** The four sides of a box as half-planes: signed distance of a point to each side, positive inside. */
function sidesOf({ min, max }: PaperBox): readonly ((point: Point2) => number)[] {
  return [({ x }) => x - min.x, ({ x }) => max.x - x, ({ y }) => y - min.y, ({ y }) => max.y - y];
}

/** The part of a closed ring inside the box (Sutherland and Hodgman, 1974); empty if there is none. */
export function ringPart(ring: readonly Point2[], box: PaperBox): readonly Point2[] {
  return sidesOf(box).reduce<readonly Point2[]>((points, inside) => {
    if (points.every((point) => inside(point) >= 0)) return points;
    return points.flatMap((to, index) => {
      const from = points.at(index - 1) ?? to;
      const [a, b] = [inside(from), inside(to)];
      return [
        ...(a >= 0 === b >= 0 ? [] : [between(from, to, a / (a - b))]),
        ...(b >= 0 ? [to] : []),
      ];
    });
  }, ring);
}

/** The parts of a polyline inside the box, in its order. */
export function lineParts(
  points: readonly Point2[],
  box: PaperBox,
): readonly (readonly Point2[])[] {
  const sides = sidesOf(box);
  if (points.every((point) => sides.every((inside) => inside(point) >= 0))) return [points];
  const parts: Point2[][] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined) continue;
    let [first, last] = [0, 1];
    for (const inside of sides) {
      const [a, b] = [inside(from), inside(to)];
      if (a < 0 && b < 0) last = -1;
      else if (a < 0) first = Math.max(first, a / (a - b));
      else if (b < 0) last = Math.min(last, a / (a - b));
    }
    if (first > last) continue;
    const known = first === 0 ? parts.at(-1) : undefined;
    const part = known?.at(-1) === from ? known : [first === 0 ? from : between(from, to, first)];
    part.push(last === 1 ? to : between(from, to, last));
    if (part !== known) parts.push(part);
  }
  return parts;
}

function between(from: Point2, to: Point2, share: number): Point2 {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
