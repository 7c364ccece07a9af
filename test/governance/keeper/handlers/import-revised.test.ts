/** @module tests of revised imports: the keeper judges them by both manifests, and agrees with the model. */
import { array, assert, asyncProperty, constantFrom, nat, record, uniqueArray } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ElementStates } from '../../../../governance/keeper/elements/element-states.ts';
import { plannedElements } from '../../../../governance/keeper/handlers/event-rules.ts';
import { eventChecks } from '../../../../kernel/building/model/checks/building-checks.ts';
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import {
  levelRecord,
  madeImport,
  type MadeImport,
  revisionOf,
  undoneImport,
  wallRecord,
} from '../../../made-import.ts';
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
  LATER,
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
  wallOf,
} from './import-world.ts';
import { stageMade } from './staging.ts';
import { outcome, type Workspace } from './workspace.ts';

let ws: Workspace;
beforeEach(async () => {
  ws = await foundWorkspace();
});
afterEach(() => ws[Symbol.asyncDispose]());

describe('a revision of an import', () => {
  beforeEach(() => imports(ws, IMPORT));

  test('changes, creates and deletes what is as imported, and asks as a deletion', async () => {
    await stageMade(ws, LATER);
    const plan = await ws.plan([REVISION.event]);
    expect(plan.triggers).toEqual(['element.deleted', 'bulk']);
    expect(await execute(ws, [REVISION.event])).toBe('executed');
    expect(await namesIn(ws, IDS)).toEqual(['Lower', 'A', null, null, null]);
    expect((await viewOf(ws)).count()).toBe(4);
    expect((await viewOf(ws)).element('wall_i2')).toBeUndefined();
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect((await ws.verify()).faults).toEqual([]);
  });

  test('leaves what was changed or deleted', async () => {
    expect(await execute(ws, [sets('wall_i0', { name: 'mine' }, { name: null })])).toBe(
      'committed',
    );
    expect(await execute(ws, [sets('wall_i2', { name: 'mine' }, { name: null })])).toBe(
      'committed',
    );
    expect(await execute(ws, [removes(W1)])).toBe('executed');
    await stageMade(ws, LATER);
    expect(await execute(ws, [REVISION.event])).toBe('executed');
    expect(await namesIn(ws, IDS)).toEqual(['Lower', 'mine', null, 'mine', null]);
    expect((await viewOf(ws)).element('wall_i1')).toBeUndefined();
    expect(await disagreements(ws, IDS)).toEqual([]);
    ws.restart();
    expect(await execute(ws, [sets('wall_i0', { name: 'B' }, { name: 'A' })])).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await execute(ws, [sets('wall_i0', { name: 'B' }, { name: 'mine' })])).toBe('committed');
  });

  test('of a revision leaves what the first one had left', async () => {
    expect(await execute(ws, [sets('wall_i0', { name: 'mine' }, { name: null })])).toBe(
      'committed',
    );
    await stageMade(ws, LATER);
    expect(await execute(ws, [REVISION.event])).toBe('executed');
    const third = madeImport([LEVEL, named(W0, 'C')], { import_id: 'import_3', text: 'third' });
    await stageMade(ws, third);
    expect(await execute(ws, [revisionOf(LATER, third).event])).toBe('executed');
    expect(await namesIn(ws, ['wall_i0', LEVEL.id])).toEqual(['mine', 'Ground']);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect(await execute(ws, [sets('wall_i0', { name: 'B' }, { name: 'mine' })])).toBe('committed');
  });

  test('is followed by events that bring elements to what a person decided', async () => {
    expect(await execute(ws, [sets('wall_i0', { name: 'mine' }, { name: null })])).toBe(
      'committed',
    );
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
    expect(await execute(ws, [REVISION.event, matched, settled])).toBe('executed');
    expect(await namesIn(ws, ['wall_i0'])).toEqual(['A']);
    expect(await disagreements(ws, IDS)).toEqual([]);
  });

  test('leaves an element of the branch that its file has, too, and so does its undo', async () => {
    const found = wallRecord('wall_i3', LEVEL.id, 7000);
    const wall = { ...found, params: { ...found.params, name: 'own' } };
    await execute(ws, [creates(wall)]);
    await stageMade(ws, LATER);
    expect(await execute(ws, [REVISION.event])).toBe('executed');
    expect(await namesIn(ws, ['wall_i3'])).toEqual(['own']);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect(await execute(ws, [undoneImport(REVISION)])).toBe('executed');
    expect(await namesIn(ws, ['wall_i3'])).toEqual(['own']);
    expect(await disagreements(ws, IDS)).toEqual([]);
    expect((await ws.verify()).faults).toEqual([]);
  });

  test('is refused if the level name is taken', async () => {
    await stageMade(ws, LATER);
    const lower = levelRecord('level_k', 'lower');
    await execute(ws, [creates(lower)]);
    expect(await execute(ws, [REVISION.event])).toBe('LEVEL_EXISTS');
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
    expect(await execute(ws, [REVISION.event])).toBe('executed');
    const again = revisionOf(IMPORT, third);
    expect(JSON.stringify(await ws.submit([again.event]))).toContain('no import `import_1`');
    expect(JSON.stringify(await ws.submit([undoneImport(IMPORT)]))).toContain(
      'no import `import_1`',
    );
    expect(await execute(ws, [revisionOf(LATER, third).event])).toBe('executed');
    expect((await viewOf(ws)).count()).toBe(1);
    expect(await disagreements(ws, IDS)).toEqual([]);
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
          matches: [10, 20].map((n) => ({ guid: null, record: n, element_id: 'wall_i0' })),
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
    const from = agentWith(permissions, 'other');
    await addAgent(ws, from);
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

test('later revisions leave what was changed or made again between them', async () => {
  await imports(ws, IMPORT);
  const rows = (k: number): ElementRecord[] => [
    ...[W0, W1, W2]
      .map((wall, i) => named(wall, `${i} of ${k}`))
      .filter((_, i) => k !== 3 || i !== 1),
    LEVEL,
  ];
  let last = IMPORT;
  const revise = async (k: number): Promise<void> => {
    const next = madeImport(rows(k), { import_id: `import_${k}`, text: `file ${k}` });
    await stageMade(ws, next);
    ws.restart();
    expect(await execute(ws, [revisionOf(last, next).event])).toBe('executed');
    expect(await disagreements(ws, IDS)).toEqual([]);
    last = next;
  };
  const names = (): Promise<readonly unknown[]> => namesIn(ws, ['wall_i0', 'wall_i1', 'wall_i2']);
  await revise(2);
  expect(await execute(ws, [sets('wall_i2', { name: 'mine' }, { name: '2 of 2' })])).toBe(
    'committed',
  );
  await revise(3);
  expect(await names()).toEqual(['0 of 3', null, 'mine']);
  await revise(4);
  expect(await names()).toEqual(['0 of 4', '1 of 4', 'mine']);
  const made = named(W0, 'made');
  expect(await execute(ws, [removes(named(W0, '0 of 4'))])).toBe('executed');
  expect(await execute(ws, [creates(made)])).toBe('committed');
  await revise(5);
  expect(await names()).toEqual(['made', '1 of 5', 'mine']);
  expect((await ws.verify()).faults).toEqual([]);
});

test('a later revision reads the events of changed elements only', async () => {
  await imports(ws, IMPORT);
  await stageMade(ws, REVISION);
  expect(await execute(ws, [REVISION.event])).toBe('executed');
  expect(await execute(ws, [sets('wall_i1', { name: 'mine' }, { name: null })])).toBe('committed');
  const third = madeImport([LEVEL, W0, W1], { import_id: 'import_3', text: 'third' });
  await stageMade(ws, third);
  const plan = await ws.plan([revisionOf(LATER, third).event]);
  await ws.transact(async (tx) => {
    const read = vi.spyOn(tx, 'eventsTouching');
    const context = { checks: async () => eventChecks, elements: new ElementStates() };
    const { changed } = await plannedElements(context, tx, { plan, unwritten: new Set() });
    expect([...changed.keys()].toSorted()).toEqual(['level_i', 'wall_i0', 'wall_i3']);
    const ids = read.mock.calls.map(([id]) => id).filter((id) => !id.startsWith('import_'));
    expect([...new Set(ids)]).toEqual(['wall_i1']);
  });
});

test('a revision and its undo leave an element of the branch that is older than the import', async () => {
  expect(await execute(ws, [creates(levelRecord('level_o', 'Own'))])).toBe('committed');
  expect(await execute(ws, [creates(wallRecord('wall_i3', 'level_o'))])).toBe('committed');
  await imports(ws, IMPORT);
  await stageMade(ws, LATER);
  const before = (await viewOf(ws)).element('wall_i3');
  for (const event of [REVISION.event, undoneImport(REVISION)]) {
    expect(await execute(ws, [event])).toBe('executed');
    expect((await viewOf(ws)).element('wall_i3')).toEqual(before);
    expect(await disagreements(ws, [...IDS, 'level_o'])).toEqual([]);
  }
  expect(await execute(ws, [sets('wall_i3', { name: 'own' }, { name: null })])).toBe('committed');
  expect((await ws.verify()).faults).toEqual([]);
});

/** One step on a branch; numbers choose among five walls, three names and the imports so far. */
type Step = {
  readonly branch: string;
  readonly what: 'import' | 'revise' | 'undo' | 'rename' | 'delete' | 'create' | 'fork';
  readonly walls: readonly number[];
  readonly name: number;
  /** The newest import for 0. */
  readonly which: number;
};
const STEPS = array(
  record<Step>({
    branch: constantFrom('main', 'main', 'other'),
    what: constantFrom(
      'import',
      'import',
      'revise',
      'undo',
      'undo',
      'rename',
      'rename',
      'delete',
      'create',
      'fork',
    ),
    walls: uniqueArray(nat(4), { minLength: 1, maxLength: 4 }),
    name: nat(2),
    which: constantFrom(0, 0, 0, 1, 2),
  }),
  { minLength: 4, maxLength: 14 },
);
const NAMES = [null, 'A', 'B'];

/** The events of a step, from the present state of its branch; none if it does not apply. */
async function eventsOf(step: Step, made: MadeImport[]): Promise<readonly PlannedEvent[]> {
  const { branch, what, walls, which, name } = step;
  const [first = 0] = walls;
  const model = await modelOf(ws);
  const view = model.view(branch);
  if (what === 'fork') return [forks('other', 'main', model.lastSeq)];
  const wall = view?.element(`wall_i${first}`);
  const earlier = made.at(-1 - which);
  if (what === 'rename' && wall?.kind === 'wall') {
    return [sets(wall.id, { name: NAMES[name] ?? null }, { name: wall.params.name })];
  }
  if (what === 'delete' && wall !== undefined) return [removes(wall)];
  if (what === 'create' && wall === undefined) return [creates(wallOf(first))];
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
  await assert(
    asyncProperty(STEPS, async (all) => {
      await ws[Symbol.asyncDispose]();
      ws = await foundWorkspace();
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
      const branches = (await modelOf(ws)).branches().map(({ name }) => name);
      for (const branch of branches) {
        expect(await disagreements(ws, ids, branch)).toEqual([]);
      }
      expect((await ws.verify()).faults).toEqual([]);
    }),
    { numRuns: 40 },
  );
  for (const what of ['import', 'revise', 'undo']) {
    const own = done.filter((one) => one.startsWith(what));
    const executed = own.filter((one) => one.endsWith('executed'));
    expect([what, executed.length > 3, own.length - executed.length > 3]).toEqual([
      what,
      true,
      true,
    ]);
  }
}, 120_000);
