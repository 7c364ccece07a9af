/** @module waiting-preview: a plan that waits for people, as its requester is shown it each time that they ask. */
import { inTurns } from '../../kernel/findings/steps.ts';
import { Refusal } from '../../schemas/errors.ts';
import { PlanDocument, type Loss } from '../../schemas/governance.ts';
import type { Pause } from '../../schemas/plan.ts';
import { namesGiven } from '../approval/plan-digest.ts';
import type { Effect } from '../tool/domain.ts';
import { ownerOf, type GateParts, type GovernedCall } from './context.ts';
import { previewData, previewedOf, type Preview } from './preview.ts';
import { branchView, lossesSeen, planBase, seenBy } from './seen.ts';

/** What is shown of a plan. */
export type Shown<View> = {
  readonly effect: Effect<View>;
  /** What it takes of what stays, as far as the caller may see it. */
  readonly losses: readonly Loss[];
  /** branch_seq of what it was planned on, 0 where the requester does not see all of it. */
  readonly branch_seq: number;
  /** What the checks that were asked for say of it, for who sees as much; left out where none was. */
  readonly checks?: unknown;
};

/** Said where a plan waits already and this call asks for more of it. */
const UNCHECKED =
  'what waits was asked for without these checks: who approves it is not shown what they find';

/** Names that a warning lists. */
const NAMES_SAID = 10;

/** Names of this call that what waits does not give, and those that it gives: whoever repeats it is not told otherwise. */
function otherNames(waiting: PlanDocument, asked: PlanDocument): readonly string[] {
  const holds = namesGiven(waiting);
  const lost = [...namesGiven(asked)].flatMap(([name, of]) =>
    holds.get(name) === of ? [] : [name],
  );
  if (lost.length === 0) return [];
  const gives = holds.size === 0 ? 'no names' : said([...holds.keys()]);
  return [
    `this waits already, asked for with other names: when it is carried out it gives ${gives}, and of this call not ${said(lost)}`,
  ];
}

function said(names: readonly string[]): string {
  const first = names.slice(0, NAMES_SAID).map((name) => `\`$${name}\``);
  const more = names.length - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Diff and warnings of the plan that waits under an approval.
 *
 * @param planned what was planned for this very call; null for a repeated one, which is not planned again
 */
export async function waitingPreview<View>(
  parts: GateParts<View>,
  call: GovernedCall<View>,
  approval_id: string,
  planned: (Shown<View> & { readonly document: PlanDocument }) | null,
): Promise<Preview> {
  const record = await parts.reader.approval(approval_id);
  if (record === null) {
    throw new Error(`the approval ${approval_id} that waits is not in the store`);
  }
  const plan = PlanDocument.parse(JSON.parse(record.plan));
  const others = planned === null ? [] : otherNames(plan, planned.document);
  try {
    const { turns } = parts;
    const { shown, previewed } = await turns.planned(ownerOf(call), async (pause) => {
      const again = planned ?? (await shownAgain(parts, call, plan, pause));
      return { shown: again, previewed: await previewedOf(again.effect, pause) };
    });
    const { data, warnings } = previewData(previewed, { ...plan, losses: shown.losses }, shown);
    const { checks } = shown;
    const unseen = checks !== undefined && plan.checks === undefined ? [UNCHECKED] : [];
    return {
      data: checks === undefined ? data : { ...data, checks },
      warnings: [...others, ...plan.warnings, ...warnings, ...unseen],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const gone = 'the model has changed since this was asked for, and it can no longer be shown';
    return { data: {}, warnings: [...others, ...plan.warnings, gone] };
  }
}

/** The effect of the plan on what is there now. Refuses what it no longer fits. */
async function shownAgain<View>(
  parts: GateParts<View>,
  call: GovernedCall<View>,
  plan: PlanDocument,
  pause: Pause,
): Promise<Shown<View>> {
  const { domain } = parts;
  const view = branchView(parts, call.agent, call.branch);
  const base = plan.branch === call.branch ? view : planBase(parts, plan.branch, view);
  const seen = seenBy(parts, call.agent, base, plan.branch);
  const effect = await inTurns(domain.effect(base, plan.events, seen), pause);
  const concealment = domain.concealment(base, seen, []);
  return {
    effect,
    ...(plan.checks === undefined
      ? {}
      : { checks: concealment === null ? plan.checks : concealment.data(plan.checks) }),
    losses: lossesSeen(parts, plan.losses ?? [], { whole: base, seen }),
    branch_seq: seen === base ? domain.branchSeq(base) : 0,
  };
}
