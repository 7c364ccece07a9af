/** @module rows: creates rows of a ledger with unique ids. */
import { chainHash, GENESIS } from '../../../kernel/base/canonical/chain.ts';
import { type AuditRow, type EventRow } from '../../../kernel/ledger/ledger.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';

let counter = 0;

type RowFrame = Omit<EventRow, 'type' | 'payload'>;

/** An event row with a unique id; by default a `tool.run`. */
export function eventRow(over: Partial<RowFrame> = {}, event?: PlannedEvent): EventRow {
  counter += 1;
  return {
    event_id: `event-${counter}`,
    operation_id: `operation-${counter}`,
    branch: 'main',
    type: 'tool.run',
    aggregate_id: `run-${counter}`,
    payload: { length: 0.1 + counter, text: 'é\u2028"\\', nested: [{ b: 1, a: null }] },
    user_id: 'user-1',
    agent_id: null,
    approval_id: null,
    reasoning: 'because',
    at: '2026-01-02T03:04:05.678Z',
    ...event,
    ...over,
  };
}

/** Audit rows that continue the chain after `head`. */
export function auditRows(head: AuditRow | null, bodies: readonly string[]): AuditRow[] {
  let seq = head?.seq ?? 0;
  let prev_hash = head?.hash ?? GENESIS;
  return bodies.map((body) => {
    seq += 1;
    const row = { seq, prev_hash, hash: chainHash(prev_hash, body), body };
    prev_hash = row.hash;
    return row;
  });
}

export function approvalRecord(over: Partial<ApprovalRecord> = {}): ApprovalRecord {
  counter += 1;
  return {
    approval_id: `approval-${counter}`,
    status: 'pending',
    plan: '{"v":1}',
    plan_digest: 'digest',
    effect_key: `effect-${counter}`,
    created_at: '2026-01-02T03:04:05.678Z',
    expires_at: '2026-01-02T04:04:05.678Z',
    decisions: [],
    event_id: null,
    detail: null,
    updated_at: '2026-01-02T03:04:05.678Z',
    ...over,
  };
}

export const branchEvent = (name: string, from = 'main', from_seq = 0): EventRow =>
  eventRow(
    { branch: name },
    { type: 'branch.created', aggregate_id: name, payload: { name, from, from_seq } },
  );
export const discarded = (name: string, branch = name): EventRow =>
  eventRow({ branch }, { type: 'branch.discarded', aggregate_id: name, payload: { name } });
