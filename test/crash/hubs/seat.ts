/** @module seat: one server process of a machine, a hub or a server on stdio, started again whenever it is killed, and a client of it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { LAUNCHER } from '../../e2e/connect.ts';
import { TEST_CACHE_HOME } from '../../shared-cache.ts';

/** Longest time (ms) for an answer; more than any call may take. */
const ANSWER_MS = 60_000;

/** What a process is started with. */
export type Start = {
  readonly dir: string;
  /** The address of the database as this machine reaches it. */
  readonly database: string;
  /** Tells a line of standard error of every process. */
  readonly said: (line: string) => void;
};

/** A way to ask: one client, whose connection may be lost at any time. */
export type Asking = {
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<EnvelopeBody>;
  readonly close: () => Promise<void>;
};

/** A process that is there to be killed. */
export interface Seat {
  readonly dir: string;
  /** Whether it has tools that read. */
  readonly reads: boolean;
  /** A new client with this token, once the process serves. */
  readonly client: (token: string) => Promise<Asking>;
  /** Kills the process, if there is one. */
  readonly kill: () => Promise<void>;
}

/** A hub. It is started by the first who asks after each kill. */
export class HubSeat implements Seat {
  readonly reads = true;
  readonly #start: Start;
  readonly #open = new Set<Asking>();
  #child: ChildProcess | null = null;
  /** The address of the process that runs or starts. */
  #url: Promise<string> | null = null;

  constructor(start: Start) {
    this.#start = start;
  }

  get dir(): string {
    return this.#start.dir;
  }

  /** The address that it listens on now. */
  async url(): Promise<string> {
    this.#url ??= this.#started();
    return await this.#url;
  }

  async client(token: string): Promise<Asking> {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', await this.url()), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 1000,
        reconnectionDelayGrowFactor: 1,
      },
    });
    const opened = await asking(transport);
    this.#open.add(opened);
    return opened;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#url = null;
    if (child === null) return;
    await killed(child);
    // The client library does not notice that a stream of answers has broken off.
    const open = [...this.#open];
    this.#open.clear();
    await Promise.allSettled(open.map((one) => one.close()));
  }

  async #started(): Promise<string> {
    const { dir, database, said } = this.#start;
    const child = spawn(
      process.execPath,
      [LAUNCHER, 'serve', '--default-agent', '--port', '0', '--workspace', dir],
      {
        env: environment(database, {}),
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#child = child;
    let written = '';
    return await new Promise<string>((resolve, reject) => {
      child.once('exit', () => {
        // Another may run by now.
        if (this.#child === child) this.#url = null;
        reject(new Error(`stopped: ${written}`));
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said(text);
        written = `${written}${text}`.slice(-4000);
        const found = /on (http:\S+)\/mcp /.exec(written)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
  }
}

/** A server on stdio: each client has a process of its own, so there is one client at a time. */
export class StdioSeat implements Seat {
  readonly #start: Start;
  readonly #server: string;
  readonly reads: boolean;
  #pid: number | null = null;

  constructor(start: Start, server: string) {
    this.reads = server !== 'geometry';
    this.#start = start;
    this.#server = server;
  }

  get dir(): string {
    return this.#start.dir;
  }

  async client(token: string): Promise<Asking> {
    const { dir, database, said } = this.#start;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [LAUNCHER, 'mcp', this.#server, '--workspace', dir],
      env: environment(database, { PLUMBLINE_TOKEN: token }),
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk: Buffer) => said(chunk.toString('utf8')));
    return await asking(transport, {
      opened: () => (this.#pid = transport.pid),
      closed: () => (this.#pid = null),
    });
  }

  async kill(): Promise<void> {
    const pid = this.#pid;
    this.#pid = null;
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await Promise.resolve();
  }
}

async function asking(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  on?: { readonly opened: () => void; readonly closed: () => void },
): Promise<Asking> {
  const client = new Client({ name: 'hubs', version: '0' });
  client.onclose = () => on?.closed();
  await client.connect(transport, { timeout: ANSWER_MS });
  on?.opened();
  return {
    call: async (name, args) => {
      const request = { name, arguments: { ...args } };
      const answer = await client.callTool(request, undefined, { timeout: ANSWER_MS });
      return answer.structuredContent as EnvelopeBody;
    },
    close: () => client.close(),
  };
}

function environment(
  database: string,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    XDG_CACHE_HOME: TEST_CACHE_HOME,
    PLUMBLINE_DATABASE_URL: database,
    ...more,
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
