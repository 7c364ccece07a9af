/** @module output-cache: a cache of tool outputs, keyed by everything that can change them. */
import { digestOf } from '../../../base/canonical/hash.ts';
import type { RunBudget, RunProvenance, RunUse } from '../../runners/runner.ts';

/** A cached output. A hit charges its `use` again, so that a budget has the same effect with and without the cache. */
export type CachedOutput = {
  /** Canonical JSON. */
  readonly text: string;
  readonly use: RunUse;
  readonly provenance: RunProvenance;
};

/** Largest number of outputs. */
const ENTRIES_MAX = 256;
/** Largest total length of the outputs, UTF-16 units; one output may take a quarter of it. */
const UNITS_MAX = 16_777_216;

/** A bounded cache in memory that evicts the least recently used output first. */
export class OutputCache {
  readonly #outputs = new Map<string, CachedOutput>();
  #held = 0;

  get(key: string): CachedOutput | undefined {
    const found = this.#outputs.get(key);
    if (found === undefined) return undefined;
    this.#outputs.delete(key);
    this.#outputs.set(key, found);
    return found;
  }

  put(key: string, output: CachedOutput): void {
    if (output.text.length > UNITS_MAX / 4) return;
    this.#drop(key);
    this.#outputs.set(key, output);
    this.#held += output.text.length;
    for (const [oldest] of this.#outputs) {
      if (this.#outputs.size <= ENTRIES_MAX && this.#held <= UNITS_MAX) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#held -= this.#outputs.get(key)?.text.length ?? 0;
    this.#outputs.delete(key);
  }
}

/** Key of an output. Includes memory and depth, which a program can observe; gas and time can only end a run. */
export function cacheKey(tape_key: string, budget: RunBudget): string {
  return digestOf({ tape_key, mem_mb: budget.mem_mb, depth: budget.depth });
}
