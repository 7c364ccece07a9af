/** @module start: how long a server of the built package takes to answer `initialize` and to list its tools, beside a bare SDK server. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { packInto } from '../pack/packed.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 15;
const RATIO_MAX = 2;
const REQUESTS = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  },
  'tools/list': {},
};

/** Milliseconds from the start of the process to the two answers. */
type Start = { readonly initialize_ms: number; readonly listed_ms: number };

/** Starts a server with the Node that runs this, speaks with it and waits for its end. */
async function started(words: readonly string[]): Promise<Start> {
  const begun = performance.now();
  const child = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], BARE_ANSWER: '{}' },
  });
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  send({ id: 1, method: 'initialize', params: REQUESTS.initialize });
  await answers.next();
  const initialize_ms = performance.now() - begun;
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list', params: REQUESTS['tools/list'] });
  const { value } = await answers.next();
  const listed_ms = performance.now() - begun;
  if (!String(value).includes('"tools"')) throw new Error(`got no tools but ${String(value)}`);
  child.stdin.end();
  await ended;
  return { initialize_ms, listed_ms };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Unpacks the package where npm would have put it, with the packages of this project beside it. */
export function installed(home: string): string {
  const root = resolve(import.meta.dirname, '../..');
  const { path } = packInto(home);
  execFileSync('tar', ['-xzf', path, '-C', home]);
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  return join(home, 'package', 'bin', 'plumbline.js');
}

/** A server's start on an empty workspace as a multiple of the bare server's, in turn, a round that is not counted first. */
export async function startRows(): Promise<readonly BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'plumbline-start-'));
  try {
    const launcher = installed(home);
    const workspace = join(home, 'workspace');
    mkdirSync(workspace);
    execFileSync(process.execPath, [launcher, 'init', '--workspace', workspace], {
      stdio: 'ignore',
    });
    const bare = join(home, 'bare-server.mjs');
    const source = await readFile(join(import.meta.dirname, 'bare-server.ts'), 'utf8');
    writeFileSync(bare, stripTypeScriptTypes(source));
    const words = {
      bare: [bare],
      spatial: [launcher, 'mcp', 'spatial', '--workspace', workspace],
      geometry: [launcher, 'mcp', 'geometry', '--workspace', workspace],
    };
    const names = ['bare', 'spatial', 'geometry'] as const;
    const starts: Record<(typeof names)[number], Start[]> = { bare: [], spatial: [], geometry: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of names) {
        const start = await started(words[name]);
        if (round > 0) starts[name].push(start);
      }
    }
    const shown = (name: (typeof names)[number]): string => {
      const [initialize, listed] = [
        median(starts[name].map(({ initialize_ms }) => initialize_ms)),
        median(starts[name].map(({ listed_ms }) => listed_ms)),
      ];
      return `${initialize.toFixed(0)} ms to initialize, ${listed.toFixed(0)} ms to the list of tools`;
    };
    return (['spatial', 'geometry'] as const).map((name) => {
      const ratio = median(
        starts[name].map(
          ({ initialize_ms }, round) =>
            initialize_ms / (starts.bare[round]?.initialize_ms ?? Number.NaN),
        ),
      );
      return {
        what: `start of ${name}, empty workspace, built package`,
        baseline: `bare SDK server: ${shown('bare')}`,
        measured: shown(name),
        ratio,
        target: `initialize answered in ≤ ${RATIO_MAX} × the bare server`,
        holds: ratio <= RATIO_MAX,
      };
    });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
