/** @module tests of export_ifc on an imported branch: the file of the import with the edits. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { documentationServerOf } from '../../../servers/documentation/server.ts';
import { type IfcFiles, ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { geometryServerOf } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { approving, type Approving } from '../../governance/gate/approving.ts';
import { openHarness, type Harness } from '../../governance/gate/harness.ts';
import { damage } from '../../kernel/documents/ifc/patch/patching.ts';
import { fileOf, firstHouse, laterHouse } from '../../kernel/documents/ifc/revise/houses.ts';
import { readWithWebIfc } from '../../kernel/documents/ifc/write/web-ifc.ts';
import { openFiles } from '../files/full-readers.ts';
import { houseFile } from '../geometry/import-world.ts';
import { structureFile } from '../geometry/reference-world.ts';
import { storeIn, type OpenedWorkspace } from './documentation-harness.ts';

const FILE = houseFile(7);
const BRANCH = 'given/house';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-patched-'));
const opened: OpenedWorkspace = { reader: null, harness: null };
const store = storeIn(folder, opened);

let harness: Harness;
let owner: Approving;

const P = (x: number, y: number) => ({ x, y });

const Rows = z.looseObject({ elements: z.array(z.looseObject({ element_id: z.string() })) });
const Exported = z.looseObject({
  path: z.string(),
  mode: z.string(),
  schema: z.string(),
  records: z.record(z.string(), z.number()).nullable(),
  not_exported: z.array(z.object({ element_id: z.string(), why: z.string() })),
});

beforeAll(async () => {
  let files: IfcFiles | null = null;
  const given = (): IfcFiles => {
    if (files === null) throw new Error('the workspace is not open yet');
    return files;
  };
  const late: IfcFiles = {
    pathOf: async (...of) => await given().pathOf(...of),
    read: async (...of) => await given().read(...of),
  };
  const geometry = geometryServerOf(late);
  const { tools, staging } = documentationServerOf(store, () => 'project', late);
  harness = await openHarness(
    {
      ...geometry,
      runs: 'export.created' as const,
      tools: [...geometry.tools, ...spatialServer.tools, ...tools],
      ...(staging === undefined ? {} : { staging }),
    },
    {
      read: (reader) => {
        opened.reader = reader;
        return reader;
      },
    },
  );
  opened.harness = harness;
  files = ifcFilesIn(openFiles(harness.artifacts));
  mkdirSync(harness.artifacts, { recursive: true });
  writeFileSync(join(harness.artifacts, 'house.ifc'), FILE);
  owner = await approving(harness, {
    part: { permissions: { READ: { categories: ['Levels', 'Walls'] }, CREATE: {} } },
  });
  await owner.decide(await owner.held('import_ifc', { path: 'house.ifc', as: BRANCH }));
});
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

async function idsOf(category: string): Promise<readonly string[]> {
  const filter = { categories: [category] };
  const found = await owner.ask('query_elements', { filter, branch: BRANCH, limit: 100 });
  return Rows.parse(found.data).elements.map(({ element_id }) => element_id);
}

async function exportedAs(path: string, more: object = {}): Promise<z.output<typeof Exported>> {
  const made = await owner.done('export_ifc', { branch: BRANCH, path, ...more });
  return Exported.parse(made.data);
}

test('without an edit the file is that of the import', async () => {
  const made = await exportedAs('same.ifc');
  expect(made).toMatchObject({ mode: 'patch', schema: 'IFC4', not_exported: [] });
  expect(made.records).toMatchObject({ changed: 0, added: 0, removed: 0 });
  expect(readFileSync(made.path).equals(FILE)).toBe(true);
});

test('refuses another schema, a patch of an empty branch, and a new file without a schema', async () => {
  const refused = async (asked: object): Promise<string | undefined> =>
    (await owner.ask('export_ifc', { path: 'refused.ifc', ...asked })).error?.message;
  expect(await refused({ branch: BRANCH, schema: 'IFC2X3' })).toContain('expected `IFC4`');
  expect(await refused({ mode: 'patch' })).toContain('with no import');
  expect(await refused({})).toContain('received no `schema`');
});

test('writes edits and a new level into the file', async () => {
  const [wall = ''] = await idsOf('Walls');
  const common = { branch: BRANCH, parameter_name: 'name' };
  await owner.done('modify_parameter', { ...common, element_id: wall, value: 'Renamed' });
  const made = await exportedAs('edited.ifc');
  expect(made.not_exported).toEqual([]);
  expect(made.records).toMatchObject({ removed: 0 });
  const after = readFileSync(made.path);
  expect(after.toString('latin1')).toContain("'Renamed'");
  expect(damage(FILE, after)).toEqual([]);
  await owner.done('create_level', { branch: BRANCH, name: 'Attic', elevation: 20_000 });
  const again = await exportedAs('added.ifc');
  expect(again.not_exported).toEqual([]);
  const added = readFileSync(again.path);
  expect(added.toString('latin1')).toContain("'Attic'");
  expect(damage(FILE, added)).toEqual([]);
  const whole = await exportedAs('new.ifc', { mode: 'new', schema: 'IFC4X3' });
  expect(whole).toMatchObject({ mode: 'new', schema: 'IFC4X3', records: null });
});

test('writes the same file on a branch that merged the import', async () => {
  const target = 'agreed';
  await owner.done('create_branch', { name: target });
  await owner.decide(await owner.held('merge_branch', { source: BRANCH, target }));
  const [here, there] = [
    await exportedAs('there.ifc', { branch: target }),
    await exportedAs('here.ifc'),
  ];
  expect(here).toMatchObject({ mode: 'patch', records: there.records });
  expect(readFileSync(here.path).toString('latin1')).toContain("'Renamed'");
});

test('a copied body is in the file', async () => {
  const branch = 'given/copies';
  await owner.decide(await owner.held('import_ifc', { path: 'house.ifc', as: branch }));
  const filter = { categories: ['Bodies'] };
  const found = await owner.ask('query_elements', { filter, branch, limit: 1 });
  const [body = ''] = Rows.parse(found.data).elements.map(({ element_id }) => element_id);
  const delta = { x: 20_000, y: 0, z: 0 };
  await owner.done('copy_element', { branch, element_id: body, delta });
  const made = Exported.parse((await owner.done('export_ifc', { branch, path: 'copy.ifc' })).data);
  expect(made).toMatchObject({ mode: 'patch', not_exported: [] });
  const after = readFileSync(made.path);
  expect(damage(FILE, after)).toEqual([]);
  const count = (file: Buffer): number => readWithWebIfc(file).bodies.size;
  expect(count(after)).toBe(count(FILE) + 1);
});

test('an agent with a restricted READ gets a new file, and no patch', async () => {
  const part = owner.other('part');
  const asked = { branch: BRANCH, path: 'part.ifc' };
  const patch = await part.ask('export_ifc', { ...asked, mode: 'patch' });
  expect(patch.error?.message).toContain('restricted READ');
  const without = await part.ask('export_ifc', asked);
  expect(without.error?.message).toContain('received no `schema`');
  const made = Exported.parse((await part.done('export_ifc', { ...asked, schema: 'IFC4' })).data);
  expect(made).toMatchObject({ mode: 'new', records: null });
  const text = readFileSync(made.path, 'latin1');
  expect(text).toContain('IFCWALL(');
  expect(text).not.toContain('IFCDOOR(');
});

test('finds the import of a branch whose imported levels were deleted', async () => {
  // All but the level of the test before.
  const element_ids = (await idsOf('Levels')).slice(0, 3);
  const held = await owner.held('delete_elements', { branch: BRANCH, element_ids });
  expect(await owner.decide(held)).toBe('executed');
  expect(await idsOf('Levels')).toHaveLength(1);
  const made = await exportedAs('emptied.ifc', { mode: 'patch' });
  expect(made).toMatchObject({ mode: 'patch', not_exported: [] });
  const after = readFileSync(made.path);
  expect(after.toString('latin1')).toContain("'Attic'");
  expect(after.toString('latin1')).not.toContain('IFCWALL(');
  expect(damage(FILE, after)).toEqual([]);
  expect((await exportedAs('emptied-again.ifc')).mode).toBe('patch');
});

test('a reference next to an imported building is in no export and no schedule of it', async () => {
  writeFileSync(join(harness.artifacts, 'structure.ifc'), structureFile());
  const before = await exportedAs('before.ifc');
  const asked = { path: 'structure.ifc', reference: true, branch: BRANCH };
  expect(await owner.decide(await owner.held('import_ifc', asked))).toBe('executed');
  const made = await owner.done('export_ifc', { branch: BRANCH, path: 'after.ifc' });
  const after = Exported.parse(made.data);
  expect([after.mode, after.not_exported]).toEqual(['patch', before.not_exported]);
  expect(untimed(after.path)).toBe(untimed(before.path));
  expect(made.warnings).toContain('reference model `structure.ifc` with 9 elements is left out');
  const fresh = { mode: 'new', schema: 'IFC4', branch: BRANCH };
  const text = readFileSync((await exportedAs('fresh.ifc', fresh)).path, 'latin1');
  expect(text).not.toMatch(/'structure: Ground'|'S1'/u);
  const columns = await owner.ask('generate_schedule', { category: 'Columns', branch: BRANCH });
  const ids = await idsOf('Columns');
  expect(columns.data['count']).toBe(ids.length - 3);
  const schedule = { category: 'Columns', parameters: ['profile'] };
  const { data } = await owner.done('create_sheet', { views: [{ schedule }], branch: BRANCH });
  const asSvg = { sheet_id: data['sheet_id'], format: 'svg', branch: BRANCH };
  const sheet = await owner.done('export_drawing', asSvg);
  const drawn = readFileSync(String(sheet.data['path']), 'utf8');
  expect(drawn).toContain(`>Total (${ids.length - 3})<`);
});

/** The text of a file without the time in its header, which is that of the head of the branch. */
function untimed(path: string): string {
  return readFileSync(path, 'latin1').replace(/^(FILE_NAME\('[^']*',)'[^']*'/mu, '$1');
}

test('writes into the newest file of a branch whose import was revised', async () => {
  const [first, later] = [fileOf(firstHouse()), fileOf(laterHouse())];
  writeFileSync(join(harness.artifacts, 'first.ifc'), first);
  writeFileSync(join(harness.artifacts, 'later.ifc'), later);
  const branch = 'given/revised';
  const { data } = await owner.ask('import_ifc', { path: 'first.ifc', as: branch });
  const supersedes = z.looseObject({ import_id: z.string() }).parse(data).import_id;
  await owner.decide(await owner.held('import_ifc', { path: 'first.ifc', as: branch }));
  const filter = { categories: ['Columns'] };
  const found = await owner.ask('query_elements', { filter, branch, limit: 10 });
  const [column = ''] = Rows.parse(found.data).elements.map(({ element_id }) => element_id);
  const edit = { branch, element_id: column, parameter_name: 'name' };
  await owner.done('modify_parameter', { ...edit, value: 'Ours' });
  const bodies = await owner.ask('query_elements', {
    filter: { categories: ['Bodies'] },
    branch,
    limit: 10,
  });
  const [desk = ''] = Rows.parse(bodies.data).elements.map(({ element_id }) => element_id);
  const delta = { x: 500, y: 0, z: 0 };
  await owner.done('move_element', { branch, element_id: desk, delta });
  const asked = { path: 'later.ifc', branch, supersedes };
  expect(await owner.decide(await owner.held('import_ifc', asked))).toBe('executed');
  const made = Exported.parse(
    (await owner.done('export_ifc', { branch, path: 'revised.ifc' })).data,
  );
  expect(made).toMatchObject({ mode: 'patch', not_exported: [] });
  const after = readFileSync(made.path);
  expect(after.toString('latin1')).toContain("'Ours'");
  expect(damage(later, after)).toEqual([]);
  await owner.done('modify_parameter', { ...edit, value: 'L1-column' });
  await owner.done('move_element', { branch, element_id: desk, delta: { x: -500, y: 0, z: 0 } });
  const same = await owner.done('export_ifc', { branch, path: 'same-again.ifc' });
  expect(readFileSync(Exported.parse(same.data).path).equals(later)).toBe(true);
});

test('writes into the first file again after the undo of its revision, with an edit from before', async () => {
  const [first, later] = [fileOf(firstHouse()), fileOf(laterHouse())];
  writeFileSync(join(harness.artifacts, 'first.ifc'), first);
  writeFileSync(join(harness.artifacts, 'later.ifc'), later);
  const branch = 'given/undone';
  const { data } = await owner.ask('import_ifc', { path: 'first.ifc', as: branch });
  const supersedes = z.looseObject({ import_id: z.string() }).parse(data).import_id;
  await owner.decide(await owner.held('import_ifc', { path: 'first.ifc', as: branch }));
  const filter = { categories: ['Bodies'] };
  const found = await owner.ask('query_elements', { filter, branch, limit: 10 });
  const [desk = ''] = Rows.parse(found.data).elements.map(({ element_id }) => element_id);
  await owner.done('move_element', { branch, element_id: desk, delta: { x: 500, y: 0, z: 0 } });
  const before = await owner.done('export_ifc', { branch, path: 'before.ifc' });
  const asked = { path: 'later.ifc', branch, supersedes };
  expect(await owner.decide(await owner.held('import_ifc', asked))).toBe('executed');
  const history = await owner.ask('get_history', { branch, limit: 20 });
  const Events = z.looseObject({
    events: z.array(z.looseObject({ event_id: z.string(), type: z.string() })),
  });
  const { events } = Events.parse(history.data);
  const event_id = events.find(({ type }) => type === 'model.imported')?.event_id ?? '';
  expect(await owner.decide(await owner.held('undo', { branch, event_id }))).toBe('executed');
  const again = await owner.done('export_ifc', { branch, path: 'after.ifc' });
  const [a, b] = [before, again].map((one) => untimed(Exported.parse(one.data).path));
  expect(b?.replaceAll('after.ifc', 'before.ifc')).toBe(a);
  await owner.done('move_element', { branch, element_id: desk, delta: { x: -500, y: 0, z: 0 } });
  const same = await owner.done('export_ifc', { branch, path: 'first-again.ifc' });
  expect(readFileSync(Exported.parse(same.data).path).equals(first)).toBe(true);
});

test('keeps the elements of the branch that its own file brings back as a revision', async () => {
  const branch = 'given/again';
  const { data } = await owner.ask('import_ifc', { path: 'house.ifc', as: branch });
  const supersedes = z.looseObject({ import_id: z.string() }).parse(data).import_id;
  await owner.decide(await owner.held('import_ifc', { path: 'house.ifc', as: branch }));
  const listed = async (category: string): Promise<readonly string[]> => {
    const filter = { categories: [category] };
    const found = await owner.ask('query_elements', { filter, branch, limit: 100 });
    return Rows.parse(found.data).elements.map(({ element_id }) => element_id);
  };
  const [level_id = ''] = await listed('Levels');
  const place = { branch, level_id };
  const [start, end] = [P(60_000, 0), P(64_000, 0)];
  const make = async (tool: string, input: object): Promise<string> => {
    const { data: one } = await owner.done(tool, { ...place, ...input });
    return String(one['wall_id'] ?? one['column_id']);
  };
  const wall = await make('create_wall', { start, end, name: 'Neu', thickness: 240 });
  const column = await make('create_column', { location: P(62_000, 3000), profile: '300x300' });
  const other = await make('create_column', { location: P(62_000, 5000), profile: '300x300' });
  await owner.done('place_door', { branch, wall_id: wall, offset: 1500 });
  const layers = [{ material: 'Lehm', thickness: 240, function: 'structure' }];
  const type = await owner.done('create_type', { branch, for: 'wall', name: 'W24', layers });
  const typed = { parameter_name: 'type_id', value: type.data['type_id'] };
  await owner.done('modify_parameter', { branch, element_id: wall, ...typed });
  await owner.done('create_group', { branch, name: 'Stuetzen', element_ids: [column, other] });
  const first = Exported.parse((await owner.done('export_ifc', { branch, path: 'neu.ifc' })).data);
  const kinds = ['Walls', 'Columns', 'Doors', 'Groups', 'Rooms', 'Types', 'Materials'];
  const before = await Promise.all(kinds.map(listed));
  writeFileSync(join(harness.artifacts, 'given-neu.ifc'), readFileSync(first.path));
  const asked = { path: 'given-neu.ifc', branch, supersedes };
  const preview = await owner.ask('import_ifc', asked);
  const none = { count: 0, element_ids: [] };
  expect(preview.data).toMatchObject({
    revision: { new: none, changed: none, gone: none, own: { count: 6 }, own_differing: none },
    diff: { counts: { created: 0, modified: 0, deleted: 0 } },
  });
  expect(await owner.decide(await owner.held('import_ifc', asked))).toBe('executed');
  expect(await Promise.all(kinds.map(listed))).toEqual(before);
  const again = await owner.done('export_ifc', { branch, path: 'neu-again.ifc' });
  const { path, not_exported } = Exported.parse(again.data);
  expect(not_exported).toEqual([]);
  expect(readFileSync(path).equals(readFileSync(first.path))).toBe(true);
});
