/** @module trial: one mutation put into a copy of the tree, and the tests that should notice it. */
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

/** How a mutant is judged: it must compile, and then one of the steps fails or none does. */
export type Judging = {
  readonly compiles: Step | null;
  /** In order; those of the file itself first. */
  readonly steps: readonly Step[];
  /** For all steps together. */
  readonly most_ms: number;
};

/**
 * `invalid`: it does not compile. `stuck`: the tests of the file itself did not end, so that it is noticed. `unknown`:
 * the time was up while no test had failed.
 */
export type Verdict = 'killed' | 'stuck' | 'survived' | 'unknown' | 'invalid';

/** A copy of some files, with what they need linked. */
export class TreeCopy {
  readonly folder: string;
  /** Ends what runs in the copy, with the workers that it has started. */
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

  /** Tries a mutation and takes it back. */
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
      let late = false;
      this.#end = () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      };
      const timer = setTimeout(
        () => {
          late = true;
          this.#end();
        },
        Math.max(1, most_ms),
      );
      child.once('error', fail);
      child.once('close', (code) => {
        clearTimeout(timer);
        this.#end = () => undefined;
        done(late ? 'late' : code === 0 ? 'passed' : 'failed');
      });
    });
  }

  remove(): void {
    this.#end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
