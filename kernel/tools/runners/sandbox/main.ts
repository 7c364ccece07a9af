/** @module main: the sandbox process: supervises one worker, which runs programs, and replaces it when needed. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { readDerived } from '../fuel/derived-file.ts';
import type { FromSandbox, FromWorker, SandboxSetup, ToSandbox, ToWorker } from './protocol.ts';

/** Stack of the worker in MB: more than QuickJS (limited to 256 KiB) and CPython (recursion limit) can use. */
const STACK_MB = { js: 16, python: 256 } as const;
/** Milliseconds between reports of the fuel used so far. */
const REPORT_MS = 500;
/** Heap limit of the worker in MB; engines keep their data outside the heap. */
const HEAP_MB = 128;

function send(message: FromSandbox): void {
  process.send?.(message);
}

/** A derived file is missing or damaged and must be created again. */
class UnusableFileError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`the derived file cannot be used: ${path}`);
    this.path = path;
  }
}

/** Owns the current worker, which runs one program at a time. */
class Supervisor {
  readonly #setup: SandboxSetup;
  #compiled: { readonly module: WebAssembly.Module; readonly sha256: string } | undefined;
  #identity: Record<string, string> = {};
  #worker: Worker;
  #deadline: NodeJS.Timeout | undefined;
  #reporting: NodeJS.Timeout | undefined;
  /** Fuel used so far; the worker writes it. */
  readonly #fuelUsed = new BigInt64Array(new SharedArrayBuffer(8));

  constructor(setup: SandboxSetup) {
    this.#setup = setup;
    this.#worker = this.#open();
  }

  handle(message: ToSandbox): void {
    switch (message.kind) {
      case 'run':
        this.#deadline = setTimeout(() => void this.#stop('time'), message.time_ms);
        this.#reporting = setInterval(() => {
          const fuel = Atomics.load(this.#fuelUsed, 0);
          if (fuel > 0n) send({ kind: 'used', fuel });
        }, REPORT_MS);
        Atomics.store(this.#fuelUsed, 0, 0n);
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
      // No replacement without a program: an engine that fails to start would fail forever
      if (this.#deadline === undefined) throw new Error(`the worker failed: ${message}`);
      this.#idle();
      send({ kind: 'crashed', message });
      this.#worker = this.#open();
    });
    // The worker loads its code while this thread reads and compiles its parts
    void this.#provide(worker);
    return worker;
  }

  async #provide(worker: Worker): Promise<void> {
    try {
      const { module_path, snapshot_path, owned, packages_dir, packages_path } = this.#setup;
      // Other threads compile the module while this one reads the image
      const compiling = Promise.resolve(this.#compiled ?? compile(module_path, owned));
      compiling.catch(() => undefined);
      const image = snapshot_path === undefined ? undefined : requireDerived(snapshot_path, owned);
      const packages =
        packages_path === undefined ? undefined : requireDerived(packages_path, owned);
      this.#compiled = await compiling;
      const { module, sha256 } = this.#compiled;
      this.#identity = {
        module_sha256: sha256,
        ...(image === undefined ? {} : { image_sha256: image.sha256 }),
      };
      const fuel_used = this.#fuelUsed.buffer;
      const parts = {
        module,
        image: image?.bytes,
        packages_dir,
        packages: packages?.bytes,
        fuel_used,
      };
      this.#post(worker, { kind: 'parts', parts });
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error;
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
    clearInterval(this.#reporting);
    this.#deadline = undefined;
  }
}

function requireDerived(
  path: string,
  owned: boolean,
): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
} {
  const file = readDerived(path, owned);
  if (file === undefined) throw new UnusableFileError(path);
  return file;
}

async function compile(
  path: string,
  owned: boolean,
): Promise<{ readonly module: WebAssembly.Module; readonly sha256: string }> {
  const { bytes, sha256 } = requireDerived(path, owned);
  return { module: await WebAssembly.compile(bytes), sha256 };
}

/** Exits when the parent exits, for any reason. */
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGKILL');
});

const setup: SandboxSetup = JSON.parse(process.argv[2] ?? '{}');
const supervisor = new Supervisor(setup);
process.on('message', (message: ToSandbox) => supervisor.handle(message));
