/** @module snapshot-files: the model snapshots in the cache of a workspace, which may be deleted at any time. */
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { GENESIS } from '../../../kernel/base/canonical/chain.ts';
import { writeFileAtomically } from '../../../kernel/base/files/write-file-atomically.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { openKeeperLock } from '../thread/keeper-lock.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import { seal, sealSecret, type SnapshotKey, unseal, type Unsealed } from './snapshot-seal.ts';

/** The reads of the ledger that check whether a snapshot belongs to it. */
export type SnapshotLedger = Pick<LedgerRead, 'eventsAfter' | 'auditAfter' | 'auditHead'>;

const NAME = /^model-(\d{15})\.snapshot$/;
const SEQ_DIGITS = 15;
/** Number of newest snapshots that are always kept. */
const KEPT_NEWEST = 2;
/** One older snapshot is kept per range of ages: size of the first range (events), and growth factor of the next ones. */
const FIRST_AGE = 20_000;
const AGE_FACTOR = 4;

/** Seqs of the snapshots to keep: the newest ones, and the oldest one in each range of ages. */
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

  /** Throws if the key of the log cannot be read. */
  constructor(paths: WorkspacePaths, code: string) {
    this.#folder = join(paths.inner, 'cache');
    this.#secret = sealSecret(paths);
    this.#code = code;
  }

  /** Seqs of the existing files, newest first. */
  async seqs(): Promise<readonly number[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    return names
      .flatMap((name) => {
        const [, digits] = NAME.exec(name) ?? [];
        return digits === undefined ? [] : [Number(digits)];
      })
      .toSorted((a, b) => b - a);
  }

  /** A snapshot; null if it does not exist, its seal is invalid, or it belongs to another ledger or other code. */
  async read(seq: number, ledger: SnapshotLedger): Promise<Unsealed | null> {
    const path = this.#path(seq);
    // Reading a pipe may never end.
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

  /** The key of a snapshot up to event `seq`, the last one of `ledger`; null if there is no such event or a later one. */
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

  /** Writes a snapshot and removes outdated ones. Throws if the folder cannot be written. */
  async write(snapshot: Unsealed): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { seq } = snapshot.key;
    const file = await seal(snapshot, this.#secret);
    await writeFileAtomically(this.#path(seq), file, { unique: String(process.pid) });
    const seqs = await this.seqs();
    const kept = keptSnapshots(seqs);
    for (const other of seqs) if (!kept.has(other)) await this.remove(other);
  }

  /** Removes a snapshot. A failure is ignored, because a remaining file is harmless. */
  async remove(seq: number): Promise<void> {
    await rm(this.#path(seq), { force: true }).catch(() => undefined);
  }

  /**
   * Runs `make` unless another process is making a snapshot of this workspace; then returns false. Throws if the folder
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

  /** Removes partial files of processes that were killed. */
  async #removeParts(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (/^model-.*\.part$/.test(name)) await rm(join(this.#folder, name), { force: true });
    }
  }

  #path(seq: number): string {
    return join(this.#folder, `model-${String(seq).padStart(SEQ_DIGITS, '0')}.snapshot`);
  }
}
