/** @module watch-terminal.test: the watching client on a real terminal without a reported size: rows, a whole plan, keys, quitting. */
import { spawn, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { geometryServer } from '../../servers/geometry/server.ts';
import { approving } from '../governance/gate/approving.ts';
import { openHarness } from '../governance/gate/harness.ts';
import { LAUNCHER } from './run-cli.ts';

/** From util-linux; other implementations have different arguments. */
const SCRIPT = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
);

/** The program on its own terminal, with its output and the typed input. */
function onTerminal(words: readonly string[]) {
  const line = [process.execPath, LAUNCHER, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty rows 0 cols 0; ${line}`, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    ended,
    type: (keys: string) => void child.stdin.write(keys),
    /** The output since the last call, once it contains this text. */
    until: (text: string) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          child.stdout.off('data', look);
          resolve(output);
          output = '';
        };
        child.stdout.on('data', look);
        look();
      }),
  };
}

test.runIf(SCRIPT)('a person sees pending approvals, reads a whole plan and quits', async () => {
  const harness = await openHarness(geometryServer);
  onTestFinished(harness.close);
  const { done, held, decide } = await approving(harness);
  const { level_id } = (await done('create_level', { name: 'Ground', elevation: 0 })).data;
  const walls: unknown[] = [];
  for (const y of [0, 2000, 4000]) {
    const wall = { level_id, start: { x: 0, y }, end: { x: 4000, y }, name: `wall at ${y}` };
    walls.push((await done('create_wall', wall)).data['wall_id']);
  }
  // Requested before the rejection: afterwards the keeper also refuses a larger deletion.
  const id = await held('delete_elements', { element_ids: walls.slice(0, 2) });
  await decide(await held('delete_elements', { element_ids: walls.slice(0, 1) }), 'reject');

  const dir = dirname(dirname(harness.store));
  const { until, type, ended } = onTerminal(['approvals', 'watch', '--workspace', dir]);
  const list = await until(`  ${id.slice(-8)}  `);
  expect(list).toContain('\u001b[?1049h');
  expect(list).toMatch(
    /> \d+ min +rejected before: delete_elements on main: 2 deleted \(wall "wall/,
  );
  type('s');
  const screen = await until('lines 1 to ');
  expect(screen).toMatch(/note +this plan contains what alice rejected \d min ago/);
  type('q');
  expect(await until('q quit')).not.toContain('\u0007');
  await held('delete_elements', { element_ids: walls.slice(2) });
  await until('\u0007');
  type('q');
  await until('\u001b[?1049l');
  expect(await ended).toBe(0);
});
