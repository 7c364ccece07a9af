/** @module rule: whether an effect needs approval, and by how many people; used by the gate for previews and by the keeper for decisions. */
import { manifestSwap } from '../../schemas/element-changes.ts';
import { RUN_TYPES, type EventType, type PlannedEvent } from '../../schemas/events.ts';
import {
  ALWAYS_REQUIRE_APPROVAL,
  approversForLoss,
  type WorkspacePolicy,
} from '../../schemas/permissions.ts';

/** Why approval is required, and by how many distinct people; no trigger and 0 when it is not required. */
export type ApprovalNeed = {
  /** Event types that always require approval, then those of the requester's list in its order, then `bulk`. */
  readonly triggers: readonly string[];
  readonly approvers_required: number;
};

/** Properties of an effect that are judged in addition to its event types. */
export type Extent = {
  /** Distinct elements created, modified or deleted; more than `bulk_threshold` require approval. */
  readonly affected: number;
  /** Whether a remaining element loses nine tenths of its body, a stored value, or its place. */
  readonly diminishes: boolean;
  /**
   * Whether elements that exist before the effect do not exist after it, or are created again by it: revisions do not state
   * what they delete.
   */
  readonly deletes: boolean;
};

/**
 * The approval that an effect needs.
 *
 * @param requiresApproval event types of the requester's record, in addition to those that always require approval
 */
export function approvalRule(
  events: readonly PlannedEvent[],
  { affected, diminishes, deletes }: Extent,
  requiresApproval: readonly string[],
  policy: Pick<WorkspacePolicy, 'bulk_threshold' | 'approvers_required'>,
): ApprovalNeed {
  const types: ReadonlySet<string> = new Set([
    ...events.flatMap((event) => triggersOf(event, deletes)),
    ...(diminishes ? ['element.diminished'] : []),
  ]);
  const permits = events.some(({ type }) => type === 'run.permitted') ? RUN_TYPES : [];
  const triggers = [
    ...new Set<string>([...ALWAYS_REQUIRE_APPROVAL, ...permits, ...requiresApproval]),
  ].filter((type) => types.has(type));
  // A manifest asks however few elements it has: nobody has made its elements one by one.
  const imports = events.some((event) => manifestSwap(event).brought !== null);
  if (imports || affected > policy.bulk_threshold) triggers.push('bulk');
  const needed = triggers.map((trigger) => approversFor(trigger, policy.approvers_required));
  return { triggers, approvers_required: Math.max(0, ...needed) };
}

/**
 * The event types that an event counts as. A run is approved through its permit, before it starts. The event that records
 * it afterwards is never held, because the run would then be missing from the log. The undo of an import deletes what its
 * manifest has; a revision or its undo may delete, too.
 */
function triggersOf(event: PlannedEvent, deletes: boolean): readonly EventType[] {
  const { type, payload } = event;
  if (type === 'run.permitted') return [payload.run];
  const { brought, ended } = manifestSwap(event);
  if (ended !== null && (brought === null || deletes)) return [type, 'element.deleted'];
  return RUN_TYPES.some((run) => run === type) ? [] : [type];
}

function approversFor(trigger: string, required: WorkspacePolicy['approvers_required']): number {
  switch (trigger) {
    case 'element.deleted':
    case 'branch.merged':
    case 'bulk':
      return required[trigger];
    case 'element.diminished':
      return approversForLoss(required);
    // Discarding a branch deletes the elements that exist only on it.
    case 'branch.discarded':
      return required['element.deleted'];
    default:
      return required.other;
  }
}
