/** @module import.test: a person imports a file from the command line, and the workspace moves with it. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { houseFile } from '../servers/geometry/import-world.ts';
import { type HeldKeeper, holdKeeper, PASSPHRASE, type Ran, runHere, scratch } from './run-cli.ts';
import { serveHere } from './serve-here.ts';

const { dir, remove } = scratch();
const FILES = join(dir, 'files');
const HOME = join(dir, 'home');
const HOUSE = join(FILES, 'house.ifc');
const BRANCH = ['--as', 'given/house'];

const here = (words: readonly string[], cwd = HOME): Promise<Ran> =>
  runHere(cwd, words, { startServer: serveHere });
/** With the server that the command starts by default: a child process. */
const inChild = (words: readonly string[], cwd: string): Promise<Ran> => runHere(cwd, words);
const done = async (
  words: readonly string[],
  cwd = HOME,
  run: (words: readonly string[], cwd: string) => Promise<Ran> = here,
): Promise<string> => {
  const { code, out, err } = await run(words, cwd);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${out}${err}`);
  return out;
};

let keeper: HeldKeeper | null = null;
beforeAll(async () => {
  mkdirSync(HOME);
  mkdirSync(FILES);
  writeFileSync(HOUSE, houseFile(7));
  await done(['init']);
  keeper = await holdKeeper(HOME);
  await runHere(HOME, ['approver', 'add', 'alice'], {
    env: { PLUMBLINE_NEW_PASSPHRASE: PASSPHRASE },
  });
});
afterAll(async () => {
  await keeper?.close();
  remove();
});

const Waiting = z.looseObject({ approval_id: z.string() });
const Pending = z.looseObject({
  approval_id: z.string(),
  data: z.looseObject({ import_id: z.string() }),
});

let import_id = '';

test('shows the scorecard of a file without importing it', async () => {
  const out = await done(['import', HOUSE, '--scorecard'], FILES);
  expect(out).toMatch(/IfcWall +12 +0 +0 +0/u);
  expect(readdirSync(join(HOME, 'artifacts'))).toEqual([]);
});

test('previews an import, and copies its file below artifacts/imports', async () => {
  const out = await done(['import', HOUSE, ...BRANCH], HOME, inChild);
  expect(out).toContain('import_ifc: nothing is changed yet');
  expect(out).toMatch(/IfcWall +12 +0 +0 +0/u);
  expect(out).toContain('many elements are affected at once');
  expect(out).toMatch(/^effect +\d+ created, 0 modified, 0 deleted$/mu);
  expect(out).toMatch(/^cut +the elements are counted; --all lists them$/mu);
  expect(out).not.toMatch(/^ {2}[+=] /mu);
  const all = await done(['import', HOUSE, ...BRANCH, '--all']);
  expect(all.match(/^ {2}\+ wall /gmu)).toHaveLength(12);
  expect(all).not.toMatch(/^cut /mu);
  await done(['import', HOUSE, ...BRANCH]);
  expect(readdirSync(join(HOME, 'artifacts', 'imports'))).toEqual(['house.ifc']);
});

test('never overwrites another file of the same name', async () => {
  const other = join(FILES, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'house.ifc'), 'not a building');
  const { code, err } = await here(['import', join(other, 'house.ifc'), ...BRANCH]);
  expect(code).toBe(1);
  expect(err).toContain('1007 UNSUPPORTED_FORMAT');
  const folder = join(HOME, 'artifacts', 'imports');
  expect(readdirSync(folder).toSorted()).toEqual(['house-2.ifc', 'house.ifc']);
  expect(readFileSync(join(folder, 'house.ifc'))).toEqual(readFileSync(HOUSE));
});

test('imports after the approval of a person, who sees the scorecard', async () => {
  const asked = await here(['import', HOUSE, ...BRANCH, '--commit', '--json']);
  expect(asked.code).toBe(1);
  const { approval_id, data } = Pending.parse(JSON.parse(asked.out));
  ({ import_id } = data);
  const shown = await done(['approvals', 'show', approval_id]);
  expect(shown).toMatch(/IfcWall +12 +0 +0 +0/u);
  expect(shown).toContain('+ imports');
  const picture = join(dir, 'plan.svg');
  await done(['approvals', 'show', approval_id, '--picture', picture]);
  expect(readFileSync(picture, 'utf8')).toContain('data-layer="created"');
  const digest = /digest +sha256 (?<hex>[0-9a-f]{64})/u.exec(shown)?.groups?.['hex'] ?? '';
  const approve = ['approvals', 'approve', approval_id, '--as', 'alice', '--digest', digest];
  expect(await done(approve)).toContain('executed');
});

test('imports a reference next to the building, and says so to the person who approves', async () => {
  const file = join(FILES, 'structure.ifc');
  writeFileSync(file, houseFile(8));
  const words = ['import', file, '--reference', '--branch', 'given/house'];
  expect(await done(words)).toContain('reference: true');
  const asked = await here([...words, '--commit', '--json']);
  const { approval_id } = Pending.parse(JSON.parse(asked.out));
  const shown = await done(['approvals', 'show', approval_id]);
  expect(shown.replace(/\s+/gu, ' ')).toContain('as a reference, of which nothing may change');
});

test('imports as the registered person who may create elements', async () => {
  const file = join(dir, 'person.json');
  const permissions = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  writeFileSync(file, JSON.stringify({ permissions, max_import_elements: 1000 }));
  await done(['agent', 'add', 'reader', '--human', '--by', 'alice']);
  await done(['agent', 'add', 'bob', '--human', '--permissions', file, '--by', 'alice']);
  const listed = JSON.parse(await done(['agent', 'list', '--json']));
  const bob = z
    .array(z.looseObject({ name: z.string(), user_id: z.string() }))
    .parse(listed)
    .find(({ name }) => name === 'bob');
  const asked = await done(['import', HOUSE, '--as', 'given/again', '--json']);
  expect(JSON.parse(asked)).toMatchObject({ audit: { user_id: bob?.user_id, agent_id: null } });
});

test('answers questions about the import after every restart of the server', async () => {
  const args = ['--arg', `import_id=${import_id}`, '--arg', 'branch=given/house'];
  expect(await done(['call', 'get_import', ...args], HOME, inChild)).toContain('on_branch: true');
  const filter = 'filter={"categories":["Walls"]}';
  const query = ['call', 'query_elements', '--arg', filter, '--arg', 'branch=given/house'];
  const walls = await done(query, HOME, inChild);
  expect(walls).toContain('total: 12');
});

/** Approves a pending call, and returns what the person saw. */
async function approved(asked: { readonly out: string }): Promise<string> {
  const { approval_id } = Waiting.parse(JSON.parse(asked.out));
  const shown = await done(['approvals', 'show', approval_id]);
  const digest = /digest +sha256 (?<hex>[0-9a-f]{64})/u.exec(shown)?.groups?.['hex'] ?? '';
  const approve = ['approvals', 'approve', approval_id, '--as', 'alice', '--digest', digest];
  expect(await done(approve)).toContain('executed');
  return shown;
}

test('is merged and undone, each as one event that counts its elements', async () => {
  const merge = ['call', 'merge_branch', '--arg', 'source=given/house', '--arg', 'target=main'];
  const merged = await approved(await here([...merge, '--commit', '--json']));
  expect(merged).toMatch(/\+ imports \d+ elements of house\.ifc/);
  const preview = await here(['undo']);
  expect([preview.code, preview.err]).toEqual([
    0,
    expect.stringContaining(`${import_id} imported`),
  ]);
  const counted = /element_count: (?<count>\d+)/u.exec(preview.out)?.groups?.['count'] ?? '';
  expect(Number(counted)).toBeGreaterThan(20);
  const asked = await here(['undo', '--commit', '--json']);
  const { approval_id } = Waiting.parse(JSON.parse(asked.out));
  const picture = join(dir, 'undone.svg');
  await done(['approvals', 'show', approval_id, '--picture', picture]);
  expect(readFileSync(picture, 'utf8')).toContain('data-layer="deleted"');
  const undone = await approved(asked);
  expect(undone).toContain(`- undoes the import ${import_id} of ${counted} elements`);
  expect(undone).toContain(`${counted} deleted`);
  const args = ['--arg', `import_id=${import_id}`, '--json'];
  expect(JSON.parse(await done(['call', 'get_import', ...args]))).toMatchObject({
    data: { branch: 'main', elements_present: 0 },
  });
});

test('moves with its workspace, with the file and the bodies', async () => {
  const file = join(dir, 'moved.plumbline');
  await done(['export-workspace', file]);
  const away = join(dir, 'away');
  const keys = join('.plumbline', 'keys');
  mkdirSync(join(away, keys), { recursive: true });
  copyFileSync(join(HOME, keys, 'log.pem'), join(away, keys, 'log.pem'));
  await done(['import-workspace', file], away);
  expect(await done(['audit', 'verify'], away)).toContain('ok ');
  const args = ['--arg', `import_id=${import_id}`, '--arg', 'branch=given/house'];
  const there = await done(['call', 'get_import', ...args, '--json'], away, inChild);
  const before = await done(['call', 'get_import', ...args, '--json']);
  expect(JSON.parse(there).data).toEqual(JSON.parse(before).data);
});
