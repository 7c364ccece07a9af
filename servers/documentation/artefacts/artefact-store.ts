/**
 * @module artefact-store: writes files below `artifacts/` and records them in the log.
 *
 * INVARIANT: every file with an event exists completely, at its path or staged, and every file at its path has an
 * event. A file is first written to `artifacts/.staged/` under the id of its event, then the event is committed, and
 * then the file is moved to its path. After a crash, the next writer deletes staged files without an event and moves
 * the others.
 */
import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { FileReader } from '../../../governance/access/file-reading.ts';
import type { Staged, Staging } from '../../../governance/tool/define.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { makeFolder } from '../../../kernel/base/files/make-folder.ts';
import { absent, linkOnTheWay } from '../../../kernel/base/files/path-below.ts';
import { systemErrorText } from '../../../kernel/base/files/system-error.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { artefactsAt, type StoredEvent } from '../../../schemas/events.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { type ArtefactEvent, isArtefact, newestArtefact } from '../../files/artefact-events.ts';

/** Folder of staged files. Its leading dot excludes it from the paths that callers may use. */
const STAGED = '.staged';
/** Age after which a staged file without an event is deleted, ms; no tool call takes this long. */
const ORPHAN_MS = 3_600_000;

/** Dependencies of the store. */
export type ArtefactSources = {
  /** Absolute path of `artifacts/`. */
  readonly folder: string;
  readonly events: Pick<LedgerRead, 'eventById' | 'eventsOfAggregate'>;
  /** Current READ scope of a principal. */
  readonly readerOf: (principal: Principal) => FileReader;
  readonly now: () => number;
  readonly log: (line: string) => void;
};

/** A file to be written. */
export type Content = {
  /** Path relative to `artifacts/`, created by `pathBelow`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** The requesting principal. */
  readonly by: Maker;
};

/** State of a path when its writer checked it. */
type PathState = {
  /**
   * Event id of the newest record of the path; null if there is none. The keeper refuses to commit the new record if
   * another record has been added in the meantime.
   */
  readonly replaces: string | null;
  /** Whether the same content existed without a record. Its owner is unknown, so later exports may not replace it. */
  readonly found: boolean;
};

/** A staged file, and the previous state of its path. */
export type StagedFile = PathState & { readonly staged: Staged };

/** The principal for which a file is written. */
export type Maker = Pick<Principal, 'user_id' | 'agent_id'>;

/** The refusal EXPORT_FAILED. */
function exportFailed(message: string, next: string): Refusal {
  return new Refusal('EXPORT_FAILED', message, next);
}

/** Number of records per read. */
const PAGE = 200;
/** Maximum number of attempts to move a file to its path while other processes remove the folder. */
const RENAMES_MAX = 10;
/** Maximum number of entries in the cache of sole writers. */
const MAX_SOLE_WRITERS = 1000;

/** Next step for a path that cannot be written. */
const OTHER_PATH = 'give another `path`, or leave it out';

/** The files of one workspace, for one process. */
export class ArtefactStore implements Staging {
  readonly #sources: ArtefactSources;
  /** Cache of sole writers, by path and writer: the record up to which only this writer has written to the path. */
  readonly #soleWriters = new Map<string, StoredEvent>();
  /**
   * Fingerprint of the foreign file that occupies the path of a staged file, by name of the staged file. The staged
   * file is only tried again if the fingerprint changes.
   */
  readonly #blocked = new Map<string, string>();

  constructor(sources: ArtefactSources) {
    this.#sources = sources;
  }

  /** Absolute path of a file. */
  at(path: string): string {
    return join(this.#sources.folder, ...path.split('/'));
  }

  /** The event of the last file written to a path; null if there is none. */
  async newest(path: string): Promise<ArtefactEvent | null> {
    return await newestArtefact(this.#sources.events, path);
  }

  /** Digest of the READ scope of a principal, for the record of a file with a part of the model. */
  sightOf(principal: Principal): string {
    return this.#sources.readerOf(principal).sight;
  }

  /**
   * Refuses EXPORT_FAILED if the file cannot be written: its path contains a link, or the existing entry is a folder,
   * is read-only, or has other content and was not written by the requesting principal alone.
   */
  async assertWritable({ path, sha256, by }: Omit<Content, 'bytes'>): Promise<PathState> {
    const newest = await this.newest(path);
    let found = false;
    await onDisk(async () => {
      const link = await linkOnTheWay(this.#sources.folder, path);
      if (link !== null) {
        throw exportFailed(
          `\`${path}\` leads through a link or an entry that is not a folder`,
          OTHER_PATH,
        );
      }
      const stat = await lstat(this.at(path)).catch(absent);
      if (stat === null) return;
      if (!stat.isFile()) throw exportFailed(`\`${path}\` is a folder`, OTHER_PATH);
      // A caller with write access to the folder could replace the file anyway; the mark is respected as intent.
      if ((stat.mode & 0o222) === 0) throw exportFailed(`\`${path}\` is read-only`, OTHER_PATH);
      const there = sha256Hex(await readFile(this.at(path)));
      found = there === sha256 && newest === null;
      if (there === sha256) return;
      const last = await this.#soleRecordOf(path, by);
      if (last?.payload.file.sha256 === there) return;
      throw exportFailed(
        `\`${path}\` is a file that you did not export, or that was changed since`,
        `${OTHER_PATH}; a person can move the file away`,
      );
    });
    return { replaces: newest?.event_id ?? null, found };
  }

  /** The newest record of a path if `by` has written all files that were ever at this path; otherwise null. */
  async #soleRecordOf(path: string, by: Maker): Promise<ArtefactEvent | null> {
    const key = JSON.stringify([path, by.user_id, by.agent_id]);
    const known = this.#soleWriters.get(key);
    const newest = await this.newest(path);
    for await (const event of this.#recordsOf(path)) {
      if (event.event_id === known?.event_id) break;
      if (!mayReplace(by, event)) return null;
    }
    this.#soleWriters.delete(key);
    if (newest !== null) this.#soleWriters.set(key, newest);
    for (const oldest of this.#soleWriters.keys()) {
      if (this.#soleWriters.size <= MAX_SOLE_WRITERS) break;
      this.#soleWriters.delete(oldest);
    }
    return newest;
  }

  /** All records of a path, newest first. */
  async *#recordsOf(path: string): AsyncGenerator<StoredEvent> {
    for (let before: number | undefined; ;) {
      const page = await this.#sources.events.eventsOfAggregate(
        artefactsAt(path),
        null,
        PAGE,
        before,
      );
      yield* page;
      if (page.length < PAGE) return;
      before = page.at(-1)?.seq;
    }
  }

  /**
   * Writes a staged file and reads it back. `complete` moves it to its path after the event `event_id` is committed.
   */
  async stage(event_id: string, { path, bytes, sha256, by }: Content): Promise<StagedFile> {
    await this.settle();
    const there = await this.assertWritable({ path, sha256, by });
    const at = this.#staged(event_id);
    const folders: string[] = [];
    const staged = { event_id, path, sha256, folders };
    try {
      await onDisk(async () => {
        makeFolder(dirname(at), 0o700);
        folders.push(...(await missingFolders(dirname(this.at(path)))));
        makeFolder(dirname(this.at(path)));
        await assertAcceptsFiles(dirname(this.at(path)));
        await writeDurably(at, bytes);
        if (sha256Hex(await readFile(at)) !== sha256) {
          throw exportFailed(
            'the file read back differs from the one that was written',
            'check the disk',
          );
        }
      });
    } catch (error) {
      await this.abandon(staged);
      throw error;
    }
    return { ...there, staged };
  }

  /** Moves a staged file to its path after its event was committed. */
  async complete({ event_id, path, sha256 }: Staged): Promise<void> {
    await this.#place(event_id, { path, sha256 });
  }

  /** Deletes a staged file, and the folders created for it if they are empty. */
  async abandon({ event_id, folders }: Staged): Promise<void> {
    await rm(this.#staged(event_id), { force: true }).catch(() => undefined);
    for (const folder of folders) await rmdir(folder).catch(() => undefined);
  }

  /**
   * Completes interrupted writes: moves staged files with an event to their paths, and deletes old ones without event.
   */
  async settle(): Promise<void> {
    await onDisk(async () => {
      if ((await linkOnTheWay(this.#sources.folder, STAGED)) !== null) {
        throw exportFailed(
          `\`${STAGED}\` below artifacts/ is not a folder`,
          'delete it, then call again',
        );
      }
      await this.#settleEach();
    });
  }

  async #settleEach(): Promise<void> {
    const { events, folder, log, now } = this.#sources;
    const names = (await readdir(join(folder, STAGED)).catch(absent)) ?? [];
    for (const name of this.#blocked.keys()) {
      if (!names.includes(name)) this.#blocked.delete(name);
    }
    for (const name of names) {
      const event = await events.eventById(name);
      if (event === null) {
        const stat = await lstat(this.#staged(name)).catch(absent);
        if (stat !== null && now() - stat.mtimeMs > ORPHAN_MS) {
          await rm(this.#staged(name), { force: true });
        }
      } else if (isArtefact(event)) {
        const { file } = event.payload;
        try {
          if (this.#blocked.get(name) === (await this.#statOf(file.path))) continue;
          await this.#place(name, file);
        } catch (error) {
          log(`a staged export still cannot be moved to its path: ${String(error)}`);
        }
      }
    }
  }

  /**
   * Fingerprint of the file at a path from its metadata; changes if the file is replaced or modified; '' for no file.
   */
  async #statOf(path: string): Promise<string> {
    const stat = await lstat(this.at(path)).catch(absent);
    return stat === null ? '' : [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  }

  #staged(event_id: string): string {
    return join(this.#sources.folder, STAGED, event_id);
  }

  /**
   * Moves a staged file to its path. Another process may already have moved it. A process that abandons another file
   * may remove the folder in the meantime, if it had created it and it is empty; the folder is then created again.
   */
  async #rename(event_id: string, path: string): Promise<void> {
    for (let attempt = 0; attempt < RENAMES_MAX; attempt += 1) {
      makeFolder(dirname(this.at(path)));
      const renamed = await rename(this.#staged(event_id), this.at(path)).catch(absent);
      const left = await lstat(this.#staged(event_id)).catch(absent);
      if (renamed !== null || left === null) return;
    }
  }

  /** Whether the file at a path has the content of one of its records; true if there is no file. */
  async #isRecorded(path: string): Promise<boolean> {
    const there = await readFile(this.at(path)).catch(absent);
    if (there === null) return true;
    const sha256 = sha256Hex(there);
    for await (const event of this.#recordsOf(path)) {
      if (isArtefact(event) && event.payload.file.sha256 === sha256) return true;
    }
    return false;
  }

  /**
   * Moves a staged file to its path and reads it back. If a later export with other content exists, the staged file is
   * deleted. A file that a person has put or changed there in the meantime is kept, and the staged file remains.
   */
  async #place(
    event_id: string,
    { path, sha256 }: Pick<Content, 'path' | 'sha256'>,
  ): Promise<void> {
    const last = await this.newest(path);
    const isSuperseded = last !== null && last.event_id !== event_id;
    if (isSuperseded && last.payload.file.sha256 !== sha256) {
      await rm(this.#staged(event_id), { force: true });
      throw exportFailed(`another export to \`${path}\` came after this one`, 'call again');
    }
    await onDisk(async () => {
      const link = await linkOnTheWay(this.#sources.folder, path);
      if (link !== null) throw exportFailed(`\`${path}\` leads through a link now`, OTHER_PATH);
      const stat = await this.#statOf(path);
      if (!(await this.#isRecorded(path))) {
        if (stat !== '') this.#blocked.set(event_id, stat);
        throw exportFailed(
          `\`${path}\` now contains a file that no export wrote; the new export is recorded and remains staged`,
          'a person can move that file away, and the next export then puts the staged one there; or export to another `path`',
        );
      }
      await this.#rename(event_id, path);
      const there = await readFile(this.at(path));
      if (sha256Hex(there) !== sha256) {
        throw exportFailed(
          `the file read back at \`${path}\` differs from the one that was written`,
          'call again',
        );
      }
    });
  }
}

/** Whether a principal may replace a file: an agent its own files, a person also those of their agents. */
function mayReplace({ user_id, agent_id }: Maker, event: StoredEvent): boolean {
  if (isArtefact(event) && event.payload.found === true) return false;
  return event.user_id === user_id && (agent_id === null || event.agent_id === agent_id);
}

/** Missing folders above a path, the innermost first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = folder; (await lstat(at).catch(absent)) === null; at = dirname(at)) {
    missing.push(at);
  }
  return missing;
}

/** Creates and deletes a file, so that missing permissions, exceeded quotas and read-only disks are detected early. */
async function assertAcceptsFiles(folder: string): Promise<void> {
  const probe = join(folder, `.${randomUUID()}.probe`);
  await (await open(probe, 'wx', 0o600)).close();
  await rm(probe, { force: true });
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Runs `work`; a system error becomes EXPORT_FAILED. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = systemErrorText(error);
    if (text === null) throw error;
    throw exportFailed(text.message, text.next);
  }
}
