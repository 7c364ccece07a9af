/** @module trial: applies a mutation in a copy of the tree and runs the tests that should detect it. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { mutated, type Mutation } from './mutations.ts';

/** A command and its arguments, run in the copy. */
export type Step = readonly [command: string, ...args: string[]];

/** How a mutant is judged: it must compile (unless `compiles` is null), then the steps run until one fails. */
export type Judging = {
  readonly compiles: Step | null;
  /** The first are the tests of the file itself. */
  readonly steps: readonly Step[];
  /** Time limit of the compilation, and of all steps together. */
  readonly most_ms: number;
};

/**
 * `invalid`: it does not compile. `stuck`: the tests of the file itself did not end, so that it is noticed. `unknown`:
 * the time was up while no test had failed.
 */
export type Verdict = 'killed' | 'stuck' | 'survived' | 'unknown' | 'invalid';

/** A copy of some files in a temporary folder, with a link to `node_modules`. */
export class TreeCopy {
  readonly folder: string;
  /** Kills the running command and its child processes. */
  #end = (): void => undefined;

  /** @param files paths below `root` */
  constructor(root: string, files: readonly string[]) {
    this.folder = mkdtempSync(join(tmpdir(), 'plumbline-mutants-'));
    for (const file of files) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      cpSync(join(root, file), join(this.folder, file));
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Judges one mutation; the file in the copy is restored afterwards. */
  async judge(file: string, mutation: Mutation, judging: Judging): Promise<Verdict> {
    const path = join(this.folder, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, mutated(source, mutation));
    try {
      return await this.#judged(judging);
    } finally {
      writeFileSync(path, source);
    }
  }

  async #judged({ compiles, steps, most_ms }: Judging): Promise<Verdict> {
    if (compiles !== null && (await this.#run(compiles, most_ms)) !== 'passed') return 'invalid';
    const until = performance.now() + most_ms;
    for (const [index, step] of steps.entries()) {
      const ended = await this.#run(step, until - performance.now());
      if (ended === 'failed') return 'killed';
      if (ended === 'late') return index === 0 ? 'stuck' : 'unknown';
    }
    return 'survived';
  }

  #run([command, ...args]: Step, most_ms: number): Promise<'passed' | 'failed' | 'late'> {
    return new Promise((done, fail) => {
      const child = spawn(command, args, { cwd: this.folder, stdio: 'ignore', detached: true });
      let isLate = false;
      this.#end = () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      };
      const timer = setTimeout(
        () => {
          isLate = true;
          this.#end();
        },
        Math.max(1, most_ms),
      );
      child.once('error', fail);
      child.once('close', (code) => {
        clearTimeout(timer);
        this.#end = () => undefined;
        done(isLate ? 'late' : code === 0 ? 'passed' : 'failed');
      });
    });
  }

  remove(): void {
    this.#end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
