/** @module same motion: whether two walls were moved, turned or mirrored together. */
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { ROTATED_RECTANGLE_MM } from '../../../geometry/tolerances.ts';
import { JOINT_PARAMS } from '../../../kinds/wall/pins/kept-pins.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';

/** A wall before and after a change. */
export type Change = { readonly was: Wall; readonly is: Wall };

/**
 * Whether the axes of two walls have the same place relative to each other before and after, and the same joints, on one
 * level. Mirrored walls run the other way. Rounding of an oblique turn is ignored.
 */
export function movedTogether(one: Change, other: Change, mirrored: boolean): boolean {
  if (one.is.params.level_id !== other.is.params.level_id) return false;
  if (!isRigid(one, mirrored) || !isRigid(other, mirrored)) return false;
  const [a, b] = [pointsOf(one, mirrored), pointsOf(other, mirrored)];
  const isNear = a.every((p) => b.every((q) => isSameLength([p.was, q.was], [p.is, q.is])));
  return isNear && b.every((q) => staysOnSide(a, q, mirrored));
}

/** Whether a wall keeps its length, its curve and the parameters of its joints; a mirrored one runs the other way. */
export function isRigid({ was, is }: Change, mirrored: boolean): boolean {
  const names = JOINT_PARAMS.filter((name) => name !== 'via');
  if (names.some((name) => !deepEqual(was.params[name] ?? null, is.params[name] ?? null))) {
    return false;
  }
  const points = pointsOf({ was, is }, mirrored);
  return (
    ((was.params.via ?? null) === null) === ((is.params.via ?? null) === null) &&
    points.every((p) => points.every((q) => isSameLength([p.was, q.was], [p.is, q.is])))
  );
}

type Pair = { readonly was: PlanPoint; readonly is: PlanPoint };

/** The points that define an axis, before and after, the start first. */
function pointsOf({ was, is }: Change, mirrored: boolean): readonly Pair[] {
  const [from, to] = mirrored ? [is.params.end, is.params.start] : [is.params.start, is.params.end];
  const [via, now] = [was.params.via ?? null, is.params.via ?? null];
  return [
    { was: was.params.start, is: from },
    { was: was.params.end, is: to },
    ...(via === null || now === null ? [] : [{ was: via, is: now }]),
  ];
}

function isSameLength(was: readonly [PlanPoint, PlanPoint], is: typeof was): boolean {
  return Math.abs(distance(was) - distance(is)) <= 2 * ROTATED_RECTANGLE_MM;
}

function distance([a, b]: readonly [PlanPoint, PlanPoint]): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A point nearer to the line of a wall is on neither side, mm: far above the rounding of turns. */
const CLEARLY_OFF_MM = 1;

/** Whether a point stays on its side of an axis; a mirrored one changes it. */
function staysOnSide([start, end]: readonly Pair[], point: Pair, mirrored: boolean): boolean {
  if (start === undefined || end === undefined) return true;
  const was = offOf([start.was, end.was], point.was);
  const is = offOf([start.is, end.is], point.is);
  return Math.abs(was) < CLEARLY_OFF_MM || was > 0 === (mirrored ? is < 0 : is > 0);
}

/** Distance of a point to the left of a line, mm. */
function offOf([a, b]: readonly [PlanPoint, PlanPoint], { x, y }: PlanPoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return (dx * (y - a.y) - dy * (x - a.x)) / Math.hypot(dx, dy);
}
