/** @module transactions-contract: contract tests for visibility and rollback of transactions. */
import { describe, expect, test } from 'vitest';

import type { OpenStore } from './open-store.ts';
import { approvalRecord, auditRows, branchEvent, discarded, eventRow } from './rows.ts';

/** Defines the tests for visibility and rollback of transactions. */
export function transactionsContract(store: OpenStore): void {
  describe('transactions', () => {
    test('a transaction sees its own writes; others see all of them at once after the commit', async () => {
      const before = store.reader.changeCounter();
      await store.writer.transact(async (tx) => {
        await tx.appendEvents([eventRow({ aggregate_id: 'w' })]);
        await tx.addCounter('c', 2);
        expect(await tx.headSeq()).toBe(1);
        expect(await tx.versionAt('main', 'w')).toBe(1);
        expect(await tx.counter('c')).toBe(2);
        expect(await store.reader.headSeq()).toBe(0);
        expect(await store.writer.reader.headSeq()).toBe(0);
        expect(store.reader.changeCounter()).toBe(before);
      });
      expect(await store.reader.headSeq()).toBe(1);
      expect(await store.writer.reader.headSeq()).toBe(1);
      expect(await store.reader.counter('c')).toBe(2);
      expect(store.reader.changeCounter()).not.toBe(before);
    });

    test('an exception rolls everything back', async () => {
      await store.append(eventRow());
      const failing = store.writer.transact(async (tx) => {
        await tx.appendEvents([branchEvent('b'), eventRow({ branch: 'b' })]);
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
      expect(await store.reader.headSeq()).toBe(1);
      expect(await store.reader.branches()).toHaveLength(1);
      expect(await store.reader.auditHead()).toBeNull();
      expect(await store.reader.approval('a')).toBeNull();
      expect(await store.reader.idempotency('s', 'k')).toBeNull();
      expect(await store.reader.counter('c')).toBe(0);
      expect(await store.reader.registry('agent', 'a')).toBeNull();
      expect(await store.reader.checkpoints()).toEqual([]);
      const [next] = await store.append(eventRow());
      expect(next).toMatchObject({ seq: 2, branch_seq: 2 });
    });

    test('the next transaction sees nothing of a transaction that was rolled back', async () => {
      await store.append(eventRow(), branchEvent('b', 'main', 1));
      const failing = store.writer.transact(async (tx) => {
        await tx.appendEvents([eventRow(), discarded('b', 'main')]);
        await tx.appendAudit(auditRows(null, ['x']));
        await tx.addCounter('c', 7);
        await tx.putRegistry({ kind: 'agent', name: 'a', record: '{}' });
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      const known = await store.writer.transact(async (tx) => [
        await tx.headSeq(),
        (await tx.branchHead('main'))?.branch_seq,
        (await tx.branchHead('b'))?.status,
        await tx.auditHead(),
        await tx.counter('c'),
        await tx.registry('agent', 'a'),
      ]);
      expect(known).toEqual([2, 1, 'open', null, 0, null]);
    });

    test('reads of a transaction include its earlier reads and writes', async () => {
      const audit = auditRows(null, ['x', 'y']);
      const seen = await store.writer.transact(async (tx) => {
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
        await tx.appendEvents([eventRow(), branchEvent('b'), eventRow()]);
        const gone = discarded('b', 'main');
        await tx.appendEvents([gone]);
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
      expect(await store.reader.branches()).toEqual([after[1], after[2]]);
      expect(await store.reader.counter('c')).toBe(2);
    });

    test('transactions run in the order of their requests', async () => {
      const results = await Promise.all(
        [1, 2, 3, 4].map((by) =>
          store.writer.transact(async (tx) => {
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
}
