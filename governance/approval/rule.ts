/** @module rule: when an effect needs people, and how many; the gate previews with it, the keeper decides with it. */
import { RUN_TYPES } from '../../schemas/events.ts';
import { ALWAYS_ASKED, type WorkspacePolicy } from '../../schemas/permissions.ts';

/** Why a person is asked and how many distinct people must agree; no trigger and 0 when nobody is asked. */
export type ApprovalNeed = {
  /** Event types that always ask, then those of the requester's list in its order, then `bulk`. */
  readonly triggers: readonly string[];
  readonly approvers_required: number;
};

/**
 * The need of an effect.
 *
 * @param affected number of distinct elements created, modified or deleted; one more than `bulk_threshold` asks
 * @param requiresApproval event types that the requester's record names beside those that always ask
 */
export function approvalRule(
  events: readonly EventLike[],
  affected: number,
  requiresApproval: readonly string[],
  policy: Pick<WorkspacePolicy, 'bulk_threshold' | 'approvers_required'>,
): ApprovalNeed {
  const types = new Set(events.flatMap(triggerOf));
  const permits = events.some(({ type }) => type === PERMIT) ? RUN_TYPES : [];
  const triggers = [...new Set<string>([...ALWAYS_ASKED, ...permits, ...requiresApproval])].filter(
    (type) => types.has(type),
  );
  if (affected > policy.bulk_threshold) triggers.push('bulk');
  const needed = triggers.map((trigger) => approversFor(trigger, policy.approvers_required));
  return { triggers, approvers_required: Math.max(0, ...needed) };
}

type EventLike = {
  readonly type: string;
  readonly payload?: Readonly<Record<string, unknown>>;
};

const PERMIT = 'run.permitted';

/**
 * What an event asks for. A run is asked for by its permit, before it happens: what records it afterwards is never
 * held back, or it would have happened unseen.
 */
function triggerOf({ type, payload }: EventLike): readonly string[] {
  if (type === PERMIT)
    return [payload?.['run'] === 'experiment.run' ? 'experiment.run' : 'tool.run'];
  return RUN_TYPES.some((run) => run === type) ? [] : [type];
}

function approversFor(trigger: string, required: WorkspacePolicy['approvers_required']): number {
  switch (trigger) {
    case 'element.deleted':
    case 'branch.merged':
    case 'bulk':
      return required[trigger];
    // A branch given up takes with it what was only there.
    case 'branch.discarded':
      return required['element.deleted'];
    default:
      return required.other;
  }
}
