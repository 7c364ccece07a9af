/** @module laws of imports on branches: a merge that carries imports has the result of one that does not. */
import { array, assert, asyncProperty, constantFrom, nat, record, uniqueArray } from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import type { MeshPlace } from '../../../kernel/building/geometry/mesh/stored-mesh.ts';
import { appearanceOf } from '../../../kernel/building/kinds/shared/appearance.ts';
import { mergeBranches } from '../../../kernel/building/model/branches/branches.ts';
import { mergeRevision, type Side } from '../../../kernel/building/model/branches/revision.ts';
import { inverseEvents } from '../../../kernel/building/model/branches/undo.ts';
import type { Model } from '../../../kernel/building/model/model.ts';
import { snapshotOf, stateFromSnapshot } from '../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../kernel/building/model/snapshot/state-difference.ts';
import { StateView } from '../../../kernel/building/model/state-view.ts';
import type { BranchState } from '../../../kernel/building/model/state/state.ts';
import { isExchange } from '../../../schemas/element-changes.ts';
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
  projectionAt,
  removes,
  restorationOn,
  sets,
  viewOf,
  wallOf,
} from '../../governance/keeper/handlers/import-world.ts';
import { stage, stageMade } from '../../governance/keeper/handlers/staging.ts';
import type { Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { blocksBlob } from '../../kernel/building/imports/meshes.ts';
import {
  doorRecord,
  madeImport,
  revisionOf,
  undoneImport,
  type MadeImport,
} from '../../made-import.ts';

const BRANCHES = ['main', 'a', 'b'];
const WALLS = [0, 1, 2, 3];
const NAMES = [null, 'A', 'B'];
const DOOR_ID = 'door_1';
/** Blobs and places of the mesh of the door: the first two have the same one. */
const SHAPES = [
  { blob: blocksBlob(1000), n: 0 },
  { blob: blocksBlob(2000, 1000), n: 1 },
  { blob: blocksBlob(3000), n: 0 },
].map(({ blob, n }) => ({ blob, place: blob.place(n) }));
/** Steps that the model plans: the keeper must take them. */
const PLANNED: ReadonlySet<string> = new Set([
  'merge',
  'inverse',
  'back',
  'meet',
  'mirror',
  'restore',
]);

function doorShown({ blob, offset, length, digest }: MeshPlace): ElementRecord {
  const { id, kind, params } = doorRecord(DOOR_ID, wallOf(0).id);
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
}

/** A change of one element. */
type Edit = 'rename' | 'delete' | 'create' | 'mirror';

/** One step on a branch; numbers choose among the walls, the names and the imports so far, from the newest one. */
type Step = {
  readonly what:
    | Edit
    | 'import'
    | 'revise'
    | 'undo'
    | 'merge'
    | 'inverse'
    | 'back'
    | 'meet'
    | 'restore';
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
      'revise',
      'revise',
      'revise',
      'back',
      'back',
      'back',
      'back',
      'meet',
      'meet',
      'meet',
      'mirror',
      'mirror',
      'restore',
      'restore',
      'restore',
      'restore',
    ),
    branch: constantFrom(...BRANCHES),
    other: constantFrom(...BRANCHES),
    walls: uniqueArray(nat(3), { minLength: 1, maxLength: 4 }),
    name: nat(2),
    which: constantFrom(0, 0, 0, 1, 2),
  }),
  { minLength: 6, maxLength: 18 },
);

const FIRST: Step = {
  what: 'import',
  branch: 'a',
  other: 'a',
  walls: WALLS,
  name: 0,
  which: 0,
};

/** Steps before the random ones: with an import and its revision on two branches, most of these apply. */
const PRELUDE: readonly Step[] = [
  FIRST,
  { ...FIRST, what: 'revise', name: 1, walls: [0, 1, 3] },
  { ...FIRST, what: 'merge', branch: 'main' },
];

let ws: Workspace;
afterEach(() => ws[Symbol.asyncDispose]());

const shown = (view: StateView): unknown =>
  JSON.stringify([...view.elements()].toSorted((x, y) => (x.id < y.id ? -1 : 1)));

async function elementsOn(branch: string): Promise<unknown> {
  const view = (await modelOf(ws)).view(branch);
  return view === null ? null : shown(view);
}

/** Id of the newest operation on a branch; empty before the first. */
async function newestOperation(branch: string): Promise<string> {
  const all = await ws.transact((tx) => tx.eventsOfBranch(branch, 0, 1000));
  return all.at(-1)?.operation_id ?? '';
}

/** What events do with imports. */
function wordsOf(events: readonly PlannedEvent[]): string {
  const words = events.map((event): string => {
    if (event.type === 'model.imported') return isExchange(event) ? 'revises imports' : 'imports';
    if (event.type !== 'import.reverted') return '';
    return isExchange(event) ? 'restores imports' : 'reverts imports';
  });
  return words.filter((word) => word !== '').join(' ');
}

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

/** The inverse of one of the newest operations of a branch, of those with such an event. */
async function inverseOf(
  model: Model,
  { branch, which }: Step,
  isOf: (type: string) => boolean = () => true,
): Promise<readonly PlannedEvent[]> {
  const all = await ws.transact((tx) => tx.eventsOfBranch(branch, 0, 1000));
  const ids = [
    ...new Set(all.flatMap(({ type, operation_id }) => (isOf(type) ? [operation_id] : []))),
  ];
  const id = ids.at(-1 - which);
  const view = model.view(branch);
  if (id === undefined || view === null) return [];
  const inverse = inverseEvents(await ws.transact((tx) => tx.eventsOfOperation(id)), view);
  return inverse.ok ? inverse.events : [];
}

/** The events that return a branch to its state after an earlier operation; none if it is in that state. */
async function restorationOf({ branch, which, name }: Step): Promise<readonly PlannedEvent[]> {
  const all = await ws.transact((tx) => tx.eventsOfBranch(branch, 0, 1000));
  const last = new Map(all.map(({ operation_id, seq }) => [operation_id, seq]));
  const seq = [...last.values()].at(-2 - which - name);
  if (seq === undefined) return [];
  const restoration = await restorationOn(ws, branch, seq);
  if (!restoration.ok) throw new Error(restoration.reason);
  const past = await projectionAt(ws, branch, seq);
  const view = await viewOf(ws, branch);
  const after = view.evolved(restoration.events);
  expect(shown(new StateView({ ...view.source, state: after }))).toBe(shown(past));
  expect(aliveIn(after)).toEqual(aliveIn(past.state));
  return restoration.events;
}

/** The imports of a state that were not undone. */
function aliveIn({ imports }: BranchState): readonly string[] {
  return imports
    .filter(({ status }) => status !== 'reverted')
    .map((one) => `${one.record.import_id} ${one.status}`)
    .toSorted();
}

/** One of the newest active imports of a branch; without one, sometimes an import that the keeper refuses. */
function importOn(
  model: Model,
  { branch, name, which }: Step,
  made: readonly MadeImport[],
): MadeImport | undefined {
  const imports = model.view(branch)?.state.imports ?? [];
  const id = imports.filter(({ status }) => status === 'active').at(-1 - which)?.record.import_id;
  const stray = name === 0 ? made.at(-1 - which) : undefined;
  return made.find(({ event }) => event.aggregate_id === id) ?? stray;
}

/** The events of a step from the present state; none if it does not apply. */
async function eventsOf(step: Step, made: MadeImport[]): Promise<readonly PlannedEvent[]> {
  const { what, branch, other } = step;
  const model = await modelOf(ws);
  const view = model.view(branch);
  const earlier = importOn(model, step, made);
  switch (what) {
    case 'merge':
      return mergeOf(model, other, branch);
    case 'inverse':
      return await inverseOf(model, step);
    case 'restore':
      return await restorationOf(step);
    case 'back':
      return await inverseOf(model, step, (type) => type === 'model.imported');
    case 'undo':
      return [earlier].flatMap((one) => (one === undefined ? [] : undoneImport(one)));
    case 'import':
      return await importOf(step, null, made);
    case 'revise':
      return earlier === undefined ? [] : await importOf(step, earlier, made);
    case 'meet':
      return earlier === undefined || view === null
        ? []
        : await meetingOf(step, { earlier, view, made });
    case 'rename':
    case 'delete':
    case 'create':
    case 'mirror':
      return view === null ? [] : editOf({ ...step, what }, view);
    default:
      return what satisfies never;
  }
}

/** The events of a step that changes, creates or removes an element. */
function editOf(
  { what, walls: [first = 0], name }: Omit<Step, 'what'> & { readonly what: Edit },
  view: StateView,
): readonly PlannedEvent[] {
  const wall = view.element(`wall_i${first}`);
  switch (what) {
    case 'rename':
      return wall?.kind === 'wall'
        ? [sets(wall.id, { name: NAMES[name] ?? null }, { name: wall.params.name })]
        : [];
    case 'delete':
      return wall === undefined ? [] : [...view.hostedBy(wall.id), wall].map(removes);
    case 'mirror':
      return mirrored(view.elementOf(DOOR_ID, 'door'));
    case 'create':
      return wall === undefined && view.element(LEVEL.id) !== undefined
        ? [creates(wallOf(first))]
        : [];
    default:
      return what satisfies never;
  }
}

/** The event that mirrors a door with the mesh of its file; none without one. */
function mirrored(door: ElementRecord | undefined): readonly PlannedEvent[] {
  const appearance = door === undefined ? null : appearanceOf(door);
  if (door === undefined || appearance === null) return [];
  const turned = { ...appearance, mirrored: !appearance.mirrored };
  return [sets(door.id, { appearance: turned }, { appearance })];
}

/** Elements of imports by the digests of their manifests. */
const elementsIn = new Map<string, readonly ElementRecord[]>();

/** A new import of walls and a door, as a revision of the given one. */
async function importOf(
  { walls, name }: Step,
  revised: MadeImport | null,
  made: MadeImport[],
): Promise<readonly PlannedEvent[]> {
  const rows = walls.map((i): ElementRecord => named(wallOf(i), NAMES[(name + i) % 3] ?? 'C'));
  const n = made.length;
  const shape = SHAPES[(n + name) % SHAPES.length];
  if (shape === undefined) throw new Error('no shape');
  const doors = walls.includes(0) ? [doorShown(shape.place)] : [];
  const all = [...rows, ...doors, LEVEL];
  const meshes = shape.blob.bytes;
  const next = madeImport(all, { import_id: `import_${n}`, text: `file ${n}`, meshes });
  const own = revised === null ? next : revisionOf(revised, next);
  elementsIn.set(own.event.payload.manifest.sha256, all);
  await stage(ws, meshes);
  await stageMade(ws, own);
  made.push(own);
  return [own.event];
}

/** A revision that meets the edits of its branch, as import_ifc plans it; conflicts are decided for one side. */
async function meetingOf(
  step: Step,
  {
    earlier,
    view,
    made,
  }: { readonly earlier: MadeImport; readonly view: StateView; readonly made: MadeImport[] },
): Promise<readonly PlannedEvent[]> {
  const [event] = await importOf(step, earlier, made);
  const isThere = view.state.imports.some(
    ({ record: { import_id }, status }) =>
      import_id === earlier.event.aggregate_id && status === 'active',
  );
  if (event?.type !== 'model.imported' || !isThere) return [];
  const superseded = elementsIn.get(earlier.event.payload.manifest.sha256) ?? [];
  const revision = elementsIn.get(event.payload.manifest.sha256) ?? [];
  // import_ifc gives new elements ids that the branch does not have.
  const old = new Set(superseded.map(({ id }) => id));
  if (revision.some(({ id }) => !old.has(id) && view.element(id) !== undefined)) return [];
  const side = step.name === 0 ? 'branch' : 'file';
  const taken = new Map<string, Side>();
  for (let round = 0; round < 3; round += 1) {
    const { events, conflicts } = mergeRevision(view, { superseded, revision, taken });
    if (conflicts.length === 0) return [event, ...events];
    for (const { element_id } of conflicts) taken.set(element_id, side);
  }
  return [];
}

test('law: keeper, model, snapshots and audit agree after any imports, edits, merges and undos on three branches', async () => {
  const done: string[] = [];
  const run = async (steps: readonly Step[]): Promise<void> => {
    ws = await foundWorkspace();
    for (const name of ['a', 'b']) await ws.submit([forks(name, 'main', 0)], { branch: name });
    const made: MadeImport[] = [];
    /** The elements of the branch of each operation before it. */
    const started = new Map<string, unknown>();
    for (const step of [...PRELUDE, ...steps]) {
      const events = await eventsOf(step, made);
      if (events.length === 0) continue;
      const before = await elementsOn(step.branch);
      const newest = await newestOperation(step.branch);
      const end = await execute(ws, events, { branch: step.branch });
      done.push(`${step.what} ${end} ${wordsOf(events)}`);
      if (/executed|committed/.test(end)) started.set(await newestOperation(step.branch), before);
      // What the model plans, the keeper takes.
      const isPlanned = PLANNED.has(step.what);
      expect(isPlanned ? end : 'committed').toMatch(/executed|committed/);
      // The undo of the newest operation brings back the elements from before it.
      const undone = events.at(-1);
      const isUndo = undone?.type === 'event.reverted' && undone.aggregate_id === newest;
      const after = await elementsOn(step.branch);
      expect(after).toBe(isUndo ? started.get(newest) : after);
    }
    const ids = [LEVEL.id, DOOR_ID, ...WALLS.map((i) => `wall_i${i}`)];
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
  const count = (pattern: RegExp): number => done.filter((one) => pattern.test(one)).length;
  expect({
    merges: count(/^merge executed .*import/) > 5,
    'undone imports': count(/^(?:undo|inverse|back) executed .*reverts/) > 0,
    'undone revisions': count(/^(?:undo|inverse|back) executed .*restores/) > 5,
    meetings: count(/^meet executed/) > 3,
    'restored imports': count(/^restore executed .*imports/) > 5,
    mirrored: count(/^mirror (?:executed|committed)/) > 3,
    'undone merges':
      count(/^(?:inverse|back) executed .*(?:reverts|restores) .*(?:reverts|restores)/) > 0,
  }).toEqual({
    merges: true,
    'undone imports': true,
    'undone revisions': true,
    meetings: true,
    'restored imports': true,
    mirrored: true,
    'undone merges': true,
  });
}, 300_000);
