/** @module witness-state: stores the newest cosigned tree of each log on the disk, before the cosignature is sent. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import { DatabaseSync } from 'node:sqlite';

/** The newest tree of a log: its size, its root in hex, and the checkpoint with the cosignature. */
export type Seen = { readonly size: number; readonly root: string; readonly note: string };

/** The stored state of a witness. */
export type WitnessState = {
  /**
   * Runs `decide` on the newest tree of a log (SHA-256 of its origin in hex), exclusively among all processes, and stores its
   * result, unless it is null. The result is on the disk when this returns. A smaller tree than the stored one, or another
   * tree of its size, is never stored.
   *
   * @throws {StateFault} if the state is older than what this witness has signed
   */
  readonly advance: (log: string, decide: (seen: Seen | null) => Seen | null) => void;
  /** The stored tree of a log. */
  readonly seen: (log: string) => Seen | null;
  readonly close: () => void;
};

/** A state that must not be used for signing: another file, or an older copy. */
export class StateFault extends Error {
  override readonly name = 'StateFault';
}

/** Identifies the file (`PRAGMA application_id`), and the version of its schema. */
const [APPLICATION, VERSION] = [0x706c7774, 1];
const WAIT_MS = 5000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS changes (one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO changes VALUES (1, 0);
CREATE TABLE IF NOT EXISTS seen (log TEXT PRIMARY KEY, size INTEGER NOT NULL, root TEXT NOT NULL, note TEXT NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS seen_grows BEFORE UPDATE ON seen
WHEN NEW.size < OLD.size OR (NEW.size = OLD.size AND NEW.root <> OLD.root) OR NEW.log <> OLD.log
BEGIN SELECT RAISE(ABORT, 'a tree that was seen does not change'); END;
CREATE TRIGGER IF NOT EXISTS seen_stays BEFORE DELETE ON seen
BEGIN SELECT RAISE(ABORT, 'a tree that was seen does not change'); END;
PRAGMA application_id = ${APPLICATION};
PRAGMA user_version = ${VERSION};
`;

/**
 * Opens the state in a file. A mark next to the key has the number of changes so far, updated after each. A state with fewer
 * changes is an older copy, and so is a missing state with a mark. A copy of both cannot be detected here.
 *
 * @param isNew whether the key is being created, so that nothing can have been signed with it
 * @throws {StateFault} for another file, and for a state that is older than the mark
 */
export function openWitnessState(path: string, mark: string, isNew: boolean): WitnessState {
  if (!isNew && !(existsSync(path) && existsSync(mark))) {
    throw new StateFault(
      `\`${existsSync(path) ? mark : path}\` is missing although the key exists: the cosigned trees are unknown`,
    );
  }
  // The names of new files are on the disk before anything is signed.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const db = openFile(path);
  let count = whole(db.prepare('SELECT count FROM changes').get()?.['count']);
  if (!existsSync(mark)) writeMark(mark, count);
  const marked = markIn(mark);
  if (count < marked) {
    db.close();
    throw new StateFault(
      `\`${path}\` has ${count} changes, and its key has signed after ${marked}: it is an older copy`,
    );
  }
  const find = db.prepare('SELECT size, root, note FROM seen WHERE log = ?');
  const put = db.prepare(
    `INSERT INTO seen VALUES (?, ?, ?, ?)
     ON CONFLICT (log) DO UPDATE SET size = excluded.size, root = excluded.root, note = excluded.note`,
  );
  const seen = (log: string): Seen | null => {
    const row = find.get(log);
    if (row === undefined) return null;
    return { size: whole(row['size']), root: String(row['root']), note: String(row['note']) };
  };
  return {
    advance(log, decide) {
      // Other processes with this state wait here, so that no two decide on the same tree.
      db.exec('BEGIN IMMEDIATE');
      let changed = false;
      try {
        const now = whole(db.prepare('SELECT count FROM changes').get()?.['count']);
        if (now < count) {
          throw new StateFault(`\`${path}\` went back from ${count} changes to ${now}`);
        }
        const next = decide(seen(log));
        if (next !== null) {
          put.run(log, next.size, next.root, next.note);
          db.exec('UPDATE changes SET count = count + 1');
        }
        changed = next !== null;
        db.exec('COMMIT');
        count = changed ? now + 1 : now;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
      if (changed) writeMark(mark, count);
    },
    seen,
    close: () => {
      if (db.isOpen) db.close();
    },
  };
}

function openFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    const application = whole(db.prepare('PRAGMA application_id').get()?.['application_id']);
    const version = whole(db.prepare('PRAGMA user_version').get()?.['user_version']);
    const tables = whole(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n']);
    if (tables > 0 && (application !== APPLICATION || version !== VERSION)) {
      throw new StateFault(`\`${path}\` is not the state of a witness, or has another version`);
    }
    // A single file; with EXTRA the deletion of its journal is on the disk when a transaction has ended.
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;');
    if (tables === 0) db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    return db;
  } catch (error) {
    db.close();
    const broken = error instanceof Error && 'errcode' in error && error.errcode === 26;
    if (broken) throw new StateFault(`\`${path}\` is not the state of a witness`);
    throw error;
  }
}

function markIn(mark: string): number {
  const text = readFileSync(mark, 'utf8');
  const count = Number(text);
  if (!/^\d+\n$/.test(text) || !Number.isSafeInteger(count)) {
    throw new StateFault(`\`${mark}\` is not the mark of a witness`);
  }
  return count;
}

function writeMark(mark: string, count: number): void {
  const part = `${mark}.part`;
  const file = openSync(part, 'w', 0o600);
  try {
    writeSync(file, `${count}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, mark);
  syncFolder(dirname(mark));
}

/** Syncs the entries of a folder to the disk; not needed on Windows. */
export function syncFolder(folder: string): void {
  if (platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function whole(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new StateFault('the state of the witness has an invalid number');
}
