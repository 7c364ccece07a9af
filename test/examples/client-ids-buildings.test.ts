/** @module tests of docs/ids.md: house, office and school against the client's file, in a dry run, with the picture of a finding. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { expect, test } from 'vitest';

import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { findingPicture, findingPng } from '../../kernel/documents/picture/finding-picture.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { FindingRecord } from '../../schemas/events.ts';
import { changeChecksOf } from '../../servers/building/checks/change-checks.ts';
import { ifcFilesIn } from '../../servers/files/ifc-files.ts';
import { checkIdsOf } from '../../servers/validation/tools/check-ids.ts';
import { PRINCIPAL, World } from '../servers/building/world.ts';
import { openFiles } from '../servers/files/full-readers.ts';
import { example } from './example.ts';

const FOLDER = new URL('../../examples/', import.meta.url).pathname;
const DOCS = readFileSync(new URL('../../docs/ids.md', import.meta.url), 'utf8');
const PICTURE = new URL('../../docs/pictures/finding-ids.png', import.meta.url);
const FILE = 'client.ids';
const files = ifcFilesIn(openFiles(FOLDER));

type Checked = {
  readonly specifications: readonly {
    readonly applicable: number;
    readonly failed: number;
  }[];
  readonly findings: readonly FindingRecord[];
};

/** The run that `check_ids` records. */
async function checked(world: World): Promise<Checked> {
  const tool = checkIdsOf(files);
  if (tool.type !== 'job') throw new Error('a check is a job');
  const { events, data } = await tool.run({ ids: FILE, limit: 500 }, world.view, {
    event_id: 'run',
    dry_run: false,
    refuse: (code, message) => {
      throw new Refusal(code, message, '');
    },
    branch: 'main',
    principal: PRINCIPAL,
    signal: new AbortController().signal,
    progress: () => undefined,
    begin: async ({ web_requests }) => await Promise.resolve({ status: 'begun', web_requests }),
  });
  const [event] = events;
  if (event?.type !== 'validation.run') throw new Error('no run');
  return { ...(data as Checked), findings: event.payload.findings };
}

/** Whether a finding is about the first specification of the client. */
function isAboutInsulation({ details }: FindingRecord): boolean {
  const { specification } = details;
  return typeof specification === 'string' && specification.startsWith('C1 ');
}

/** The row of a building in docs/ids.md: its objects, those that fail, and what a dry run of U-values resolves. */
async function rowOf(name: string): Promise<{
  readonly row: string;
  readonly world: World;
  readonly findings: readonly FindingRecord[];
}> {
  const world = await World.create();
  await world.do('run_script', { script: example(name) });
  const { specifications, findings } = await checked(world);
  const walls = findings.filter(isAboutInsulation).flatMap(({ element_ids }) => element_ids);
  const { events } = await world.plan('set_properties', {
    element_ids: walls,
    set: 'Pset_WallCommon',
    properties: { ThermalTransmittance: 0.24 },
  });
  const before = world.view;
  const answers = await changeChecksOf(files).run(
    { before, seen: before, events },
    world.effect(events),
    { names: [`ids:${FILE}`], principal: PRINCIPAL },
  );
  const { counts, ids } = answers[`ids:${FILE}`] ?? {};
  expect(counts?.resolved).toBe(walls.length);
  expect(ids?.specifications).toHaveLength(1);
  const sum = (of: (one: Checked['specifications'][number]) => number): number =>
    specifications.reduce((total, one) => total + of(one), 0);
  const row = `| ${name} | ${sum(({ applicable }) => applicable)} | ${sum(({ failed }) => failed)} | ${counts?.new ?? ''} new, ${counts?.resolved ?? ''} resolved |`;
  return { row, world, findings };
}

test('docs/ids.md has the results of house, office and school, and its picture is up to date', async () => {
  const rows: string[] = [];
  for (const name of ['house', 'office', 'school']) {
    const { row, world, findings } = await rowOf(name);
    rows.push(row);
    if (name !== 'house') continue;
    const wall = findings.find(isAboutInsulation);
    const picture = wall === undefined ? null : findingPicture(wall, 'axonometric', world.view);
    if (picture === null) throw new Error('nothing to draw');
    const bytes = findingPng(picture);
    if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(PICTURE, bytes);
    expect(readFileSync(PICTURE).equals(bytes)).toBe(true);
  }
  expect(DOCS).toContain(sha256Hex(readFileSync(join(FOLDER, FILE))));
  expect(DOCS).toContain(rows.join('\n'));
});
