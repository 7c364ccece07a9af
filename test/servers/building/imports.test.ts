/** @module imports.test: an import as building tools see it: its elements like others, its event only without a scope. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { stageMade } from '../../governance/keeper/handlers/staging.ts';
import { person, Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { levelRecord, madeImport, undoneImport, wallRecord } from '../../made-import.ts';

const IMPORT = madeImport([wallRecord('wall_i', 'level_i'), levelRecord('level_i', 'Ground')]);

const ann = person('ann');

let ws: Workspace;
let reader: SqliteReader;
let domain: BuildingDomain;
beforeAll(async () => {
  ws = await Workspace.found();
  await ws.addApprover(ann);
  reader = openSqliteReader(ws.path);
  domain = new BuildingDomain(reader, null);
  await domain.catchUp();
  await stageMade(ws, IMPORT);
  await ws.decide(await ws.hold([IMPORT.event]), ann);
  await domain.catchUp();
});
afterAll(async () => {
  reader.close();
  await ws[Symbol.asyncDispose]();
});

const seenBy = (place: ((of: { readonly category: string }) => boolean) | null) =>
  domain.callerView(domain.view('main'), {
    place,
    key: place === null ? 'everywhere' : 'walls',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  }).view;

it('its elements have bodies, and its event is in the history', async () => {
  expect(domain.unapplied()).toBeNull();
  const view = domain.view('main');
  expect(view.bounds('wall_i')).not.toBeNull();
  expect(view.levelOf('wall_i')).toBe('level_i');
  const history = await view.history({ element_id: null, limit: 50 });
  expect(history.map(({ type }) => type)).toEqual(['model.imported']);
  for (const element_id of ['wall_i', 'import_1']) {
    expect(await view.history({ element_id, limit: 50 })).toEqual(history);
  }
  expect(await view.history({ element_id: 'wall_x', limit: 50 })).toEqual([]);
});

it('a caller with a scope sees the elements inside of it, and not what was imported', async () => {
  const walls = seenBy(({ category }) => category === 'Walls');
  expect(walls.element('wall_i')).toBeDefined();
  expect(walls.element('level_i')).toBeUndefined();
  expect(await walls.history({ element_id: null, limit: 50 })).toEqual([]);
  expect(await walls.history({ element_id: 'import_1', limit: 50 })).toEqual([]);
  expect(await walls.operationOf(reader.eventsAfter(0, 1)[0]?.operation_id ?? '')).toBeNull();
});

it('its undo is refused for a caller with a scope', async () => {
  const operation = await domain
    .view('main')
    .operationOf(reader.eventsAfter(0, 1)[0]?.operation_id ?? '');
  const walls = seenBy(({ category }) => category === 'Walls');
  await expect(walls.inverse(operation ?? [])).rejects.toThrow(/may not undo this/);
  expect(walls.imports()).toEqual([]);
  expect(seenBy(null).imports()).toEqual([IMPORT.event.payload]);
});

it('its undo is in the history of a caller without a scope only', async () => {
  await ws.decide(await ws.hold([undoneImport(IMPORT)]), ann);
  await domain.catchUp();
  const types = async (caller: ReturnType<typeof seenBy>, element_id: string | null) =>
    (await caller.history({ element_id, limit: 50 })).map(({ type }) => type);
  const walls = seenBy(({ category }) => category === 'Walls');
  for (const id of [null, 'import_1', 'wall_i']) {
    expect(await types(seenBy(null), id)).toEqual(['import.reverted', 'model.imported']);
    expect(await types(walls, id)).toEqual([]);
  }
});
