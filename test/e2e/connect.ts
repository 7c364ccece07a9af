/** @module connect: real clients of real child processes on a new workspace. */
import { ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpError, ProgressNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { INVALID_PARAMS } from '../../servers/host/requests.ts';
import { runHere } from '../clients/run-cli.ts';
import { SHARED_VALIDATOR } from '../contract/fits-listed.ts';
import { TEST_CACHE_HOME } from '../shared-cache.ts';

/** The launcher that users start. */
export const LAUNCHER = resolve(import.meta.dirname, '../../bin/plumbline.js');
/** Passphrase of every approver key that is created in tests. */
export const PASSPHRASE = 'correct horse battery staple';

/** A folder that is removed after the test. */
export type TestWorkspace = { readonly dir: string; readonly remove: () => void };

/** The result of a CLI command. */
export type Ran = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a CLI command in a workspace and waits for its end. */
export function plumbline(dir: string, ...words: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [LAUNCHER, ...words, '--workspace', dir],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        PLUMBLINE_PASSPHRASE: PASSPHRASE,
        NO_COLOR: '1',
        XDG_CACHE_HOME: TEST_CACHE_HOME,
      },
      timeout: 240_000,
    },
  );
  return { status, stdout, stderr };
}

/** Runs a CLI command in this process and requires success; for preparations that a test is not about. */
export async function okHere(dir: string, ...words: readonly string[]): Promise<string> {
  const ran = await runHere(dir, words, { env: { PLUMBLINE_PASSPHRASE: PASSPHRASE } });
  if (ran.code !== 0) {
    throw new Error(`plumbline ${words.join(' ')} ended with ${ran.code}: ${ran.err}${ran.out}`);
  }
  return ran.out;
}

/** Runs a CLI command and requires success. */
export function ok(dir: string, ...words: readonly string[]): string {
  const ran = plumbline(dir, ...words);
  if (ran.status !== 0) {
    throw new Error(
      `plumbline ${words.join(' ')} ended with ${ran.status}: ${ran.stderr}${ran.stdout}`,
    );
  }
  return ran.stdout;
}

let made: string | undefined;

/** A new folder; with `init`, it contains a copy of a workspace that the first call created with the program. */
export function testWorkspace(init = true): TestWorkspace {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  if (init) copyWorkspace(firstWorkspace(), dir);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Copies files with their modes, and folders with the default modes. */
export function copyWorkspace(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const folder of ['.plumbline', join('.plumbline', 'keys')]) {
    chmodSync(join(to, folder), statSync(join(from, folder)).mode);
  }
}

function firstWorkspace(): string {
  if (made !== undefined) return made;
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-test-first-'));
  ok(dir, 'init');
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  made = dir;
  return dir;
}

/** A connected client. `call` returns the envelope and checks that both its forms are equal. */
export type Connected = {
  readonly client: Client;
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<EnvelopeBody>;
  readonly close: () => Promise<void>;
  /** Closes the input and waits until the process ends by itself; `close` would kill it after two seconds. */
  readonly ended: () => Promise<void>;
  readonly pid: number | null;
  /** The standard error output of the server so far. */
  readonly stderr: () => string;
  /**
   * All progress notifications so far. The client's own handlers miss those that arrive in one chunk with
   * the answer, so that their result depends on the load of the machine.
   */
  readonly progress: () => readonly Progress[];
};

/** One progress notification, without its token. */
export type Progress = {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
};

/** Starts a server as a child process and connects to it. */
export async function connect(
  dir: string,
  server: string,
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly words?: readonly string[];
  } = {},
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp', server, '--workspace', dir, ...(options.words ?? [])],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      XDG_CACHE_HOME: TEST_CACHE_HOME,
      ...options.env,
    },
    stderr: 'pipe',
  });
  const client = new Client(
    { name: 'plumbline-test', version: '0' },
    { jsonSchemaValidator: SHARED_VALIDATOR },
  );
  let written = '';
  transport.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString('utf8')));
  await client.connect(transport);
  const notifications = progressOf(transport);
  // A client with the tool list checks each answer against the schema of its tool
  let listed: Promise<unknown> | undefined;
  return {
    client,
    progress: () => notifications,
    stderr: () => written,
    pid: transport.pid,
    close: () => client.close(),
    ended: async () => {
      const child: unknown = Reflect.get(transport, '_process');
      if (child instanceof ChildProcess && child.exitCode === null) {
        const exit = once(child, 'close');
        child.stdin?.end();
        await exit;
      }
      await client.close();
    },
    call: async (tool, args = {}) => {
      listed ??= client.listTools();
      await listed;
      const answer = await client
        .callTool({ name: tool, arguments: { ...args } })
        .catch((error: unknown) => ({ unknown: unknownTool(error) }));
      if ('unknown' in answer) return answer.unknown as EnvelopeBody;
      const envelope = answer.structuredContent as EnvelopeBody;
      const [first] = answer.content as { type: string; text: string }[];
      if (
        first === undefined ||
        JSON.stringify(JSON.parse(first.text)) !== JSON.stringify(envelope)
      ) {
        throw new Error('content and structuredContent differ');
      }
      const wanted = !envelope.success && envelope.error?.name !== 'APPROVAL_PENDING';
      if ((answer.isError === true) !== wanted) {
        throw new Error('isError does not fit the envelope');
      }
      return envelope;
    },
  };
}

/** The envelope in the protocol error for a call of an unknown tool. Rethrows any other error. */
function unknownTool(error: unknown): EnvelopeBody {
  if (error instanceof McpError && error.code === INVALID_PARAMS) {
    const envelope = error.data as EnvelopeBody;
    if (envelope.error?.name === 'UNKNOWN_TOOL') return envelope;
  }
  throw error;
}

/** Records the progress notifications of a connected transport before its client handles them. */
function progressOf(transport: StdioClientTransport): readonly Progress[] {
  const notifications: Progress[] = [];
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    const { success, data } = ProgressNotificationSchema.safeParse(message);
    if (success) {
      const { progressToken: _, _meta, ...progress } = data.params;
      notifications.push(progress);
    }
    onmessage?.(message);
  };
  return notifications;
}
