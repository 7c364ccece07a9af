/** @module motion: how kinds that stand on their level take part in a motion. */
import type { PlanContext } from '../../schemas/plan.ts';
import type { PlanPoint } from '../../schemas/units.ts';
import { toGrid } from '../../schemas/units.ts';
import type { AnyElement, Motion, Transform } from './kind.ts';

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

/** What is turned in plan. */
type Turned = { readonly turn_deg?: number | null };

/** How far something is turned, degrees. */
export function turnOf({ turn_deg }: Turned): number {
  return turn_deg ?? 0;
}

/** What a motion does to directions. */
type Turning = Pick<Motion, 'turn_deg' | 'mirrored'>;

/** The turn after a motion; what a motion does not turn keeps what it has, or has not. */
export function turnedBy(params: Turned, { turn_deg, mirrored }: Turning): Turned {
  if (!mirrored && turn_deg === 0) return {};
  const was = turnOf(params);
  // What has a turn of its own looks the same after half of one, so that the mirror lines along the axes turn nothing.
  const is = directed(was, { turn_deg: mirrored ? turn_deg % 180 : turn_deg, mirrored });
  return mirrored && is === was ? {} : { turn_deg: is };
}

/** A direction after a motion, degrees. */
export function directed(direction_deg: number, { turn_deg, mirrored }: Turning): number {
  if (!mirrored && turn_deg === 0) return direction_deg;
  // Sums such as 326.6 + 90 have noise in their last digits, which nothing needs.
  const sum = mirrored ? turn_deg - direction_deg : direction_deg + turn_deg;
  const rounded = Math.round((sum % 360) * 1e9) / 1e9;
  return rounded === 0 ? 0 : rounded;
}

/** An outline after a motion. A mirrored one is turned, so that it stays counter-clockwise; its first side stays the first. */
export function movedOutline(points: readonly PlanPoint[], motion: Motion): PlanPoint[] {
  const moved = points.map(motion.point);
  const [first, second, ...rest] = moved;
  if (!motion.mirrored || first === undefined || second === undefined) return moved;
  return [second, first, ...rest.toReversed()];
}

/** Places per millimetre on which points are known again from every line that walls are drawn by. */
const DRAWN_GRID = 100;

function coarse(mm: number): number {
  return Math.round(mm * DRAWN_GRID) / DRAWN_GRID;
}

/**
 * The motion with points on hundredths of a millimetre after a turn aslant: walls that were drawn beside their axes and
 * met in a point do so afterwards. Other motions as they are.
 */
export function drawnMotion(motion: Motion): Motion {
  if (motion.turn_deg % 90 === 0) return motion;
  const point = (asked: PlanPoint): PlanPoint => {
    const { x, y } = motion.point(asked);
    return { x: coarse(x), y: coarse(y) };
  };
  return { ...motion, point };
}

type Axis = { readonly start: PlanPoint; readonly end: PlanPoint };

/**
 * Start and end after a motion. Mirrored, they change places: what is left of the axis stays left of it, and doors, which
 * open to the left, open to the same room.
 */
export function movedAxis({ start, end }: Axis, { point, mirrored }: Motion): Axis {
  const [from, to] = [point(start), point(end)];
  return mirrored ? { start: to, end: from } : { start: from, end: to };
}

/** The element on another level, everything else as it is. */
export function onLevel<E extends { readonly params: { readonly level_id: string | null } }>(
  element: E,
  { id }: { readonly id: string },
): E {
  return { ...element, params: { ...element.params, level_id: id } };
}

/** How what runs along a line on its level is moved, turned and copied. */
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

/** The level as far above `base` as `old_top` is above `old_base`, counted in levels; null when there is none. */
export function topFor(
  from: { readonly base: string; readonly top: string },
  base: string,
  levels: readonly { readonly id: string }[],
): string | null {
  const order = levels.map(({ id }) => id);
  const rise = order.indexOf(from.top) - order.indexOf(from.base);
  return order[order.indexOf(base) + rise] ?? null;
}
