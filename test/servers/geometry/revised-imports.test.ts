/** @module tests of import_ifc with `supersedes`: a later revision of an imported file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { fileOf, firstHouse, laterHouse } from '../../kernel/documents/ifc/revise/houses.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

const WIDE = {
  requires_approval: [],
  max_elements_per_operation: 100,
  max_operations_per_session: 1000,
  max_import_elements: 1000,
};

const AT = { level_id: 'L1', location: { x: 1000, y: 1000 }, name: 'C' };
const twins = modelOf(created('column', 'a', AT), created('column', 'b', AT));

let world: ImportWorld;
let people: Approving;

const Imported = z.looseObject({ import_id: z.string() });
const Rows = z.looseObject({
  elements: z.array(z.looseObject({ element_id: z.string(), name: z.string().nullish() })),
});
const Ids = z.object({ count: z.number(), element_ids: z.array(z.string()) });
const Shown = z.looseObject({
  import_id: z.string(),
  revision: z.looseObject({ new: Ids, changed: Ids, gone: Ids, edited: Ids }),
});

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {
    part: { ...WIDE, permissions: { READ: { categories: ['Walls'] }, CREATE: {}, MODIFY: {} } },
    creator: { ...WIDE, permissions: { READ: {}, CREATE: {}, MODIFY: {} } },
  });
  world.write('first.ifc', fileOf(firstHouse()));
  world.write('later.ifc', fileOf(laterHouse()));
  world.write('renamed.ifc', fileOf(laterHouse(), 'new'));
  world.write('twins.ifc', fileOf(twins));
  world.write('twins-2.ifc', fileOf(twins, 'new'));
});
afterAll(async () => await world.harness.close());

/** Imports the first file into a new branch; returns the id of the import. */
async function imported(branch: string, path = 'first.ifc'): Promise<string> {
  const approval_id = await people.held('import_ifc', { path, as: branch });
  expect(await people.decide(approval_id)).toBe('executed');
  const { data } = await people.ask('get_history', { branch, limit: 5 });
  const found = JSON.stringify(data).match(/import_\w+/u);
  return found?.[0] ?? '';
}

async function idsOf(category: string, branch: string): Promise<readonly string[]> {
  const filter = { categories: [category] };
  const { data } = await people.ask('query_elements', { filter, branch, limit: 100 });
  return Rows.parse(data).elements.map(({ element_id }) => element_id);
}

/** Commits and approves a revision; returns the id of its import. */
async function revised(asked: object): Promise<string> {
  const shown = await people.ask('import_ifc', { ...asked });
  expect(shown.error).toBeUndefined();
  const approval_id = await people.held('import_ifc', { ...asked });
  expect(await people.decide(approval_id)).toBe('executed');
  return Imported.parse(shown.data).import_id;
}

describe('a revision without edits of the branch', () => {
  const branch = 'given/plain';
  let supersedes = '';
  let later = '';

  beforeAll(async () => {
    supersedes = await imported(branch);
  });

  test('shows in a dry run what is new, changed and gone', async () => {
    const { data } = await people.ask('import_ifc', { path: 'later.ifc', branch, supersedes });
    expect(data).toMatchObject({
      branch,
      levels_renamed: [],
      revision: {
        supersedes,
        new: { count: 2 },
        changed: { count: 4 },
        gone: { count: 1 },
        edited: { count: 0, element_ids: [] },
        matched: { tag: 0, geometry: 0, name: 0, person: 0 },
        replaced: [],
      },
      approval: { needed: true },
    });
    const { revision } = Shown.parse(data);
    expect(data['diff']).toMatchObject({ counts: { created: 2, modified: 4, deleted: 1 } });
    expect(await idsOf('Windows', branch)).toEqual(
      expect.arrayContaining(revision.gone.element_ids),
    );
  });

  test('counts elements that `only` leaves out as gone', async () => {
    const only = { categories: ['Walls'] };
    const asked = { path: 'later.ifc', branch, supersedes, only };
    const { data } = await people.ask('import_ifc', asked);
    const { revision } = Shown.parse(data);
    expect(revision.gone.element_ids).toEqual(
      expect.arrayContaining([...(await idsOf('Doors', branch))]),
    );
    expect(revision.new.count).toBe(0);
  });

  test('needs DELETE for elements that are gone', async () => {
    const creator = people.other('creator');
    const { error } = await creator.ask('import_ifc', { path: 'later.ifc', branch, supersedes });
    expect(error?.name).toBe('PERMISSION_DENIED');
  });

  test('keeps the ids of elements, and is refused a second time', async () => {
    const before = await idsOf('Walls', branch);
    later = await revised({ path: 'later.ifc', branch, supersedes });
    expect(await idsOf('Walls', branch)).toEqual(before);
    expect(await idsOf('Windows', branch)).toHaveLength(1);
    expect(await idsOf('Doors', branch)).toHaveLength(3);
    const again = await people.ask('import_ifc', { path: 'later.ifc', branch, supersedes });
    expect(again.error).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining(`expected \`${later}\``),
    });
    const same = await people.ask('import_ifc', { path: 'later.ifc', branch, supersedes: later });
    expect(same.error?.name).toBe('NO_EFFECT');
  });

  test('is named by get_import in both directions', async () => {
    const first = await people.ask('get_import', { import_id: supersedes, branch });
    expect(first.data).toMatchObject({ supersedes: null, superseded_by: later });
    const second = await people.ask('get_import', { import_id: later, branch });
    expect(second.data).toMatchObject({ supersedes, superseded_by: null });
  });

  test('is the same after a replay of the log', async () => {
    const fresh = openSqliteReader(world.harness.store);
    const domain = await openBuildingDomain(fresh);
    await domain.catchUp();
    expect(domain.unapplied()).toBeNull();
    expect([...domain.view(branch).elementsOf('door')]).toHaveLength(3);
    fresh.close();
  });

  test('returns to the first file', async () => {
    const back = await revised({ path: 'first.ifc', branch, supersedes: later });
    expect(await idsOf('Windows', branch)).toHaveLength(2);
    expect(await idsOf('Doors', branch)).toHaveLength(2);
    const { data } = await people.ask('get_import', { import_id: later, branch });
    expect(data).toMatchObject({ supersedes, superseded_by: back });
  });
});

describe('edits of the branch', () => {
  const branch = 'given/edited';
  let supersedes = '';
  let asked = {};

  beforeAll(async () => {
    supersedes = await imported(branch);
    asked = { path: 'later.ifc', branch, supersedes };
  });

  test('of an element that the file has no more conflict with what they changed', async () => {
    const dry = Shown.parse((await people.ask('import_ifc', asked)).data);
    const [gone = ''] = dry.revision.gone.element_ids;
    const set = { branch, element_id: gone, parameter_name: 'sill_height', value: 975 };
    const edit = await people.done('modify_parameter', set);
    const { error } = await people.ask('import_ifc', asked);
    expect(error?.message).toContain('expected a decision in `resolve` for each element');
    expect(error?.data['conflicts']).toEqual([
      {
        element_id: gone,
        parameter: null,
        kind: 'delete_modify',
        base: { sill_height: expect.any(Number) },
        file: null,
        branch: { sill_height: 975 },
      },
    ]);
    await people.done('undo', { branch, event_id: edit.event_id });
  });

  test('stay, and conflict if the file changes the same parameter', async () => {
    const dry = Shown.parse((await people.ask('import_ifc', asked)).data);
    const columns = await idsOf('Columns', branch);
    const column = columns.find((id) => dry.revision.changed.element_ids.includes(id)) ?? '';
    const set = async (parameter_name: string, value: unknown): Promise<unknown> =>
      await people.done('modify_parameter', { branch, element_id: column, parameter_name, value });
    await set('name', 'Ours');
    const kept = Shown.parse((await people.ask('import_ifc', asked)).data);
    expect(kept.revision.edited).toEqual({ count: 1, element_ids: [column] });
    await people.done('move_element', {
      branch,
      element_id: column,
      delta: { x: 0, y: -500, z: 0 },
    });
    const { error } = await people.ask('import_ifc', { ...asked, dry_run: false });
    expect(error).toMatchObject({
      name: 'MERGE_CONFLICT',
      data: {
        conflict_count: 1,
        conflicts: [
          {
            element_id: column,
            parameter: 'location',
            file: { x: 5000, y: 3500 },
            branch: { x: 4000, y: 2500 },
          },
        ],
      },
    });
    await revised({ ...asked, resolve: [{ element_id: column, take: 'branch' }] });
    const { data } = await people.ask('get_element', { element_id: column, branch });
    expect(data).toMatchObject({ params: { name: 'Ours', location: { x: 4000, y: 2500 } } });
  });

  test('unknown decisions and decisions without a revision are refused', async () => {
    const none = await people.ask('import_ifc', {
      path: 'later.ifc',
      as: 'given/none',
      resolve: [{ element_id: 'x', take: 'file' }],
    });
    expect(none.error?.message).toContain('received `resolve` without `supersedes`');
    const unknown = await people.ask('import_ifc', { ...asked, supersedes: 'import_none' });
    expect(unknown.error?.message).toContain(
      `expected the id of an import on branch \`${branch}\``,
    );
  });
});

test('a level that the branch renamed keeps its name, and its old name stays free for it', async () => {
  const branch = 'given/levels';
  const supersedes = await imported(branch);
  const { data } = await people.ask('query_elements', {
    filter: { categories: ['Levels'] },
    branch,
    limit: 10,
  });
  const level = Rows.parse(data).elements.find(({ name }) => name === 'First');
  const element_id = level?.element_id ?? '';
  await people.done('modify_parameter', {
    branch,
    element_id,
    parameter_name: 'name',
    value: 'Upper',
  });
  const asked = { path: 'later.ifc', branch, supersedes };
  const shown = await people.ask('import_ifc', asked);
  expect(shown.data).toMatchObject({
    levels_renamed: [],
    revision: { edited: { count: 1, element_ids: [element_id] } },
  });
  await revised(asked);
  const after = await people.ask('get_element', { element_id, branch });
  expect(after.data).toMatchObject({ params: { name: 'Upper' } });
});

test('edits of the branch are merged on a new branch, too', async () => {
  const branch = 'given/forked';
  const supersedes = await imported(branch);
  const ids = await idsOf('Columns', branch);
  for (const element_id of ids) {
    const named = { branch, element_id, parameter_name: 'name', value: 'Ours' };
    await people.done('modify_parameter', named);
  }
  await revised({ path: 'later.ifc', branch, supersedes, as: 'given/fork' });
  for (const element_id of ids) {
    const { data } = await people.ask('get_element', { element_id, branch: 'given/fork' });
    expect(data).toMatchObject({ params: { name: 'Ours' } });
  }
  expect(await idsOf('Doors', 'given/fork')).toHaveLength(3);
});

test('a reference model is revised, and stays one', async () => {
  const branch = 'given/referring';
  await imported(branch, 'twins.ifc');
  const asked = { path: 'first.ifc', branch, reference: true };
  const first = Imported.parse((await people.ask('import_ifc', asked)).data);
  expect(await people.decide(await people.held('import_ifc', asked))).toBe('executed');
  const walls = await idsOf('Walls', branch);
  const supersedes = first.import_id;
  const later = await revised({ path: 'later.ifc', branch, supersedes });
  expect(await idsOf('Walls', branch)).toEqual(walls);
  const read = await people.ask('get_import', { import_id: later, branch });
  expect(read.data).toMatchObject({ reference: true, supersedes, elements_present: 21 });
  const summary = await people.ask('get_model_summary', { branch });
  expect(summary.data['references']).toMatchObject([{ elements: 21 }]);
  const [door = ''] = await idsOf('Doors', branch);
  const { error } = await people.ask('modify_parameter', {
    branch,
    element_id: door,
    parameter_name: 'name',
    value: 'Ours',
  });
  expect(error?.message).toContain('belongs to the reference model `later.ifc`');
});

test('a revision on a new branch leaves the branch of the import as it is', async () => {
  const branch = 'given/kept';
  const supersedes = await imported(branch);
  await revised({ path: 'renamed.ifc', branch, supersedes, as: 'given/next' });
  expect(await idsOf('Doors', branch)).toHaveLength(2);
  expect(await idsOf('Doors', 'given/next')).toHaveLength(3);
  expect(await idsOf('Walls', 'given/next')).toEqual(await idsOf('Walls', branch));
});

test('products that could be several elements are asked', async () => {
  const branch = 'given/twins';
  const supersedes = await imported(branch, 'twins.ifc');
  const asked = { path: 'twins-2.ifc', branch, supersedes };
  const { error } = await people.ask('import_ifc', asked);
  const Asked = z.looseObject({
    ambiguous: z.array(
      z.looseObject({
        guid: z.string(),
        candidates: z.array(z.looseObject({ element_id: z.string() })),
      }),
    ),
  });
  expect(error).toMatchObject({ name: 'MERGE_CONFLICT', data: { ambiguous_count: 2 } });
  const { ambiguous } = Asked.parse(error?.data);
  const matches = ambiguous.map(({ guid, candidates }, i) => ({
    guid,
    element_id: candidates[i]?.element_id ?? null,
  }));
  const before = await idsOf('Columns', branch);
  const import_id = await revised({ ...asked, matches });
  expect(await idsOf('Columns', branch)).toEqual(before);
  const events = world.harness.reader.eventsOfAggregate(import_id, null, 10);
  expect(events.map(({ type }) => type).toSorted()).toEqual(['import.matched', 'model.imported']);
});

test('a caller who sees a part of the building is refused before anything is read', async () => {
  const branch = 'given/part';
  const supersedes = await imported(branch);
  const part = people.other('part');
  const refused = async (import_id: string): Promise<unknown> =>
    (await part.ask('import_ifc', { path: 'later.ifc', branch, supersedes: import_id })).error;
  const answer = await refused(supersedes);
  expect(answer).toMatchObject({
    name: 'INVALID_ARGUMENT',
    message: expect.stringContaining('received `supersedes` with a restricted READ'),
  });
  expect(await refused('import_none')).toEqual(answer);
});
