/** @module anchored: oblique motions that map each point of a placement exactly to its counterpart. */
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { micrometres } from '../../../geometry/vector.ts';
import type { AnyElement, KindTable, Motion } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { drawnEnds, lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import { wall } from '../../../kinds/wall/wall.ts';

/** Tolerance for matching points, mm: covers two roundings to 0.01 mm. */
const APART_MM = 0.05;

/**
 * Returns the motion with the points of the first element of each pair mapped exactly to those of the
 * second. Walls that meet in a point still meet if only one of them is mapped, regardless of the
 * rounding when the placement was created.
 */
export function anchored(
  motion: Motion,
  pairs: readonly (readonly [AnyElement, AnyElement])[],
  kinds: KindTable,
): Motion {
  const anchors = new Map<string, PlanPoint>();
  for (const [here, there] of pairs) {
    const [from, to] = [pointsOf(here, kinds), pointsOf(there, kinds)];
    for (const point of from) {
      const { x, y } = motion.point(point);
      const near = to.find((one) => Math.hypot(one.x - x, one.y - y) <= APART_MM);
      if (near !== undefined) anchors.set(keyOf(point), near);
    }
  }
  return { ...motion, point: (place) => anchors.get(keyOf(place)) ?? motion.point(place) };
}

function keyOf({ x, y }: PlanPoint): string {
  return `${micrometres(x)} ${micrometres(y)}`;
}

/** Points that define an element, with the drawn ends of a wall first. */
function pointsOf(element: AnyElement, kinds: KindTable): readonly PlanPoint[] {
  const { transform } = kinds.of(element);
  if (typeof transform === 'string') return [];
  const points = transform.points(element);
  if (!isOf(wall, element) || lineOffsetOf(element.params) === 0) return points;
  const { start, end } = drawnEnds(element.params);
  return [start, end, ...points];
}
