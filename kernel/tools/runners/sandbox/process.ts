/** @module process: one sandbox process: a child process that may read only the sandbox's own files. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { sandboxFlags } from './derived.ts';
import type {
  FromSandbox,
  SandboxIdentity,
  SandboxProgram,
  SandboxReport,
  SandboxSetup,
  ToSandbox,
} from './protocol.ts';

/** How a program ended: with a report, or because the sandbox was stopped or crashed. */
export type SandboxReply =
  | { readonly kind: 'report'; readonly report: SandboxReport }
  | { readonly kind: 'stopped'; readonly because: 'time' | 'cancel' }
  | { readonly kind: 'crashed'; readonly message: string };

/** Launch parameters of a sandbox process. `reads`: absolute paths of files and folders that it may read. */
export type SandboxLaunch = {
  readonly setup: SandboxSetup;
  readonly node: string;
  readonly reads: readonly string[];
  /** Path of `unshare`, which starts the process without a network; `undefined`: no network isolation. */
  readonly isolator: string | undefined;
};

/** A derived file is missing or damaged. */
export class DerivedFileError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`the derived file is missing or damaged: ${path}`);
    this.path = path;
  }
}

/** How long the sandbox may take to report that it stops its worker, ms; then the whole process is killed. */
const GRACE_MS = 40;
/** How long a stopped worker may take to end, ms; then its process is killed. */
const GONE_MS = 1000;
/** How long a process may take to become ready, ms. */
const START_MS = 30_000;
/** Longest time limit: Node's longest timer less the grace period, ms. */
const TIME_MS_MAX = 2 ** 31 - 1 - GRACE_MS;
/** How much of stderr is kept, UTF-16 units. */
const NOTE_CHARS = 2000;

/** A running sandbox process, used by one program at a time. */
export class SandboxProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #gone: NodeJS.Timeout | undefined;
  #identity: SandboxIdentity = {};
  #ready = Promise.withResolvers<void>();
  #reply: ((reply: SandboxReply) => void) | undefined;
  #onFuel: ((fuel: bigint) => void) | undefined;
  #dead = false;
  #notes = '';

  private constructor(launch: SandboxLaunch) {
    this.#child = spawnSandbox(launch);
    this.#ready.promise.catch(() => undefined);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#notes = (this.#notes + chunk.toString()).slice(-NOTE_CHARS);
    });
    this.#child.on('message', (message: FromSandbox) => this.#onMessage(message));
    this.#child.on('error', (error) => this.#end(error.message));
    this.#closed = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#end(this.#notes.trim().split('\n')[0] ?? '');
        resolve();
      });
    });
  }

  /**
   * Starts a process and waits until its engine can run a program. Throws `DerivedFileError` if a derived file is
   * missing or damaged, else `Error` with the first line that the process wrote.
   */
  static async start(launch: SandboxLaunch): Promise<SandboxProcess> {
    const started = new SandboxProcess(launch);
    try {
      await started.ready();
      return started;
    } catch (error) {
      await started[Symbol.asyncDispose]();
      throw error;
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Versions and digests of the engine. */
  get identity(): SandboxIdentity {
    return this.#identity;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** Resolves when the engine can run a program; throws if the process has ended. */
  async ready(): Promise<void> {
    const late = setTimeout(() => this.#end(`it did not start within ${START_MS} ms`), START_MS);
    this.#child.ref();
    try {
      await this.#ready.promise;
    } finally {
      clearTimeout(late);
      this.#release();
    }
  }

  /**
   * Runs one program for at most `time_ms` of wall time. At that time the sandbox ends its worker; if it does not
   * report this soon, the process is killed. The reply of a process that has exited is `crashed`. `onFuel` receives the
   * fuel used so far about twice a second.
   */
  async run(
    program: SandboxProgram,
    time_ms: number,
    signal: AbortSignal,
    onFuel?: (fuel: bigint) => void,
  ): Promise<SandboxReply> {
    if (this.#dead) return { kind: 'crashed', message: 'the sandbox process ended' };
    const { promise, resolve } = Promise.withResolvers<SandboxReply>();
    this.#reply = resolve;
    this.#onFuel = onFuel;
    this.#child.ref();
    const kill = (because: 'time' | 'cancel'): void => {
      resolve({ kind: 'stopped', because });
      this.#end('killed');
    };
    const cancel = (): void => {
      this.#send({ kind: 'stop' });
      setTimeout(() => {
        if (this.#reply === resolve) kill('cancel');
      }, GRACE_MS).unref();
    };
    const bounded_ms = Math.min(time_ms, TIME_MS_MAX);
    const deadline = setTimeout(() => kill('time'), bounded_ms + GRACE_MS);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.#send({ kind: 'run', program, time_ms: bounded_ms });
      if (signal.aborted) cancel();
      return await promise;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
      this.#reply = undefined;
      this.#onFuel = undefined;
      this.#release();
    }
  }

  /** Kills the process and waits until it has exited. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.ref();
    this.#end('disposed');
    await this.#closed;
  }

  #send(message: ToSandbox): void {
    if (!this.#dead && this.#child.connected) this.#child.send(message);
  }

  #onMessage(message: FromSandbox): void {
    switch (message.kind) {
      case 'ready':
        this.#identity = message.identity;
        this.#ready.resolve();
        return;
      case 'unusable':
        this.#ready.reject(new DerivedFileError(message.path));
        return;
      case 'report':
        if (message.report.retire) this.#awaitReady();
        this.#reply?.(message);
        return;
      case 'used':
        this.#onFuel?.(message.fuel);
        return;
      case 'stopped':
        this.#gone = setTimeout(() => this.#end('a worker did not end'), GONE_MS);
        this.#gone.unref();
        this.#awaitReady();
        this.#reply?.(message);
        return;
      case 'gone':
        clearTimeout(this.#gone);
        return;
      case 'crashed':
        this.#awaitReady();
        this.#reply?.(message);
        return;
      default:
        message satisfies never;
    }
  }

  #awaitReady(): void {
    this.#ready = Promise.withResolvers<void>();
    this.#ready.promise.catch(() => undefined);
  }

  /**
   * Lets this process exit although the child is idle. A killed child is still waited for: otherwise this process could
   * end before the child has.
   */
  #release(): void {
    if (!this.#dead) this.#child.unref();
  }

  #end(message: string): void {
    if (this.#dead) return;
    this.#dead = true;
    clearTimeout(this.#gone);
    this.#child.kill('SIGKILL');
    const ended = new Error(`the sandbox process ended: ${message}`);
    this.#ready.reject(ended);
    this.#awaitReady();
    this.#ready.reject(ended);
    this.#reply?.({ kind: 'crashed', message: `the sandbox process ended: ${message}` });
  }
}

function spawnSandbox({ setup, node, reads, isolator }: SandboxLaunch): ChildProcess {
  const main = fileURLToPath(new URL(`./main${extname(import.meta.url)}`, import.meta.url));
  const args = [...sandboxFlags(reads), main, JSON.stringify(setup)];
  const [command, ...rest] =
    isolator === undefined
      ? [node, ...args]
      : [isolator, '--user', '--map-root-user', '--net', node, ...args];
  return spawn(command, rest, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}

/** The usual paths of `unshare`. */
const ISOLATORS = ['/usr/bin/unshare', '/bin/unshare'];

/** The path of `unshare` if the system permits network isolation, else `undefined`. */
export async function findIsolator(): Promise<string | undefined> {
  const path = ISOLATORS.find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  return await new Promise((resolve) => {
    const options = { env: {}, timeout: 2000 };
    execFile(path, ['--user', '--map-root-user', '--net', 'true'], options, (error) => {
      resolve(error === null ? path : undefined);
    });
  });
}
