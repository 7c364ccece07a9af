/** @module plan: second step of a command: its tool plans events on the view of the caller; nothing is written. */
import { Refusal } from '../../../schemas/errors.ts';
import { SNAP_DEFAULT } from '../../../schemas/permissions.ts';
import type { Plan } from '../../../schemas/plan.ts';
import { assertOnBranch } from '../../access/scope-assertions.ts';
import { concealedAnswer, concealRefusals } from '../call/caller-view.ts';
import { refuseFor } from '../call/governed-call.ts';
import { idSource } from '../call/identifiers.ts';
import type { Meaning } from './meaning.ts';
import type { Planning } from './planning.ts';

/** A meaning with the plan of its tool, which names nothing hidden. */
export type PlannedCall<View> = Meaning<View> & {
  readonly plan: Plan<Readonly<Record<string, unknown>>>;
};

/** Returns the plan of a call. Refuses if its tool refuses, and with NO_EFFECT for a plan without events. */
export async function planOf<View>(
  planning: Planning<View>,
  meaning: Meaning<View>,
): Promise<PlannedCall<View>> {
  const { concealment } = meaning;
  const plan = await concealRefusals(concealment, () => toolPlan(planning, meaning));
  return { ...meaning, plan: { ...plan, ...concealedAnswer(concealment, plan) } };
}

async function toolPlan<View>(
  { parts, call }: Planning<View>,
  { on, own, names, seed, workspace }: Meaning<View>,
): Promise<Plan<unknown>> {
  const { of: versionOf } = parts.domain.versions(on.whole);
  const plan = await call.tool.plan(own, on.view, {
    refuse: refuseFor(call.tool),
    assertOnBranch: (branch, events) => assertOnBranch(call, branch, events),
    snap_mm: workspace.policy.snap_mm ?? SNAP_DEFAULT,
    ids: idSource(seed, (id) => versionOf(id) > 0),
    named: names,
    principal: call.principal,
    signal: call.signal,
  });
  if (plan.events.length === 0) {
    throw new Refusal('NO_EFFECT', 'this would change nothing', 'look at the current state first');
  }
  return plan;
}
