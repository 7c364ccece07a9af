/** @module contract: what every store must keep, as one suite that is run for each of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { chainHash, GENESIS, verifyChain } from '../../../kernel/canonical/chain.ts';
import {
  LedgerError,
  type AuditRow,
  type EventRow,
  type LedgerReader,
  type LedgerWriter,
} from '../../../kernel/ledger/ledger.ts';
import type { EventType } from '../../../schemas/events.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';

/** A fresh, empty store. */
export type StoreUnderTest = {
  readonly writer: LedgerWriter;
  readonly openReader: () => LedgerReader;
  readonly cleanup: () => Promise<void>;
};

let counter = 0;

/** An event row with a fresh id. */
export function eventRow(over: Partial<EventRow> = {}): EventRow {
  counter += 1;
  return {
    event_id: `event-${counter}`,
    operation_id: `operation-${counter}`,
    branch: 'main',
    type: 'element.created',
    aggregate_id: `wall-${counter}`,
    payload: { length: 0.1 + counter, text: 'é\u2028"\\', nested: [{ b: 1, a: null }] },
    user_id: 'user-1',
    agent_id: null,
    approval_id: null,
    reasoning: 'because',
    at: '2026-01-02T03:04:05.678Z',
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

function approvalRecord(over: Partial<ApprovalRecord> = {}): ApprovalRecord {
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

const branchEvent = (type: EventType, name: string, from = 'main', from_seq = 0): EventRow =>
  eventRow({ type, branch: name, aggregate_id: name, payload: { name, from, from_seq } });

export function ledgerContract(name: string, makeStore: () => StoreUnderTest): void {
  describe(`ledger contract: ${name}`, () => {
    let store: StoreUnderTest;
    let writer: LedgerWriter;
    let reader: LedgerReader;
    beforeEach(() => {
      store = makeStore();
      writer = store.writer;
      reader = store.openReader();
    });
    afterEach(async () => {
      reader.close();
      await writer.close();
      await store.cleanup();
    });

    const append = (...rows: EventRow[]) => writer.transact((tx) => tx.appendEvents(rows));
    const codeOf = async (work: Promise<unknown>) => {
      try {
        await work;
      } catch (error) {
        return error instanceof LedgerError ? error.code : 'not a ledger error';
      }
      return 'no error';
    };

    test('an empty store has main at 0 and nothing else', async () => {
      expect(await reader.headSeq()).toBe(0);
      expect(await reader.branches()).toEqual([
        { branch: 'main', branch_seq: 0, parent: null, from_seq: 0, status: 'open' },
      ]);
      expect(await reader.branchHead('other')).toBeNull();
      expect(await reader.auditHead()).toBeNull();
      expect(await reader.eventsAfter(0, 10)).toEqual([]);
      expect(await reader.counter('x')).toBe(0);
      expect(await reader.registry('agent', 'x')).toBeNull();
      expect(await reader.approval('x')).toBeNull();
      expect(await reader.idempotency('s', 'k')).toBeNull();
      expect(await reader.touchedAt('main', 'x')).toBeNull();
      expect(await reader.eventById('x')).toBeNull();
    });

    describe('events', () => {
      test('are numbered without gaps and read back exactly as they were stored', async () => {
        const first = await append(eventRow(), eventRow());
        const second = await append(eventRow());
        expect([...first, ...second].map((event) => [event.seq, event.branch_seq])).toEqual([
          [1, 1],
          [2, 2],
          [3, 3],
        ]);
        expect(await reader.eventsAfter(0, 10)).toEqual([...first, ...second]);
        expect(await reader.eventsAfter(1, 1)).toEqual([first[1]]);
        expect(await reader.eventById(second[0]?.event_id ?? '')).toEqual(second[0]);
        expect(await reader.headSeq()).toBe(3);
      });

      test('each branch counts for itself from 1', async () => {
        await append(eventRow());
        await append(branchEvent('branch.created', 'design/a', 'main', 1));
        const stored = await append(
          eventRow({ branch: 'design/a' }),
          eventRow(),
          eventRow({ branch: 'design/a' }),
        );
        expect(stored.map((event) => [event.seq, event.branch, event.branch_seq])).toEqual([
          [3, 'design/a', 2],
          [4, 'main', 2],
          [5, 'design/a', 3],
        ]);
        expect(await reader.branches()).toEqual([
          { branch: 'main', branch_seq: 2, parent: null, from_seq: 0, status: 'open' },
          { branch: 'design/a', branch_seq: 3, parent: 'main', from_seq: 1, status: 'open' },
        ]);
      });

      test('a discarded branch stays, marked', async () => {
        await append(branchEvent('branch.created', 'b'));
        await append(branchEvent('branch.discarded', 'b'));
        expect(await reader.branchHead('b')).toMatchObject({ status: 'discarded', branch_seq: 2 });
        expect(await codeOf(append(branchEvent('branch.created', 'b')))).toBe('DUPLICATE');
      });

      test.each([
        ['an event on a branch that nobody made', eventRow({ branch: 'nowhere' })],
        ['a branch from a parent that nobody made', branchEvent('branch.created', 'b', 'nowhere')],
        [
          'a branch.created stored on another branch',
          { ...branchEvent('branch.created', 'b'), branch: 'main' },
        ],
        ['a discard of a branch that nobody made', branchEvent('branch.discarded', 'nowhere')],
      ])('%s throws and leaves nothing', async (_, row) => {
        await expect(append(eventRow(), row)).rejects.toThrow(/branch/);
        expect(await reader.headSeq()).toBe(0);
        expect(await reader.branches()).toHaveLength(1);
      });

      test('an event id is stored once', async () => {
        const row = eventRow();
        await append(row);
        expect(await codeOf(append(eventRow(), { ...row, operation_id: 'other' }))).toBe(
          'DUPLICATE',
        );
        expect(await reader.headSeq()).toBe(1);
      });

      test('touched versions follow the last event on that branch only', async () => {
        await append(eventRow({ aggregate_id: 'w' }));
        await append(branchEvent('branch.created', 'b', 'main', 1));
        expect(await reader.touchedAt('b', 'w')).toBeNull();
        await append(eventRow({ aggregate_id: 'w', branch: 'b' }), eventRow({ aggregate_id: 'w' }));
        expect(await reader.touchedAt('b', 'w')).toBe(3);
        expect(await reader.touchedAt('main', 'w')).toBe(4);
      });

      test('a join touches every element it joins', async () => {
        await append(
          eventRow({
            type: 'elements.joined',
            aggregate_id: 'a',
            payload: { element_ids: ['a', 'b'], join_type: 'miter', previous: {} },
          }),
        );
        expect(await reader.touchedAt('main', 'a')).toBe(1);
        expect(await reader.touchedAt('main', 'b')).toBe(1);
      });

      test('are found by operation in order and by aggregate newest first', async () => {
        const operation_id = 'op';
        await append(branchEvent('branch.created', 'b'));
        const [one, two] = await append(
          eventRow({ operation_id, aggregate_id: 'w' }),
          eventRow({ operation_id, aggregate_id: 'w', branch: 'b' }),
        );
        await append(eventRow());
        expect(await reader.eventsOfOperation(operation_id)).toEqual([one, two]);
        expect(await reader.eventsOfAggregate('w', null, 10)).toEqual([two, one]);
        expect(await reader.eventsOfAggregate('w', 'main', 10)).toEqual([one]);
        expect(await reader.eventsOfAggregate('w', null, 1)).toEqual([two]);
      });
    });

    describe('transactions', () => {
      test('see their own writes; others see all of them at once, after the commit', async () => {
        const before = reader.changeCounter();
        await writer.transact(async (tx) => {
          await tx.appendEvents([eventRow({ aggregate_id: 'w' })]);
          await tx.addCounter('c', 2);
          expect(await tx.headSeq()).toBe(1);
          expect(await tx.touchedAt('main', 'w')).toBe(1);
          expect(await tx.counter('c')).toBe(2);
          expect(await reader.headSeq()).toBe(0);
          expect(await writer.reader.headSeq()).toBe(0);
          expect(reader.changeCounter()).toBe(before);
        });
        expect(await reader.headSeq()).toBe(1);
        expect(await writer.reader.headSeq()).toBe(1);
        expect(await reader.counter('c')).toBe(2);
        expect(reader.changeCounter()).not.toBe(before);
      });

      test('a throw takes everything back', async () => {
        await append(eventRow());
        const failing = writer.transact(async (tx) => {
          await tx.appendEvents([branchEvent('branch.created', 'b'), eventRow({ branch: 'b' })]);
          await tx.appendAudit(auditRows(null, ['x']));
          await tx.insertApproval(approvalRecord({ approval_id: 'a' }));
          await tx.putIdempotency({
            scope: 's',
            key: 'k',
            digest: 'd',
            operation_id: 'o',
            reply: '{}',
          });
          await tx.addCounter('c', 1);
          await tx.putRegistry({ kind: 'agent', name: 'a', record: '{}' });
          await tx.putCheckpoint({ size: 1, note: 'n', hashes: [] });
          throw new Error('stop');
        });
        await expect(failing).rejects.toThrow('stop');
        expect(await reader.headSeq()).toBe(1);
        expect(await reader.branches()).toHaveLength(1);
        expect(await reader.auditHead()).toBeNull();
        expect(await reader.approval('a')).toBeNull();
        expect(await reader.idempotency('s', 'k')).toBeNull();
        expect(await reader.counter('c')).toBe(0);
        expect(await reader.registry('agent', 'a')).toBeNull();
        expect(await reader.checkpoints()).toEqual([]);
        const [next] = await append(eventRow());
        expect(next).toMatchObject({ seq: 2, branch_seq: 2 });
      });

      test('after a throw the next one knows nothing of what was taken back', async () => {
        await append(eventRow(), branchEvent('branch.created', 'b', 'main', 1));
        const failing = writer.transact(async (tx) => {
          await tx.appendEvents([
            eventRow(),
            eventRow({ type: 'branch.discarded', payload: { name: 'b' } }),
          ]);
          await tx.appendAudit(auditRows(null, ['x']));
          await tx.addCounter('c', 7);
          await tx.putRegistry({ kind: 'agent', name: 'a', record: '{}' });
          throw new Error('stop');
        });
        await expect(failing).rejects.toThrow('stop');
        const known = await writer.transact(async (tx) => [
          await tx.headSeq(),
          (await tx.branchHead('main'))?.branch_seq,
          (await tx.branchHead('b'))?.status,
          await tx.auditHead(),
          await tx.counter('c'),
          await tx.registry('agent', 'a'),
        ]);
        expect(known).toEqual([2, 1, 'open', null, 0, null]);
      });

      test('answer from what they have read and from what they have written since', async () => {
        const audit = auditRows(null, ['x', 'y']);
        const seen = await writer.transact(async (tx) => {
          const state = async () => [
            await tx.headSeq(),
            await tx.branchHead('main'),
            await tx.branchHead('b'),
            (await tx.branches()).map(({ branch, branch_seq, status }) => [
              branch,
              branch_seq,
              status,
            ]),
            (await tx.auditHead())?.body,
            await tx.counter('c'),
            (await tx.registry('agent', 'a'))?.record,
            (await tx.registryAll('agent')).length,
          ];
          const before = await state();
          await tx.appendEvents([eventRow(), branchEvent('branch.created', 'b'), eventRow()]);
          const discarded = eventRow({ type: 'branch.discarded', payload: { name: 'b' } });
          await tx.appendEvents([discarded]);
          await tx.appendAudit(audit);
          await tx.addCounter('c', 3);
          await tx.addCounter('c', -1);
          await tx.putRegistry({ kind: 'agent', name: 'a', record: '1' });
          return [before, await state()];
        });
        const main = { branch: 'main', parent: null, from_seq: 0, status: 'open' };
        const after = [
          4,
          { ...main, branch_seq: 3 },
          { branch: 'b', branch_seq: 1, parent: 'main', from_seq: 0, status: 'discarded' },
          [
            ['main', 3, 'open'],
            ['b', 1, 'discarded'],
          ],
          'y',
          2,
          '1',
          1,
        ];
        expect(seen).toEqual([
          [0, { ...main, branch_seq: 0 }, null, [['main', 0, 'open']], undefined, 0, undefined, 0],
          after,
        ]);
        expect(await reader.branches()).toEqual([after[1], after[2]]);
        expect(await reader.counter('c')).toBe(2);
      });

      test('wait for each other in the order in which they were asked for', async () => {
        const results = await Promise.all(
          [1, 2, 3, 4].map((by) =>
            writer.transact(async (tx) => {
              const value = await tx.addCounter('c', by);
              await new Promise((resolve) => setImmediate(resolve));
              expect(await tx.counter('c')).toBe(value);
              return value;
            }),
          ),
        );
        expect(results).toEqual([1, 3, 6, 10]);
      });
    });

    describe('audit', () => {
      test('keeps the exact text and a chain that verifies', async () => {
        const bodies = ['{"seq":1,"x":"é\u2028"}', '{"seq":2}', '{"seq":3}'];
        await writer.transact((tx) => tx.appendAudit(auditRows(null, bodies.slice(0, 2))));
        await writer.transact(async (tx) =>
          tx.appendAudit(auditRows(await tx.auditHead(), bodies.slice(2))),
        );
        const rows = await reader.auditAfter(0, 10);
        expect(rows.map((row) => row.body)).toEqual(bodies);
        expect(verifyChain(rows)).toMatchObject({ ok: true, count: 3 });
        expect(await reader.auditAfter(1, 1)).toEqual([rows[1]]);
        expect(await reader.auditHead()).toEqual(rows[2]);
      });

      const good = auditRows(null, ['a', 'b', 'c']);
      const [a, b, c] = good as [AuditRow, AuditRow, AuditRow];
      test.each([
        ['a gap at the start', [b]],
        ['a gap', [a, c]],
        ['a repeated entry', [a, a]],
        ['a wrong previous hash', [a, { ...b, prev_hash: GENESIS }]],
        ['a hash that is not of its body', [a, { ...b, body: 'edited' }]],
        ['a number that jumps', [a, { ...b, seq: 3 }]],
      ])('%s is refused', async (_, rows) => {
        expect(await codeOf(writer.transact((tx) => tx.appendAudit(rows)))).toBe('CHAIN_BROKEN');
        expect(await reader.auditHead()).toBeNull();
      });

      test('a second continuation of the same entry is refused', async () => {
        await writer.transact((tx) => tx.appendAudit([a]));
        await writer.transact((tx) => tx.appendAudit([b]));
        const fork = auditRows(a, ['fork']);
        expect(await codeOf(writer.transact((tx) => tx.appendAudit(fork)))).toBe('CHAIN_BROKEN');
      });
    });

    describe('approvals', () => {
      test('are read back as they are, newest first', async () => {
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
        await writer.transact(async (tx) => {
          await tx.insertApproval(one);
          await tx.insertApproval(two);
        });
        expect(await reader.approval(one.approval_id)).toEqual(one);
        expect(await reader.approvals(null, 10)).toEqual([two, one]);
        expect(await reader.approvals(null, 1)).toEqual([two]);
        expect(await reader.approvals('pending', 10)).toEqual([one]);
        expect(await reader.approvalByEffect('same')).toEqual(two);
        const again = { ...one, effect_key: 'other' };
        expect(await codeOf(writer.transact((tx) => tx.insertApproval(again)))).toBe('DUPLICATE');
      });

      test('change by compare-and-set only', async () => {
        const record = approvalRecord();
        const rejected: ApprovalRecord = { ...record, status: 'rejected', detail: 'no' };
        const executed: ApprovalRecord = { ...record, status: 'executed', event_id: 'e' };
        await writer.transact((tx) => tx.insertApproval(record));
        const set = (next: ApprovalRecord) =>
          writer.transact((tx) => tx.updateApproval('pending', next));
        expect(await set(rejected)).toBe(true);
        expect(await set(executed)).toBe(false);
        expect(await set(approvalRecord())).toBe(false);
        expect(await reader.approval(record.approval_id)).toEqual(rejected);
      });
    });

    test('an idempotency key is taken once in its scope', async () => {
      const row = { scope: 's', key: 'k', digest: 'd', operation_id: 'o', reply: '{"a":1}' };
      await writer.transact((tx) => tx.putIdempotency(row));
      expect(await reader.idempotency('s', 'k')).toEqual(row);
      expect(await reader.idempotency('other', 'k')).toBeNull();
      const other = { ...row, reply: '{}' };
      expect(await codeOf(writer.transact((tx) => tx.putIdempotency(other)))).toBe('DUPLICATE');
      await writer.transact((tx) => tx.putIdempotency({ ...row, scope: 'other' }));
      expect(await reader.idempotency('s', 'k')).toEqual(row);
    });

    test('counters add up', async () => {
      expect(await writer.transact((tx) => tx.addCounter('c', 3))).toBe(3);
      expect(await writer.transact((tx) => tx.addCounter('c', -1))).toBe(2);
      expect(await writer.transact((tx) => tx.addCounter('d', 0))).toBe(0);
      expect(await reader.counter('c')).toBe(2);
    });

    test('the registry keeps the latest record of each kind and name', async () => {
      const put = (kind: 'agent' | 'approver', who: string, record: string) =>
        writer.transact((tx) => tx.putRegistry({ kind, name: who, record }));
      await put('agent', 'b', '1');
      await put('agent', 'a', '2');
      await put('agent', 'b', '3');
      await put('approver', 'b', '4');
      expect(await reader.registry('agent', 'b')).toEqual({
        kind: 'agent',
        name: 'b',
        record: '3',
      });
      expect((await reader.registryAll('agent')).map((row) => row.record)).toEqual(['2', '3']);
      expect((await reader.registryAll('approver')).map((row) => row.record)).toEqual(['4']);
    });

    test('checkpoints are kept by size', async () => {
      const put = (size: number) =>
        writer.transact((tx) =>
          tx.putCheckpoint({ size, note: `n${size}`, hashes: ['a', `h${size}`] }),
        );
      await put(2);
      await put(1);
      expect(await reader.checkpoints()).toEqual([
        { size: 1, note: 'n1' },
        { size: 2, note: 'n2' },
      ]);
      expect(await reader.newestSeal()).toEqual({ size: 2, note: 'n2', hashes: ['a', 'h2'] });
      expect(await codeOf(put(2))).toBe('DUPLICATE');
    });
  });
}
