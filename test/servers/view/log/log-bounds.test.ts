/** @module tests of the log with large operations, entries of an unknown form, and events without elements. */
import { expect, test } from 'vitest';

import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import { rowsBefore, type RowSource } from '../../../../servers/view/log/log-rows.ts';
import { stepsOf } from '../../../../servers/view/log/log-steps.ts';
import { created } from '../../../kernel/building/model/build.ts';
import { World } from '../../building/world.ts';

type Reader = RowSource['reader'] & Pick<LedgerRead, 'eventTextsAfter'>;

/** A source over the events of a world, with these texts of audit entries. */
async function sourceOf(
  world: World,
  entries: readonly string[],
): Promise<RowSource & { readonly reader: Reader }> {
  await world.domain.catchUp();
  const rows = entries.map((body, i) => ({ seq: i + 1, prev_hash: '', hash: '', body }));
  return {
    view: world.view,
    sees_all: true,
    author: { user_id: 'user-1', agent_id: null },
    nameOf: () => ({ who: 'ann', is_agent: false }),
    reader: {
      auditHead: () => rows.at(-1) ?? null,
      auditAfter: (seq, limit) => rows.slice(seq, seq + limit),
      approval: () => null,
      eventTextsAfter: world.log.eventTextsAfter,
    },
  };
}

/** A world whose operations have this many grid lines each. */
async function worldOf(operations: number, size: number): Promise<World> {
  const world = await World.create();
  for (let n = 0; n < operations; n += 1) {
    const grids = Array.from({ length: size }, (_, i) => created('grid', `G${n}_${i}`));
    world.log.append('main', `o${n}`, grids);
  }
  return world;
}

test('a page ends after many events, and the next one continues', async () => {
  const source = await sourceOf(await worldOf(3, 12_000), []);
  const first = await rowsBefore(source, { limit: 100 });
  expect(first.rows.map(({ operation_id }) => operation_id)).toEqual(['o2', 'o1']);
  expect(first.rows[0]?.counts).toEqual({ created: 12_000, modified: 0, deleted: 0 });
  expect(first.next).not.toBeNull();
  const next = await rowsBefore(source, { before: first.next ?? undefined, limit: 100 });
  expect(next.rows.map(({ operation_id }) => operation_id)).toEqual(['o0']);
  expect(next.next).toBeNull();
});

test('entries of an unknown form are left out, and operations without an entry are listed', async () => {
  const world = await worldOf(2, 1);
  const commit = { kind: 'call', step: 'committed', operation_id: 'o1', first_seq: 2, last_seq: 2 };
  const about = { seq: 3, at: 't', tool: 'create_grid', session_id: 's' };
  const source = await sourceOf(world, [
    'not JSON "refused"',
    JSON.stringify({ seq: 'x', kind: 'call', outcome: 'refused' }),
    JSON.stringify({ ...commit, ...about }),
  ]);
  const { rows, next } = await rowsBefore(source, { limit: 10 });
  expect(rows.map(({ operation_id, tool }) => [operation_id, tool])).toEqual([
    ['o1', 'create_grid'],
    ['o0', null],
  ]);
  expect(next).toBeNull();
});

test('more operations than steps are cut to the newest', async () => {
  const source = await sourceOf(await worldOf(2100, 1), []);
  const { steps, cut } = await stepsOf(source, 'event');
  expect([steps.length, steps[0]?.seq, steps.at(-1)?.seq, cut]).toEqual([2000, 101, 2100, true]);
  const days = await stepsOf(source, 'day');
  expect([days.steps.map(({ operations }) => operations), days.cut]).toEqual([[2100], false]);
});

test('a restored state is named by its event', async () => {
  const world = await worldOf(1, 1);
  world.log.append('main', 'o1', [
    { type: 'branch.restored', aggregate_id: 'main', payload: { to_seq: 1 } },
  ]);
  const source = await sourceOf(world, []);
  const { rows } = await rowsBefore(source, { limit: 1 });
  expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
    ['undo', 'restores the state after event 1'],
  ]);
  const who = { key: 'k', maker: 'm', own: () => false, branch: () => true };
  const { view } = world.domain.callerView(source.view, { ...who, place: () => true });
  const hidden = await rowsBefore({ ...source, view, sees_all: false }, { limit: 1 });
  expect(hidden.rows.map(({ text }) => text)).toEqual(['restores an earlier state']);
});
