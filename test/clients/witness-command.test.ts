/** @module witness-command.test: the witness as a program: its output, and that kills never make it sign two histories. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { testLog } from '../governance/witness/test-log.ts';
import { LAUNCHER, runHere, scratch } from './run-cli.ts';

const ORIGIN = 'example.org/log';
/** Two histories that diverge at leaf 1, signed with one key. */
const histories = [testLog(ORIGIN), testLog(ORIGIN, { word: 'other', from: 1 })] as const;
const [log] = histories;

let place: ReturnType<typeof scratch>;
let child: ChildProcess | null;

beforeEach(() => {
  place = scratch();
  child = null;
});
afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  place.remove();
});

type Started = { readonly child: ChildProcess; readonly vkey: string; readonly url: string };

async function start(...words: readonly string[]): Promise<Started> {
  const started = spawn(process.execPath, [LAUNCHER, 'witness', '--port', '0', ...words], {
    cwd: place.dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const vkey = once(createInterface({ input: started.stdout }), 'line');
  const url = new Promise<string>((resolve, reject) => {
    createInterface({ input: started.stderr }).on('line', (line) => {
      const found = /listens on (\S+);/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    started.once('exit', () => reject(new Error('it ended')));
  });
  return { child: started, vkey: String((await vkey)[0]), url: await url };
}

test('prints only its public key, protects its files, and ends at a signal', async () => {
  const first = await start('--key-name', 'example/w', '--log', log.vkey);
  expect(first.vkey).toMatch(/^example\/w\+[0-9a-f]{8}\+B\S{43}$/);
  const body = log.request(0, 3);
  const answer = await fetch(`${first.url}/add-checkpoint`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await once(first.child, 'exit')).toEqual([0, null]);
  const mode = statSync(join(place.dir, 'plumbline-witness.db.key')).mode & 0o777;
  expect(mode).toBe(0o600);
});

test.each([
  [['--port', '70000'], 2, 'expected a number from 0 to 65535'],
  [['--log', 'nonsense'], 2, 'expected the public key of a log'],
  [['--key-name', 'a b'], 2, 'want one without spaces'],
  [['--state', 'other.txt'], 1, 'is not the state of a witness'],
])('%j is refused with the expected value', async (words, code, said) => {
  writeFileSync(join(place.dir, 'other.txt'), 'a shopping list, long enough to be no empty file\n');
  const ran = await runHere(place.dir, ['witness', ...words]);
  expect(ran).toMatchObject({ code, err: expect.stringContaining(said) });
});

test('whenever it is killed, it has signed only one tree of each size and knows the largest [WIT-1]', async () => {
  const signed = new Map<number, string>();
  const ask = async (url: string, which: 0 | 1, old: number, size: number): Promise<void> => {
    const history = histories[which];
    const body = history.request(old, size);
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body }).catch(() => null);
    if (answer?.status !== 200) return;
    const root = history.root(size);
    expect(signed.get(size) ?? root).toBe(root);
    signed.set(size, root);
  };
  for (let round = 0; round < 4; round += 1) {
    const { child: running, url } = await start('--log', log.vkey);
    const known = Math.max(0, ...signed.keys());
    const look = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: log.request(0, 1) });
    const size = look.status === 409 ? Number(await look.text()) : 1;
    if (look.status === 200) signed.set(1, log.root(1));
    expect(size).toBeGreaterThanOrEqual(known);
    const requests = [1, 2, 3, 4, 5, 6].flatMap((more) => [
      ask(url, 0, size, size + more),
      ask(url, 1, size, size + more),
    ]);
    // A little later in each round: before, during and after its write.
    const exited = once(running, 'exit');
    await Promise.race([Promise.all(requests), requests[round]]);
    running.kill('SIGKILL');
    await Promise.all([exited, ...requests]);
  }
  expect(signed.size).toBeGreaterThanOrEqual(2);
});
