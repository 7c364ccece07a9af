/** @module engine-files: the derived files of an engine: where they are kept, made once, and processes started on them. */
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
  /** Absolute path of a directory of this user for derived files, created if missing. Not in node_modules. */
  readonly cacheDir: string;
  /** A folder of the user for the derived files of all workspaces; used in place of `cacheDir` if it is private. */
  readonly userCacheDir?: string;
  /** Absolute path of a folder of wheels, which Python programs may import. */
  readonly packages?: string;
  /** Called once with a line for the operator for each thing that is done slowly or otherwise than asked. */
  readonly log?: (line: string) => void;
  /** A clock in milliseconds, for `latency_ms` only. */
  readonly now: () => number;
  /** Path of the Node (24 or newer) that runs the sandbox; default: that of this process. */
  readonly node?: string;
  /** Sandbox processes kept warm; default 2 for JavaScript and 1 for Python, sized for two cores. */
  readonly size?: number;
};

/** Progress of making derived files: `done` of `total` steps. */
export type OnProgress = (done: number, total: number, message: string) => void;

const NAME = { js: 'JavaScript', python: 'Python' } as const;

/** Files of one engine for one runner. The folder of the user is tried first, that of the workspace always works. */
export class EngineFiles {
  readonly #engine: SandboxEngine;
  readonly #options: CodeRunnerOptions;
  readonly #node: string;
  readonly #onProgress: OnProgress;
  #place: Promise<SandboxFiles> | undefined;
  #isolator: Promise<string | undefined> | undefined;
  readonly #making = new Map<string, Promise<void>>();

  constructor(engine: SandboxEngine, options: CodeRunnerOptions, onProgress: OnProgress) {
    this.#engine = engine;
    this.#options = options;
    this.#node = options.node ?? process.execPath;
    this.#onProgress = onProgress;
  }

  /** A process that can run programs. Derived files that are missing or damaged are made first, in one place. */
  async startProcess(): Promise<SandboxProcess> {
    this.#isolator ??= findIsolator();
    this.#place ??= this.#locate();
    const place = await this.#place;
    try {
      return await this.#startIn(place);
    } catch (error) {
      if (!(error instanceof PrepareError) || !place.setup.owned) throw error;
      this.#place = this.#instead(place.cache_dir, error.message);
      return await this.#startIn(await this.#place);
    }
  }

  async #locate(): Promise<SandboxFiles> {
    const { userCacheDir, cacheDir } = this.#options;
    if (userCacheDir === undefined) return await locateSandbox(this.#engine, cacheDir);
    const fault = await whyNotPrivate(userCacheDir);
    if (fault !== null) return await this.#instead(userCacheDir, fault);
    return await locateSandbox(this.#engine, userCacheDir, true);
  }

  /** The place in the workspace, which always works. */
  async #instead(folder: string, fault: string): Promise<SandboxFiles> {
    this.#log(`${folder} cannot keep the interpreter, so the workspace does: ${fault}`);
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
      await this.#made(files);
      return await start();
    }
  }

  /** Makes the files of a place; processes that start at the same time wait for one making. */
  async #made(place: SandboxFiles): Promise<void> {
    const { cache_dir } = place;
    const making = this.#making.get(cache_dir) ?? this.#make(place);
    this.#making.set(cache_dir, making);
    try {
      await making;
    } finally {
      this.#making.delete(cache_dir);
    }
  }

  async #make(place: SandboxFiles): Promise<void> {
    const name = NAME[this.#engine];
    this.#log(`preparing ${name} in ${place.cache_dir}, which is done once and takes some seconds`);
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
