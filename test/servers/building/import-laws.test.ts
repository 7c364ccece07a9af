/** @module laws of imports on branches: a merge that carries imports has the result of one that does not. */
import { array, assert, asyncProperty, constantFrom, nat, record, uniqueArray } from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import { mergeBranches } from '../../../kernel/building/model/branches/branches.ts';
import { inverseEvents } from '../../../kernel/building/model/branches/undo.ts';
import type { Model } from '../../../kernel/building/model/model.ts';
import { snapshotOf, stateFromSnapshot } from '../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../kernel/building/model/snapshot/state-difference.ts';
import { StateView } from '../../../kernel/building/model/state-view.ts';
import type { ElementRecord, PlannedEvent } from '../../../schemas/events.ts';
import {
  creates,
  disagreements,
  execute,
  forks,
  foundWorkspace,
  LEVEL,
  modelOf,
  named,
  removes,
  sets,
  wallOf,
} from '../../governance/keeper/handlers/import-world.ts';
import { stageMade } from '../../governance/keeper/handlers/staging.ts';
import type { Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { madeImport, revisionOf, undoneImport, type MadeImport } from '../../made-import.ts';

const BRANCHES = ['main', 'a', 'b'];
const WALLS = [0, 1, 2, 3];
const NAMES = [null, 'A', 'B'];

/** One step on a branch; numbers choose among the walls, the names and the imports so far, from the newest one. */
type Step = {
  readonly what:
    | 'import'
    | 'revise'
    | 'undo'
    | 'rename'
    | 'delete'
    | 'create'
    | 'merge'
    | 'inverse';
  readonly branch: string;
  readonly other: string;
  readonly walls: readonly number[];
  readonly name: number;
  readonly which: number;
};
const STEPS = array(
  record<Step>({
    what: constantFrom(
      'import',
      'revise',
      'undo',
      'rename',
      'rename',
      'rename',
      'delete',
      'delete',
      'create',
      'merge',
      'merge',
      'merge',
      'merge',
      'inverse',
      'inverse',
    ),
    branch: constantFrom(...BRANCHES),
    other: constantFrom(...BRANCHES),
    walls: uniqueArray(nat(3), { minLength: 1, maxLength: 4 }),
    name: nat(2),
    which: constantFrom(0, 0, 0, 1, 2),
  }),
  { minLength: 6, maxLength: 16 },
);

const FIRST: Step = {
  what: 'import',
  branch: 'a',
  other: 'a',
  walls: WALLS,
  name: 0,
  which: 0,
};

let ws: Workspace;
afterEach(() => ws[Symbol.asyncDispose]());

const shown = (view: StateView): unknown =>
  JSON.stringify([...view.elements()].toSorted((x, y) => (x.id < y.id ? -1 : 1)));

/** The events of a merge, after a comparison with a merge that carries no imports. */
function mergeOf(model: Model, source: string, target: string): readonly PlannedEvent[] {
  const [from, into] = [model.view(source), model.view(target)];
  const base = model.mergeBase(source, target);
  if (from === null || into === null || base === null || source === target) return [];
  const { events, conflicts } = mergeBranches(base, from, into);
  const plain = mergeBranches(
    base,
    new StateView({ ...from.source, state: { ...from.state, imports: [] } }),
    into,
  );
  expect(plain.conflicts).toEqual(conflicts);
  if (conflicts.length > 0) return [];
  const after = (made: readonly PlannedEvent[]): StateView =>
    new StateView({ ...into.source, state: into.evolved(made) });
  expect(shown(after(events))).toBe(shown(after(plain.events)));
  expect(events.length).toBeLessThanOrEqual(plain.events.length + 3);
  return events;
}

async function inverseOf(model: Model, { branch, which }: Step): Promise<readonly PlannedEvent[]> {
  const all = await ws.transact((tx) => tx.eventsOfBranch(branch, 0, 1000));
  const ids = [...new Set(all.map(({ operation_id }) => operation_id))];
  const id = ids.at(-1 - which);
  const view = model.view(branch);
  if (id === undefined || view === null) return [];
  const inverse = inverseEvents(await ws.transact((tx) => tx.eventsOfOperation(id)), view);
  return inverse.ok ? inverse.events : [];
}

/** The events of a step from the present state; none if it does not apply. */
async function eventsOf(step: Step, made: MadeImport[]): Promise<readonly PlannedEvent[]> {
  const { what, branch, other, walls, name, which } = step;
  const model = await modelOf(ws);
  const [first = 0] = walls;
  const wall = model.view(branch)?.element(`wall_i${first}`);
  const earlier = made.at(-1 - which);
  switch (what) {
    case 'merge':
      return mergeOf(model, other, branch);
    case 'inverse':
      return await inverseOf(model, step);
    case 'rename':
      return wall?.kind === 'wall'
        ? [sets(wall.id, { name: NAMES[name] ?? null }, { name: wall.params.name })]
        : [];
    case 'delete':
      return wall === undefined ? [] : [removes(wall)];
    case 'create':
      return wall === undefined && model.view(branch)?.element(LEVEL.id) !== undefined
        ? [creates(wallOf(first))]
        : [];
    case 'undo':
      return earlier === undefined ? [] : [undoneImport(earlier)];
    case 'import':
      return await importOf(step, null, made);
    case 'revise':
      return await importOf(step, earlier ?? null, made);
    default:
      return what satisfies never;
  }
}

/** A new import of walls, as a revision of the given one. */
async function importOf(
  { walls, name }: Step,
  revised: MadeImport | null,
  made: MadeImport[],
): Promise<readonly PlannedEvent[]> {
  const rows = walls.map((i): ElementRecord => named(wallOf(i), NAMES[(name + i) % 3] ?? 'C'));
  const n = made.length;
  const next = madeImport([...rows, LEVEL], { import_id: `import_${n}`, text: `file ${n}` });
  const own = revised === null ? next : revisionOf(revised, next);
  await stageMade(ws, own);
  made.push(own);
  return [own.event];
}

test('law: keeper, model, snapshots and audit agree after any imports, edits, merges and undos on three branches', async () => {
  const done: string[] = [];
  const run = async (steps: readonly Step[]): Promise<void> => {
    ws = await foundWorkspace();
    for (const name of ['a', 'b']) await ws.submit([forks(name, 'main', 0)], { branch: name });
    const made: MadeImport[] = [];
    for (const step of [FIRST, ...steps]) {
      const events = await eventsOf(step, made);
      if (events.length === 0) continue;
      const end = await execute(ws, events, { branch: step.branch });
      const carried = events.filter(({ type }) => /^(?:model|import)\./.test(type)).length;
      done.push(`${step.what} ${end} ${carried > 0 ? 'with imports' : ''}`);
      // What the model plans, the keeper takes.
      const isPlanned = step.what === 'merge' || step.what === 'inverse';
      expect(isPlanned ? end : 'committed').toMatch(/executed|committed/);
    }
    const ids = [LEVEL.id, ...WALLS.map((i) => `wall_i${i}`)];
    for (const branch of BRANCHES) expect(await disagreements(ws, ids, branch)).toEqual([]);
    const model = await modelOf(ws);
    const stored = stateFromSnapshot(snapshotOf(model.state));
    expect(stateDifference(model.state, stored)).toBeNull();
    expect((await ws.verify()).faults).toEqual([]);
  };
  await assert(
    asyncProperty(STEPS, async (steps) => {
      try {
        await run(steps);
      } finally {
        await ws[Symbol.asyncDispose]();
      }
    }),
    { numRuns: 25 },
  );
  ws = await foundWorkspace();
  const carried = (what: string): number =>
    done.filter((one) => one === `${what} executed with imports`).length;
  expect([carried('merge') > 5, carried('inverse') > 0]).toEqual([true, true]);
}, 300_000);
