/** @module motion: how kinds that stand on their level take part in a motion. */
import type { PlanContext } from '../../schemas/plan.ts';
import { toGrid } from '../../schemas/units.ts';
import type { Motion } from './kind.ts';

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

/** The turn after a motion; what a motion does not turn keeps what it has, or has not. */
export function turnedBy(params: Turned, { turn_deg }: Pick<Motion, 'turn_deg'>): Turned {
  if (turn_deg === 0) return {};
  // Sums such as 326.6 + 90 have noise in their last digits, which nothing needs.
  const sum = Math.round(((turnOf(params) + turn_deg) % 360) * 1e9) / 1e9;
  return { turn_deg: sum === 0 ? 0 : sum };
}

/** The element on another level, everything else as it is. */
export function onLevel<E extends { readonly params: { readonly level_id: string | null } }>(
  element: E,
  { id }: { readonly id: string },
): E {
  return { ...element, params: { ...element.params, level_id: id } };
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
