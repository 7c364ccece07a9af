/** @module engine-files: locates and prepares the derived files of an engine, and starts processes on them. */
import {
  locateSandbox,
  PREPARE_STEPS,
  PrepareError,
  prepareSandbox,
  withPackages,
} from '../sandbox/derived.ts';
import type { SandboxFiles } from '../sandbox/derived.ts';
import { whyNotPrivate } from '../sandbox/private-folder.ts';
import { DerivedFileError, findIsolator, SandboxProcess } from '../sandbox/process.ts';
import type { SandboxEngine } from '../sandbox/protocol.ts';

/** Options of a code runner. */
export type CodeRunnerOptions = {
  /** Absolute path of the workspace's folder for derived files, created if missing. Not in node_modules. */
  readonly cacheDir: string;
  /** Folder of the user for the derived files of all workspaces; replaces `cacheDir` if only the user can access it. */
  readonly userCacheDir?: string;
  /** Absolute path of a folder of wheels, which Python programs may import. */
  readonly packages?: string;
  /** Receives one line for the operator per slow step and per fallback. */
  readonly log?: (line: string) => void;
  /** A clock in milliseconds, for `latency_ms` only. */
  readonly now: () => number;
  /** Path of the Node.js (24 or newer) that runs the sandbox; default: that of this process. */
  readonly node?: string;
  /** Number of sandbox processes that are kept; default 2, for machines with two cores. */
  readonly size?: number;
};

/** Progress of preparing derived files: `done` of `total` steps. */
export type OnProgress = (done: number, total: number, message: string) => void;

/** Names of the engines in messages. */
const NAME = { js: 'JavaScript', python: 'Python' } as const;

/** The derived files of one engine: in the user's folder, or in the workspace's folder as the fallback. */
export class EngineFiles {
  readonly #engine: SandboxEngine;
  readonly #options: CodeRunnerOptions;
  readonly #node: string;
  readonly #onProgress: OnProgress;
  #place: Promise<SandboxFiles> | undefined;
  #isolator: Promise<string | undefined> | undefined;
  readonly #preparing = new Map<string, Promise<void>>();

  constructor(engine: SandboxEngine, options: CodeRunnerOptions, onProgress: OnProgress) {
    this.#engine = engine;
    this.#options = options;
    this.#node = options.node ?? process.execPath;
    this.#onProgress = onProgress;
  }

  /** Starts a process that can run programs. Missing or damaged derived files are prepared first. */
  async startProcess(): Promise<SandboxProcess> {
    this.#isolator ??= findIsolator();
    this.#place ??= this.#locate();
    const place = await this.#place;
    try {
      return await this.#startIn(place);
    } catch (error) {
      if (!(error instanceof PrepareError) || !place.setup.owned) throw error;
      this.#place = this.#fallback(place.cache_dir, error.message);
      return await this.#startIn(await this.#place);
    }
  }

  async #locate(): Promise<SandboxFiles> {
    const { userCacheDir, cacheDir } = this.#options;
    if (userCacheDir === undefined) return await locateSandbox(this.#engine, cacheDir);
    const fault = await whyNotPrivate(userCacheDir);
    if (fault !== null) return await this.#fallback(userCacheDir, fault);
    return await locateSandbox(this.#engine, userCacheDir, true);
  }

  /** Logs the fault and returns the workspace's folder. */
  async #fallback(folder: string, fault: string): Promise<SandboxFiles> {
    this.#log(`${folder} cannot store the interpreter, so the workspace folder is used: ${fault}`);
    return await locateSandbox(this.#engine, this.#options.cacheDir);
  }

  async #startIn(place: SandboxFiles): Promise<SandboxProcess> {
    const { packages } = this.#options;
    const files = packages === undefined ? place : withPackages(place, packages);
    const { setup, reads } = files;
    this.#isolator ??= findIsolator();
    const isolator = await this.#isolator;
    const start = async (): Promise<SandboxProcess> =>
      await SandboxProcess.start({ setup, reads, node: this.#node, isolator });
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DerivedFileError)) throw error;
      await this.#prepareOnce(files);
      return await start();
    }
  }

  /** Prepares a folder once for all processes that start at the same time. */
  async #prepareOnce(place: SandboxFiles): Promise<void> {
    const { cache_dir } = place;
    const preparing = this.#preparing.get(cache_dir) ?? this.#prepare(place);
    this.#preparing.set(cache_dir, preparing);
    try {
      await preparing;
    } finally {
      this.#preparing.delete(cache_dir);
    }
  }

  async #prepare(place: SandboxFiles): Promise<void> {
    const name = NAME[this.#engine];
    this.#log(`preparing ${name} in ${place.cache_dir}; this happens once and takes some seconds`);
    await prepareSandbox(place, this.#node, (done) =>
      this.#onProgress(
        done,
        PREPARE_STEPS.length - 1,
        `${name}: ${PREPARE_STEPS[done] ?? 'ready'}`,
      ),
    );
    this.#log(`${name} is ready`);
  }

  #log(line: string): void {
    this.#options.log?.(line);
  }
}
