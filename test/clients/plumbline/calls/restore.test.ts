/** @module restore.test: a person returns a branch to an earlier state with the command line alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { type HeldKeeper, holdKeeper, type Ran, runHere, scratch } from '../../run-cli.ts';
import { serveHere } from '../../serve-here.ts';

const place = scratch();
const { dir } = place;
const cli = (...words: readonly string[]): Promise<Ran> =>
  runHere(dir, words, { startServer: serveHere });
const dataOf = ({ out }: Ran): Readonly<Record<string, unknown>> =>
  z.looseObject({ data: z.looseObject({}) }).parse(JSON.parse(out)).data;

const Elements = z.array(z.looseObject({ element_id: z.string() }));
async function elementIds(): Promise<readonly string[]> {
  const words = ['call', 'query_elements', '--arg', 'filter={}', '--json'];
  const { elements } = dataOf(await cli(...words));
  return Elements.parse(elements).map(({ element_id }) => element_id);
}

/** The `seq` of the newest event, as a person reads it. */
async function newestSeq(): Promise<string> {
  const { events } = dataOf(await cli('call', 'get_history', '--arg', 'limit=1', '--json'));
  const [newest] = z.array(z.looseObject({ seq: z.number() })).parse(events);
  return String(newest?.seq);
}

let keeper: HeldKeeper | null = null;
beforeAll(async () => {
  await cli('init');
  keeper = await holdKeeper(dir);
  await cli('approver', 'add', 'alice');
  const script = 'level Ground at 0 height 3\nwalls rect (0, 0) to (6, 4) thickness 0.2 as w\n';
  writeFileSync(join(dir, 'house.plumb'), script);
  await cli('run', 'house.plumb', '--commit');
});
afterAll(async () => {
  await keeper?.close();
  place.remove();
});

test('restore previews what it changes, and commits it after the approval of a deletion', async () => {
  const before = await elementIds();
  const seq = await newestSeq();
  const more = ['call', 'create_level', '--arg', 'name=Upper', '--arg', 'elevation=3000'];
  expect(await cli(...more, '--commit')).toMatchObject({ code: 0 });
  expect(await elementIds()).toHaveLength(before.length + 1);

  const preview = await cli('restore', '--to', seq);
  expect(preview).toMatchObject({ code: 0, err: '' });
  expect(preview.out).toMatch(/^preview {3}restore: nothing is changed yet\n/);
  expect(preview.out).toContain('effect    0 created, 0 modified, 1 deleted');
  expect(preview.out).toContain('"Upper"');
  expect(preview.out).toMatch(new RegExp(`\nto_seq: ${seq}\nat: 20[^ ]+Z\n`));
  expect(preview.out).toContain('a person must approve this');
  const held = await cli('restore', '--to', seq, '--commit', '--reason', 'as it was');
  expect(held.code).toBe(1);
  const id = /`plumbline approvals show (apr_[\w-]+)`/.exec(held.out)?.[1] ?? '';
  const shown = await cli('approvals', 'show', id);
  expect(shown.out).toContain('"Upper"');
  const { plan_digest } = z
    .looseObject({ plan_digest: z.string() })
    .parse(JSON.parse((await cli('approvals', 'show', id, '--json')).out));
  const decide = ['approvals', 'approve', id, '--as', 'alice', '--digest', plan_digest];
  expect(await cli(...decide)).toMatchObject({ code: 0 });
  expect(await elementIds()).toEqual(before);

  const again = await cli('restore', '--to', seq);
  expect(again.code).toBe(1);
  expect(again.err).toContain(`\`main\` is as it was after event ${seq}`);
});

test.each([
  [[], 2, '--to SEQ is missing'],
  [['--to', '0'], 2, 'invalid --to `0`, expected a whole number from 1'],
  [['--to', 'now'], 2, 'invalid --to `now`'],
  [['--to', '1000000'], 1, 'event 1000000 is still to come'],
])('restore %j ends with %i: %s', async (words, code, message) => {
  const ran = await cli('restore', ...words);
  expect(ran).toMatchObject({ code, out: '' });
  expect(ran.err).toContain(message);
  expect(ran.err).toContain('get_history');
});
