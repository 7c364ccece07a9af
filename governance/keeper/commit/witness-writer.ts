/** @module witness-writer: every checkpoint of the log, appended to a file elsewhere after the commit that stored it. */
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';

import { claimedSize } from '../../../kernel/canonical/checkpoint.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { WORKSPACE_NAME, WorkspaceRecord } from '../../../schemas/governance.ts';
import { witnessPathFault } from '../workspace/witness-path.ts';
import { readWitness, witnessLine } from '../workspace/witness.ts';

/** A closing keeper waits at most this long (ms) for a disk that does not answer. */
const CLOSE_MS = 2000;

/** What is read of the ledger. */
type Source = Pick<LedgerRead, 'registry' | 'newestSeal' | 'checkpoints'>;

/**
 * Appends what the witness lacks, whenever something has been committed. Commits do not wait for it: a share that is
 * away must not stop the work, and what it has missed is appended when it is back.
 */
export class WitnessWriter {
  readonly #source: Source;
  readonly #dir: string;
  #running: Promise<void> | null = null;
  #again = false;
  #closed = false;
  #record = '';
  #path: string | null = null;
  /** Size of the last checkpoint in the file, null when that must be read first. */
  #written: number | null = null;
  #fault: string | null = null;

  constructor(source: Source, dir: string) {
    this.#source = source;
    this.#dir = dir;
  }

  /** Why the witness lacks checkpoints, null where it has all of them or none is wanted. */
  get fault(): string | null {
    return this.#fault;
  }

  /** To be called after each commit. */
  committed(): void {
    this.#again = true;
    if (this.#running !== null || this.#closed) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when everything is written, or soon all the same. */
  async close(): Promise<void> {
    this.#closed = true;
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, CLOSE_MS);
    await Promise.race([this.#running, patience.promise]);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.#catchUp();
        this.#fault = null;
      } catch (error) {
        this.#fault = error instanceof Error ? error.message : String(error);
        this.#written = null;
      }
    }
  }

  async #catchUp(): Promise<void> {
    await this.#readPolicy();
    const path = this.#path;
    if (path === null) return;
    const newest = (await this.#source.newestSeal())?.size ?? 0;
    if (this.#written !== null && this.#written >= newest) return;
    const inside = witnessPathFault(this.#dir, path);
    if (inside !== null) throw new Error(`\`${path}\` ${inside}`);
    const found = await this.#readFile(path);
    const missing = await this.#source.checkpoints(found.written);
    if (missing.length > 0) {
      const lines = missing.map(({ note }) => witnessLine(note)).join('');
      await append(path, `${found.whole ? '' : '\n'}${lines}`);
    }
    this.#written = missing.at(-1)?.size ?? found.written;
  }

  async #readPolicy(): Promise<void> {
    const record = (await this.#source.registry('workspace', WORKSPACE_NAME))?.record ?? '';
    if (record === this.#record) return;
    this.#record = record;
    const path = record === '' ? null : WorkspaceRecord.parse(JSON.parse(record)).policy.witness;
    if (path !== this.#path) this.#written = null;
    this.#path = path ?? null;
  }

  /** The size of the last checkpoint in the file. Throws for a file that is no witness of this log. */
  async #readFile(path: string): Promise<{ readonly written: number; readonly whole: boolean }> {
    const found = await stat(path).catch(nothingThere);
    if (found === null) return { written: 0, whole: true };
    if (!found.isFile()) throw new Error(`\`${path}\` is no file`);
    const { notes, whole } = readWitness(await readFile(path, 'utf8'));
    const note = notes.at(-1)?.note;
    if (note === undefined) {
      if (found.size > 0 && whole) throw new Error(`\`${path}\` is no witness`);
      return { written: 0, whole };
    }
    const written = claimedSize(note) ?? 0;
    const [own] = await this.#source.checkpoints(written - 1);
    if (own?.note !== note) throw new Error(`\`${path}\` is the witness of another log`);
    return { written, whole };
  }
}

function nothingThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Appends whole lines and waits until they are on the disk, the name of a new file too. */
async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(lines);
    await file.sync();
  } finally {
    await file.close();
  }
  if (platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
