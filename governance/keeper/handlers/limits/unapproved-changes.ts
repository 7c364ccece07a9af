/** @module unapproved-changes: counts the elements that an agent has changed within the last hour without approval. */
import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import { elementChange } from '../../../../schemas/element-changes.ts';
import { countOfAffected } from '../../../../schemas/element-changes.ts';
import { touchedIds, type PlannedEvent, type StoredEvent } from '../../../../schemas/events.ts';
import type { AgentRecord, PlanDocument, WorkspaceRecord } from '../../../../schemas/governance.ts';
import { UNAPPROVED_DEFAULT } from '../../../../schemas/permissions.ts';
import type { ApprovalNeed } from '../../../approval/rule.ts';

/** The trigger of an approval that this limit requires. */
export const UNAPPROVED_TRIGGER = 'unapproved_per_hour';

const HOUR_MS = 3_600_000;
/** Events per page. */
const PAGE = 1000;

/** A plan and the approval that it needs. */
export type JudgedPlan = { readonly plan: PlanDocument; readonly need: ApprovalNeed };

/**
 * Judges plans by the earlier unapproved changes of their agent. The cache is only a copy of the log: if the log no longer
 * continues it, for example after a rollback, the last hour is read again.
 */
export class UnapprovedChanges {
  /** Changed elements of each agent, by branch and id, with the time of the last change; the oldest first. */
  #changed = new Map<string, Map<string, number>>();
  /** Elements created by the operation whose events are being read. */
  #created = { operation_id: '', ids: new Set<string>() };
  #position: { readonly seq: number; readonly event_id: string } | null = null;

  /** The plan, with the need for approval and a warning with the reason if its agent would exceed the limit with it. */
  async judge(
    read: LedgerRead,
    judged: JudgedPlan,
    { agent, workspace }: { readonly agent: AgentRecord; readonly workspace: WorkspaceRecord },
    now: Date,
  ): Promise<JudgedPlan> {
    const { plan, need } = judged;
    const limit = workspace.policy.max_unapproved_elements_per_hour ?? UNAPPROVED_DEFAULT;
    const existing = existingIds(plan.events).map((id) => keyOf(plan.branch, id));
    if (agent.kind !== 'agent' || need.triggers.length > 0 || existing.length === 0) return judged;
    const now_ms = now.getTime();
    await this.#catchUp(read, now_ms - HOUR_MS);
    const before = this.#of(agent.agent_id, now_ms - HOUR_MS);
    const carried = Math.max(0, plan.affected - countOfAffected(plan.events));
    const count = before.size + existing.filter((key) => !before.has(key)).length + carried;
    if (count <= limit) return judged;
    const warning = `\`${agent.name}\` would have changed ${count} existing elements within an hour without approval; more than ${limit} need the approval of a person (${UNAPPROVED_TRIGGER})`;
    const approvers_required = workspace.policy.approvers_required.other;
    const triggers = [UNAPPROVED_TRIGGER];
    return {
      need: { triggers, approvers_required },
      plan: { ...plan, triggers, approvers_required, warnings: [...plan.warnings, warning] },
    };
  }

  #of(agent_id: string, since_ms: number): ReadonlyMap<string, number> {
    const own = this.#changed.get(agent_id) ?? new Map<string, number>();
    for (const [key, at] of own) {
      if (at > since_ms) break;
      own.delete(key);
    }
    return own;
  }

  async #catchUp(read: LedgerRead, since_ms: number): Promise<void> {
    const head = await read.headSeq();
    const known = await this.#knownSeq(read);
    for (let at = await seqBefore(read, since_ms, { known, head }); at < head;) {
      const page = await read.eventsAfter(at, PAGE);
      for (const event of page) this.#add(event, since_ms);
      const last = page.at(-1);
      if (last === undefined) return;
      at = last.seq;
      this.#position = { seq: last.seq, event_id: last.event_id };
    }
  }

  /** The last seq that was read; 0, with an empty cache, if the log now has another event there. */
  async #knownSeq(read: LedgerRead): Promise<number> {
    const position = this.#position;
    if (position === null) return 0;
    const [there] = await read.eventsAfter(position.seq - 1, 1);
    if (there?.seq === position.seq && there.event_id === position.event_id) return position.seq;
    this.#changed = new Map();
    this.#position = null;
    return 0;
  }

  #add(event: StoredEvent, since_ms: number): void {
    const { agent_id, approval_id, branch, at, operation_id } = event;
    const at_ms = Date.parse(at);
    if (agent_id === null || approval_id !== null || at_ms <= since_ms) return;
    if (this.#created.operation_id !== operation_id) {
      this.#created = { operation_id, ids: new Set() };
    }
    if (elementChange(event.type) === 'created') this.#created.ids.add(event.aggregate_id);
    const ids = changedIds(event).filter((id) => !this.#created.ids.has(id));
    if (ids.length === 0) return;
    const own = this.#changed.get(agent_id) ?? new Map<string, number>();
    this.#changed.set(agent_id, own);
    for (const id of ids) {
      const key = keyOf(branch, id);
      // Deleted and set again, so that the oldest stay first.
      own.delete(key);
      own.set(key, at_ms);
    }
  }
}

function keyOf(branch: string, id: string): string {
  return `${branch}\n${id}`;
}

/** Elements that a plan modifies, deletes or joins and does not create itself. */
function existingIds(events: PlanDocument['events']): readonly string[] {
  const made = new Set<string>();
  const ids = new Set<string>();
  for (const event of events) {
    if (elementChange(event.type) === 'created') made.add(event.aggregate_id);
    for (const id of changedIds(event)) if (!made.has(id)) ids.add(id);
  }
  return [...ids];
}

/** Ids of elements that an event changes; empty for events that create or record something. */
function changedIds(event: PlannedEvent): readonly string[] {
  const change = elementChange(event.type);
  return change === 'modified' || change === 'deleted' ? touchedIds(event) : [];
}

/** The seq of the last event of at least this age, or `known` if that is higher; found by bisection. */
async function seqBefore(
  read: LedgerRead,
  since_ms: number,
  { known, head }: { readonly known: number; readonly head: number },
): Promise<number> {
  let [low, high] = [known, head];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [event] = await read.eventsAfter(middle - 1, 1);
    if (event !== undefined && Date.parse(event.at) <= since_ms) low = middle;
    else high = middle - 1;
  }
  return low;
}
