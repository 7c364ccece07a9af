/**
 * @module own-ifc-checks.test: an agent with a restricted READ checks the IFC files that it exported, and no others.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fileReader } from '../../../governance/access/file-reading.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { okHere } from '../../e2e/connect.ts';
import { partsOf } from '../../kernel/documents/bcf/read-bcf.ts';
import { openFileWorld, READERS, type FileWorld, type Reader } from './file-world.ts';

type Args = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

/** Agents with a restricted READ that may check files; `blind` has no READ and may not. */
const CHECKING = ['level', 'region', 'walls', 'branch'] as const;
type Checking = (typeof CHECKING)[number];

let made: FileWorld;
beforeAll(async () => {
  made = await openFileWorld();
});
afterAll(async () => {
  await made.close();
});

const on = (reader: Reader): Args => (reader === 'branch' ? { branch: 'design/a' } : {});

/** An export of the agent; returns its path below `artifacts/`. */
async function exported(reader: Reader | 'owner', path: string): Promise<string> {
  const args = { schema: 'IFC4', path, ...(reader === 'owner' ? {} : on(reader)) };
  return String((await made.done(reader, 'export_ifc', args))['artifact']);
}

async function checked(reader: Reader, path: string): Promise<Row> {
  return await made.done(reader, 'check_ifc', { path, ...on(reader) });
}

async function grant(name: Reader, permissions: object): Promise<void> {
  const file = join(made.workspace.dir, `${name}.json`);
  writeFileSync(file, JSON.stringify({ permissions }));
  await okHere(made.workspace.dir, 'agent', 'grant', name, '--permissions', file);
}

/** An own file of the agent, as its runs write them: its export, whose first wall is USERDEFINED without a type of its own. */
async function faulty(reader: Checking): Promise<{ readonly path: string; readonly guid: string }> {
  const text = readFileSync(join(made.artifacts, await exported(reader, 'faulty.ifc')), 'utf8');
  const guid = /IFCWALL\('([^']+)'/u.exec(text)?.[1] ?? '';
  const wrong = text.replace(/(IFCWALL\([^;]*,)[^,;]*\);/u, '$1.USERDEFINED.);');
  const { sight } = fileReader(made.world.gates.directory, made.principal(reader));
  const path = `mpt/${sight}/${sha256Hex(Buffer.from(wrong))}`;
  mkdirSync(join(made.artifacts, dirname(path)), { recursive: true });
  writeFileSync(join(made.artifacts, path), wrong);
  return { path, guid };
}

describe.each(CHECKING)('with the restricted READ scope %s', (reader) => {
  test('an agent checks its own export', async () => {
    const path = await exported(reader, 'own.ifc');
    const data = await checked(reader, path);
    expect(data).toMatchObject({ status: 'warnings', file: { path }, not_checked: [] });
    const uri = { artifact: `plumbline://artifacts/${path}`, ...on(reader) };
    expect(await made.done(reader, 'check_ifc', uri)).toMatchObject({
      compared_with: data['validation_run_id'],
      file: { path },
    });
  });

  test('an agent reads its run again, with the summary of its file', async () => {
    const data = await checked(reader, await exported(reader, 'own.ifc'));
    const request = { validation_run_id: data['validation_run_id'], ...on(reader) };
    expect(await made.done(reader, 'get_validation_run', request)).toMatchObject({
      summary: { status: data['status'], coverage: data['coverage'], file: data['file'] },
      total: data['total'],
      branch_seq: null,
    });
  });

  test('a run is hidden from every other restricted agent', async () => {
    const data = await checked(reader, await exported(reader, 'own.ifc'));
    const validation_run_id = data['validation_run_id'];
    for (const other of [...CHECKING, 'twin_level'] as const) {
      if (other === reader) continue;
      const request = { validation_run_id, ...on(other) };
      const { error } = await made.call(other, 'get_validation_run', request);
      expect([other, error?.name]).toEqual([other, 'RUN_NOT_FOUND']);
    }
    const read = await made.done('whole', 'get_validation_run', { validation_run_id });
    expect(read).toMatchObject({ findings: data['findings'] });
  });

  test('an agent does not check the exports of others, nor copies of its own', async () => {
    const own = await exported(reader, 'own.ifc');
    const copy = `${dirname(own)}/copy.ifc`;
    copyFileSync(join(made.artifacts, own), join(made.artifacts, copy));
    const of_main = [await exported('owner', 'out/main.ifc'), await exported('whole', 'main.ifc')];
    const of_others = await Promise.all(
      CHECKING.filter((other) => other !== reader && other !== 'branch').map(
        async (other) => await exported(other, 'own.ifc'),
      ),
    );
    const of_twin = await exported('twin_level', 'own.ifc');
    for (const path of [...of_main, ...of_others, of_twin, copy]) {
      const { error } = await made.call(reader, 'check_ifc', { path, ...on(reader) });
      expect(error).toMatchObject({
        name: 'INVALID_ARGUMENT',
        message: `there is no file \`${path}\` below \`artifacts/\` that you may read`,
      });
    }
  });
});

describe('a finding about an instance that is an element of the branch', () => {
  test.each(['level', 'walls'] as const)('is drawn for `%s`', async (reader) => {
    const { path, guid } = await faulty(reader);
    const { validation_run_id, findings } = await checked(reader, path);
    const finding = rowsIn(findings).find(({ check }) => check === 'OJT001')?.['finding_id'];
    const picture = await made.done(reader, 'render_finding', { validation_run_id, finding });
    const queried = await made.done(reader, 'query_elements', { filter: {}, fields: ['ifc_guid'] });
    const wall = rowsIn(queried['elements']).find((row) => row['ifc_guid'] === guid);
    expect(picture).toMatchObject({ element_ids: [wall?.['element_id']], gone: [] });
  });

  test('is a viewpoint with its GUID in a BCF file, readable for its agent only', async () => {
    const { path, guid } = await faulty('level');
    const { validation_run_id } = await checked('level', path);
    const args = { validation_run_id, path: 'own.bcf' };
    const { artifact } = await made.done('level', 'export_bcf', args);
    const parts = await partsOf(readFileSync(join(made.artifacts, String(artifact))));
    const texts = [...parts].flatMap(([name, text]) =>
      name.endsWith('.bcfv') ? [text.toString()] : [],
    );
    expect(texts.filter((text) => text.includes(`IfcGuid="${guid}"`))).toHaveLength(1);
    const read = { code: 'files.readBytes("in").length', files: { in: { artifact } } };
    expect((await made.call('level', 'code_js', read)).success).toBe(true);
    for (const other of ['twin_level', 'region', 'walls', 'branch', 'blind'] as const) {
      expect([other, (await made.call(other, 'code_js', read)).success]).toEqual([other, false]);
    }
    const { error } = await made.call('twin_level', 'export_bcf', args);
    expect(error).toMatchObject({ name: 'RUN_NOT_FOUND' });
  });

  test('is not drawn if no visible element has its GUID', async () => {
    const { path } = await faulty('level');
    const { validation_run_id, findings } = await checked('level', path);
    const finding = rowsIn(findings).find(({ check }) => check === 'GRF003')?.['finding_id'];
    const { error } = await made.call('level', 'render_finding', { validation_run_id, finding });
    expect(error).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
      message: `finding \`${String(finding)}\` is about a file; no element of branch \`main\` has its GUID`,
    });
  });
});

test('an agent without READ checks no file, not even its own export', async () => {
  const path = await exported('blind', 'own.ifc');
  const { error } = await made.call('blind', 'check_ifc', { path });
  expect(error).toMatchObject({ name: 'PERMISSION_DENIED' });
});

test('a narrower READ closes the exports and runs that its agent made before', async () => {
  const before = await exported('region', 'before.ifc');
  const { validation_run_id } = await checked('region', before);
  const run = { validation_run_id };
  await grant('region', { READ: { categories: ['Levels'] }, CREATE: {} });
  const refused = await made.call('region', 'check_ifc', { path: before });
  expect(refused.error).toMatchObject({ name: 'INVALID_ARGUMENT' });
  expect((await made.call('region', 'get_validation_run', run)).error?.name).toBe('RUN_NOT_FOUND');
  expect((await made.call('region', 'export_bcf', run)).error?.name).toBe('RUN_NOT_FOUND');
  const drawn = await made.call('region', 'render_finding', { ...run, finding: 'x' });
  expect(drawn.error?.name).toBe('RUN_NOT_FOUND');
  const after = await exported('region', 'after.ifc');
  expect(await checked('region', after)).toMatchObject({ compared_with: null });
  await grant('region', READERS.region);
  expect((await made.call('region', 'check_ifc', { path: after })).success).toBe(false);
  expect(await checked('region', before)).toMatchObject({ compared_with: validation_run_id });
});

function rowsIn(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) throw new Error(`expected rows, received ${JSON.stringify(value)}`);
  return value.map((row: unknown): Row => Object(row));
}
