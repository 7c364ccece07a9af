/** @module document: last step of planning a command: the document that is shown, signed and submitted. */
import { elementChange } from '../../../schemas/element-changes.ts';
import { INDEX_IDS, type PlannedEvent, touchedIds } from '../../../schemas/events.ts';
import type { Expectation, PlanDocument } from '../../../schemas/governance.ts';
import type { Plan } from '../../../schemas/plan.ts';
import type { Touch } from '../../tool/domain.ts';
import { planDocument } from '../call/plan-document.ts';
import type { JudgedCall } from './judgement.ts';
import type { CommandCall, Planning } from './planning.ts';

/** The document of a judged call: its effect, the versions that it relies on, losses and check results. */
export function documentOf<View>(
  { parts, call }: Planning<View>,
  judged: JudgedCall<View>,
): PlanDocument {
  const { plan, branch, target, effect, checks } = judged;
  const { branch_seq, of: versionOf } = parts.domain.versions(target.whole);
  const expected = (id: string): Expectation => ({ branch, id, version: versionOf(id) });
  const touched = new Set(plan.events.flatMap(touchedIds));
  const writeSet = [...touched].filter((id) => !INDEX_IDS.has(id));
  const readSet = (plan.relies_on ?? []).filter((id) => !writeSet.includes(id));
  const document = planDocument({ ...parts, server: call.server }, call, {
    workspace: judged.workspace,
    branch,
    input: inputOf(call),
    events: judged.events,
    write_set: writeSet.map(expected),
    read_set: [...new Set(readSet)].map(expected),
    branch_seq: expectedHead(plan, branch, branch_seq),
    carried: effect.carried.length,
    deletes: deletesElements(judged.events, effect.touches),
    losses: judged.losses,
    data: plan.data,
    warnings: [...new Set(effect.withNames([...(plan.warnings ?? []), ...effect.warnings]))],
  });
  return checks === null ? document : { ...document, checks };
}

/** Whether elements that exist before the events do not exist after them, or are created again by them. */
function deletesElements(events: readonly PlannedEvent[], touches: readonly Touch[]): boolean {
  const created = new Set(
    events.flatMap(({ type, aggregate_id }) =>
      elementChange(type) === 'created' ? [aggregate_id] : [],
    ),
  );
  return touches.some(
    ({ id, action }) => action === 'DELETE' || (action === 'MODIFY' && created.has(id)),
  );
}

/** The arguments that a plan and an idempotency key refer to: those of the tool itself, and the branch. */
export function inputOf<View>({
  own,
  shared,
}: Pick<CommandCall<View>, 'own' | 'shared'>): Readonly<Record<string, unknown>> {
  return { ...own, branch: shared.branch ?? 'main' };
}

/**
 * The branch head that a plan needs: unchanged, or without later events that name certain ids; null if any head will
 * do.
 */
function expectedHead(
  { exclusive = false }: Plan<unknown>,
  branch: string,
  branch_seq: number,
): PlanDocument['branch_seq'] {
  if (exclusive === false) return null;
  return { branch, branch_seq, ...(exclusive === true ? {} : { naming: [...exclusive] }) };
}
