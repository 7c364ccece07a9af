/** @module demo.test: the demo runs the main workflow without prompts, and empties only its own folder. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { runCli, runHere, scratch } from './run-cli.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

/** The file that marks the demo's own folder. */
const MARKER = '.plumbline-demo';

test('the demo runs in a new folder and in that of an earlier run [DEMO-1]', async () => {
  const { dir, remove } = scratch();
  const out = join(dir, 'out');
  // The remains of an earlier run: its marker, a workspace, files.
  mkdirSync(out);
  expect(await runHere(out, ['init'])).toMatchObject({ code: 0 });
  for (const name of [MARKER, 'deletion.svg', join('artifacts', 'old.txt')]) {
    writeFileSync(join(out, name), 'of the run before');
  }
  const noPassphrase = { env: { PLUMBLINE_PASSPHRASE: undefined } };
  const ran = await runCli(dir, ['demo', '--out', 'out'], noPassphrase);
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toContain('steps succeeded');
  expect(readFileSync(join(out, 'deletion.svg'), 'utf8')).toContain('<svg');
  expect(existsSync(join(out, MARKER))).toBe(true);
  expect(existsSync(join(out, 'artifacts', 'old.txt'))).toBe(false);
  expect(await runHere(dir, ['audit', 'verify', '--workspace', 'out'])).toMatchObject({ code: 0 });
  await showsTheHouse(out);
  remove();
});

test('the demo refuses to write into a configured database', async () => {
  const { dir, remove } = scratch();
  const env = { PLUMBLINE_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
  expect(await runCli(dir, ['demo', '--out', 'out'], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining('run the demo without that variable'),
  });
  expect(existsSync(join(dir, 'out'))).toBe(false);
  remove();
});

const Listed = z.object({
  counts: z.record(z.string(), z.number()),
  elements: z.array(z.looseObject({ id: z.string(), kind: z.string() })),
});
const Shown = z.object({
  level_id: z.string(),
  measures: z.looseObject({ length_mm: z.number() }),
  hosted: z.array(z.string()),
  history: z.array(z.object({ by: z.string(), type: z.string(), reasoning: z.string() })),
});

/** The final model of the demo, as printed by `show`. */
async function showsTheHouse(dir: string): Promise<void> {
  const terminal = testTerminal(dir);
  const show = async (...words: readonly string[]) => await command(terminal, 'show', ...words);
  const summary = (await show()).lines.join('\n');
  expect(summary).toMatch(/^branch {4}main, event \d+\nmodel .*Walls 17/);
  expect(summary).toMatch(/Ground floor \(level_\w+\) at 0 mm[^]*First floor[^]*Eaves/);

  const storey = Listed.parse((await show('GROUND FLOOR')).json);
  expect(storey.counts).toMatchObject({ Walls: 9, Doors: 7, Rooms: 6 });
  const wall = storey.elements.find(({ kind }) => kind === 'wall')?.id ?? '';

  const element = await show(wall.slice(0, -2), '--picture', 'wall.png');
  const { level_id, measures, history } = Shown.parse(element.json);
  expect(level_id).toMatch(/^level_/);
  expect(measures.length_mm).toBeGreaterThan(0);
  expect(history.at(-1)).toMatchObject({ by: 'agent', type: 'element.created' });
  expect(history.at(-1)?.reasoning).toContain('house');

  await show('ground floor', '--picture', 'storey.svg');
  const svg = readFileSync(join(dir, 'storey.svg'), 'utf8');
  expect(svg).toContain('Kitchen');
  expect(svg).not.toContain('class="modified"');
  expect(readFileSync(join(dir, 'wall.png')).subarray(1, 4).toString()).toBe('PNG');

  expect(await failed(terminal, 'show', 'wall_')).toMatchObject({
    exit: 1,
    next: 'give more characters of the id',
  });
  expect(await failed(terminal, 'show', 'Grund floor')).toMatchObject({
    next: 'did you mean `Ground floor`?',
  });
  expect(await failed(terminal, 'show', '--picture', 'x.svg')).toMatchObject({ exit: 2 });
  expect(await failed(terminal, 'show', 'eaves', '--picture', 'x.jpg')).toMatchObject({ exit: 2 });
  expect(await failed(terminal, 'show', '--branch', 'mian')).toMatchObject({
    next: 'did you mean `main`?',
  });
}

test('a folder that the demo did not create is not changed', async () => {
  const { dir, remove } = scratch();
  writeFileSync(join(dir, 'mine.txt'), 'mine');
  const ran = await runHere(dir, ['demo', '--out', '.']);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('was not created by the demo');
  expect(existsSync(join(dir, 'mine.txt'))).toBe(true);
  remove();
});
