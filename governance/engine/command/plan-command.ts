/** @module plan-command: plans a command in named steps, each of which may refuse; nothing is written. */
import type { Loss, PlanDocument } from '../../../schemas/governance.ts';
import type { Effect } from '../../tool/domain.ts';
import { visibleLosses } from '../call/caller-view.ts';
import type { EngineParts } from '../call/engine-parts.ts';
import { completionOf } from './completion.ts';
import { documentOf } from './document.ts';
import { effectOf, type EffectiveCall } from './effect.ts';
import { judgementOf, type JudgedCall } from './judgement.ts';
import { meaningOf } from './meaning.ts';
import { planOf } from './plan.ts';
import type { CommandCall } from './planning.ts';

/** The effect of a plan as its caller sees it. */
export type VisibleEffect<View> = {
  readonly effect: Effect<View>;
  readonly losses: readonly Loss[];
  /** branch_seq of the branch that was planned on; 0 for a caller with a restricted view. */
  readonly branch_seq: number;
};

/** A planned command with its effect, ready to be shown or submitted. */
export type PlannedCommand<View> = VisibleEffect<View> &
  Pick<EffectiveCall<View>, 'plan' | 'branch'> &
  Pick<JudgedCall<View>, 'checks'> & { readonly document: PlanDocument };

/** Plans a call. Its effect is valid until `held`, which receives what the effect uses, is disposed of. */
export async function planCommand<View>(
  parts: EngineParts<View>,
  call: CommandCall<View>,
  held: DisposableStack,
): Promise<PlannedCommand<View>> {
  const planning = { parts, call };
  const meaning = await meaningOf(planning);
  const planned = await planOf(planning, meaning);
  held.use(await parts.domain.openImports(planned.plan.events, planned.plan.blobs));
  const completed = completionOf(planning, planned);
  const effective = effectOf(planning, completed);
  const judged = await judgementOf(planning, effective);
  const document = documentOf(planning, judged);
  const { plan, branch, target, effect, losses, checks } = judged;
  return {
    plan,
    branch,
    document,
    effect,
    checks,
    losses: visibleLosses(parts, losses, { on: target, changes: effect.changes }),
    // The position of the whole branch would reveal when something hidden was committed.
    branch_seq: target.view === target.whole ? parts.domain.versions(target.whole).branch_seq : 0,
  };
}
