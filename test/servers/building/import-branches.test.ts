/** @module tests of imports on branches: a merge carries them as one event, and their undo deletes as one event. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { snapshotOf } from '../../../kernel/building/model/snapshot/snapshot.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import {
  creates,
  disagreements,
  execute,
  forks,
  foundWorkspace,
  IDS,
  IMPORT,
  imports,
  LATER,
  LEVEL,
  modelOf,
  removes,
  REVISION,
  sets,
  W1,
  W2,
} from '../../governance/keeper/handlers/import-world.ts';
import { stageMade } from '../../governance/keeper/handlers/staging.ts';
import type { Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { doorRecord, wallRecord } from '../../made-import.ts';

const GROUP = {
  id: 'group_1',
  kind: 'group',
  params: {
    name: 'Bay',
    members: [['wall_i0', 'wall_i1']],
    placements: [{ number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false }],
  },
};

let ws: Workspace;
let reader: SqliteReader;
let domain: BuildingDomain;
beforeEach(async () => {
  ws = await foundWorkspace();
  reader = openSqliteReader(ws.path);
  domain = new BuildingDomain(reader, null);
});
afterEach(async () => {
  reader.close();
  await ws[Symbol.asyncDispose]();
});

async function view(branch = 'main') {
  await domain.catchUp();
  return domain.view(branch);
}
const head = async () => await ws.transact((tx) => tx.headSeq());
async function fork(name: string, from = 'main'): Promise<void> {
  await ws.submit([forks(name, from, await head())], { branch: name });
}
async function on(branch: string, ...events: readonly PlannedEvent[]): Promise<void> {
  expect(await execute(ws, events, { branch })).toMatch(/executed|committed/);
}
/** The events of a merge, as types and aggregates. */
async function merged(source: string, target = 'main'): Promise<readonly string[]> {
  const at = await view(target);
  await at.openImports(source, target);
  const merge = at.merge(source, target);
  expect(merge?.conflicts).toEqual([]);
  const events = merge?.events ?? [];
  if (events.length > 0) await on(target, ...events);
  return events.map(({ type, aggregate_id }) => `${type} ${aggregate_id}`);
}
async function inverse(event_id: string, branch = 'main') {
  const at = await view(branch);
  return await at.inverse((await at.operationOf(event_id)) ?? []);
}
/** Id of the newest event of the import on a branch. */
async function importEvent(import_id = 'import_1', branch = 'main'): Promise<string> {
  return await ws.transact(
    async (tx) => (await tx.eventsOfAggregate(import_id, branch, 1))[0]?.event_id ?? '',
  );
}
async function assertAgrees(): Promise<void> {
  for (const { name } of (await view()).branches()) {
    expect(await disagreements(ws, [...IDS, 'door_1'], name)).toEqual([]);
  }
  expect((await ws.verify()).faults).toEqual([]);
}
/** A domain that continues from a snapshot of the present state. */
async function fromSnapshot(): Promise<BuildingDomain> {
  const { state } = await modelOf(ws);
  return new BuildingDomain(reader, null, {
    snapshots: {
      newest: async () => await Promise.resolve(snapshotOf(state)),
      before: async () => await Promise.resolve(null),
      reached: () => {},
      refused: (error) => {
        throw error;
      },
    },
  });
}
const onGiven = async () => {
  await fork('given');
  await stageMade(ws, IMPORT);
  await on('given', IMPORT.event);
};

describe('a merge of a branch with an import', () => {
  beforeEach(onGiven);

  test('carries the import, and what differs from it', async () => {
    await on('given', sets('wall_i0', { name: 'mine' }, { name: null }), removes(W2));
    await on('given', creates(doorRecord('door_1', 'wall_i1')));
    expect(await merged('given')).toEqual([
      'branch.merged main',
      'model.imported import_1',
      'element.created door_1',
      'element.hosted wall_i1',
      'element.modified wall_i0',
      'element.deleted wall_i2',
    ]);
    const [main, given] = [await view(), await view('given')];
    expect([...main.elements()]).toEqual([...given.elements()]);
    expect(main.imports()).toEqual([IMPORT.event.payload]);
    expect((await main.importedFile('import_1'))?.event.branch).toBe('main');
    expect((await given.importedFile('import_1'))?.event.branch).toBe('given');
    await assertAgrees();
  });

  test('is followed by merges of edits in both directions', async () => {
    await merged('given');
    expect(await merged('given')).toEqual([]);
    await on('main', sets('wall_i0', { name: 'A' }, { name: null }));
    await on('given', sets('wall_i1', { name: 'B' }, { name: null }));
    expect(await merged('given')).toEqual(['branch.merged main', 'element.modified wall_i1']);
    expect(await merged('main', 'given')).toEqual([
      'branch.merged given',
      'element.modified wall_i0',
    ]);
    expect([...(await view()).elements()]).toEqual([...(await view('given')).elements()]);
    await assertAgrees();
  });

  test('is undone as one event, and then the import can be merged from elsewhere', async () => {
    await fork('other', 'given');
    await on('given', sets('wall_i0', { name: 'mine' }, { name: null }), removes(W2));
    await merged('given');
    const undo = await inverse(await importEvent());
    expect(undo).toMatchObject({ ok: true, exclusive: true });
    if (!undo.ok) return;
    expect(undo.events.map(({ type, aggregate_id }) => [type, aggregate_id])).toEqual([
      ['element.created', 'wall_i2'],
      ['element.modified', 'wall_i0'],
      ['import.reverted', 'import_1'],
      ['event.reverted', expect.any(String)],
    ]);
    await on('main', ...undo.events);
    expect((await view()).count()).toBe(0);
    await assertAgrees();
    expect(await merged('other')).toEqual(['branch.merged main', 'model.imported import_1']);
    expect((await view()).count()).toBe(4);
    await assertAgrees();
  });

  test('carries the undo of an import that the target has', async () => {
    await merged('given');
    const undo = await inverse(await importEvent('import_1', 'given'), 'given');
    if (!undo.ok) throw new Error(undo.reason);
    await on('given', ...undo.events);
    expect(await merged('given')).toEqual(['branch.merged main', 'import.reverted import_1']);
    expect((await view()).count()).toBe(0);
    await assertAgrees();
  });

  test('carries a revision, and what a person decided about it', async () => {
    await on('given', sets('wall_i0', { name: 'mine' }, { name: null }));
    await fork('early', 'given');
    await stageMade(ws, LATER);
    await on('given', REVISION.event, sets('wall_i0', { name: 'both' }, { name: 'mine' }));
    expect(await merged('given')).toEqual([
      'branch.merged main',
      'model.imported import_1',
      'model.imported import_2',
      'element.modified wall_i0',
    ]);
    expect([...(await view()).elements()]).toEqual([...(await view('given')).elements()]);
    expect((await view()).imports()).toEqual([REVISION.event.payload]);
    expect(await merged('given', 'early')).toEqual([
      'branch.merged early',
      'model.imported import_2',
      'element.modified wall_i0',
    ]);
    await assertAgrees();
  });

  test('changes elements one by one where the target has one of the ids', async () => {
    await on('main', creates(LEVEL));
    const events = await merged('given');
    expect(events).toEqual([
      'branch.merged main',
      'element.created wall_i0',
      'element.created wall_i1',
      'element.created wall_i2',
    ]);
    expect((await view()).imports()).toEqual([]);
    await assertAgrees();
  });

  test('carries nothing of an import whose elements are all deleted', async () => {
    await on(
      'given',
      removes(W1),
      removes(W2),
      removes(wallRecord('wall_i0', LEVEL.id)),
      removes(LEVEL),
    );
    expect(await merged('given')).toEqual([]);
  });

  test.each<[string, (event: PlannedEvent) => PlannedEvent]>([
    [
      'another name',
      (event) =>
        event.type === 'model.imported'
          ? { ...event, payload: { ...event.payload, name: 'x.ifc' } }
          : event,
    ],
    [
      'another source',
      (event) =>
        event.type === 'branch.merged'
          ? { ...event, payload: { ...event.payload, source: 'empty' } }
          : event,
    ],
    [
      'a state before it',
      (event) =>
        event.type === 'branch.merged'
          ? { ...event, payload: { ...event.payload, source_seq: 1 } }
          : event,
    ],
  ])('with %s is refused by the keeper', async (_, changed) => {
    await fork('empty');
    const at = await view();
    await at.openImports('given', 'main');
    const events = (at.merge('given', 'main')?.events ?? []).map(changed);
    expect(JSON.stringify(await ws.submit(events))).toContain('expected a new id');
    expect(JSON.stringify(await ws.submit(events.slice(1)))).toContain('expected a new id');
  });
});

test('the effect of a planned revision has only the elements that it changes', async () => {
  await imports(ws, IMPORT);
  await on('main', sets('wall_i0', { name: 'mine' }, { name: null }));
  const whole = await view();
  const { sha256 } = LATER.event.payload.manifest;
  using opened = await domain.openImports([REVISION.event], [{ sha256, content: LATER.manifest }]);
  expect(opened).toBeDefined();
  const effect = domain.effect(domain.callerView(whole, null), [REVISION.event]);
  expect(effect.touches.map(({ id, action }) => `${action} ${id}`)).toEqual([
    'MODIFY level_i',
    'DELETE wall_i2',
    'CREATE wall_i3',
  ]);
  expect(effect.changes.map(({ id, change }) => `${change} ${id}`)).toEqual([
    'modified level_i',
    'deleted wall_i2',
    'created wall_i3',
  ]);
  // An element that the plan creates again is touched, also if it is as before.
  const again = domain.effect(domain.callerView(whole, null), [REVISION.event, creates(W2)]);
  expect(again.touches.map(({ id, action }) => `${action} ${id}`)).toContain('MODIFY wall_i2');
});

describe('the undo of an import', () => {
  test('is one event on the branch', async () => {
    await imports(ws, IMPORT);
    const undo = await inverse(await importEvent());
    if (!undo.ok) throw new Error(undo.reason);
    expect(undo.events.map(({ type }) => type)).toEqual(['import.reverted', 'event.reverted']);
    await on('main', ...undo.events);
    const [last] = await ws.transact((tx) => tx.eventsOfAggregate('import_1', 'main', 1));
    expect(await inverse(last?.event_id ?? '')).toEqual({
      ok: false,
      reason:
        'this is the undo of an import: restore the state before it, or import the file again',
      element_ids: [],
    });
    expect(
      await inverse(
        undo.events[1]?.type === 'event.reverted' ? undo.events[1].payload.event_id : '',
      ),
    ).toMatchObject({
      ok: false,
      reason: 'the import `import_1` was undone, merged again or revised since',
    });
    expect((await view()).imports()).toEqual([]);
    expect((await view()).importedFile('import_1')).not.toBeNull();
  });

  test.each<[string, readonly PlannedEvent[], string, readonly string[]]>([
    [
      'a changed element',
      [sets('wall_i0', { name: 'A' }, { name: null })],
      '`wall_i0` has been changed since',
      ['wall_i0'],
    ],
    ['a deleted element', [removes(W2)], '`wall_i2` has been deleted since', ['wall_i2']],
    [
      'both',
      [removes(W2), sets('wall_i0', { name: 'A' }, { name: null })],
      '`wall_i2` and 1 more of its elements have been deleted or changed since',
      ['wall_i2', 'wall_i0'],
    ],
    [
      'a wall on its level',
      [creates(wallRecord('wall_own', LEVEL.id, 30_000))],
      '`wall_own` now depends on `level_i`',
      ['wall_own'],
    ],
    ['a group of its walls', [creates(GROUP)], '`group_1` now depends on `wall_i0`', ['group_1']],
    [
      'a door in its wall',
      [creates(doorRecord('door_1', 'wall_i1'))],
      '`door_1` now depends on `wall_i1`',
      ['door_1'],
    ],
  ])('is refused with %s', async (_, events, reason, element_ids) => {
    await imports(ws, IMPORT);
    const event_id = await importEvent();
    await on('main', ...events);
    expect(await inverse(event_id)).toEqual({ ok: false, reason, element_ids });
  });

  test('is refused while a revision of it is on the branch', async () => {
    await imports(ws, IMPORT);
    const first = await importEvent();
    await imports(ws, { ...LATER, event: REVISION.event });
    expect(await inverse(first)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('revised since'),
    });
  });

  test('and a merge work for a model that continues from a snapshot', async () => {
    await imports(ws, IMPORT);
    await fork('given', 'main');
    await on('given', sets('wall_i0', { name: 'mine' }, { name: null }));
    await ws.submit([forks('blank', 'main', 0)], { branch: 'blank' });
    domain = await fromSnapshot();
    const undo = await inverse(await importEvent());
    if (!undo.ok) throw new Error(undo.reason);
    await on('main', ...undo.events);
    expect((await view()).count()).toBe(0);
    domain = await fromSnapshot();
    expect(await merged('given', 'blank')).toEqual([
      'branch.merged blank',
      'model.imported import_1',
      'element.modified wall_i0',
    ]);
    await assertAgrees();
  });
});
