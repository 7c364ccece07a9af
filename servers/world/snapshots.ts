/** @module snapshots: where the model of a process begins, and when a snapshot is made for those that open later. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import * as z from 'zod';

import { codeVersion } from '../../governance/keeper/snapshots/code-version.ts';
import { SnapshotFiles } from '../../governance/keeper/snapshots/snapshot-files.ts';
import type { WorkspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import type { SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { SNAPSHOT_CODE } from '../../kernel/model/snapshot/snapshot-code.ts';
import type { SnapshotSource } from '../building/snapshot-source.ts';

/** What the snapshots of a workspace need. */
export type SnapshotSources = {
  readonly paths: WorkspacePaths;
  readonly reader: SqliteReader;
  readonly log: (line: string) => void;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
};

/** So many events after the last snapshot the next one is made. */
const EVENTS_BETWEEN = 5000;
/** And no sooner than this after the last one was begun (ms): a stream of commits has better use for the processor. */
const PAUSE_MS = 30_000;
/** A ledger of so many events is read by a thread of its own, so that this one answers other calls. */
const WORTH_THREAD = 20_000;
/** How often a process looks for the snapshot that another one makes (ms). */
const LOOK_AGAIN_MS = 100;
/** And for how long, before it reads the ledger itself (ms): a snapshot of a million events takes some seconds. */
const WAIT_MS = 30_000;

const Made = z.object({ made: z.boolean() });

/** The snapshots of a workspace as one process uses them. */
export class Snapshots implements SnapshotSource, AsyncDisposable {
  readonly #sources: SnapshotSources;
  #files: SnapshotFiles | null = null;
  /** Seq of the last snapshot that this process knows of. */
  #last = 0;
  /** When the last one was begun, or this process. */
  #begun: number;
  /** Seqs of those that this process cannot use. */
  readonly #useless = new Set<number>();
  #worker: Worker | null = null;
  #closed = false;

  constructor(sources: SnapshotSources) {
    this.#sources = sources;
    this.#begun = sources.clock();
  }

  async newest(): Promise<Uint8Array | null> {
    const head = this.#sources.reader.headSeq();
    // So few events are read sooner than a snapshot is found.
    if (head < EVENTS_BETWEEN) return null;
    const [last = 0] = await this.#seqs();
    const known = head - last < WORTH_THREAD ? await this.#read(head) : null;
    if (known !== null || head < WORTH_THREAD) return known;
    // Another process may be about it: then what it makes serves this one too, unless it hangs.
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
        `the snapshot at event ${seq} is not used: ${found ?? 'it is not of this ledger and code'}`,
      );
    }
    return null;
  }

  /** The files, null where the secret of their seal cannot be had. */
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

  /** Has a snapshot made where no other process has left one. */
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

  /** Has a thread make a snapshot; never throws. */
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
