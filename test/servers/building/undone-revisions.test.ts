/** @module tests of the undo of revisions, and of merges that brought several imports, with keeper and model together. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { MeshPlace } from '../../../kernel/building/geometry/mesh/stored-mesh.ts';
import { mergeBranches } from '../../../kernel/building/model/branches/branches.ts';
import { type Inverse, inverseEvents } from '../../../kernel/building/model/branches/undo.ts';
import { snapshotOf, stateFromSnapshot } from '../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../kernel/building/model/snapshot/state-difference.ts';
import { affectedBetween } from '../../../kernel/building/model/state/affected-between.ts';
import type { ElementRecord, PlannedEvent } from '../../../schemas/events.ts';
import {
  creates,
  disagreements,
  execute,
  forks,
  foundWorkspace,
  IDS,
  IMPORT,
  imports,
  LEVEL,
  modelOf,
  named,
  namesIn,
  removes,
  REVISION,
  sets,
  viewOf,
  W0,
  W1,
  W2,
} from '../../governance/keeper/handlers/import-world.ts';
import { stage, stageMade } from '../../governance/keeper/handlers/staging.ts';
import type { Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { blocksBlob } from '../../kernel/building/imports/meshes.ts';
import { doorRecord, madeImport, type MadeImport, revisionOf } from '../../made-import.ts';

let ws: Workspace;
beforeEach(async () => {
  ws = await foundWorkspace();
});
afterEach(() => ws[Symbol.asyncDispose]());

async function on(branch: string, ...events: readonly PlannedEvent[]): Promise<void> {
  expect(await execute(ws, events, { branch })).toMatch(/executed|committed/);
}

/** Imports or revises on a branch. */
async function brings(made: MadeImport, branch = 'main'): Promise<void> {
  await stageMade(ws, made);
  await on(branch, made.event);
}

/** The inverse of the operation with the newest event about an id on a branch. */
async function inverseOf(id: string, branch = 'main'): Promise<Inverse> {
  const operation = await ws.transact(async (tx) => {
    const [event] = await tx.eventsOfAggregate(id, branch, 1);
    return await tx.eventsOfOperation(event?.operation_id ?? '');
  });
  return inverseEvents(operation, await viewOf(ws, branch));
}

/** Undoes that operation; returns types and aggregates of the events. */
async function undo(id: string, branch = 'main'): Promise<readonly string[]> {
  const inverse = await inverseOf(id, branch);
  if (!inverse.ok) throw new Error(inverse.reason);
  await on(branch, ...inverse.events);
  return inverse.events.map(({ type, aggregate_id }) =>
    type === 'event.reverted' ? type : `${type} ${aggregate_id}`,
  );
}

async function elementsOf(branch = 'main'): Promise<readonly ElementRecord[]> {
  return [...(await viewOf(ws, branch)).elements()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The imports of a branch with their statuses. */
async function statuses(branch = 'main'): Promise<readonly string[]> {
  const { state } = await viewOf(ws, branch);
  return state.imports.map(({ record, status }) => `${record.import_id} ${status}`);
}

async function assertAgrees(branches: readonly string[] = ['main']): Promise<void> {
  for (const branch of branches) {
    expect(await disagreements(ws, [...IDS, 'door_1'], branch)).toEqual([]);
  }
  const { state } = await modelOf(ws);
  expect(stateDifference(state, stateFromSnapshot(snapshotOf(state)))).toBeNull();
  expect((await ws.verify()).faults).toEqual([]);
}

async function merge(source: string, target: string): Promise<readonly string[]> {
  const model = await modelOf(ws);
  const [from, into, base] = [
    model.view(source),
    model.view(target),
    model.mergeBase(source, target),
  ];
  if (from === null || into === null || base === null) throw new Error('no such branch');
  const { events, conflicts } = mergeBranches(base, from, into);
  expect(conflicts).toEqual([]);
  await on(target, ...events);
  return events.map(({ type, aggregate_id }) => `${type} ${aggregate_id}`);
}

async function fork(name: string): Promise<void> {
  const head = await ws.transact((tx) => tx.headSeq());
  await ws.submit([forks(name, 'main', head)], { branch: name });
}

describe('the undo of a revision', () => {
  beforeEach(() => imports(ws, IMPORT));

  test('is one event that returns to the import which it replaced', async () => {
    const before = await elementsOf();
    await brings(REVISION);
    expect(await elementsOf()).not.toEqual(before);
    expect(await undo('import_2')).toEqual(['import.reverted import_2', 'event.reverted']);
    expect(await elementsOf()).toEqual(before);
    expect(await statuses()).toEqual(['import_1 active', 'import_2 reverted']);
    await assertAgrees();
    ws.restart();
    expect(await execute(ws, [sets('wall_i2', { name: 'B' }, { name: null })])).toBe('committed');
  });

  test('leaves edits that were made before it, also those that the file has, too', async () => {
    await on('main', sets('wall_i0', { name: 'A' }, { name: null }));
    await on('main', removes(W2));
    const before = await elementsOf();
    await brings(REVISION);
    await undo('import_2');
    expect(await elementsOf()).toEqual(before);
    await assertAgrees();
  });

  test('leaves later edits of elements of which the new file only has the mesh elsewhere', async () => {
    await undo('import_1');
    const door = ({ blob, offset, length, digest }: MeshPlace): ElementRecord => {
      const { id, kind, params } = doorRecord('door_1', W0.id);
      const appearance = {
        mesh: { blob, offset, length },
        digest,
        low: { x: 0, y: 0, z: 0 },
        closed: true,
        glass: 0,
        mirrored: false,
        of: { width: 900 },
      };
      return { id, kind, params: { ...params, appearance } };
    };
    const [a, b] = [blocksBlob(1000), blocksBlob(2000, 1000)];
    const [there, elsewhere] = [door(a.place(0)), door(b.place(1))];
    const given = { import_id: 'import_5', text: 'five', meshes: a.bytes };
    const first = madeImport([LEVEL, W0, W1, there], given);
    const later = { import_id: 'import_6', text: 'six', meshes: b.bytes };
    const second = revisionOf(first, madeImport([LEVEL, W0, named(W1, 'New'), elsewhere], later));
    await stage(ws, a.bytes);
    await brings(first);
    await stage(ws, b.bytes);
    await stageMade(ws, second);
    expect((await ws.plan([second.event])).affected).toBe(4);
    const before = await viewOf(ws);
    await on('main', second.event);
    const states = { before: before.state, after: (await viewOf(ws)).state };
    expect([...affectedBetween([second.event], states)]).toEqual(['wall_i1']);
    await on('main', sets('door_1', { name: 'Mine' }, { name: null }));
    expect(await undo('import_6')).toEqual(['import.reverted import_6', 'event.reverted']);
    const { params } = elsewhere;
    expect((await viewOf(ws)).element('door_1')?.params).toEqual({ ...params, name: 'Mine' });
    expect((await viewOf(ws)).element('wall_i1')?.params).toMatchObject({ name: null });
    await assertAgrees();
    await on('main', sets('door_1', { name: null }, { name: 'Mine' }));
    expect(await undo('import_5')).toEqual(['import.reverted import_5', 'event.reverted']);
    await assertAgrees();
  });

  test('leaves later edits of elements that the revision left', async () => {
    await on('main', sets('wall_i0', { name: 'mine' }, { name: null }));
    await brings(REVISION);
    await on('main', sets('wall_i0', { name: 'later' }, { name: 'mine' }));
    await on('main', sets('wall_i1', { name: 'other' }, { name: null }));
    await undo('import_2');
    expect(await namesIn(ws, IDS)).toEqual(['Ground', 'later', 'other', null, null]);
    expect((await viewOf(ws)).element('wall_i2')).toBeDefined();
    await assertAgrees();
  });

  test.each<[string, PlannedEvent, string, string]>([
    [
      'a changed element',
      sets('wall_i0', { name: 'mine' }, { name: 'A' }),
      '`wall_i0` has been changed since',
      'wall_i0',
    ],
    ['a deleted element', removes(named(W0, 'A')), '`wall_i0` has been deleted since', 'wall_i0'],
    [
      'an element that it deleted and that exists again',
      creates(named(W2, 'again')),
      '`wall_i2` has been changed since',
      'wall_i2',
    ],
    [
      'a door in a wall that it created',
      creates(doorRecord('door_1', 'wall_i3')),
      '`door_1` now depends on `wall_i3`',
      'door_1',
    ],
  ])('is refused with %s', async (_, event, reason, element_id) => {
    await brings(REVISION);
    await on('main', event);
    expect(await inverseOf('import_2')).toEqual({ ok: false, reason, element_ids: [element_id] });
  });

  test('is refused if an element that comes back needs one that was deleted', async () => {
    const door = doorRecord('door_1', 'wall_i1');
    const second = revisionOf(
      IMPORT,
      madeImport([LEVEL, W0, W1, W2, door], { import_id: 'import_2', text: 'with a door' }),
    );
    await brings(second);
    const third = madeImport([LEVEL, W0, W1, W2], { import_id: 'import_3', text: 'without it' });
    await brings(revisionOf(second, third));
    await on('main', removes(W1));
    expect(await inverseOf('import_3')).toEqual({
      ok: false,
      reason: '`wall_i1`, which `door_1` needs, has been deleted since',
      element_ids: ['door_1'],
    });
  });

  test('goes back one revision at a time, and then the import itself can be undone', async () => {
    await brings(REVISION);
    const second = await elementsOf();
    const third = madeImport([LEVEL, named(W1, 'C')], { import_id: 'import_3', text: 'third' });
    await brings(revisionOf(REVISION, third));
    expect(await inverseOf('import_2')).toMatchObject({
      ok: false,
      reason: 'the import `import_2` was undone, merged again or revised since',
    });
    await undo('import_3');
    expect(await elementsOf()).toEqual(second);
    await assertAgrees();
    const fourth = madeImport([LEVEL], { import_id: 'import_4', text: 'fourth' });
    await brings(revisionOf(REVISION, fourth));
    await undo('import_4');
    expect(await elementsOf()).toEqual(second);
    await assertAgrees();
  });

  test('is not undone itself, and leaves the import to another revision', async () => {
    await brings(REVISION);
    await undo('import_2');
    expect(await inverseOf('import_2')).toEqual({
      ok: false,
      reason:
        'this is the undo of a revision: restore the state before it, or import its file again as a revision',
      element_ids: [],
    });
    const again = madeImport([LEVEL, named(W0, 'B')], { import_id: 'import_3', text: 'again' });
    await brings(revisionOf(IMPORT, again));
    expect(await namesIn(ws, ['wall_i0'])).toEqual(['B']);
    await assertAgrees();
  });

  test('on a branch leaves the revision of its parent', async () => {
    await on('main', sets('wall_i0', { name: 'mine' }, { name: null }));
    const before = await elementsOf();
    await brings(REVISION);
    const after = await elementsOf();
    await fork('other');
    const operation = await ws.transact(async (tx) => {
      const [event] = await tx.eventsOfAggregate('import_2', 'main', 1);
      return await tx.eventsOfOperation(event?.operation_id ?? '');
    });
    const inverse = inverseEvents(operation, await viewOf(ws, 'other'));
    if (!inverse.ok) throw new Error(inverse.reason);
    await on('other', ...inverse.events);
    expect([await elementsOf('other'), await elementsOf()]).toEqual([before, after]);
    await assertAgrees(['main', 'other']);
  });
});

test('the undo of a revised reference model makes its elements those of the first import again', async () => {
  const first = madeImport([LEVEL, W0, W1], { reference: true });
  await brings(first);
  const later = madeImport([LEVEL, named(W0, 'A')], {
    import_id: 'import_2',
    text: 'later',
    reference: true,
  });
  await brings(revisionOf(first, later));
  await undo('import_2');
  const view = await viewOf(ws);
  expect(['wall_i0', 'wall_i1'].map((id) => view.referenceOf(id)?.import_id)).toEqual([
    'import_1',
    'import_1',
  ]);
  expect(view.references().map(({ elements }) => elements)).toEqual([3]);
  const reply = await ws.submit([sets('wall_i1', { name: 'B' }, { name: null })]);
  expect(JSON.stringify(reply)).toContain('belongs to the reference model `import_1`');
  expect(await undo('import_1')).toEqual(['import.reverted import_1', 'event.reverted']);
  await assertAgrees();
});

describe('merges', () => {
  beforeEach(async () => {
    await fork('given');
    await brings(IMPORT, 'given');
  });

  test('that brought an import, its revision and an edit are undone in one operation', async () => {
    await on('given', sets('wall_i1', { name: 'mine' }, { name: null }));
    await brings(REVISION, 'given');
    await on('given', sets('wall_i3', { name: 'edited' }, { name: null }));
    expect(await merge('given', 'main')).toEqual([
      'branch.merged main',
      'model.imported import_1',
      'model.imported import_2',
      'element.modified wall_i1',
      'element.modified wall_i3',
    ]);
    expect(await undo('import_2')).toEqual([
      'element.modified wall_i1',
      'element.modified wall_i3',
      'import.reverted import_2',
      'import.reverted import_1',
      'event.reverted',
    ]);
    expect(await elementsOf()).toEqual([]);
    expect(await statuses()).toEqual(['import_1 reverted', 'import_2 reverted']);
    await assertAgrees(['main', 'given']);
  });

  test('that brought a chain of revisions are undone one after the other', async () => {
    await brings(REVISION, 'given');
    const third = madeImport([LEVEL, named(W0, 'C'), W2], { import_id: 'import_3', text: 'third' });
    await brings(revisionOf(REVISION, third), 'given');
    await on('given', sets('wall_i0', { name: 'mine' }, { name: 'C' }));
    await merge('given', 'main');
    expect(await undo('import_3')).toEqual([
      'element.modified wall_i0',
      'import.reverted import_3',
      'import.reverted import_2',
      'import.reverted import_1',
      'event.reverted',
    ]);
    expect(await elementsOf()).toEqual([]);
    await assertAgrees(['main', 'given']);
  });

  test('that brought a revision are undone to the import that the target had', async () => {
    await merge('given', 'main');
    await on('main', sets('wall_i0', { name: 'A' }, { name: null }));
    const before = await elementsOf();
    await brings(REVISION, 'given');
    expect(await merge('given', 'main')).toEqual(['branch.merged main', 'model.imported import_2']);
    await undo('import_2');
    expect(await elementsOf()).toEqual(before);
    await assertAgrees(['main', 'given']);
  });

  test('carry the undo of a revision', async () => {
    await merge('given', 'main');
    await brings(REVISION, 'given');
    await merge('given', 'main');
    await undo('import_2', 'given');
    expect(await merge('given', 'main')).toEqual([
      'branch.merged main',
      'import.reverted import_2',
    ]);
    expect(await elementsOf()).toEqual(await elementsOf('given'));
    expect(await statuses()).toEqual(await statuses('given'));
    await assertAgrees(['main', 'given']);
  });

  test('carry the undo of a revision, and the next revision of the first import', async () => {
    await merge('given', 'main');
    await brings(REVISION, 'given');
    await merge('given', 'main');
    await undo('import_2', 'given');
    const third = madeImport([LEVEL, W0], { import_id: 'import_3', text: 'third' });
    await brings(revisionOf(IMPORT, third), 'given');
    expect(await merge('given', 'main')).toEqual([
      'branch.merged main',
      'import.reverted import_2',
      'model.imported import_3',
    ]);
    expect(await elementsOf()).toEqual(await elementsOf('given'));
    await assertAgrees(['main', 'given']);
  });
});
