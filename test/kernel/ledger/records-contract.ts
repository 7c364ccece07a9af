/** @module records-contract: contract tests for the audit chain, approvals and the other records. */
import { describe, expect, test } from 'vitest';

import { GENESIS, verifyChain } from '../../../kernel/base/canonical/chain.ts';
import { type AuditRow } from '../../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import { codeOf } from './open-store.ts';
import type { OpenStore } from './open-store.ts';
import { approvalRecord, auditRows } from './rows.ts';

/** Defines the tests for the audit chain, approvals and the other records of a store. */
export function recordsContract(store: OpenStore): void {
  describe('audit', () => {
    test('audit entries keep their exact text, and their chain verifies', async () => {
      const bodies = ['{"seq":1,"x":"é\u2028"}', '{"seq":2}', '{"seq":3}'];
      await store.writer.transact((tx) => tx.appendAudit(auditRows(null, bodies.slice(0, 2))));
      await store.writer.transact(async (tx) =>
        tx.appendAudit(auditRows(await tx.auditHead(), bodies.slice(2))),
      );
      const rows = await store.reader.auditAfter(0, 10);
      expect(rows.map((row) => row.body)).toEqual(bodies);
      expect(verifyChain(rows)).toMatchObject({ ok: true, count: 3 });
      expect(await store.reader.auditAfter(1, 1)).toEqual([rows[1]]);
      expect(await store.reader.auditHead()).toEqual(rows[2]);
    });

    const good = auditRows(null, ['a', 'b', 'c']);
    const [a, b, c] = good as [AuditRow, AuditRow, AuditRow];
    test.each([
      ['a gap at the start', [b]],
      ['a gap', [a, c]],
      ['a repeated entry', [a, a]],
      ['a wrong previous hash', [a, { ...b, prev_hash: GENESIS }]],
      ['a hash of another body', [a, { ...b, body: 'edited' }]],
      ['a skipped number', [a, { ...b, seq: 3 }]],
    ])('appending %s is refused', async (_, rows) => {
      expect(await codeOf(store.writer.transact((tx) => tx.appendAudit(rows)))).toBe(
        'CHAIN_BROKEN',
      );
      expect(await store.reader.auditHead()).toBeNull();
    });

    test('a second successor of the same audit entry is refused', async () => {
      await store.writer.transact((tx) => tx.appendAudit([a]));
      await store.writer.transact((tx) => tx.appendAudit([b]));
      const fork = auditRows(a, ['fork']);
      expect(await codeOf(store.writer.transact((tx) => tx.appendAudit(fork)))).toBe(
        'CHAIN_BROKEN',
      );
    });
  });

  describe('approvals', () => {
    test('approvals are found by their requester, however many others there are', async () => {
      const by = (user_id: string, agent_id: string | null): ApprovalRecord =>
        approvalRecord({ plan: JSON.stringify({ user_id, agent_id }) });
      const [own, decided] = [by('u', 'a'), { ...by('u', 'a'), status: 'executed' } as const];
      const others = [by('u', null), by('u', 'b'), by('v', 'a')];
      await store.writer.transact(async (tx) => {
        for (const one of [own, decided, ...others]) await tx.insertApproval(one);
      });
      const requester = { user_id: 'u', agent_id: 'a' };
      expect(await store.reader.approvals(null, 2, requester)).toEqual([decided, own]);
      expect(await store.reader.approvals('pending', 1, requester)).toEqual([own]);
      const person = { user_id: 'u', agent_id: null };
      expect(await store.reader.approvals(null, 9, person)).toEqual([others[0]]);
    });

    test('approvals are read back unchanged, newest first', async () => {
      const decision = {
        approver: 'ann',
        user_id: 'u',
        public_key: 'k',
        verdict: 'approve',
        reason: null,
        decided_at: 'now',
        signature: 's',
      } as const;
      const one = approvalRecord({ effect_key: 'same', decisions: [decision] });
      const two = approvalRecord({ effect_key: 'same', status: 'rejected', detail: 'no' });
      await store.writer.transact(async (tx) => {
        await tx.insertApproval(one);
        await tx.insertApproval(two);
      });
      expect(await store.reader.approval(one.approval_id)).toEqual(one);
      expect(await store.reader.approvals(null, 10)).toEqual([two, one]);
      expect(await store.reader.approvals(null, 1)).toEqual([two]);
      expect(await store.reader.approvals('pending', 10)).toEqual([one]);
      expect(await store.reader.approvalByEffect('same')).toEqual(two);
      const again = { ...one, effect_key: 'other' };
      expect(await codeOf(store.writer.transact((tx) => tx.insertApproval(again)))).toBe(
        'DUPLICATE',
      );
    });

    test('approvals rejected after a time are listed, the newest rejection first', async () => {
      const at = (second: number): string => `2026-01-02T03:04:0${second}.000Z`;
      const rejected = (second: number): ApprovalRecord =>
        approvalRecord({ status: 'rejected', updated_at: at(second) });
      const [old, late, early] = [rejected(1), rejected(4), rejected(2)];
      const open = approvalRecord({ updated_at: at(9) });
      await store.writer.transact(async (tx) => {
        for (const record of [old, late, early, open]) await tx.insertApproval(record);
      });
      const { approval_id } = early;
      expect(await store.reader.rejectedAfter(at(1))).toEqual([
        { approval_id: late.approval_id, updated_at: at(4) },
        { approval_id, updated_at: at(2) },
      ]);
      expect(await store.reader.rejectedAfter(at(4))).toEqual([]);
    });

    test('approvals change only by compare-and-set', async () => {
      const record = approvalRecord();
      const rejected: ApprovalRecord = { ...record, status: 'rejected', detail: 'no' };
      const executed: ApprovalRecord = { ...record, status: 'executed', event_id: 'e' };
      await store.writer.transact((tx) => tx.insertApproval(record));
      const set = (next: ApprovalRecord) =>
        store.writer.transact((tx) => tx.updateApproval('pending', next));
      expect(await set(rejected)).toBe(true);
      expect(await set(executed)).toBe(false);
      expect(await set(approvalRecord())).toBe(false);
      expect(await store.reader.approval(record.approval_id)).toEqual(rejected);
    });
  });

  test('an idempotency key can be stored once per scope', async () => {
    const row = { scope: 's', key: 'k', digest: 'd', operation_id: 'o', reply: '{"a":1}' };
    await store.writer.transact((tx) => tx.putIdempotency(row));
    expect(await store.reader.idempotency('s', 'k')).toEqual(row);
    expect(await store.reader.idempotency('other', 'k')).toBeNull();
    const other = { ...row, reply: '{}' };
    expect(await codeOf(store.writer.transact((tx) => tx.putIdempotency(other)))).toBe('DUPLICATE');
    await store.writer.transact((tx) => tx.putIdempotency({ ...row, scope: 'other' }));
    expect(await store.reader.idempotency('s', 'k')).toEqual(row);
  });

  test('counters return the sum of all additions', async () => {
    expect(await store.writer.transact((tx) => tx.addCounter('c', 3))).toBe(3);
    expect(await store.writer.transact((tx) => tx.addCounter('c', -1))).toBe(2);
    expect(await store.writer.transact((tx) => tx.addCounter('d', 0))).toBe(0);
    expect(await store.reader.counter('c')).toBe(2);
  });

  test('the registry keeps the latest record of each kind and name', async () => {
    const put = (kind: 'agent' | 'approver', who: string, record: string) =>
      store.writer.transact((tx) => tx.putRegistry({ kind, name: who, record }));
    await put('agent', 'b', '1');
    await put('agent', 'a', '2');
    await put('agent', 'b', '3');
    await put('approver', 'b', '4');
    expect(await store.reader.registry('agent', 'b')).toEqual({
      kind: 'agent',
      name: 'b',
      record: '3',
    });
    expect((await store.reader.registryAll('agent')).map((row) => row.record)).toEqual(['2', '3']);
    expect((await store.reader.registryAll('approver')).map((row) => row.record)).toEqual(['4']);
  });

  test('checkpoints are listed by size', async () => {
    const put = (size: number) =>
      store.writer.transact((tx) =>
        tx.putCheckpoint({ size, note: `n${size}`, hashes: ['a', `h${size}`] }),
      );
    await put(2);
    await put(1);
    expect(await store.reader.checkpoints()).toEqual([
      { size: 1, note: 'n1' },
      { size: 2, note: 'n2' },
    ]);
    expect(await store.reader.newestSeal()).toEqual({ size: 2, note: 'n2', hashes: ['a', 'h2'] });
    expect(await codeOf(put(2))).toBe('DUPLICATE');
  });
}
