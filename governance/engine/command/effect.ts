/** @module effect: fourth step of a command: applies its events to a copy of the whole target branch. */
import type { Applied, Effect } from '../../tool/domain.ts';
import type { CompletedCall } from './completion.ts';
import type { Planning } from './planning.ts';

/** A completed call with its effect. */
export type EffectiveCall<View> = CompletedCall<View> & {
  readonly applied: Applied<View>;
  readonly effect: Effect<View>;
};

/** The effect of a plan. Refuses an inconsistent result, and a change of something hidden from the caller. */
export function effectOf<View>(
  { parts }: Planning<View>,
  completed: CompletedCall<View>,
): EffectiveCall<View> {
  const { plan, target } = completed;
  const effect = parts.domain.effect(target, plan.events);
  const applied = { before: target.whole, seen: target.view, events: plan.events };
  return { ...completed, applied, effect };
}
