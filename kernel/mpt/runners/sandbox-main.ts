/** @module sandbox-main: the sandbox process. It supervises one worker, which runs programs, and replaces it when it must. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { readDerived } from '../fuel/derived-file.ts';
import type { FromSandbox, FromWorker, SandboxSetup, ToSandbox } from './sandbox-protocol.ts';

/** Stack of the worker in MB: above what QuickJS (256 KiB of its own) and CPython's recursion limit can use. */
const STACK_MB = { js: 16, python: 256 } as const;
/** JavaScript heap of the worker in MB; engines keep their data outside it. */
const HEAP_MB = 128;

function send(message: FromSandbox): void {
  process.send?.(message);
}

/** One worker at a time and one program at a time in it. */
class Supervisor {
  readonly #setup: SandboxSetup;
  readonly #module: WebAssembly.Module;
  readonly #sha256: string;
  #worker: Worker;
  #deadline: NodeJS.Timeout | undefined;

  constructor(setup: SandboxSetup, module: WebAssembly.Module, sha256: string) {
    this.#setup = setup;
    this.#module = module;
    this.#sha256 = sha256;
    this.#worker = this.#open();
  }

  handle(message: ToSandbox): void {
    switch (message.kind) {
      case 'run':
        this.#deadline = setTimeout(() => void this.#stop('time'), message.time_ms);
        this.#worker.postMessage(message.program, []);
        return;
      case 'stop':
        if (this.#deadline !== undefined) void this.#stop('asked');
        return;
      default:
        message satisfies never;
    }
  }

  #open(): Worker {
    const { engine, snapshot_path } = this.#setup;
    const worker = new Worker(
      new URL(`./code-${engine}-worker${extname(import.meta.url)}`, import.meta.url),
      {
        workerData: { module: this.#module, snapshot_path },
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
      // An engine that cannot even start would be replaced for ever
      if (this.#deadline === undefined) throw new Error(`the worker failed: ${message}`);
      this.#idle();
      send({ kind: 'crashed', message });
      this.#worker = this.#open();
    });
    return worker;
  }

  #answer(message: FromWorker): void {
    if (message.kind === 'ready') {
      send({ ...message, identity: { ...message.identity, module_sha256: this.#sha256 } });
      return;
    }
    this.#idle();
    send(message);
    if (message.report.retire) {
      void this.#worker.terminate();
      this.#worker = this.#open();
    }
  }

  async #stop(because: 'time' | 'asked'): Promise<void> {
    this.#idle();
    const old = this.#worker;
    old.removeAllListeners('message');
    await old.terminate();
    send({ kind: 'stopped', because });
    this.#worker = this.#open();
  }

  #idle(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }
}

/** Nothing survives the one who asked for it, however it died. */
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGKILL');
});

const setup: SandboxSetup = JSON.parse(process.argv[2] ?? '{}');
const derived = readDerived(setup.module_path);
if (derived === undefined) send({ kind: 'unusable', path: setup.module_path });
else {
  const module = await WebAssembly.compile(derived.bytes);
  const supervisor = new Supervisor(setup, module, derived.sha256);
  process.on('message', (message: ToSandbox) => supervisor.handle(message));
}
