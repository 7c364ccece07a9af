/** @module events-contract: contract tests for events and branches. */
import { describe, expect, test } from 'vitest';

import { type EventRow, PAGE_BYTES } from '../../../kernel/ledger/ledger.ts';
import { codeOf } from './open-store.ts';
import type { OpenStore } from './open-store.ts';
import { branchEvent, discarded, eventRow } from './rows.ts';

/** Defines the tests for events and branches of a store. */
export function eventsContract(store: OpenStore): void {
  test('an empty store has main at 0 and nothing else', async () => {
    expect(await store.reader.headSeq()).toBe(0);
    expect(await store.reader.branches()).toEqual([
      { branch: 'main', branch_seq: 0, parent: null, from_seq: 0, status: 'open' },
    ]);
    expect(await store.reader.branchHead('other')).toBeNull();
    expect(await store.reader.auditHead()).toBeNull();
    expect(await store.reader.eventsAfter(0, 10)).toEqual([]);
    expect(await store.reader.counter('x')).toBe(0);
    expect(await store.reader.registry('agent', 'x')).toBeNull();
    expect(await store.reader.approval('x')).toBeNull();
    expect(await store.reader.idempotency('s', 'k')).toBeNull();
    expect(await store.reader.versionAt('main', 'x')).toBeNull();
    expect(await store.reader.eventById('x')).toBeNull();
  });

  describe('events', () => {
    test('events are numbered without gaps and read back exactly as stored', async () => {
      const first = await store.append(eventRow(), eventRow());
      const second = await store.append(eventRow());
      expect([...first, ...second].map((event) => [event.seq, event.branch_seq])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
      expect(await store.reader.eventsAfter(0, 10)).toEqual([...first, ...second]);
      expect(await store.reader.eventsAfter(1, 1)).toEqual([first[1]]);
      expect(await store.reader.eventById(second[0]?.event_id ?? '')).toEqual(second[0]);
      expect(await store.reader.headSeq()).toBe(3);
    });

    test('levelsAfter returns the ids of levels created after a position on any branch', async () => {
      const level = (id: string, branch = 'main'): EventRow => ({
        ...eventRow({ branch, aggregate_id: id }),
        type: 'level.created',
        payload: { element: { id, kind: 'level', params: { name: '"type":"level.created"' } } },
      });
      await store.append(level('L1'), eventRow());
      await store.append(branchEvent('design/a', 'main', 1), level('L2', 'design/a'));
      await store.append(level('L1'), level('L3'));
      expect([...(await store.reader.levelsAfter(0))].toSorted()).toEqual(['L1', 'L2', 'L3']);
      expect([...(await store.reader.levelsAfter(4))].toSorted()).toEqual(['L1', 'L3']);
      expect(await store.reader.levelsAfter(6)).toEqual([]);
    });

    test('each branch numbers its own events from 1', async () => {
      await store.append(eventRow());
      await store.append(branchEvent('design/a', 'main', 1));
      const stored = await store.append(
        eventRow({ branch: 'design/a' }),
        eventRow(),
        eventRow({ branch: 'design/a' }),
      );
      expect(stored.map((event) => [event.seq, event.branch, event.branch_seq])).toEqual([
        [3, 'design/a', 2],
        [4, 'main', 2],
        [5, 'design/a', 3],
      ]);
      expect(await store.reader.eventsOfBranch('design/a', 1, 10)).toEqual([stored[0], stored[2]]);
      expect(await store.reader.eventsOfBranch('design/a', 2, 10)).toEqual([stored[2]]);
      expect(await store.reader.eventsOfBranch('main', 1, 10)).toEqual([stored[1]]);
      expect(await store.reader.eventsOfBranch('main', 0, 1)).toHaveLength(1);
      expect(await store.reader.eventsOfBranch('other', 0, 10)).toEqual([]);
      expect(await store.reader.branches()).toEqual([
        { branch: 'main', branch_seq: 2, parent: null, from_seq: 0, status: 'open' },
        { branch: 'design/a', branch_seq: 3, parent: 'main', from_seq: 1, status: 'open' },
      ]);
    });

    test('a discarded branch remains, with its status', async () => {
      await store.append(branchEvent('b'));
      await store.append(discarded('b'));
      expect(await store.reader.branchHead('b')).toMatchObject({
        status: 'discarded',
        branch_seq: 2,
      });
      expect(await codeOf(store.append(branchEvent('b')))).toBe('DUPLICATE');
    });

    test.each([
      ['an event on a branch that does not exist', eventRow({ branch: 'nowhere' })],
      ['a branch from a parent that does not exist', branchEvent('b', 'nowhere')],
      ['a branch.created stored on another branch', { ...branchEvent('b'), branch: 'main' }],
      ['a discard of a branch that does not exist', discarded('nowhere')],
    ])('%s throws and stores nothing', async (_, row) => {
      await expect(store.append(eventRow(), row)).rejects.toThrow(/branch/);
      expect(await store.reader.headSeq()).toBe(0);
      expect(await store.reader.branches()).toHaveLength(1);
    });

    test('an event id can be stored only once', async () => {
      const row = eventRow();
      await store.append(row);
      expect(await codeOf(store.append(eventRow(), { ...row, operation_id: 'other' }))).toBe(
        'DUPLICATE',
      );
      expect(await store.reader.headSeq()).toBe(1);
    });

    test('touched versions follow the last event on that branch only', async () => {
      await store.append(eventRow({ aggregate_id: 'w' }));
      await store.append(branchEvent('b', 'main', 1));
      expect(await store.reader.versionAt('b', 'w')).toBeNull();
      await store.append(
        eventRow({ aggregate_id: 'w', branch: 'b' }),
        eventRow({ aggregate_id: 'w' }),
      );
      expect(await store.reader.versionAt('b', 'w')).toBe(3);
      expect(await store.reader.versionAt('main', 'w')).toBe(4);
    });

    test('a join touches every element it joins', async () => {
      await store.append(
        eventRow(
          {},
          {
            type: 'elements.joined',
            aggregate_id: 'a',
            payload: { element_ids: ['a', 'b'], join_type: 'miter', previous: {} },
          },
        ),
      );
      expect(await store.reader.versionAt('main', 'a')).toBe(1);
      expect(await store.reader.versionAt('main', 'b')).toBe(1);
    });

    test('events that wrote an id are read in pages of few bytes, oldest first', async () => {
      const reasoning = 'x'.repeat(PAGE_BYTES / 2);
      await store.append(branchEvent('b'));
      const stored = await store.append(
        eventRow({ aggregate_id: 'w', reasoning }),
        eventRow({ aggregate_id: 'w', reasoning }),
        eventRow({ aggregate_id: 'w', branch: 'b' }),
        eventRow({ aggregate_id: 'w' }),
        eventRow({ aggregate_id: 'w', reasoning: reasoning.repeat(3) }),
      );
      const seqs = stored.map(({ seq }) => seq);
      const [one, two, , four, five] = seqs;
      const page = async (after: number, until = 99): Promise<readonly number[]> =>
        (await store.reader.pageTouching('w', 'main', { after, until })).map(({ seq }) => seq);
      expect(await page(0)).toEqual([one]);
      expect(await page(one ?? 0)).toEqual([two, four]);
      expect(await page(four ?? 0)).toEqual([five]);
      expect(await page(five ?? 0)).toEqual([]);
      expect(await page(one ?? 0, two)).toEqual([two]);
    });

    test('events are found by operation in order, and by aggregate newest first', async () => {
      const operation_id = 'op';
      await store.append(branchEvent('b'));
      const [one, two] = await store.append(
        eventRow({ operation_id, aggregate_id: 'w' }),
        eventRow({ operation_id, aggregate_id: 'w', branch: 'b' }),
      );
      await store.append(eventRow());
      expect(await store.reader.eventsOfOperation(operation_id)).toEqual([one, two]);
      expect(await store.reader.eventsOfAggregate('w', null, 10)).toEqual([two, one]);
      expect(await store.reader.eventsOfAggregate('w', 'main', 10)).toEqual([one]);
      expect(await store.reader.eventsOfAggregate('w', null, 1)).toEqual([two]);
      expect(await store.reader.eventsOfAggregate('w', null, 9, two?.seq)).toEqual([one]);
      const texts = await store.reader.eventTextsAfter(1, 2);
      const events = await store.reader.eventsAfter(1, 2);
      expect(texts.map(({ body }) => JSON.parse(body))).toEqual(events);
      for (const [index, { body: _body, ...columns }] of texts.entries()) {
        expect(events[index]).toMatchObject(columns);
      }
    });
  });
}
