/** @module start: time to `initialize` and to the list of tools, and memory of idle servers, of the built package; compared with a bare SDK server. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { packInto } from '../pack/packed.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 15;
/** Largest time to the list of tools, as a multiple of the bare server's. */
const RATIO_MAX = 1.5;
/** Largest memory of six idle servers, MB of proportional set size (shared pages are counted once). */
const IDLE_MB_MAX = 400;
/** After this pause (ms) a server that listed its tools has ended its start, also on a busy machine. */
const IDLE_AFTER_MS = 12_000;
const SERVERS = ['geometry', 'spatial', 'validation', 'documentation', 'pseudo-axion', 'mpt'];
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

/** A server that has listed its tools; `end` ends it and waits for that. */
type Listed = { readonly start: Start; readonly pid: number; readonly end: () => Promise<void> };

/** Starts a server with the Node that runs this, and lists its tools. */
async function listingServer(words: readonly string[]): Promise<Listed> {
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
  return {
    start: { initialize_ms, listed_ms },
    pid: child.pid ?? 0,
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Starts a server, lists its tools and ends it. */
async function started(words: readonly string[]): Promise<Start> {
  const { start, end } = await listingServer(words);
  await end();
  return start;
}

/** Proportional set size of a process, MB; NaN where the system has no /proc. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes] =
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Memory of all servers of a workspace, started together as a host starts them, and of one bare server. */
async function idleRow(launcher: string, workspace: string, bare: string): Promise<BenchRow> {
  const commands = SERVERS.map((name) => [launcher, 'mcp', name, '--workspace', workspace]);
  const all = await Promise.all(
    [[bare], ...commands].map(async (words) => await listingServer(words)),
  );
  try {
    await pause(IDLE_AFTER_MS);
    const [bareMb = Number.NaN, ...each] = all.map(({ pid }) => memoryOf(pid));
    const sum = each.reduce((total, mb) => total + mb, 0);
    return {
      what: 'memory of six idle servers that listed their tools, built package',
      baseline: `bare SDK server: ${bareMb.toFixed(0)} MB`,
      measured: `${sum.toFixed(0)} MB together (${each.map((mb) => mb.toFixed(0)).join(', ')})`,
      ratio: sum / each.length / bareMb,
      target: `≤ ${IDLE_MB_MAX} MB together`,
      holds: sum <= IDLE_MB_MAX,
    };
  } finally {
    await Promise.all(all.map(async ({ end }) => await end()));
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Unpacks the package as npm would install it, next to the packages of this project. */
export function installed(home: string): string {
  const root = resolve(import.meta.dirname, '../..');
  const { path } = packInto(home);
  execFileSync('tar', ['-xzf', path, '-C', home]);
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  return join(home, 'package', 'bin', 'plumbline.js');
}

/** Starts on an empty workspace, alternating with those of the bare server after one uncounted round, and idle memory. */
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
    const times = (['spatial', 'geometry'] as const).map((name) => {
      const ratio = median(
        starts[name].map(
          ({ listed_ms }, round) => listed_ms / (starts.bare[round]?.listed_ms ?? Number.NaN),
        ),
      );
      return {
        what: `start of ${name}, empty workspace, built package`,
        baseline: `bare SDK server: ${shown('bare')}`,
        measured: shown(name),
        ratio,
        target: `tools listed in ≤ ${RATIO_MAX} × the time of the bare server`,
        holds: ratio <= RATIO_MAX,
      };
    });
    return [...times, await idleRow(launcher, workspace, bare)];
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
