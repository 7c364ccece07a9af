/** @module witness-writer: sends every checkpoint of the log to the witness, after the commit that stored it. */
import { WORKSPACE_NAME, WorkspaceRecord } from '../../../schemas/governance.ts';
import { isWitnessUrl } from '../../witness/witness-address.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { fileWitness } from './file-witness.ts';
import { httpWitness } from './http-witness.ts';
import type { WitnessedLog, WitnessTarget } from './witness-target.ts';

/** Longest wait (ms) of a closing keeper for a disk or network that does not answer. */
const CLOSE_MS = 2000;
/** Pause (ms) before an unreachable witness is tried again, doubled after each failure up to `longest`. */
const RETRY_MS = { first: 1000, longest: 300_000 } as const;

/**
 * Sends the witness its missing checkpoints after each commit. Commits do not wait for it: an unreachable share or host must
 * not block work, and the witness gets the missing checkpoints when it is reachable again.
 */
export class WitnessWriter {
  readonly #source: WitnessedLog;
  readonly #paths: WorkspacePaths;
  readonly #stopped = new AbortController();
  readonly #retryMs: { readonly first: number; readonly longest: number };
  #running: Promise<void> | null = null;
  #again = false;
  #record = '';
  #setting: string | null = null;
  #target: WitnessTarget | null = null;
  #fault: string | null = null;
  #retry: NodeJS.Timeout | null = null;
  #waits = 0;

  constructor(
    source: WitnessedLog,
    paths: WorkspacePaths,
    retryMs: { readonly first: number; readonly longest: number } = RETRY_MS,
  ) {
    this.#source = source;
    this.#paths = paths;
    this.#retryMs = retryMs;
  }

  /** Why the witness lacks checkpoints; null when it has all of them, or when the policy names no witness. */
  get fault(): string | null {
    return this.#fault;
  }

  /** To be called after each commit. */
  committed(): void {
    this.#again = true;
    if (this.#running !== null || this.#stopped.signal.aborted) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when all checkpoints are sent, or after a short time limit. */
  async close(): Promise<void> {
    if (this.#retry !== null) clearTimeout(this.#retry);
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, CLOSE_MS);
    await Promise.race([this.#running, patience.promise]);
    clearTimeout(timer);
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.#readPolicy();
        // A witness that just failed is not tried again with every commit.
        if (this.#retry === null) await this.#catchUp();
      } catch (error) {
        this.#fault = error instanceof Error ? error.message : String(error);
        if (this.#target?.retries === true) this.#retryLater();
      }
    }
  }

  async #catchUp(): Promise<void> {
    const newest = await this.#source.newestSeal();
    if (newest !== null) await this.#target?.catchUp(newest);
    this.#fault = null;
    this.#waits = 0;
  }

  #retryLater(): void {
    if (this.#stopped.signal.aborted) return;
    const { first, longest } = this.#retryMs;
    this.#retry = setTimeout(
      () => {
        this.#retry = null;
        this.committed();
      },
      Math.min(longest, first * 2 ** this.#waits),
    ).unref();
    this.#waits = Math.min(this.#waits + 1, 30);
  }

  async #readPolicy(): Promise<void> {
    const record = (await this.#source.registry('workspace', WORKSPACE_NAME))?.record ?? '';
    if (record === this.#record) return;
    const setting =
      record === '' ? null : (WorkspaceRecord.parse(JSON.parse(record)).policy.witness ?? null);
    if (setting !== this.#setting) {
      if (this.#retry !== null) clearTimeout(this.#retry);
      [this.#retry, this.#waits, this.#fault, this.#target] = [null, 0, null, null];
      this.#setting = setting;
      this.#target = setting === null ? null : this.#targetOf(setting);
    }
    this.#record = record;
  }

  #targetOf(setting: string): WitnessTarget {
    return isWitnessUrl(setting)
      ? httpWitness(this.#source, this.#paths, { setting, signal: this.#stopped.signal })
      : fileWitness(this.#source, this.#paths.dir, setting);
  }
}
