/** @module cold: how long the first program of a workspace takes over MCP, in the built package, after the interpreters were made once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import type { BenchRow } from './measure.ts';
import { installed, median } from './start.ts';

const ROUNDS = 5;
const TARGET_MS = { code_js: 300, code_python: 600 } as const;
/** Milliseconds of one tick in /proc. */
const TICK_MS = 10;

type First = { readonly wall_ms: number; readonly cpu_ms: number };

/** Milliseconds of processor time of a process and all below it; NaN where the system has no /proc. */
function cpuOf(pid: number): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    const below = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    const own = ((user ?? Number.NaN) + (system ?? Number.NaN)) * TICK_MS;
    return below.reduce((sum, child) => sum + cpuOf(Number(child)), own);
  } catch {
    return Number.NaN;
  }
}

/** The first program in a server that runs already, over a new workspace. */
async function firstRun(launcher: string, home: string, tool: string): Promise<First> {
  const workspace = mkdtempSync(join(home, 'workspace-'));
  execFileSync(process.execPath, [launcher, 'init', '--workspace', workspace], { stdio: 'ignore' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', 'mpt', '--workspace', workspace],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CACHE_HOME: join(home, 'cache') },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(transport);
  try {
    await client.listTools();
    const pid = transport.pid ?? 0;
    const [cpu, start] = [cpuOf(pid), performance.now()];
    const answer = await client.callTool({
      name: tool,
      arguments: { code: '1 + 1', reasoning: 'bench' },
    });
    const wall_ms = performance.now() - start;
    if (answer.isError === true) throw new Error(JSON.stringify(answer.content));
    return { wall_ms, cpu_ms: cpuOf(pid) - cpu };
  } finally {
    await client.close();
  }
}

/** First runs of both languages; a round that makes the interpreters comes first and is not counted. */
export async function coldRows(): Promise<readonly BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'plumbline-cold-'));
  try {
    mkdirSync(join(home, 'cache'), { mode: 0o700 });
    const launcher = installed(home);
    const rows: BenchRow[] = [];
    for (const tool of ['code_js', 'code_python'] as const) {
      const firsts: First[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const first = await firstRun(launcher, home, tool);
        if (round > 0) firsts.push(first);
      }
      const wall = median(firsts.map(({ wall_ms }) => wall_ms));
      const cpu = median(firsts.map(({ cpu_ms }) => cpu_ms));
      const best = Math.min(...firsts.map(({ wall_ms }) => wall_ms));
      rows.push({
        what: `first ${tool} of a workspace over MCP, built package, interpreter made before`,
        baseline: 'the call in a server that is running',
        measured: `p50 ${wall.toFixed(0)} ms, best ${best.toFixed(0)} ms; ${cpu.toFixed(0)} ms of processor time in all processes`,
        ratio: null,
        target: `p50 ≤ ${TARGET_MS[tool]} ms on a machine with nothing else to do`,
        holds: wall <= TARGET_MS[tool],
      });
    }
    return rows;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
