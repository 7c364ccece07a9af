/** @module tests of undone and revised imports: the keeper judges them by the manifests, and agrees with the model. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { elementAt } from '../../../../governance/keeper/elements/element-states.ts';
import { eventChecks } from '../../../../kernel/building/model/checks/building-checks.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import { replay } from '../../../../kernel/building/model/replay.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { ElementRecord, ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import {
  levelRecord,
  madeImport,
  type MadeImport,
  revisionOf,
  undoneImport,
  wallRecord,
} from '../../../made-import.ts';
import { stageMade } from './staging.ts';
import { outcome, person, ROBOT, Workspace } from './workspace.ts';

const LEVEL = levelRecord('level_i', 'Ground');
const ann = person('ann', 'user-ann');

const named = (element: ElementRecord, name: string): ElementRecord => ({
  ...element,
  params: { ...element.params, name },
});
const wallOf = (i: number): ElementRecord => wallRecord(`wall_i${i}`, LEVEL.id, 4000 * i);
const [W0, W1, W2] = [wallOf(0), wallOf(1), wallOf(2)];
const WALLS = [W0, W1, W2];
const IMPORT = madeImport([...WALLS, null, LEVEL]);
/** It renames the level and the first wall, has the second one unchanged, lacks the third one, and has a new one. */
const LATER = madeImport(
  [named(W0, 'A'), W1, wallRecord('wall_i3', LEVEL.id, 20_000), named(LEVEL, 'Lower')],
  { import_id: 'import_2', text: 'a later file' },
);
const REVISION = revisionOf(IMPORT, LATER);

let ws: Workspace;
const start = async (permissions: object = {}): Promise<AgentRecord> => {
  const agent = {
    ...ROBOT,
    permissions: AgentPermissions.parse({
      permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
      ...permissions,
    }),
  };
  ws = await Workspace.found({ agent });
  await ws.addApprover(ann);
  return agent;
};
beforeEach(async () => void (await start()));
afterEach(() => ws[Symbol.asyncDispose]());

async function execute(...events: readonly PlannedEvent[]): Promise<string> {
  const reply = await ws.submit(events);
  if (reply.status !== 'pending') return outcome(reply);
  return outcome(await ws.decide(reply.approval_id, ann));
}
async function imported(made: MadeImport = IMPORT): Promise<void> {
  await stageMade(ws, made);
  expect(await execute(made.event)).toBe('executed');
}
const sets = (id: string, updates: ParamValues, previous: ParamValues): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates, previous },
});
const removes = (element: ElementRecord): PlannedEvent => ({
  type: 'element.deleted',
  aggregate_id: element.id,
  payload: { element, cascade_of: null },
});

async function modelled(branch = 'main'): Promise<StateView> {
  const reader = openSqliteReader(ws.path);
  const model = new Model();
  await replay(model, reader);
  reader.close();
  const view = model.view(branch);
  if (view === null) throw new Error(`no branch ${branch}`);
  return view;
}
const namesIn = async (ids: readonly string[]): Promise<readonly unknown[]> => {
  const view = await modelled();
  return ids.map((id) => {
    const element = view.element(id);
    return element === undefined
      ? null
      : Object.entries(element.params).find(([n]) => n === 'name')?.[1];
  });
};

/** Compares every element and version of the keeper with those of the model. */
async function assertAgrees(ids: readonly string[], branch = 'main'): Promise<void> {
  const view = await modelled(branch);
  const moment = { branch, until: Number.MAX_SAFE_INTEGER };
  await ws.transact(async (tx) => {
    for (const id of ids) {
      const kept = await elementAt({ read: tx, checks: eventChecks }, moment, id);
      expect(kept, id).toEqual(view.element(id) ?? null);
      const version = await tx.versionAt(branch, id);
      if (version !== null) expect(version, id).toBe(view.version(id));
    }
  });
}
const IDS = [LEVEL.id, 'wall_i0', 'wall_i1', 'wall_i2', 'wall_i3'];

describe('the undo of an import', () => {
  test('asks as a deletion of all elements, and deletes them', async () => {
    await imported();
    const plan = await ws.plan([undoneImport(IMPORT)]);
    expect([plan.affected, plan.triggers]).toEqual([4, ['element.deleted']]);
    expect(await execute(undoneImport(IMPORT))).toBe('executed');
    expect((await modelled()).count()).toBe(0);
    await assertAgrees(IDS);
    expect((await ws.verify()).faults).toEqual([]);
  });

  test('leaves the file and the names of its levels for another import', async () => {
    await imported();
    expect(await execute(undoneImport(IMPORT))).toBe('executed');
    const again = madeImport([...WALLS, null, LEVEL], { import_id: 'import_2' });
    await imported(again);
    expect((await modelled()).count()).toBe(4);
    await assertAgrees(IDS);
    expect(await execute(undoneImport(again))).toBe('executed');
    const level = levelRecord('level_k', 'Ground');
    expect(
      await execute({ type: 'level.created', aggregate_id: level.id, payload: { element: level } }),
    ).toBe('committed');
    await assertAgrees(IDS);
  });

  test('is refused after a change, also while it waits', async () => {
    await imported();
    const waiting = await ws.hold([undoneImport(IMPORT)]);
    expect(await execute(sets('wall_i1', { name: 'B' }, { name: null }))).toBe('committed');
    expect(outcome(await ws.decide(waiting, ann))).toBe('stale');
    const reply = await ws.submit([undoneImport(IMPORT)], { reasoning: 'again' });
    expect(JSON.stringify(reply)).toContain('`wall_i1` was changed after its import');
    expect(await execute(sets('wall_i1', { name: null }, { name: 'B' }))).toBe('executed');
    expect(await execute(undoneImport(IMPORT))).toBe('executed');
    await assertAgrees(IDS);
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
    await imported();
    const event = undoneImport(IMPORT);
    const reply = await ws.submit([{ ...event, payload: { ...event.payload, ...payload } }]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain(why);
  });

  test('is refused twice, and on a branch without the import', async () => {
    const fork: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'other',
      payload: { name: 'other', from: 'main', from_seq: 0 },
    };
    await ws.submit([fork], { branch: 'other' });
    await imported();
    expect(outcome(await ws.submit([undoneImport(IMPORT)], { branch: 'other' }))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await execute(undoneImport(IMPORT))).toBe('executed');
    expect(JSON.stringify(await ws.submit([undoneImport(IMPORT)]))).toContain('neither undone nor');
  });

  test('deletes on a branch what its parent imported and keeps', async () => {
    await imported();
    const head = await ws.transact((tx) => tx.headSeq());
    const fork: PlannedEvent = {
      type: 'branch.created',
      aggregate_id: 'other',
      payload: { name: 'other', from: 'main', from_seq: head },
    };
    await ws.submit([fork], { branch: 'other' });
    const waiting = await ws.hold([undoneImport(IMPORT)], { branch: 'other' });
    expect(outcome(await ws.decide(waiting, ann))).toBe('executed');
    expect([(await modelled()).count(), (await modelled('other')).count()]).toEqual([4, 0]);
    await assertAgrees(IDS);
    await assertAgrees(IDS, 'other');
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
    await ws[Symbol.asyncDispose]();
    const from = await start(permissions);
    const owner = { ...ROBOT, name: 'owner', agent_id: 'agent-owner' };
    await ws.registry({
      change: 'agent',
      record: owner,
      signed: await ws.signed('agent', owner, ann),
    });
    await stageMade(ws, IMPORT, owner);
    const id = await ws.hold([IMPORT.event], { from: owner });
    expect(outcome(await ws.decide(id, ann))).toBe('executed');
    const reply = await ws.submit([undoneImport(IMPORT)], { from });
    expect(outcome(reply)).toBe(name);
    expect(JSON.stringify(reply)).toContain(why);
  });
});

describe('a revision of an import', () => {
  beforeEach(() => imported());

  test('changes, creates and deletes what is as imported, and asks as a deletion', async () => {
    await stageMade(ws, LATER);
    const plan = await ws.plan([REVISION.event]);
    expect(plan.triggers).toEqual(['element.deleted', 'bulk']);
    expect(await execute(REVISION.event)).toBe('executed');
    expect(await namesIn(IDS)).toEqual(['Lower', 'A', null, null, null]);
    expect((await modelled()).count()).toBe(4);
    expect((await modelled()).element('wall_i2')).toBeUndefined();
    await assertAgrees(IDS);
    expect((await ws.verify()).faults).toEqual([]);
  });

  test('leaves what was changed or deleted', async () => {
    expect(await execute(sets('wall_i0', { name: 'mine' }, { name: null }))).toBe('committed');
    expect(await execute(sets('wall_i2', { name: 'mine' }, { name: null }))).toBe('committed');
    expect(await execute(removes(W1))).toBe('executed');
    await stageMade(ws, LATER);
    expect(await execute(REVISION.event)).toBe('executed');
    expect(await namesIn(IDS)).toEqual(['Lower', 'mine', null, 'mine', null]);
    expect((await modelled()).element('wall_i1')).toBeUndefined();
    await assertAgrees(IDS);
    ws.restart();
    expect(await execute(sets('wall_i0', { name: 'B' }, { name: 'A' }))).toBe('INVALID_ARGUMENT');
    expect(await execute(sets('wall_i0', { name: 'B' }, { name: 'mine' }))).toBe('committed');
  });

  test('is followed by events that bring elements to what a person decided', async () => {
    expect(await execute(sets('wall_i0', { name: 'mine' }, { name: null }))).toBe('committed');
    await stageMade(ws, LATER);
    const matched: PlannedEvent = {
      type: 'import.matched',
      aggregate_id: 'import_2',
      payload: {
        import_id: 'import_2',
        matches: [{ guid: null, record: 10, element_id: 'wall_i0' }],
      },
    };
    const settled = sets('wall_i0', { name: 'A' }, { name: 'mine' });
    expect(await execute(REVISION.event, matched, settled)).toBe('executed');
    expect(await namesIn(['wall_i0'])).toEqual(['A']);
    await assertAgrees(IDS);
  });

  test('is refused if a new element exists, or the level name is taken', async () => {
    const wall = wallRecord('wall_i3', LEVEL.id);
    await execute({ type: 'element.created', aggregate_id: 'wall_i3', payload: { element: wall } });
    await stageMade(ws, LATER);
    expect(JSON.stringify(await ws.submit([REVISION.event]))).toContain('`wall_i3` already exists');
    expect(await execute(removes(wall))).toBe('executed');
    const lower = levelRecord('level_k', 'lower');
    await execute({ type: 'level.created', aggregate_id: 'level_k', payload: { element: lower } });
    expect(await execute(REVISION.event)).toBe('LEVEL_EXISTS');
  });

  test('is refused twice, of an unknown import, and of one that was undone', async () => {
    await stageMade(ws, LATER);
    const third = madeImport([LEVEL], { import_id: 'import_3', text: 'third' });
    await stageMade(ws, third);
    const stray = revisionOf(
      {
        ...IMPORT,
        event: { ...IMPORT.event, payload: { ...IMPORT.event.payload, import_id: 'import_0' } },
      },
      third,
    );
    expect(JSON.stringify(await ws.submit([stray.event]))).toContain('no import `import_0`');
    expect(await execute(REVISION.event)).toBe('executed');
    const again = revisionOf(IMPORT, third);
    expect(JSON.stringify(await ws.submit([again.event]))).toContain('no import `import_1`');
    expect(JSON.stringify(await ws.submit([undoneImport(IMPORT)]))).toContain(
      'no import `import_1`',
    );
    expect(await execute(revisionOf(LATER, third).event)).toBe('executed');
    expect((await modelled()).count()).toBe(1);
    await assertAgrees(IDS);
  });

  test.each<[string, PlannedEvent]>([
    [
      'another import',
      {
        type: 'import.matched',
        aggregate_id: 'import_1',
        payload: {
          import_id: 'import_1',
          matches: [{ guid: null, record: 10, element_id: 'wall_i0' }],
        },
      },
    ],
    [
      'an element twice',
      {
        type: 'import.matched',
        aggregate_id: 'import_2',
        payload: {
          import_id: 'import_2',
          matches: [10, 20].map((record) => ({ guid: null, record, element_id: 'wall_i0' })),
        },
      },
    ],
    [
      'an element that it lacks',
      {
        type: 'import.matched',
        aggregate_id: 'import_2',
        payload: {
          import_id: 'import_2',
          matches: [{ guid: null, record: 10, element_id: 'wall_i2' }],
        },
      },
    ],
  ])('with a match of %s is refused', async (_, event) => {
    await stageMade(ws, LATER);
    const reply = await ws.submit([REVISION.event, event]);
    expect(outcome(reply)).toBe('INVALID_ARGUMENT');
    expect(JSON.stringify(reply)).toContain('match');
  });

  test.each([
    [
      { permissions: { READ: {}, CREATE: {}, MODIFY: {} } },
      'PERMISSION_DENIED',
      'DELETE `wall_i2`',
    ],
    [{ permissions: { READ: {}, CREATE: {}, DELETE: {} } }, 'PERMISSION_DENIED', 'MODIFY'],
    [
      { permissions: { READ: {}, CREATE: {}, MODIFY: { categories: ['Walls'] }, DELETE: {} } },
      'SCOPE_DENIED',
      '`level_i`',
    ],
    [{ max_import_elements: 3 }, 'ELEMENT_LIMIT_EXCEEDED', 'may import 3'],
  ])('of an agent with %j is %s', async (permissions, name, why) => {
    const from = {
      ...ROBOT,
      name: 'other',
      agent_id: 'agent-other',
      permissions: AgentPermissions.parse({
        permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
        ...permissions,
      }),
    };
    await ws.registry({
      change: 'agent',
      record: from,
      signed: await ws.signed('agent', from, ann),
    });
    await stageMade(ws, LATER, from);
    const reply = await ws.submit([REVISION.event], { from });
    expect(outcome(reply)).toBe(name);
    expect(JSON.stringify(reply)).toContain(why);
  });

  test('that deletes what a person kept is vetoed', async () => {
    const rejected = await ws.hold([removes(W2)]);
    await ws.decide(rejected, ann, { verdict: 'reject' });
    await stageMade(ws, LATER);
    const reply = await ws.submit([REVISION.event]);
    expect(outcome(reply)).toBe('APPROVAL_REJECTED');
    expect(JSON.stringify(reply)).toContain('wall_i2');
  });
});

/** One step on a branch; numbers choose among five walls, three names and the imports so far. */
type Step = {
  readonly branch: string;
  readonly what: 'import' | 'revise' | 'undo' | 'rename' | 'delete' | 'create' | 'fork';
  readonly walls: readonly number[];
  readonly name: number;
  readonly which: number;
};
const steps = fc.array(
  fc.record<Step>({
    branch: fc.constantFrom('main', 'main', 'other'),
    what: fc.constantFrom(
      'import',
      'revise',
      'undo',
      'rename',
      'rename',
      'delete',
      'create',
      'fork',
    ),
    walls: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
    name: fc.nat(2),
    which: fc.nat(3),
  }),
  { minLength: 4, maxLength: 14 },
);
const NAMES = [null, 'A', 'B'];

/** The events of a step, from the present state of its branch; none if it does not apply. */
async function eventsOf(step: Step, made: MadeImport[]): Promise<readonly PlannedEvent[]> {
  const { branch, what, walls, which, name } = step;
  const [first = 0] = walls;
  const reader = openSqliteReader(ws.path);
  const model = new Model();
  await replay(model, reader);
  reader.close();
  const view = model.view(branch);
  if (what === 'fork') {
    const payload = { name: 'other', from: 'main', from_seq: model.lastSeq };
    return [{ type: 'branch.created', aggregate_id: 'other', payload }];
  }
  const wall = view?.element(`wall_i${first}`);
  const earlier = made[which % Math.max(1, made.length)];
  if (what === 'rename' && wall?.kind === 'wall') {
    return [sets(wall.id, { name: NAMES[name] ?? null }, { name: wall.params.name })];
  }
  if (what === 'delete' && wall !== undefined) return [removes(wall)];
  if (what === 'create' && wall === undefined) {
    return [
      {
        type: 'element.created',
        aggregate_id: `wall_i${first}`,
        payload: { element: wallOf(first) },
      },
    ];
  }
  if (what === 'undo' && earlier !== undefined) return [undoneImport(earlier)];
  if (what === 'import' || what === 'revise') {
    const next = madeImport(
      [...walls.map((i) => named(wallOf(i), `${NAMES[(name + i) % 3]}`)), LEVEL],
      { import_id: `import_${made.length}`, text: `file ${made.length}` },
    );
    const event = what === 'revise' && earlier !== undefined ? revisionOf(earlier, next) : next;
    await stageMade(ws, event);
    made.push(event);
    return [event.event];
  }
  return [];
}

test('law: model, keeper and audit agree after any imports, edits, undone imports and revisions', async () => {
  const done: string[] = [];
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await ws[Symbol.asyncDispose]();
      await start();
      const made: MadeImport[] = [];
      for (const step of all) {
        const events = await eventsOf(step, made);
        if (events.length === 0) continue;
        const branch = step.what === 'fork' ? 'other' : step.branch;
        const reply = await ws.submit(events, { branch });
        const end =
          reply.status === 'pending'
            ? outcome(await ws.decide(reply.approval_id, ann))
            : outcome(reply);
        done.push(`${step.what} ${end}`);
      }
      const ids = [LEVEL.id, ...[0, 1, 2, 3, 4].map((i) => `wall_i${i}`)];
      await assertAgrees(ids);
      if (done.includes('fork committed') && (await hasBranch('other')))
        await assertAgrees(ids, 'other');
      expect((await ws.verify()).faults).toEqual([]);
    }),
    { numRuns: 40, seed: 25 },
  );
  for (const what of ['import', 'revise', 'undo']) {
    expect(done.filter((one) => one === `${what} executed`).length, what).toBeGreaterThan(5);
    expect(done.filter((one) => one !== `${what} executed`).length, what).toBeGreaterThan(5);
  }
}, 120_000);

async function hasBranch(branch: string): Promise<boolean> {
  return await ws.transact(async (tx) => (await tx.branchHead(branch)) !== null);
}
