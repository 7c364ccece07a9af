/** @module revision.test: a person imports a new revision of a file from the command line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { fileOf, firstHouse, laterHouse } from '../kernel/documents/ifc/revise/houses.ts';
import { type HeldKeeper, holdKeeper, PASSPHRASE, type Ran, runHere, scratch } from './run-cli.ts';
import { serveHere } from './serve-here.ts';

const { dir, remove } = scratch();
const HOME = join(dir, 'home');
const FILES = join(dir, 'files');

const here = (words: readonly string[]): Promise<Ran> =>
  runHere(HOME, words, { startServer: serveHere });
const done = async (words: readonly string[]): Promise<string> => {
  const { code, out, err } = await here(words);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${out}${err}`);
  return out;
};
const fileNamed = (name: string): string => join(FILES, name);

const Pending = z.looseObject({
  approval_id: z.string(),
  data: z.looseObject({ import_id: z.string() }),
});

let keeper: HeldKeeper | null = null;
beforeAll(async () => {
  mkdirSync(HOME);
  mkdirSync(FILES);
  writeFileSync(fileNamed('house.ifc'), fileOf(firstHouse()));
  writeFileSync(fileNamed('house-2.ifc'), fileOf(laterHouse()));
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

/** Requests an import and approves it; returns its id and what the approver saw. */
async function imported(
  words: readonly string[],
): Promise<{ readonly id: string; readonly shown: string }> {
  const asked = await here(['import', ...words, '--commit', '--json']);
  const { approval_id, data } = Pending.parse(JSON.parse(asked.out));
  return { id: data.import_id, shown: await approved(approval_id) };
}

/** Approves a request; returns what the approver saw. */
async function approved(approval_id: string): Promise<string> {
  const shown = await done(['approvals', 'show', approval_id]);
  const digest = /digest +sha256 (?<hex>[0-9a-f]{64})/u.exec(shown)?.groups?.['hex'] ?? '';
  const approve = ['approvals', 'approve', approval_id, '--as', 'alice', '--digest', digest];
  expect(await done(approve)).toContain('executed');
  return shown;
}

test('an approver sees what a revision changes before signing', async () => {
  const branch = ['--branch', 'given/house'];
  const { id } = await imported([fileNamed('house.ifc'), '--as', 'given/house']);
  const unsaid = await here(['import', fileNamed('house-2.ifc'), ...branch]);
  expect(unsaid.err).toContain('`--supersedes` with the id of its import');
  expect(unsaid.err).toContain(`has \`${id}\``);
  const lone = await here(['import', fileNamed('house-2.ifc'), ...branch, '--take', 'x=file']);
  expect(lone.err).toContain('received `--take` without `--supersedes`');
  const preview = await done(['import', fileNamed('house-2.ifc'), ...branch, '--supersedes', id]);
  expect(preview).toContain('import_ifc: nothing is changed yet');
  const { shown } = await imported([fileNamed('house-2.ifc'), ...branch, '--supersedes', id]);
  expect(shown).toContain('effect    2 created, 4 modified, 1 deleted');
  expect(shown).toContain(`~ replaces the import ${id} by 21 elements of house-2.ifc`);
  expect(shown).toContain(`revision of ${id}`);
  expect(shown).toMatch(/1 gone, 2 new, 4 changed, \d+ unchanged/u);
  expect(shown).toMatch(/gone: window/u);
});

test('an approver sees what the undo of a revision changes', async () => {
  const undo = ['undo', '--branch', 'given/house'];
  expect(await done(undo)).toContain('undo: nothing is changed yet');
  const asked = await here([...undo, '--commit', '--json']);
  const { approval_id } = z.looseObject({ approval_id: z.string() }).parse(JSON.parse(asked.out));
  const shown = await approved(approval_id);
  expect(shown).toContain('effect    1 created, 4 modified, 2 deleted');
  expect(shown).toMatch(/~ undoes the revision \S+, and restores the import \S+ of 20 elements/u);
});

test('undo names the imports of a merge, and counts what it changed in addition', async () => {
  const branch = ['--arg', 'branch=given/house'];
  const filter = ['--arg', 'filter={"categories":["Walls"]}', '--json'];
  const listed = await done(['call', 'query_elements', ...branch, ...filter]);
  const wall = /wall_\w+/u.exec(listed)?.[0] ?? '';
  const named = ['element_id', wall, 'parameter_name', 'name', 'value', 'Ours'];
  const args = [0, 2, 4].flatMap((i) => ['--arg', `${named[i]}=${named[i + 1]}`]);
  await done(['call', 'modify_parameter', ...branch, ...args, '--commit']);
  const merge = ['--arg', 'source=given/house', '--arg', 'target=main'];
  const asked = await here(['call', 'merge_branch', ...merge, '--commit', '--json']);
  const { approval_id } = z.looseObject({ approval_id: z.string() }).parse(JSON.parse(asked.out));
  await approved(approval_id);
  const { err } = await here(['undo']);
  expect(err).toMatch(/^the newest change: (import_\w+ \w+, )+1 element: 1 modified; at /u);
});
