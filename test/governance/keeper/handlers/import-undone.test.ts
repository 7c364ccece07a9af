/** @module tests of undone imports: the keeper judges them by their manifests, and agrees with the model. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { levelRecord, madeImport, undoneImport } from '../../../made-import.ts';
import {
  addAgent,
  agentWith,
  ann,
  creates,
  disagreements,
  execute,
  forks,
  foundWorkspace,
  IDS,
  IMPORT,
  imports,
  LEVEL,
  removes,
  sets,
  viewOf,
  W2,
  WALLS,
} from './import-world.ts';
import { outcome, type Workspace } from './workspace.ts';

let ws: Workspace;
beforeEach(async () => {
  ws = await foundWorkspace();
});
afterEach(() => ws[Symbol.asyncDispose]());

describe('the undo of an import', () => {
  test('asks as a deletion of all elements, and deletes them', async () => {
    await imports(ws, IMPORT);
    const plan = await ws.plan([undoneImport(IMPORT)]);
    expect([plan.affected, plan.triggers]).toEqual([4, ['element.deleted']]);
    expect(await execute(ws, [undoneImport(IMPORT)])).toBe('executed');
    expect((await viewOf(ws)).count()).toBe(0);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect((await ws.verify()).faults).toEqual([]);
  });

  test('leaves the file and the names of its levels for another import', async () => {
    await imports(ws, IMPORT);
    expect(await execute(ws, [undoneImport(IMPORT)])).toBe('executed');
    const again = madeImport([...WALLS, null, LEVEL], { import_id: 'import_2' });
    await imports(ws, again);
    expect((await viewOf(ws)).count()).toBe(4);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect(await execute(ws, [undoneImport(again)])).toBe('executed');
    const level = levelRecord('level_k', 'Ground');
    expect(await execute(ws, [creates(level)])).toBe('committed');
    expect(await disagreements(ws, IDS)).toEqual([]);
  });

  test('may first restore the name of a level that another level has by now', async () => {
    await imports(ws, IMPORT);
    const renamed = sets(LEVEL.id, { name: 'Other' }, { name: 'Ground' });
    expect(await execute(ws, [renamed])).toBe('committed');
    const other = levelRecord('level_k', 'Ground');
    expect(await execute(ws, [creates(other)])).toBe('committed');
    const back = sets(LEVEL.id, { name: 'Ground' }, { name: 'Other' });
    expect(await execute(ws, [back])).toBe('LEVEL_EXISTS');
    expect(await execute(ws, [back, undoneImport(IMPORT)])).toBe('executed');
    expect([...(await viewOf(ws)).elements()].map(({ id }) => id)).toEqual(['level_k']);
    expect(await disagreements(ws, [...IDS, 'level_k'])).toEqual([]);
  });

  test('is refused after a change, also while it waits', async () => {
    await imports(ws, IMPORT);
    const waiting = await ws.hold([undoneImport(IMPORT)]);
    expect(await execute(ws, [sets('wall_i1', { name: 'B' }, { name: null })])).toBe('committed');
    expect(outcome(await ws.decide(waiting, ann))).toBe('stale');
    const reply = await ws.submit([undoneImport(IMPORT)], { reasoning: 'again' });
    expect(JSON.stringify(reply)).toContain('`wall_i1` was changed after its import');
    expect(await execute(ws, [sets('wall_i1', { name: null }, { name: 'B' })])).toBe('executed');
    expect(await execute(ws, [undoneImport(IMPORT)])).toBe('executed');
    expect(await disagreements(ws, IDS)).toEqual([]);
  });

  test.each<[string, Partial<ReturnType<typeof undoneImport>['payload']>, string]>([
    ['counts', { counts: { Levels: 1, Walls: 2 } }, 'its manifest has `1 Levels, 3 Walls`'],
    ['id', { import_id: 'import_2' }, 'expected the same id'],
    [
      'number',
      { manifest: { elements: 3, sha256: IMPORT.event.payload.manifest.sha256 } },
      'no import',
    ],
    ['manifest', { manifest: { elements: 4, sha256: 'ab'.repeat(32) } }, 'no import'],
  ])('with another %s is refused', async (_, payload, why) => {
    await imports(ws, IMPORT);
    const event = undoneImport(IMPORT);
    const reply = await ws.submit([{ ...event, payload: { ...event.payload, ...payload } }]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(why);
  });

  test('leaves its ids to elements of the version 0', async () => {
    await imports(ws, IMPORT);
    expect(await execute(ws, [undoneImport(IMPORT)])).toBe('executed');
    const touched = [{ branch: 'main', id: LEVEL.id, version: 0 }];
    expect(await execute(ws, [creates(LEVEL)], { touched })).toBe('committed');
    const late = [{ branch: 'main', id: LEVEL.id, version: 0 }];
    expect(await execute(ws, [creates(LEVEL)], { touched: late })).toBe('conflict');
  });

  test('of an element that a person kept is vetoed', async () => {
    await imports(ws, IMPORT);
    const rejected = await ws.hold([removes(W2)]);
    await ws.decide(rejected, ann, { verdict: 'reject' });
    const reply = await ws.submit([undoneImport(IMPORT)]);
    expect(outcome(reply)).toBe('APPROVAL_REJECTED');
    expect(JSON.stringify(reply)).toContain('the loss of `wall_i2`');
  });

  test('is refused twice, and on a branch without the import', async () => {
    await ws.submit([forks('other', 'main', 0)], { branch: 'other' });
    await imports(ws, IMPORT);
    expect(outcome(await ws.submit([undoneImport(IMPORT)], { branch: 'other' }))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await execute(ws, [undoneImport(IMPORT)])).toBe('executed');
    expect(JSON.stringify(await ws.submit([undoneImport(IMPORT)]))).toContain('neither undone nor');
  });

  test('deletes on a branch what its parent imported and keeps', async () => {
    await imports(ws, IMPORT);
    const head = await ws.transact((tx) => tx.headSeq());
    await ws.submit([forks('other', 'main', head)], { branch: 'other' });
    const waiting = await ws.hold([undoneImport(IMPORT)], { branch: 'other' });
    expect(outcome(await ws.decide(waiting, ann))).toBe('executed');
    expect([(await viewOf(ws)).count(), (await viewOf(ws, 'other')).count()]).toEqual([4, 0]);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect(await disagreements(ws, IDS, 'other')).toEqual([]);
  });

  test.each([
    [{ permissions: { READ: {}, CREATE: {}, MODIFY: {} } }, 'PERMISSION_DENIED', 'DELETE'],
    [
      { permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: { categories: ['Walls'] } } },
      'SCOPE_DENIED',
      'Levels',
    ],
    [
      { permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: { levels: ['Upper'] } } },
      'SCOPE_DENIED',
      'level',
    ],
    [{ max_import_elements: 3 }, 'ELEMENT_LIMIT_EXCEEDED', 'may import 3'],
  ])('of an agent with %j is %s', async (permissions, name, why) => {
    await imports(ws, IMPORT);
    const from = agentWith(permissions, 'other');
    await addAgent(ws, from);
    const reply = await ws.submit([undoneImport(IMPORT)], { from });
    expect(outcome(reply)).toBe(name);
    expect(JSON.stringify(reply)).toContain(why);
  });
});
