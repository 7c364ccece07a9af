/** @module tests of undone revisions: the keeper judges them by both manifests and the log, never by the plan. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ElementStates } from '../../../../governance/keeper/elements/element-states.ts';
import { plannedElements } from '../../../../governance/keeper/handlers/event-rules.ts';
import { eventChecks } from '../../../../kernel/building/model/checks/building-checks.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { madeImport, revisionOf, undoneImport } from '../../../made-import.ts';
import {
  addAgent,
  agentWith,
  ann,
  creates,
  disagreements,
  execute,
  foundWorkspace,
  IDS,
  IMPORT,
  imports,
  LEVEL,
  named,
  namesIn,
  removes,
  REVISION,
  sets,
  viewOf,
  W0,
  W1,
  W2,
  wallOf,
} from './import-world.ts';
import { stageMade } from './staging.ts';
import { outcome, type Workspace } from './workspace.ts';

const UNDO = undoneImport(REVISION);
/** It renames two elements and has all others unchanged. */
const RENAMED = revisionOf(
  IMPORT,
  madeImport([named(W0, 'A'), W1, W2, named(LEVEL, 'Lower')], {
    import_id: 'import_2',
    text: 'renamed',
  }),
);

let ws: Workspace;
beforeEach(async () => {
  ws = await foundWorkspace();
  await imports(ws, IMPORT);
});
afterEach(() => ws[Symbol.asyncDispose]());

async function revise(made = REVISION): Promise<void> {
  await stageMade(ws, made);
  expect(await execute(ws, [made.event])).toBe('executed');
}

/** Ids of elements whose events the keeper reads for a plan. */
async function readFor(event: PlannedEvent): Promise<readonly string[]> {
  const plan = await ws.plan([event]);
  return await ws.transact(async (tx) => {
    const read = vi.spyOn(tx, 'eventsTouching');
    const context = { checks: async () => eventChecks, elements: new ElementStates() };
    await plannedElements(context, tx, { plan, unwritten: new Set() });
    const ids = read.mock.calls.map(([id]) => id).filter((id) => !id.startsWith('import_'));
    read.mockRestore();
    return [...new Set(ids)];
  });
}

test('undone revisions, and what follows them, read the events of changed elements only', async () => {
  expect(await execute(ws, [sets('wall_i1', { name: 'mine' }, { name: null })])).toBe('committed');
  await revise();
  expect(await readFor(UNDO)).toEqual(['wall_i1']);
  expect(await execute(ws, [UNDO])).toBe('executed');
  const third = revisionOf(
    IMPORT,
    madeImport([LEVEL, W0, W1], { import_id: 'import_3', text: 'C' }),
  );
  await stageMade(ws, third);
  expect(await readFor(third.event)).toEqual(['wall_i1']);
  expect(await execute(ws, [third.event])).toBe('executed');
  expect(await readFor(undoneImport(third))).toEqual(['wall_i1']);
  expect(await disagreements(ws, IDS)).toEqual([]);
});

describe('the undo of a revision', () => {
  test('asks as a deletion of what the revision created, and restores what it deleted', async () => {
    await revise();
    const plan = await ws.plan([UNDO]);
    expect([plan.affected, plan.triggers]).toEqual([4, ['element.deleted', 'bulk']]);
    expect(await execute(ws, [UNDO])).toBe('executed');
    expect(await namesIn(ws, IDS)).toEqual(['Ground', null, null, null, null]);
    expect((await viewOf(ws)).count()).toBe(4);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect((await ws.verify()).faults).toEqual([]);
  });

  test('and the revision itself do not ask as deletions if they delete nothing', async () => {
    await stageMade(ws, RENAMED);
    expect((await ws.plan([RENAMED.event])).triggers).toEqual(['bulk']);
    expect(await execute(ws, [RENAMED.event])).toBe('executed');
    expect((await ws.plan([undoneImport(RENAMED)])).triggers).toEqual(['bulk']);
    expect(await execute(ws, [undoneImport(RENAMED)])).toBe('executed');
    expect((await ws.verify()).faults).toEqual([]);
  });

  test.each([
    ['a deletion', ['bulk'], 'delete elements'],
    ['no deletion', ['element.deleted', 'bulk'], 'delete no element'],
  ])(
    'is refused if the plan does not state %s as the manifests have it',
    async (_, triggers, why) => {
      await revise(triggers.length === 1 ? REVISION : RENAMED);
      const event = undoneImport(triggers.length === 1 ? REVISION : RENAMED);
      const reply = await ws.submit([event], { triggers });
      expect(outcome(reply)).toBe('INVALID_ARGUMENT');
      expect(JSON.stringify(reply)).toContain(why);
    },
  );

  test('asks as a deletion if the plan creates a deleted element again', async () => {
    await stageMade(ws, REVISION);
    const again = [REVISION.event, creates(named(W2, 'another'))];
    const first = await ws.submit(again, { triggers: ['bulk'] });
    expect(JSON.stringify(first)).toContain('delete elements');
    expect((await ws.plan(again)).triggers).toEqual(['element.deleted', 'bulk']);
  });

  test('of a pending plan is stale once it would delete more than it states', async () => {
    const small = revisionOf(
      IMPORT,
      madeImport([W0, W1, LEVEL], { import_id: 'import_2', text: 'without the third wall' }),
    );
    await stageMade(ws, small);
    expect(await execute(ws, [sets('wall_i2', { name: 'mine' }, { name: null })])).toBe(
      'committed',
    );
    expect((await ws.plan([small.event])).triggers).toEqual(['bulk']);
    const waiting = await ws.hold([small.event]);
    expect(await execute(ws, [sets('wall_i2', { name: null }, { name: 'mine' })])).toBe('executed');
    const decided = await ws.decide(waiting, ann);
    expect(outcome(decided)).toBe('stale');
    expect(JSON.stringify(decided)).toContain('would delete elements now');
  });

  test('leaves what the revision had left, as the log has it', async () => {
    expect(await execute(ws, [sets('wall_i0', { name: 'A' }, { name: null })])).toBe('committed');
    expect(await execute(ws, [removes(W2)])).toBe('executed');
    await revise();
    ws.restart();
    expect(await execute(ws, [UNDO])).toBe('executed');
    expect(await namesIn(ws, IDS)).toEqual(['Ground', 'A', null, null, null]);
    expect((await viewOf(ws)).element('wall_i2')).toBeUndefined();
    expect(await disagreements(ws, IDS)).toEqual([]);
    ws.restart();
    expect(await execute(ws, [sets('wall_i0', { name: 'B' }, { name: null })])).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await execute(ws, [sets('wall_i0', { name: 'B' }, { name: 'A' })])).toBe('committed');
  });

  test('leaves what the revision had left, also if it was deleted and made again since', async () => {
    expect(await execute(ws, [sets('wall_i0', { name: 'mine' }, { name: null })])).toBe(
      'committed',
    );
    await revise();
    expect(await execute(ws, [removes(named(W0, 'mine'))])).toBe('executed');
    expect(await execute(ws, [creates(named(W0, 'A'))])).toBe('committed');
    ws.restart();
    expect(await execute(ws, [UNDO])).toBe('executed');
    expect(await namesIn(ws, ['wall_i0'])).toEqual(['A']);
    expect(await disagreements(ws, IDS)).toEqual([]);
  });

  test('is refused after a change of what the revision made, also while it waits', async () => {
    await revise();
    const waiting = await ws.hold([UNDO]);
    expect(await execute(ws, [sets('wall_i1', { name: 'free' }, { name: null })])).toBe(
      'committed',
    );
    expect(await execute(ws, [sets('wall_i0', { name: 'mine' }, { name: 'A' })])).toBe('committed');
    expect(outcome(await ws.decide(waiting, ann))).toBe('stale');
    expect(JSON.stringify(await ws.submit([UNDO], { reasoning: 'again' }))).toContain(
      '`wall_i0` was changed after the revision',
    );
    expect(await execute(ws, [sets('wall_i0', { name: 'A' }, { name: 'mine' })])).toBe('committed');
    expect(await execute(ws, [UNDO])).toBe('executed');
    expect(await namesIn(ws, IDS)).toEqual(['Ground', null, 'free', null, null]);
    expect(await disagreements(ws, IDS)).toEqual([]);
  });

  test.each<[string, Partial<typeof UNDO.payload> | null, string]>([
    ['without the import that it replaced', null, 'expected `import_1`, which it replaced'],
    [
      'of another import',
      { restores: { ...undoneImport(IMPORT).payload, import_id: 'import_0' } },
      'restores `import_0`',
    ],
    [
      'with another manifest',
      { restores: { import_id: 'import_1', manifest: { elements: 4, sha256: 'ab'.repeat(32) } } },
      'restores `import_1`',
    ],
    ['with other counts', { counts: { Levels: 1, Walls: 9 } }, 'its manifest has'],
  ])('%s is refused', async (_, changed, why) => {
    await revise();
    const { counts, import_id, manifest, restores } = UNDO.payload;
    const { import_id: id, manifest: restored } = changed?.restores ?? restores ?? UNDO.payload;
    const payload =
      changed === null
        ? { counts, import_id, manifest }
        : {
            counts: changed.counts ?? counts,
            import_id,
            manifest,
            restores: { import_id: id, manifest: restored },
          };
    const reply = await ws.submit([{ ...UNDO, payload }]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(why);
  });

  test('is refused of an import that is no revision, twice, and in the plan of the revision', async () => {
    const { payload } = undoneImport(IMPORT);
    const { import_id, manifest } = payload;
    const restores = { import_id, manifest };
    const stray = { ...undoneImport(IMPORT), payload: { ...payload, restores } };
    expect(JSON.stringify(await ws.submit([stray]))).toContain('because it is no revision');
    await stageMade(ws, REVISION);
    expect(JSON.stringify(await ws.submit([REVISION.event, UNDO]))).toContain(
      'in the plan that imports it',
    );
    await revise();
    expect(await execute(ws, [UNDO])).toBe('executed');
    expect(JSON.stringify(await ws.submit([UNDO]))).toContain('neither undone nor replaced');
    expect(await execute(ws, [undoneImport(IMPORT)])).toBe('executed');
    expect((await viewOf(ws)).count()).toBe(0);
  });

  test('of an element that a person kept is vetoed', async () => {
    await revise();
    const rejected = await ws.hold([removes({ ...wallOf(5), id: 'wall_i3' })]);
    await ws.decide(rejected, ann, { verdict: 'reject' });
    const reply = await ws.submit([UNDO]);
    expect(outcome(reply)).toBe('APPROVAL_REJECTED');
    expect(JSON.stringify(reply)).toContain('the loss of `wall_i3`');
  });

  test.each([
    [
      { permissions: { READ: {}, CREATE: {}, MODIFY: {} } },
      'PERMISSION_DENIED',
      'DELETE `wall_i3`',
    ],
    [
      { permissions: { READ: {}, MODIFY: {}, DELETE: {} } },
      'PERMISSION_DENIED',
      'CREATE `wall_i2`',
    ],
    [{ permissions: { READ: {}, CREATE: {}, DELETE: {} } }, 'PERMISSION_DENIED', 'MODIFY'],
    [
      { permissions: { READ: {}, CREATE: {}, MODIFY: { categories: ['Walls'] }, DELETE: {} } },
      'SCOPE_DENIED',
      '`level_i`',
    ],
    [{ max_import_elements: 3 }, 'ELEMENT_LIMIT_EXCEEDED', 'may import 3'],
  ])('of an agent with %j is %s', async (permissions, name, why) => {
    await revise();
    const from = agentWith(permissions, 'other');
    await addAgent(ws, from);
    const reply = await ws.submit([UNDO], { from });
    expect(outcome(reply)).toBe(name);
    expect(JSON.stringify(reply)).toContain(why);
  });
});
