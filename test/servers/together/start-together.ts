/** @module start-together: the servers of one host, started at once on one processor that other programs use too. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';

import * as z from 'zod';

import { LAUNCHER } from '../../e2e/connect.ts';
import { TEST_CACHE_HOME } from '../../shared-cache.ts';

/** The answers of one server of the host, and its exit. */
export type Answered = {
  readonly server: string;
  /** Number of listed tools. */
  readonly tools: number;
  /** Whether the call of its tool was successful. */
  readonly called: unknown;
  readonly code: number | null;
};

const Answer = z.looseObject({
  id: z.number().optional(),
  error: z.unknown().optional(),
  result: z
    .looseObject({
      tools: z.array(z.unknown()).optional(),
      structuredContent: z
        .looseObject({ success: z.boolean(), error: z.unknown().optional() })
        .optional(),
    })
    .optional(),
});
type Answer = z.output<typeof Answer>;

/** A server and a call that it answers in a workspace without a model. */
const CALLS: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ['geometry', 'create_level', { name: 'Ground', elevation: 0 }],
  ['spatial', 'get_model_summary', {}],
  ['validation', 'list_rules', {}],
  ['documentation', 'quantity_takeoff', {}],
  ['mpt', 'list_tool_contracts', {}],
  ['pseudo-axion', 'list_scenarios', {}],
];

/** A program that computes as long as its parent lives. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);';

/** Starts all servers in a folder, alongside `busy` computing programs, and requests the tools of each and one call. */
export async function startTogether(
  dir: string,
  { busy, env = {} }: { readonly busy: number; readonly env?: NodeJS.ProcessEnv },
): Promise<readonly Answered[]> {
  const before = onOneProcessor();
  const children: ChildProcess[] = [];
  const start = (words: readonly string[]): ChildProcess => {
    const [command = process.execPath, ...rest] = [...before, process.execPath, ...words];
    const child = spawn(command, rest, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, XDG_CACHE_HOME: TEST_CACHE_HOME, ...env },
    });
    children.push(child);
    return child;
  };
  try {
    const programs = before.length === 0 ? busy * availableParallelism() : busy;
    for (let i = 0; i < programs; i += 1) start(['-e', BUSY]);
    return await Promise.all(
      CALLS.map(async ([server, tool, given]) => {
        const child = start([LAUNCHER, 'mcp', server, '--workspace', dir, '--init']);
        return await answered(child, { server, tool, given });
      }),
    );
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** Command words that run a program on one processor; empty if that is not possible. */
function onOneProcessor(): readonly string[] {
  if (spawnSync('taskset', ['--version']).status !== 0) return [];
  const allowed = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return allowed?.[1] === undefined ? [] : ['taskset', '-c', allowed[1]];
}

async function answered(
  child: ChildProcess,
  {
    server,
    tool,
    given,
  }: {
    readonly server: string;
    readonly tool: string;
    readonly given: Readonly<Record<string, unknown>>;
  },
): Promise<Answered> {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the server has no pipes');
  const answers = new Map<number | undefined, Answer>();
  const ended = once(child, 'exit');
  createInterface({ input: stdout }).on('line', (line) => {
    const answer = Answer.parse(JSON.parse(line));
    answers.set(answer.id, answer);
    if (answers.has(2) && answers.has(3)) stdin.end();
  });
  stdin.on('error', () => undefined);
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  };
  const call = { name: tool, arguments: { ...given, reasoning: 'all servers start together' } };
  for (const message of [
    { id: 1, method: 'initialize', params: initialize },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: call },
  ]) {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await ended);
  const [list, called] = [answers.get(2), answers.get(3)];
  const content = called?.result?.structuredContent;
  return {
    server,
    tools: list?.result?.tools?.length ?? 0,
    called: content?.success === true || (content?.error ?? called?.error ?? 'no answer'),
    code,
  };
}
