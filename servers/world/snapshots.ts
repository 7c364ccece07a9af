/** @module snapshots: loads the initial model of a process, and decides when to make a snapshot for later processes. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import * as z from 'zod';

import { codeVersion } from '../../governance/keeper/snapshots/code-version.ts';
import { SnapshotFiles } from '../../governance/keeper/snapshots/snapshot-files.ts';
import type { WorkspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { SNAPSHOT_CODE } from '../../kernel/building/model/snapshot/snapshot-code.ts';
import type { SnapshotSource } from '../../kernel/building/view/snapshot-source.ts';
import type { SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';

/** The dependencies of the snapshots of a workspace. */
export type SnapshotSources = {
  readonly paths: WorkspacePaths;
  readonly reader: SqliteReader;
  readonly log: (line: string) => void;
  /** A clock in milliseconds; only differences matter. */
  readonly clock: () => number;
};

/** The number of events after the last snapshot at which the next one is made. */
const EVENTS_BETWEEN = 5000;
/**
 * Minimum time (ms) between the starts of two snapshots, so that a stream of commits has priority for the processor.
 */
const PAUSE_MS = 30_000;
/** A ledger with this many events is read by a separate thread, so that this thread can answer other calls. */
const WORTH_THREAD = 20_000;
/** Interval (ms) at which a process checks for the snapshot that another process makes. */
const LOOK_AGAIN_MS = 100;
/**
 * Maximum wait (ms) for that snapshot before the process reads the ledger itself. A snapshot of a million events takes
 * some seconds.
 */
const WAIT_MS = 30_000;

const Made = z.object({ made: z.boolean() });

/** The snapshots of a workspace for one process. */
export class Snapshots implements SnapshotSource, AsyncDisposable {
  readonly #sources: SnapshotSources;
  #files: SnapshotFiles | null = null;
  /** Seq of the last snapshot known to this process. */
  #last = 0;
  /** Start time of the last snapshot, or of this process. */
  #begun: number;
  /** Seqs of the snapshots that this process cannot use. */
  readonly #useless = new Set<number>();
  #worker: Worker | null = null;
  #closed = false;

  constructor(sources: SnapshotSources) {
    this.#sources = sources;
    this.#begun = sources.clock();
  }

  async newest(): Promise<Uint8Array | null> {
    const head = this.#sources.reader.headSeq();
    // So few events are read faster than a snapshot is found.
    if (head < EVENTS_BETWEEN) return null;
    const [last = 0] = await this.#seqs();
    const known = head - last < WORTH_THREAD ? await this.#read(head) : null;
    if (known !== null || head < WORTH_THREAD) return known;
    // Another process may be making a snapshot, which then serves this one too, unless that process hangs.
    const { clock } = this.#sources;
    const from = clock();
    while ((await this.#make()) === 'elsewhere' && clock() - from < WAIT_MS) {
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_AGAIN_MS);
      });
    }
    return await this.#read(Infinity);
  }

  async before(seq: number): Promise<Uint8Array | null> {
    return await this.#read(seq);
  }

  async #seqs(): Promise<readonly number[]> {
    return (await this.#opened()?.seqs()) ?? [];
  }

  async #read(until: number): Promise<Uint8Array | null> {
    const { log, reader } = this.#sources;
    const files = this.#opened();
    if (files === null) return null;
    for (const seq of await files.seqs()) {
      if (seq > until) continue;
      const found = await files.read(seq, reader).catch((error: unknown) => String(error));
      if (found !== null && typeof found !== 'string') {
        this.#last = Math.max(this.#last, seq);
        return found.content;
      }
      this.#useless.add(seq);
      log(
        `the snapshot at event ${seq} is not used: ${found ?? 'it does not match this ledger and code'}`,
      );
    }
    return null;
  }

  /** The snapshot files; null if the secret of their seal is unavailable. */
  #opened(): SnapshotFiles | null {
    const { log, paths } = this.#sources;
    try {
      this.#files ??= new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
    } catch (error) {
      log(`no snapshot is used: ${String(error)}`);
    }
    return this.#files;
  }

  reached(seq: number): void {
    const now = this.#sources.clock();
    if (seq - this.#last < EVENTS_BETWEEN || now - this.#begun < PAUSE_MS) return;
    this.#begun = now;
    this.#last = seq;
    void this.#makeAt(seq);
  }

  /** Makes a snapshot in a thread, unless another process has left one. */
  async #makeAt(seq: number): Promise<void> {
    const known = (await this.#seqs()).find((one) => !this.#useless.has(one)) ?? 0;
    if (seq - known < EVENTS_BETWEEN) this.#last = known;
    else await this.#make();
  }

  refused(error: unknown): void {
    this.#sources.log(`the snapshot at event ${this.#last} is not used: ${String(error)}`);
    this.#useless.add(this.#last);
    void this.#files?.remove(this.#last);
    this.#last = 0;
  }

  /** Makes a snapshot in a thread; never throws. */
  async #make(): Promise<'made' | 'elsewhere' | 'failed'> {
    if (this.#worker !== null || this.#closed) return 'failed';
    this.#begun = this.#sources.clock();
    const module = new URL(`./snapshot-worker${extname(import.meta.url)}`, import.meta.url);
    const { dir } = this.#sources.paths;
    const worker = new Worker(module, { workerData: { dir }, name: 'snapshot', execArgv: [] });
    this.#worker = worker;
    try {
      return await answerOf(worker);
    } catch (error) {
      if (!this.#closed) this.#sources.log(`no snapshot was made: ${String(error)}`);
      return 'failed';
    } finally {
      this.#worker = null;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }
}

function answerOf(worker: Worker): Promise<'made' | 'elsewhere'> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: unknown) => {
      resolve(Made.parse(message).made ? 'made' : 'elsewhere');
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`its thread ended with ${code}`)));
  });
}
