/** @module plain-handlers: handlers without rules that store their requests, so that the transport can be tested by itself. */
import { randomUUID } from 'node:crypto';

import type { KeeperHandlers } from '../../../governance/keeper/protocol/keeper-handlers.ts';
import type { SubmitReply, SubmitRequest } from '../../../governance/keeper/protocol/protocol.ts';
import { chainHash, GENESIS } from '../../../kernel/base/canonical/chain.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';

const AT = '2026-01-02T03:04:05.678Z';

/** A request that commits `events` events under one operation id. */
export function plainSubmit(
  over: { operation_id?: string; events?: number; tool?: string; size?: number } = {},
): SubmitRequest {
  const operation_id = over.operation_id ?? randomUUID();
  return {
    principal: { kind: 'human', name: 'ann', user_id: 'u', agent_id: null, session_id: 's' },
    plan: {
      v: 1,
      workspace_id: 'w',
      server: 'geometry',
      tool: over.tool ?? 'create_wall',
      input: { note: 'x'.repeat(over.size ?? 10) },
      agent_id: null,
      user_id: 'u',
      session_id: 's',
      reasoning: null,
      branch: 'main',
      operation_id,
      events: Array.from({ length: over.events ?? 1 }, (_, i) => ({
        event_id: randomUUID(),
        type: 'element.created',
        aggregate_id: `wall_${operation_id.slice(0, 8)}_${i}`,
        payload: { element: { id: 'w', kind: 'wall', params: { height: 3000.125 } } },
      })),
      touched: [],
      relied_on: [],
      branch_seq: null,
      affected: 1,
      triggers: [],
      approvers_required: 0,
      policy_digest: '',
      data: {},
      warnings: [],
      nonce: '',
      expires_at: AT,
    },
    arguments: {},
    idempotency_key: null,
  };
}

/** `tool: 'fail'` is a fault after writing; `tool: 'pending'` reports a changed approval. */
export function makePlainHandlers(): KeeperHandlers {
  let moved: { approval_id: string; status: 'pending' }[] = [];
  const audit = async (tx: LedgerTransaction, entries: readonly object[]): Promise<void> => {
    const head = await tx.auditHead();
    let seq = head?.seq ?? 0;
    let prev_hash = head?.hash ?? GENESIS;
    const rows = entries.map((entry) => {
      seq += 1;
      const body = canonicalJson({ ...entry, seq, at: AT });
      const row = { seq, prev_hash, hash: chainHash(prev_hash, body), body };
      prev_hash = row.hash;
      return row;
    });
    await tx.appendAudit(rows);
  };
  const submit = async (tx: LedgerTransaction, request: SubmitRequest): Promise<SubmitReply> => {
    const { plan } = request;
    let events = await tx.eventsOfOperation(plan.operation_id);
    const replayed = events.length > 0;
    if (!replayed) {
      events = await tx.appendEvents(
        plan.events.map((event) => ({
          ...event,
          operation_id: plan.operation_id,
          branch: plan.branch,
          user_id: plan.user_id,
          agent_id: null,
          approval_id: null,
          reasoning: null,
          at: AT,
        })),
      );
      await audit(tx, [{ kind: 'call', operation_id: plan.operation_id }]);
    }
    if (plan.tool === 'pending') moved.push({ approval_id: plan.operation_id, status: 'pending' });
    if (plan.tool === 'fail') throw new Error('asked to fail');
    return {
      status: 'committed',
      operation_id: plan.operation_id,
      event_id: events[0]?.event_id ?? '',
      first_seq: events[0]?.seq ?? 0,
      last_seq: events.at(-1)?.seq ?? 0,
      at: AT,
      data: {},
      warnings: [],
      replayed,
    };
  };
  return {
    submit,
    record: audit,
    decide: async () => ({
      status: 'executed',
      approval_id: '',
      event_id: null,
      detail: null,
      approvals: 1,
      approvers_required: 1,
    }),
    comment: async () => ({ status: 'commented', approval_id: '', number: 1, repeated: false }),
    registry: async () => ({ status: 'done' }),
    repair: async () => ({ status: 'done', event_id: '' }),
    termNonce: () => '0'.repeat(64),
    approval: (tx, approval_id) => tx.approval(approval_id),
    calls: (_tx, { calls }) => ({ granted: calls, retry_after_ms: 0 }),
    unfinished: () => ({ unfinished: 0 }),
    blobPut: (_tx, { n, of }) => ({ status: 'received', received: n + 1, of, complete: false }),
    blobDrop: () => ({ status: 'dropped' }),
    checkpoint: () => 'note',
    followed: () => undefined,
    ended() {
      const drained = moved;
      moved = [];
      return drained;
    },
  };
}
