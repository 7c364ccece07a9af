/** @module loose-holes: profiles whose holes are not inside of their outlines, or not apart from each other. */
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { FLUSH_MM } from './flush.ts';

type Ring = readonly Point2[];
type Bounds = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Largest number of pairs of corners of holes and sides of the outline that are compared. */
const MAX_PAIRS = 4_000_000;

/**
 * Whether a hole touches its outline, leaves it, or may meet another hole. The faces of an extrusion of such a profile
 * enclose no body: its holes must be cut out.
 */
export function hasLooseHoles([outer = [], ...holes]: readonly Ring[]): boolean {
  const bounds = holes.map((hole) => boundsOf(hole)).toSorted((a, b) => a[0] - b[0]);
  const meet = bounds.some((own, i) => {
    for (let k = i + 1; k < bounds.length; k += 1) {
      const other = bounds[k];
      if (other === undefined || other[0] > own[2]) return false;
      if (other[1] <= own[3] && own[1] <= other[3]) return true;
    }
    return false;
  });
  if (meet) return true;
  const corners = holes.flat();
  if (corners.length * outer.length > MAX_PAIRS) return false;
  return corners.some((corner) => !isWellInside(corner, outer));
}

function boundsOf(ring: Ring): Bounds {
  return ring.reduce<Bounds>(
    ([minX, minY, maxX, maxY], { x, y }) => [
      Math.min(minX, x),
      Math.min(minY, y),
      Math.max(maxX, x),
      Math.max(maxY, y),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  );
}

/** Whether a point is inside of a ring and farther than `FLUSH_MM` from its sides. */
function isWellInside({ x, y }: Point2, ring: Ring): boolean {
  let isInside = false;
  let from = ring.at(-1) ?? { x, y };
  for (const to of ring) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const square = dx * dx + dy * dy;
    const along = square > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / square : 0;
    const share = Math.max(0, Math.min(1, along));
    if (Math.hypot(x - from.x - share * dx, y - from.y - share * dy) <= FLUSH_MM) return false;
    if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / dy) * dx) isInside = !isInside;
    from = to;
  }
  return isInside;
}
