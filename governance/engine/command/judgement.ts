/**
 * @module judgement: fifth step of a command: checks its effect against scopes and limits, finds losses, and runs
 * requested checks.
 */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Loss, PlanDocument } from '../../../schemas/governance.ts';
import { assertInside, assertLimit } from '../../access/scope-assertions.ts';
import { isPlaced } from '../../access/scope.ts';
import { emptiedIn } from '../../approval/emptied-values.ts';
import { valueLosses } from '../../approval/prior-values.ts';
import { affectedCount, nameEvents } from '../call/plan-document.ts';
import type { EffectiveCall } from './effect.ts';
import type { CommandCall, Planning } from './planning.ts';

type CheckResults = NonNullable<PlanDocument['checks']>;

/** A call whose effect is permitted. */
export type JudgedCall<View> = EffectiveCall<View> & {
  /** All events to commit: those of the plan, and those for the names that it assigns. */
  readonly events: readonly PlannedEvent[];
  readonly losses: readonly Loss[];
  /** Results of the checks that the caller requested; null if it requested none. */
  readonly checks: CheckResults | null;
};

/**
 * Returns the judgement of an effect. Refuses SCOPE_DENIED if it touches anything outside the scopes of the agent, then
 * ELEMENT_LIMIT_EXCEEDED. Checks run only for an effect that passes both.
 */
export async function judgementOf<View>(
  { parts, call }: Planning<View>,
  effective: EffectiveCall<View>,
): Promise<JudgedCall<View>> {
  const { plan, branch, effect } = effective;
  assertInside(call, branch, { events: plan.events, effect });
  const emptied = await valueLosses(parts.reader, branch, emptiedIn(plan.events));
  const losses = [...emptied, ...(await effect.losses())];
  const events = [...plan.events, ...nameEvents(plan, call.principal)];
  assertLimit(call, { events, affected: affectedCount(events, effect.carried.length) });
  return { ...effective, events, losses, checks: await checkResults(call, effective) };
}

/** The results of the requested checks; those of an agent with a restricted READ say that they cover only what it sees. */
async function checkResults<View>(
  { checks, shared, principal, agent }: CommandCall<View>,
  { applied, effect }: EffectiveCall<View>,
): Promise<CheckResults | null> {
  const names = shared.check ?? [];
  if (checks === undefined || names.length === 0) return null;
  const results = await checks.run(applied, effect, { names, principal });
  const { READ } = agent.permissions.permissions;
  if (READ !== undefined && !isPlaced(READ)) return { ...results };
  return Object.fromEntries(
    Object.entries(results).map(([name, one]) => [name, { ...one, only_readable: true }]),
  );
}
