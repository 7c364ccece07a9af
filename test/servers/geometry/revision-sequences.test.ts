/** @module law of imports through the gate: after any imports, edits, revisions and undos, an undo brings back what was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created, deletes, modifies } from '../../kernel/building/model/build.ts';
import { fileOf, firstHouse, laterHouse } from '../../kernel/documents/ifc/revise/houses.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

const later = laterHouse();
const house = firstHouse();
/** Files of one building: the first, a later one, one with a raised level and without a wall, and one with new GlobalIds. */
const FILES = {
  'first.ifc': fileOf(house),
  'later.ifc': fileOf(later),
  'raised.ifc': fileOf(
    later.apply([
      modifies(later.element('L1'), { height: 3200 }),
      modifies(later.element('L2'), { elevation: 3200, name: 'Mine 1' }),
      deletes(later.element('new-door')),
      deletes(later.element('L1-w1')),
      created('group', 'G', { name: 'Mine 2', members: [['L1-w0', 'L1-w2', 'L1-door']] }),
    ]),
  ),
  'renamed.ifc': fileOf(later, 'new'),
};
const PATHS = Object.keys(FILES);

let world: ImportWorld;
let people: Approving;
beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness);
  for (const [path, content] of Object.entries(FILES)) world.write(path, content);
});
afterAll(async () => await world.harness.close());

/** Small random numbers from a seed: a linear congruential generator. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const Rows = z.looseObject({
  elements: z.array(z.looseObject({ element_id: z.string() })),
});
const Conflicts = z.looseObject({
  conflicts: z.array(z.looseObject({ element_id: z.string() })).optional(),
  ambiguous: z.array(z.looseObject({ guid: z.string() })).optional(),
});

/** Elements of a branch with their values, without their versions, as text. */
async function elementsOf(branch: string): Promise<ReadonlyMap<string, string>> {
  const { data } = await people.ask('query_elements', { branch, filter: {}, limit: 200 });
  const all = new Map<string, string>();
  for (const { element_id } of Rows.parse(data).elements) {
    const one = await people.ask('get_element', { branch, element_id });
    all.set(element_id, JSON.stringify({ ...one.data, version: null }));
  }
  return new Map([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** How a call ended: the id and the seq of its last event, or its refusal. */
type Ended = { readonly event_id: string | null; readonly seq: number; readonly refused: string };
type Arguments = Readonly<Record<string, unknown>>;

/** Commits a call, with an approval if it asks for one. */
async function committed(tool: string, input: Arguments): Promise<Ended> {
  const { error, approval_id } = await people.ask(tool, { ...input, dry_run: false });
  if (approval_id !== undefined) {
    const status = await people.decide(approval_id);
    if (status !== 'executed') throw new Error(`the approval of ${tool} is ${status}`);
  } else if (error !== undefined) {
    return { event_id: null, seq: 0, refused: `${error.name} ${error.message}` };
  }
  const { reader } = world.harness;
  const [event] = reader.eventsAfter(reader.headSeq() - 1, 1);
  return { event_id: event?.event_id ?? null, seq: event?.seq ?? 0, refused: '' };
}

/** The arguments of a revision with decisions about all of its conflicts. */
async function decided(asked: Arguments, take: 'branch' | 'file'): Promise<Arguments> {
  const taken = new Set<string>();
  const fresh = new Set<string>();
  let all = asked;
  for (let round = 0; round < 4; round += 1) {
    const { error } = await people.ask('import_ifc', all);
    if (error?.name !== 'MERGE_CONFLICT') return all;
    const { conflicts = [], ambiguous = [] } = Conflicts.parse(error.data);
    for (const { element_id } of conflicts) taken.add(element_id);
    for (const { guid } of ambiguous) fresh.add(guid);
    const resolve = [...taken].map((element_id) => ({ element_id, take }));
    const matches = [...fresh].map((guid) => ({ guid, element_id: null }));
    all = { ...asked, resolve, matches };
  }
  return all;
}

type Operation = { readonly event_id: string; readonly before: ReadonlyMap<string, string> };

/** One random call on a branch. `undoes`: the operation that it undoes, if that is the newest one. */
async function step(
  branch: string,
  next: (below: number) => number,
  { before, operations }: { before: Operation['before']; operations: readonly Operation[] },
): Promise<{ readonly ended: Ended; readonly undoes: Operation | null }> {
  const ids = [...before.keys()];
  const element_id = ids[next(ids.length)] ?? '';
  const what = next(10);
  const done = async (tool: string, input: Arguments) => ({
    ended: await committed(tool, { branch, ...input }),
    undoes: null,
  });
  if (what < 2) {
    const value = `Mine ${next(4)}`;
    return await done('modify_parameter', { element_id, parameter_name: 'name', value });
  }
  if (what === 2) {
    return await done('move_element', { element_id, delta: { x: 100 * next(9), y: 100, z: 0 } });
  }
  if (what === 3) return await done('delete_elements', { element_ids: [element_id] });
  if (what < 7) {
    const { data } = await people.ask('get_history', { branch, limit: 100 });
    const found = [...JSON.stringify(data).matchAll(/import_\w{8,}/gu)].map(([id]) => id);
    const imports = [...new Set(found)];
    const supersedes = imports[next(Math.min(2, imports.length))] ?? '';
    const asked = { path: PATHS[next(PATHS.length)], branch, supersedes };
    return await done('import_ifc', await decided(asked, next(2) === 0 ? 'branch' : 'file'));
  }
  const newest = operations.at(-1) ?? null;
  const one = what < 9 ? newest : operations[next(operations.length)];
  if (one === null || one === undefined) return await done('undo', { event_id: 'none' });
  return {
    ...(await done('undo', { event_id: one.event_id })),
    undoes: one === newest ? one : null,
  };
}

/** What no undone, repeated or conflicting change may be refused with. */
const FAULTS = /INTERNAL|STORE_UNAVAILABLE/u;

test.each([1, 3, 107, 116])(
  'law: the undo of the newest change brings back what was before it, and a restore every state, sequence %i',
  async (seed) => {
    const next = randomNumbers(seed);
    const branch = `law/${seed}`;
    expect((await committed('import_ifc', { path: 'first.ifc', as: branch })).refused).toBe('');
    const operations: Operation[] = [];
    const states: { readonly seq: number; readonly elements: Operation['before'] }[] = [];
    let undone = 0;
    for (let i = 0; i < 14; i += 1) {
      const before = await elementsOf(branch);
      const { ended, undoes } = await step(branch, next, { before, operations });
      expect(ended.refused).not.toMatch(FAULTS);
      if (ended.event_id === null) continue;
      operations.push({ event_id: ended.event_id, before });
      const after = await elementsOf(branch);
      states.push({ seq: ended.seq, elements: after });
      expect([...after]).toEqual([...(undoes?.before ?? after)]);
      if (undoes !== null) undone += 1;
    }
    expect(undone).toBeGreaterThan(0);
    for (const i of [1, 5, 3]) {
      const { seq, elements } = states[i] ?? { seq: 0, elements: new Map() };
      const { refused } = await committed('restore', { branch, to_seq: seq });
      expect(refused).toMatch(/^(?:NO_EFFECT.*)?$/u);
      expect([...(await elementsOf(branch))]).toEqual([...elements]);
    }
  },
  120_000,
);
