/** @module remarks.test: comments and marks of approvers, in the workspace and over a hub. */
import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { LAUNCHER, type Ran, runHere } from '../../clients/run-cli.ts';
import { PASSPHRASE } from '../../e2e/connect.ts';
import { digestOf } from '../../e2e/digest-of.ts';
import { attackFile } from '../../governance/keeper/handlers/workspace.ts';
import { type HubBench, openHubBench } from './hub-bench.ts';

let bench: HubBench;
let folder: string;
const OWNER = userInfo().username;
const EVIL = 'look\u001b[2J\u202E here';

beforeAll(async () => {
  bench = await openHubBench(['alice', OWNER]);
  folder = bench.elsewhere('alice');
});
afterAll(async () => {
  await bench.close();
});

const here = (...words: readonly string[]): Promise<Ran> =>
  runHere(bench.dir, words, { env: { PLUMBLINE_PASSPHRASE: PASSPHRASE } });
const json = ({ out }: Ran): unknown => JSON.parse(out);

describe.each([
  ['in the workspace', (words: readonly string[]) => here(...words, '--as', 'alice')],
  ['over a hub', (words: readonly string[]) => bench.cli(folder, 'alice', ...words)],
])('%s', (place, cli) => {
  const y = place === 'over a hub' ? 20_000 : 0;
  let wall: string;
  let other: string;
  let id: string;
  beforeAll(async () => {
    wall = await bench.wall(y);
    other = await bench.wall(y + 3000);
    id = await bench.asked([wall]);
  });

  test('an approver comments with marks by name, id and place', async () => {
    const digest = ['--digest', digestOf(bench.dir, id)];
    const marks = [
      ['--mark', `wall at ${y}=keep=this one`],
      ['--mark', `${other.slice(0, -1)}=or this`],
      ['--mark', '1000,2500.5@Ground=a door here'],
      ['--mark', `${wall}:1,2,3=and here`],
    ].flat();
    const words = ['approvals', 'comment', id.slice(-8), '--text', EVIL, ...marks, ...digest];
    const ran = await cli(words);
    expect(ran).toMatchObject({
      code: 0,
      err: '',
      out: `${id}: comment 1 recorded; the approval stays pending\n`,
    });
    const second = await cli(['approvals', 'comment', id, '--text', 'still?', '--json']);
    expect(json(second)).toMatchObject({ ok: true, status: 'commented', number: 2 });
    const shown = json(await cli(['approvals', 'show', id, '--json']));
    expect(shown).toMatchObject({
      status: 'pending',
      decisions: [],
      comments: [
        {
          number: 1,
          approver: 'alice',
          text: EVIL,
          marks: [
            { element_id: wall, text: 'keep=this one' },
            { element_id: other, text: 'or this' },
            { at: { x: 1000, y: 2500.5, z: 0 }, text: 'a door here' },
            { element_id: wall, at: { x: 1, y: 2, z: 3 }, text: 'and here' },
          ],
        },
        { number: 2, text: 'still?' },
      ],
    });
  });

  test('comments are listed with who and when, and their text is escaped', async () => {
    const { out } = await cli(['approvals', 'show', id]);
    expect(out).toMatch(/^comment {3}by alice, 20\S+Z: look\\u\{1b\}\[2J\\u\{202e\} here$/m);
    expect(out).toMatch(new RegExp(`^ +\\* wall ${wall} "wall at ${y}": keep=this one$`, 'm'));
    expect(out).toMatch(/^ +\* \(1000,2500\.5,0\) on level \S+ "Ground": a door here$/m);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect((await cli(['approvals', 'list'])).out).toMatch(/, 2 comments\)/);
    expect(json(await cli(['approvals', 'list', '--json']))).toContainEqual(
      expect.objectContaining({ approval_id: id, comment_count: 2 }),
    );
    expect(json(await cli(['approvals', 'export', id]))).toMatchObject({
      comments: [{ number: 1 }, { number: 2 }],
      approvers: [{ name: 'alice' }],
    });
  });

  test.each([
    [['--mark', 'no such wall=x'], 1, 'unknown level or element `no such wall`'],
    [['--mark', '1,2@Attic=x'], 1, 'unknown level or element `Attic`'],
    [['--mark', 'wall at=x'], 1, 'unknown level or element `wall at`'],
    [['--mark', 'wall_1'], 2, 'invalid --mark `wall_1`, expected ELEMENT=TEXT'],
    [['--mark', `w=${'x'.repeat(501)}`], 2, '501 characters, expected 1 to 500'],
    [
      Array.from({ length: 51 }, () => ['--mark', 'w=x']).flat(),
      2,
      '51 marks, expected at most 50',
    ],
    [['--digest', '0'.repeat(12)], 1, 'does not have the digest'],
    [['--text', ' '], 2, 'expected 1 to 2000'],
    [['--text', 'x'.repeat(2001)], 2, '2001 characters, expected 1 to 2000'],
  ])('refuses %j', async (options, code, message) => {
    const ran = await cli(['approvals', 'comment', id, '--text', 'x', ...options]);
    expect(ran).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
    expect(json(await cli(['approvals', 'show', id, '--json']))).toMatchObject({
      comments: [{ number: 1 }, { number: 2 }],
    });
  });

  test('a rejection carries marks, and later comments are refused', async () => {
    const mark = ['--mark', `wall at ${y}=it carries the roof`];
    const words = ['approvals', 'reject', id, '--reason', 'too much', ...mark];
    expect(await cli(words)).toMatchObject({ code: 0, out: expect.stringContaining('rejected') });
    expect(json(await cli(['approvals', 'show', id, '--json']))).toMatchObject({
      status: 'rejected',
      decisions: [
        { verdict: 'reject', marks: [{ element_id: wall, text: 'it carries the roof' }] },
      ],
      comments: [{ number: 1 }, { number: 2 }],
    });
    expect((await cli(['approvals', 'show', id])).out).toMatch(
      new RegExp(
        `^decision {2}reject by alice, \\S+: too much\\n +\\* wall ${wall} .*: it carries`,
        'm',
      ),
    );
    const late = await cli(['approvals', 'comment', id, '--text', 'late']);
    expect(late).toMatchObject({ code: 1, out: expect.stringContaining('already rejected') });
  });
});

test('marks are for one approval, and approvals take none', async () => {
  const ids = [await bench.asked([await bench.wall(40_000)])];
  ids.push(await bench.asked([await bench.wall(43_000)]));
  const words = ['approvals', 'reject', ...ids, '--reason', 'no', '--mark', 'wall at 40000=x'];
  expect(await here(...words, '--as', 'alice')).toMatchObject({
    code: 2,
    err: expect.stringContaining('marks for 2 approvals'),
  });
  const approve = ['approvals', 'approve', ids[0] ?? '', '--mark', 'wall at 40000=x'];
  expect(await here(...approve, '--as', 'alice')).toMatchObject({ code: 2 });
});

test('the longest comment with the most marks passes a hub', async () => {
  const id = await bench.asked([await bench.wall(46_000)]);
  const text = '\u{1F9F1}'.repeat(1000);
  const marks = Array.from({ length: 50 }, (_, n) => [
    '--mark',
    `${n},0@Ground=${'\u2603'.repeat(500)}`,
  ]).flat();
  const ran = await bench.cli(
    folder,
    'alice',
    'approvals',
    'comment',
    id,
    '--text',
    text,
    ...marks,
  );
  expect(ran).toMatchObject({ code: 0, err: '' });
});

test('watch prints a line for a comment', async () => {
  const id = await bench.asked([await bench.wall(49_000)]);
  const child = spawn(process.execPath, [LAUNCHER, 'approvals', 'watch', '--json'], {
    cwd: bench.dir,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  const counts: unknown[] = [];
  let rest = '';
  const seen = (count: number): Promise<void> =>
    new Promise((resolve) => {
      child.stdout.on('data', () => {
        if (counts.includes(count)) resolve();
      });
    });
  child.stdout.setEncoding('utf8').prependListener('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const row: Record<string, unknown> = JSON.parse(line);
      if (row['approval_id'] === id) counts.push(row['comment_count']);
    }
  });
  const [listed, commented] = [seen(0), seen(1)];
  await listed;
  await bench.cli(folder, 'alice', 'approvals', 'comment', id, '--text', 'why?');
  await commented;
  expect(counts).toEqual([0, 1]);
});

test('the log verifies, and no longer after the text of a mark was edited', async () => {
  expect(await here('audit', 'verify')).toMatchObject({ code: 0 });
  const store = join(bench.dir, '.plumbline', 'ledger.db');
  const edit = (from: string, to: string): void =>
    attackFile(store, (db: DatabaseSync) =>
      db.prepare('UPDATE audit SET body = replace(body, ?, ?)').run(from, to),
    );
  edit('it carries the roof', 'it carries nothing!');
  expect(await here('audit', 'verify')).toMatchObject({ code: 3 });
  edit('it carries nothing!', 'it carries the roof');
  expect(await here('audit', 'verify')).toMatchObject({ code: 0 });
});
