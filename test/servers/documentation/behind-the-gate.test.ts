/** @module behind-the-gate.test: views of merged branches, exports that require approval, and files of other agents. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDirectory } from '../../../governance/access/directory.ts';
import { connectionOf } from '../../../governance/access/principal.ts';
import { hourlyLimit } from '../../../governance/gate/limits/hourly.ts';
import { rateLimit } from '../../../governance/gate/limits/rate.ts';
import {
  governedResources,
  ResourceRefused,
  type Resources,
} from '../../../governance/gate/resources/governed-resources.ts';
import { untimed } from '../../../governance/tool/step-timer.ts';
import { artefactResources } from '../../../servers/files/artefact-resources.ts';
import { approving, type Approving, type Voice } from '../../governance/gate/approving.ts';
import { type Harness } from '../../governance/gate/harness.ts';
import { filesOf } from '../files/full-readers.ts';
import { storeIn, type OpenedWorkspace, openDocumentation } from './documentation-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
const opened: OpenedWorkspace = { reader: null, harness: null };
const files = filesOf(folder, opened);
const store = storeIn(folder, opened);

let harness: Harness;
let owner: Approving;
let resources: Resources;
let level_id: string;
let plan: string;

const P = (x: number, y: number): object => ({ x, y });

beforeAll(async () => {
  harness = await openDocumentation(store, files, opened);
  owner = await approving(harness, {
    asker: {
      permissions: { READ: {}, CREATE: {} },
      requires_approval: ['export.created', 'schedule.generated'],
    },
    part: { permissions: { READ: { categories: ['Levels', 'Walls'] }, CREATE: {} } },
    designer: {
      permissions: {
        READ: { branch_patterns: ['design/*'] },
        CREATE: { branch_patterns: ['design/*'] },
      },
    },
    whole: { permissions: { READ: {}, CREATE: {} } },
    blind: { permissions: { CREATE: {} } },
  });
  const { keeper, reader, recorder } = harness;
  resources = governedResources(
    {
      directory: await openDirectory(reader),
      keeper,
      reader,
      recorder,
      limitRate: rateLimit(keeper),
      limitHour: hourlyLimit(reader),
      process: { id: 'test', pid: 1, host: 'here' },
      timed: untimed,
      salt: 'salt of the test',
      now: () => new Date(),
      randomId: () => '00000000-0000-4000-8000-000000000000',
      log: () => {},
    },
    'documentation',
    artefactResources(files),
  );
  const level = await owner.done('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  level_id = String(level.data['level_id']);
  await owner.done('create_wall', { level_id, start: P(0, 0), end: P(5000, 0) });
  plan = String((await owner.done('create_plan', { level_id })).data['view_id']);
});
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Number of exports and schedules in the log. */
function exportCount(): number {
  const types = ['export.created', 'schedule.generated'];
  return harness.reader.eventsAfter(0, 1000).filter(({ type }) => types.includes(type)).length;
}

async function svg(view_id: unknown, branch = 'main'): Promise<string> {
  const { data } = await owner.done('export_drawing', { view_id, branch, format: 'svg' });
  return readFileSync(String(data['path']), 'utf8');
}

test('a view of a branch exists after the merge and shows the merged elements; undo reverts both', async () => {
  const branch = 'design/a';
  const before = await svg(plan);
  await owner.done('create_branch', { name: branch });
  const column = { location: P(2000, 2000), profile: '300x300', height: 2500 };
  const made = await owner.done('create_column', { level_id, ...column, branch });
  const { view_id } = (await owner.done('create_plan', { level_id, scale: 50, branch })).data;
  const schedule = { category: 'Columns', parameters: ['profile'] };
  const { sheet_id } = (
    await owner.done('create_sheet', { views: [view_id, { schedule }], branch })
  ).data;
  const missing = await owner.ask('lint_drawing', { view_id });
  expect(missing.error?.name).toBe('ELEMENT_NOT_FOUND');
  const merge = await owner.held('merge_branch', { source: branch });
  expect(await owner.decide(merge)).toBe('executed');
  const shape = `data-id="${String(made.data['column_id'])}"`;
  expect(await svg(view_id)).toContain(shape);
  const after = await svg(plan);
  expect(after).toContain(shape);
  const sheet = await owner.done('export_drawing', { sheet_id, format: 'svg' });
  const counted = readFileSync(String(sheet.data['path']), 'utf8');
  expect(counted).toContain('>Total (1)<');

  const merged = harness.reader.eventsAfter(0, 1000).find(({ type }) => type === 'branch.merged');
  const undo = await owner.held('undo', { event_id: merged?.event_id });
  expect(await owner.decide(undo)).toBe('executed');
  expect(await svg(plan)).toBe(before);
  const undone = await owner.done('export_drawing', { sheet_id, format: 'svg' });
  expect(readFileSync(String(undone.data['path']), 'utf8')).toContain('>Total (0)<');
});

test.each([
  ['export_gltf', { path: 'asked/house.glb' }, 'asked/house.glb'],
  ['export_cobie', { path: 'asked/house.xlsx' }, 'asked/house.xlsx'],
  ['export_ifc', { schema: 'IFC4', path: 'asked/house.ifc' }, 'asked/house.ifc'],
  ['export_drawing', { view_id: 'the plan', path: 'asked/house.svg' }, 'asked/house.svg'],
  ['export_bcf', { issues: [{ title: 'Look' }], path: 'asked/house.bcf' }, 'asked/house.bcf'],
  ['generate_schedule', { category: 'Walls', path: 'asked/walls.json' }, 'asked/walls.json'],
])('%s with required approval writes one file per signature', async (tool, given, path) => {
  const args = 'view_id' in given ? { ...given, view_id: plan } : given;
  const asker = owner.other('asker');
  const ran = exportCount();
  expect((await asker.ask(tool, args)).success).toBe(true);
  const approval_id = await asker.held(tool, args);
  expect([exportCount(), existsSync(join(folder, path))]).toEqual([ran, false]);
  // A repeated call refers to the same pending approval.
  expect(await asker.held(tool, args)).toBe(approval_id);
  expect(await owner.decide(approval_id)).toBe('executed');
  expect([exportCount(), existsSync(join(folder, path))]).toEqual([ran, false]);
  const other = await asker.ask(tool, { ...args, path: `other-${path}`, dry_run: false });
  expect(other.error?.name).toBe('APPROVAL_PENDING');
  await asker.done(tool, args);
  expect([exportCount(), existsSync(join(folder, path))]).toEqual([ran + 1, true]);
  expect(await asker.held(tool, args)).not.toBe(approval_id);
  expect(exportCount()).toBe(ran + 1);
});

const COUNTED = { csv: 'csv', json: 'json', markdown: 'md', xlsx: 'xlsx' };
type Args = Readonly<Record<string, unknown>>;

/** Every exported format: tool, arguments, file extension. */
const FORMATS: readonly (readonly [tool: string, given: Args, ending: string])[] = [
  ['export_gltf', {}, 'glb'],
  ['export_cobie', {}, 'xlsx'],
  ...['IFC2X3', 'IFC4', 'IFC4X3'].map((schema) => ['export_ifc', { schema }, 'ifc'] as const),
  ...['2.1', '3.0'].map((version) => {
    return ['export_bcf', { issues: [{ title: 'Look' }], version }, 'bcf'] as const;
  }),
  ...['svg', 'pdf', 'dxf', 'png'].map((format) => {
    return ['export_drawing', { view_id: 'the plan', format }, format] as const;
  }),
  ...Object.entries(COUNTED).map(([format, ending]) => {
    return ['generate_schedule', { category: 'Walls', format }, ending] as const;
  }),
];

test.each(FORMATS)(
  '%s %j does not replace a read-only file and leaves no partial file',
  async (tool, given, ending) => {
    const path = `locked/file.${ending}`;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'of a person', { mode: 0o444 });
    const ran = exportCount();
    const args = 'view_id' in given ? { ...given, view_id: plan, path } : { ...given, path };
    for (const dry_run of [true, false]) {
      const { error } = await owner.ask(tool, { ...args, dry_run });
      expect(error).toMatchObject({ name: 'EXPORT_FAILED', code: 1401 });
    }
    expect(readFileSync(file, 'utf8')).toBe('of a person');
    expect([
      readdirSync(dirname(file)),
      readdirSync(join(folder, '.staged')),
      exportCount(),
    ]).toEqual([[`file.${ending}`], [], ran]);
    rmSync(dirname(file), { recursive: true });
  },
);

async function readResource(voice: Voice, uri: string): Promise<string> {
  try {
    return JSON.stringify(await resources.read(connectionOf(voice.principal), uri));
  } catch (error) {
    if (error instanceof ResourceRefused) return error.message.replace(uri, '<uri>');
    throw error;
  }
}

test('an agent that may not read a file does not learn whether it exists', async () => {
  const { data } = await owner.done('export_gltf', { path: 'secret/vault.glb' });
  for (const name of ['part', 'designer', 'blind']) {
    const voice = owner.other(name);
    const branch = name === 'designer' ? { branch: 'design/a' } : {};
    const from = connectionOf(voice.principal);
    const listed = await resources.list(from).catch((error: unknown) => String(error));
    const text = JSON.stringify(listed);
    for (const hidden of ['vault', String(data['sha256']), `"size":${String(data['size'])}`]) {
      expect([name, text.includes(hidden)]).toEqual([name, false]);
    }
    const there = await readResource(voice, 'plumbline://artifacts/secret/vault.glb');
    expect(there).toBe(await readResource(voice, 'plumbline://artifacts/secret/none.glb'));
    for (const dry_run of [true, false]) {
      const guesses: unknown[] = [];
      for (const path of ['secret/vault.glb', 'secret/none.glb', 'secret']) {
        const { success, error } = await voice.ask('export_gltf', { path, dry_run, ...branch });
        guesses.push([success, error?.message]);
      }
      expect(guesses).toEqual(guesses.map(() => guesses[0]));
    }
  }
  // An agent with an unrestricted READ permission may know that the file exists.
  const whole = owner.other('whole');
  expect(await readResource(whole, 'plumbline://artifacts/secret/vault.glb')).toContain('"blob"');
  const taken = await whole.ask('export_gltf', { path: 'secret/vault.glb', spaces: true });
  expect(taken.success || taken.error?.name === 'EXPORT_FAILED').toBe(true);
  expect(readdirSync(join(folder, 'secret'))).toEqual(['vault.glb']);
});

test('a plan is written in eastings and northings once the site has them, and a model without them says so', async () => {
  const world = { view_id: plan, format: 'dxf', georeferenced: true };
  const gridded = await owner.done('create_plan', { level_id, coordinate_grid: true });
  const grid = { view_id: gridded.data['view_id'], format: 'svg' };
  const part = owner.other('part');
  const refusal = async (voice: Approving | Voice, args: Args): Promise<string | undefined> =>
    (await voice.ask('export_drawing', args)).error?.message;
  const without = 'no site with a georeference is set or visible to you';
  expect(await refusal(owner, world)).toContain(without);
  expect((await owner.done('export_drawing', grid)).warnings?.join()).toContain(without);
  const unplaced = await owner.done('export_ifc', { schema: 'IFC4' });
  expect(unplaced.warnings?.join()).toContain(`latitude or longitude: ${without}`);
  const hidden = await refusal(part, world);

  const georeference = { crs: 'EPSG:25832', eastings: 691_000, northings: 5_334_000 };
  await owner.done('set_site', { georeference });
  const { data } = await owner.done('export_drawing', world);
  const file = readFileSync(String(data['path']), 'utf8');
  // The wall runs from the origin for 5 m to the east, 200 mm thick.
  expect(file).toContain('\n10\n691000.0\n20\n5333999.9\n10\n691005.0\n20\n5333999.9\n');
  const drawn = await owner.done('export_drawing', grid);
  expect(readFileSync(String(drawn.data['path']), 'utf8')).toContain('E 691000');
  const placed = await owner.done('export_ifc', { schema: 'IFC4' });
  expect(placed.warnings?.join() ?? '').not.toContain(without);

  expect(await refusal(owner, { ...world, format: 'svg' })).toContain('expected `dxf`');
  expect(await refusal(owner, { format: 'dxf', georeferenced: true })).toContain('is no plan');
  // What an agent without Sites receives has not changed.
  expect(hidden).toContain(without);
  expect(await refusal(part, world)).toBe(hidden);
  const seen = await part.ask('export_drawing', grid);
  expect(seen.warnings?.join()).toContain(without);
});
