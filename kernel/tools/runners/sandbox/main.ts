/** @module main: the sandbox process. It supervises one worker, which runs programs, and replaces the worker when needed. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { readDerived } from '../fuel/derived-file.ts';
import type { FromSandbox, FromWorker, SandboxSetup, ToSandbox, ToWorker } from './protocol.ts';

/** Stack of the worker in MB: more than QuickJS (256 KiB of its own) and CPython's recursion limit can use. */
const STACK_MB = { js: 16, python: 256 } as const;
/** How often a run says what it has used. */
const TELL_MS = 500;
/** JavaScript heap of the worker in MB; engines keep their data outside it. */
const HEAP_MB = 128;

function send(message: FromSandbox): void {
  process.send?.(message);
}

/** A derived file that must be created again. */
class Unusable extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`the derived file cannot be used: ${path}`);
    this.path = path;
  }
}

/** One worker at a time and one program at a time in it. */
class Supervisor {
  readonly #setup: SandboxSetup;
  #compiled: { readonly module: WebAssembly.Module; readonly sha256: string } | undefined;
  #identity: Record<string, string> = {};
  #worker: Worker;
  #deadline: NodeJS.Timeout | undefined;
  #told: NodeJS.Timeout | undefined;
  readonly #used = new BigInt64Array(new SharedArrayBuffer(8));

  constructor(setup: SandboxSetup) {
    this.#setup = setup;
    this.#worker = this.#open();
  }

  handle(message: ToSandbox): void {
    switch (message.kind) {
      case 'run':
        this.#deadline = setTimeout(() => void this.#stop('time'), message.time_ms);
        this.#told = setInterval(() => {
          const fuel = Atomics.load(this.#used, 0);
          if (fuel > 0n) send({ kind: 'used', fuel });
        }, TELL_MS);
        Atomics.store(this.#used, 0, 0n);
        this.#post(this.#worker, { kind: 'run', program: message.program });
        return;
      case 'stop':
        if (this.#deadline !== undefined) void this.#stop('cancel');
        return;
      default:
        message satisfies never;
    }
  }

  #open(): Worker {
    const { engine } = this.#setup;
    const worker = new Worker(
      new URL(`../code/${engine}/worker${extname(import.meta.url)}`, import.meta.url),
      {
        env: {},
        resourceLimits: { stackSizeMb: STACK_MB[engine], maxOldGenerationSizeMb: HEAP_MB },
      },
    );
    worker.on('message', (message: FromWorker) => {
      if (worker === this.#worker) this.#answer(message);
    });
    worker.on('error', (error) => {
      if (worker !== this.#worker) return;
      const message = error instanceof Error ? error.message : 'unknown';
      // Not replaced: an engine that fails to start would fail again without end
      if (this.#deadline === undefined) throw new Error(`the worker failed: ${message}`);
      this.#idle();
      send({ kind: 'crashed', message });
      this.#worker = this.#open();
    });
    // The worker loads its code while its parts are read and compiled here
    void this.#provide(worker);
    return worker;
  }

  async #provide(worker: Worker): Promise<void> {
    try {
      const { module_path, snapshot_path, owned, packages_dir, packages_path } = this.#setup;
      // Compiled by other threads, while the image is read here
      const compiling = Promise.resolve(this.#compiled ?? compiled(module_path, owned));
      compiling.catch(() => undefined);
      const image = snapshot_path === undefined ? undefined : derived(snapshot_path, owned);
      const packages = packages_path === undefined ? undefined : derived(packages_path, owned);
      this.#compiled = await compiling;
      const { module, sha256 } = this.#compiled;
      this.#identity = {
        module_sha256: sha256,
        ...(image === undefined ? {} : { image_sha256: image.sha256 }),
      };
      const told = this.#used.buffer;
      const parts = { module, image: image?.bytes, packages_dir, packages: packages?.bytes, told };
      this.#post(worker, { kind: 'parts', parts });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      send({ kind: 'unusable', path: error.path });
    }
  }

  #post(worker: Worker, message: ToWorker): void {
    const image = message.kind === 'parts' ? message.parts.image : undefined;
    worker.postMessage(message, image === undefined ? [] : [image.buffer]);
  }

  #answer(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        send({ kind: 'ready', identity: { engine: message.engine, ...this.#identity } });
        return;
      case 'report':
        this.#idle();
        send(message);
        if (message.report.retire) {
          void this.#worker.terminate();
          this.#worker = this.#open();
        }
        return;
      case 'image':
        return;
      default:
        message satisfies never;
    }
  }

  async #stop(because: 'time' | 'cancel'): Promise<void> {
    this.#idle();
    const old = this.#worker;
    old.removeAllListeners('message');
    send({ kind: 'stopped', because });
    await old.terminate();
    send({ kind: 'gone' });
    this.#worker = this.#open();
  }

  #idle(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#told);
    this.#deadline = undefined;
  }
}

function derived(
  path: string,
  owned: boolean,
): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
} {
  const file = readDerived(path, owned);
  if (file === undefined) throw new Unusable(path);
  return file;
}

async function compiled(
  path: string,
  owned: boolean,
): Promise<{ readonly module: WebAssembly.Module; readonly sha256: string }> {
  const { bytes, sha256 } = derived(path, owned);
  return { module: await WebAssembly.compile(bytes), sha256 };
}

/** Exits when the parent exits, for any reason. */
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGKILL');
});

const setup: SandboxSetup = JSON.parse(process.argv[2] ?? '{}');
const supervisor = new Supervisor(setup);
process.on('message', (message: ToSandbox) => supervisor.handle(message));
