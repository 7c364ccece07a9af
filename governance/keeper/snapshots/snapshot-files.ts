/** @module snapshot files: the snapshots that a workspace keeps beside its store; a cache, to be removed at any time. */
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { GENESIS } from '../../../kernel/canonical/chain.ts';
import { writeFileAtomically } from '../../../kernel/files/write-file-atomically.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { openKeeperLock } from '../thread/keeper-lock.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { seal, sealSecret, type SnapshotKey, unseal, type Unsealed } from './snapshot-seal.ts';

/** What is read of the ledger to check that a snapshot belongs to it. */
export type SnapshotLedger = Pick<LedgerRead, 'eventsAfter' | 'auditAfter' | 'auditHead'>;

const NAME = /^model-(\d{15})\.snapshot$/;
const SEQ_DIGITS = 15;
/** The newest ones that are kept whatever their distance. */
const KEPT_NEWEST = 2;
/** Beyond them, one in each range of ages: of so many events, then each range so many times as long. */
const FIRST_AGE = 20_000;
const AGE_FACTOR = 4;

/** Seqs of the snapshots that are kept: the newest, and of the older ones the oldest in each range of ages. */
export function keptSnapshots(seqs: readonly number[]): ReadonlySet<number> {
  const newestFirst = seqs.toSorted((a, b) => b - a);
  const kept = new Set(newestFirst.slice(0, KEPT_NEWEST));
  const [newest = 0] = newestFirst;
  const oldest = new Map<number, number>();
  for (const seq of newestFirst.slice(KEPT_NEWEST)) {
    const age = Math.max(1, (newest - seq) / FIRST_AGE);
    oldest.set(Math.floor(Math.log(age) / Math.log(AGE_FACTOR)), seq);
  }
  for (const seq of oldest.values()) kept.add(seq);
  return kept;
}

/** The snapshots of one workspace that this code has made. */
export class SnapshotFiles {
  readonly #folder: string;
  readonly #secret: Buffer;
  readonly #code: string;

  /** Throws where the key of the log cannot be read. */
  constructor(paths: WorkspacePaths, code: string) {
    this.#folder = join(paths.inner, 'cache');
    this.#secret = sealSecret(paths);
    this.#code = code;
  }

  /** Seqs of the files there are, newest first. */
  async seqs(): Promise<readonly number[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    return names
      .flatMap((name) => {
        const [, digits] = NAME.exec(name) ?? [];
        return digits === undefined ? [] : [Number(digits)];
      })
      .toSorted((a, b) => b - a);
  }

  /** One snapshot; null where it is not there, its seal does not hold or it is not of this ledger and code. */
  async read(seq: number, ledger: SnapshotLedger): Promise<Unsealed | null> {
    const path = this.#path(seq);
    // Reading what is no file, a pipe for one, may never end.
    const isFile = await lstat(path).then(
      (status) => status.isFile(),
      () => false,
    );
    const file = isFile ? await readFile(path).catch(() => null) : null;
    const found = file === null ? null : await unseal(file, this.#secret);
    return found !== null && found.key.seq === seq && (await this.#fits(found.key, ledger))
      ? found
      : null;
  }

  async #fits(key: SnapshotKey, ledger: SnapshotLedger): Promise<boolean> {
    if (key.code !== this.#code) return false;
    const [event] = await ledger.eventsAfter(key.seq - 1, 1);
    if (event?.seq !== key.seq || event.event_id !== key.event_id) return false;
    if (key.audit_seq === 0) return key.audit_hash === GENESIS;
    const [entry] = await ledger.auditAfter(key.audit_seq - 1, 1);
    return entry?.seq === key.audit_seq && entry.hash === key.audit_hash;
  }

  /** The key of a snapshot up to event `seq`, which is the last that `ledger` has; null when it is not there. */
  async keyAt(seq: number, ledger: SnapshotLedger): Promise<SnapshotKey | null> {
    const [event, later] = await ledger.eventsAfter(seq - 1, 2);
    if (event?.seq !== seq || later !== undefined) return null;
    const head = await ledger.auditHead();
    return {
      seq,
      event_id: event.event_id,
      audit_seq: head?.seq ?? 0,
      audit_hash: head?.hash ?? GENESIS,
      code: this.#code,
    };
  }

  /** Writes a snapshot and removes those that need not be kept. Throws where the folder cannot be written. */
  async write(snapshot: Unsealed): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { seq } = snapshot.key;
    const file = await seal(snapshot, this.#secret);
    await writeFileAtomically(this.#path(seq), file, { unique: String(process.pid) });
    const seqs = await this.seqs();
    const kept = keptSnapshots(seqs);
    for (const other of seqs) if (!kept.has(other)) await this.remove(other);
  }

  /** Removes a snapshot; one that cannot be removed does no harm. */
  async remove(seq: number): Promise<void> {
    await rm(this.#path(seq), { force: true }).catch(() => undefined);
  }

  /**
   * Runs `make` where no other process makes a snapshot of this workspace; false where one does. Throws where the folder
   * cannot be written.
   */
  async alone(make: () => Promise<void>): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const lock = openKeeperLock(join(this.#folder, 'model.lock'));
    try {
      if (!lock.acquire()) return false;
      await this.#removeParts();
      await make();
      return true;
    } finally {
      lock.release();
      lock.close();
    }
  }

  /** Left by a process that ended while it wrote. */
  async #removeParts(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (/^model-.*\.part$/.test(name)) await rm(join(this.#folder, name), { force: true });
    }
  }

  #path(seq: number): string {
    return join(this.#folder, `model-${String(seq).padStart(SEQ_DIGITS, '0')}.snapshot`);
  }
}
