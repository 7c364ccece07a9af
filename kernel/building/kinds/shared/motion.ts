/** @module motion: how elements that stand on a level are moved, turned and mirrored. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import type { AnyElement, Motion, Transform } from '../kind.ts';

/** Refuses INVALID_ARGUMENT for a kind that cannot be lifted off its level. */
export function refuseLift(
  kind: string,
  { dz }: Motion,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  if (toGrid(dz) === 0) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `a ${kind} stands on its level: expected \`delta.z\` = 0, got \`${dz}\``,
  );
}

/** Parameters of an element that can be turned in plan. */
type Turned = { readonly turn_deg?: number | null };

/** The rotation of an element, degrees. */
export function turnOf({ turn_deg }: Turned): number {
  return turn_deg ?? 0;
}

/** The effect of a motion on directions. */
type Turning = Pick<Motion, 'turn_deg' | 'mirrored'>;

/** The rotation after a motion; empty if the motion does not turn the element. */
export function turnedBy(params: Turned, { turn_deg, mirrored }: Turning): Turned {
  if (!mirrored && turn_deg === 0) return {};
  const was = turnOf(params);
  // A symmetric profile looks the same after half a turn, so mirror lines along the axes do not turn it.
  const is = directed(was, { turn_deg: mirrored ? turn_deg % 180 : turn_deg, mirrored });
  return mirrored && is === was ? {} : { turn_deg: is };
}

/** A direction after a motion, degrees. */
export function directed(direction_deg: number, { turn_deg, mirrored }: Turning): number {
  if (!mirrored && turn_deg === 0) return direction_deg;
  // Removes rounding noise from the last digits of sums such as 326.6 + 90.
  const sum = mirrored ? turn_deg - direction_deg : direction_deg + turn_deg;
  const rounded = Math.round((sum % 360) * 1e9) / 1e9;
  return rounded === 0 ? 0 : rounded;
}

/** An outline after a motion. A mirrored one is reversed, so that it stays counter-clockwise; its first side stays first. */
export function movedOutline(points: readonly PlanPoint[], motion: Motion): PlanPoint[] {
  const moved = points.map(motion.point);
  const [first, second, ...rest] = moved;
  if (!motion.mirrored || first === undefined || second === undefined) return moved;
  return [second, first, ...rest.toReversed()];
}

/** Grid per millimetre on which the same point is recognised from each location line of walls. */
const DRAWN_GRID = 100;

function coarse(mm: number): number {
  return Math.round(mm * DRAWN_GRID) / DRAWN_GRID;
}

/**
 * The motion, with points on hundredths of a millimetre after an oblique turn: walls whose location lines met in a
 * point still do. Other motions are unchanged.
 */
export function drawnMotion(motion: Motion): Motion {
  if (motion.turn_deg % 90 === 0) return motion;
  const point = (old: PlanPoint): PlanPoint => {
    const { x, y } = motion.point(old);
    return { x: coarse(x), y: coarse(y) };
  };
  return { ...motion, point };
}

type Axis = { readonly start: PlanPoint; readonly end: PlanPoint };

/**
 * Start and end after a motion. A mirrored line is reversed: its left side stays on the left, so that doors, which open
 * to the left, open to the same room.
 */
export function movedAxis({ start, end }: Axis, { point, mirrored }: Motion): Axis {
  const [from, to] = [point(start), point(end)];
  return mirrored ? { start: to, end: from } : { start: from, end: to };
}

/** The element on another level, otherwise unchanged. */
export function onLevel<E extends { readonly params: { readonly level_id: string | null } }>(
  element: E,
  { id }: { readonly id: string },
): E {
  return { ...element, params: { ...element.params, level_id: id } };
}

/** How an element along a line on its level is moved, turned and copied. */
export function alongLine<
  E extends AnyElement & { readonly params: Axis & { readonly level_id: string | null } },
>(): Transform<E> {
  return {
    points: ({ params: { start, end } }) => [start, end],
    reference: ({ params: { start } }) => start,
    moved(element, motion, context) {
      refuseLift(element.kind, motion, context);
      const [start, end] = [motion.point(element.params.start), motion.point(element.params.end)];
      return { ...element, params: { ...element.params, start, end } };
    },
    relevelled: onLevel,
  };
}

/** The level as far above `base` as `old_top` is above `old_base`, counted in levels; null without such a level. */
export function topFor(
  from: { readonly base: string; readonly top: string },
  base: string,
  levels: readonly { readonly id: string }[],
): string | null {
  const order = levels.map(({ id }) => id);
  const rise = order.indexOf(from.top) - order.indexOf(from.base);
  return order[order.indexOf(base) + rise] ?? null;
}
