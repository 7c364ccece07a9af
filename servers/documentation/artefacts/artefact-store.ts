/**
 * @module artefact-store: files below `artifacts/` that the log vouches for.
 *
 * INVARIANT: an event that names a file has it, in its place or staged whole beside; a file that is put in its place has
 * an event. A file is written under the id of its event to `artifacts/.staged/`, the event is committed, and then the
 * file is renamed. Who ends in between leaves either a staged file without an event, which goes, or one with an event,
 * which whoever writes next puts in its place.
 */
import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { FileReader } from '../../../governance/access/file-reading.ts';
import type { Prepared } from '../../../governance/tool/define.ts';
import { sha256Hex } from '../../../kernel/canonical/hash.ts';
import { makeFolder } from '../../../kernel/files/make-folder.ts';
import { absent, linkOnTheWay } from '../../../kernel/files/path-below.ts';
import { systemErrorText } from '../../../kernel/files/system-error.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { artefactsAt, type StoredEvent } from '../../../schemas/events.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { type ArtefactEvent, isArtefact, newestArtefact } from '../../files/artefact-events.ts';

/** Folder of files that wait for their event; no path that is given leads into it. */
const STAGED = '.staged';
/** A staged file without an event is given up after this (ms): no run takes so long. */
const ORPHAN_MS = 3_600_000;

/** What the store needs. */
export type ArtefactSources = {
  /** Absolute path of `artifacts/`. */
  readonly folder: string;
  readonly events: Pick<LedgerRead, 'eventById' | 'eventsOfAggregate'>;
  /** What a principal may read now. */
  readonly readerOf: (principal: Principal) => FileReader;
  readonly now: () => number;
  readonly log: (line: string) => void;
};

/** A file as it will be. */
export type Content = {
  /** Below `artifacts/`, made by `pathBelow`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Who asks for it. */
  readonly by: Maker;
};

/** What its writer saw at the path of a file. */
type There = {
  /** Id of the newest record of the path, null where there is none: the keeper refuses a file if it is another by then. */
  readonly replaces: string | null;
  /** Whether the same file lay there without a record: whose it is nobody knows, so its exporter may not replace it. */
  readonly found: boolean;
};

/** A file next to its place. */
export type Staged = Prepared & There;

/** Who makes a file. */
export type Maker = Pick<Principal, 'user_id' | 'agent_id'>;

/** Refuses EXPORT_FAILED. */
function failed(message: string, next: string): Refusal {
  return new Refusal('EXPORT_FAILED', message, next);
}

/** Records that are read at once. */
const PAGE = 200;
/** How often a file is put in its place where others take its folder away. */
const RENAMES_MAX = 10;
/** Paths with their makers for which it is remembered up to which record they are the only maker. */
const MAKERS_KEPT = 1000;

const OTHER_PATH = 'give another `path`, or leave it out';

/** The files of one workspace, as one process uses them. */
export class ArtefactStore {
  readonly #sources: ArtefactSources;
  /** By path and maker, the newest record up to which that maker alone has written there. */
  readonly #alone = new Map<string, StoredEvent>();
  /** By staged file whose place another file has, what that looked like: it is not read again before that changes. */
  readonly #barred = new Map<string, string>();

  constructor(sources: ArtefactSources) {
    this.#sources = sources;
  }

  /** Absolute path of a file. */
  at(path: string): string {
    return join(this.#sources.folder, ...path.split('/'));
  }

  /** The event of the file that was last written to a path; null where none was. */
  async newest(path: string): Promise<ArtefactEvent | null> {
    return await newestArtefact(this.#sources.events, path);
  }

  /** The sight of a principal: what the record of a file that shows a part says of its maker. */
  sightOf(principal: Principal): string {
    return this.#sources.readerOf(principal).sight;
  }

  /**
   * Refuses EXPORT_FAILED where a file cannot be put: the way there has a link, what is there is no file, is read-only, or
   * is neither what is to be written nor what who asks for it, and nobody else, has last written there.
   */
  async assertWritable({ path, sha256, by }: Omit<Content, 'bytes'>): Promise<There> {
    const newest = await this.newest(path);
    let found = false;
    await onDisk(async () => {
      const link = await linkOnTheWay(this.#sources.folder, path);
      if (link !== null) {
        throw failed(`\`${path}\` leads through a link or what is no folder`, OTHER_PATH);
      }
      const stat = await lstat(this.at(path)).catch(absent);
      if (stat === null) return;
      if (!stat.isFile()) throw failed(`\`${path}\` is a folder`, OTHER_PATH);
      // Whoever may replace the folder's entries could replace it all the same: what is marked read-only is meant so.
      if ((stat.mode & 0o222) === 0) throw failed(`\`${path}\` is read-only`, OTHER_PATH);
      const there = sha256Hex(await readFile(this.at(path)));
      found = there === sha256 && newest === null;
      if (there === sha256) return;
      const last = await this.#ownAlone(path, by);
      if (last?.payload.file.sha256 === there) return;
      throw failed(
        `\`${path}\` is a file that no export of yours wrote, or that was changed since`,
        `${OTHER_PATH}; a person can move the file away`,
      );
    });
    return { replaces: newest?.event_id ?? null, found };
  }

  /** The newest record of a path; null unless `by` has made every file that was ever written there. */
  async #ownAlone(path: string, by: Maker): Promise<ArtefactEvent | null> {
    const key = JSON.stringify([path, by.user_id, by.agent_id]);
    const known = this.#alone.get(key);
    const newest = await this.newest(path);
    for await (const event of this.#recordsOf(path)) {
      if (event.event_id === known?.event_id) break;
      if (!mayReplace(by, event)) return null;
    }
    this.#alone.delete(key);
    if (newest !== null) this.#alone.set(key, newest);
    for (const oldest of this.#alone.keys()) {
      if (this.#alone.size <= MAKERS_KEPT) break;
      this.#alone.delete(oldest);
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

  /** Writes a file beside its place and reads it back; it takes its place once the event of this id is committed. */
  async stage(event_id: string, { path, bytes, sha256, by }: Content): Promise<Staged> {
    await this.settle();
    const there = await this.assertWritable({ path, sha256, by });
    const staged = this.#staged(event_id);
    const made: string[] = [];
    const abandon = async (): Promise<void> => {
      await rm(staged, { force: true }).catch(() => undefined);
      for (const folder of made) await rmdir(folder).catch(() => undefined);
    };
    try {
      await onDisk(async () => {
        makeFolder(dirname(staged), 0o700);
        made.push(...(await missingFolders(dirname(this.at(path)))));
        makeFolder(dirname(this.at(path)));
        await assertTakesFiles(dirname(this.at(path)));
        await writeDurably(staged, bytes);
        if (sha256Hex(await readFile(staged)) !== sha256) {
          throw failed('the file does not read back as it was written', 'check the disk');
        }
      });
    } catch (error) {
      await abandon();
      throw error;
    }
    return {
      ...there,
      abandon,
      complete: async () => {
        await this.#place(event_id, { path, sha256 });
      },
    };
  }

  /** Ends what others have left: staged files whose event is there take their place, the others go when they are old. */
  async settle(): Promise<void> {
    await onDisk(async () => {
      if ((await linkOnTheWay(this.#sources.folder, STAGED)) !== null) {
        throw failed(`\`${STAGED}\` below artifacts/ is no folder`, 'remove it, then call again');
      }
      await this.#settleEach();
    });
  }

  async #settleEach(): Promise<void> {
    const { events, folder, log, now } = this.#sources;
    const names = (await readdir(join(folder, STAGED)).catch(absent)) ?? [];
    for (const name of this.#barred.keys()) {
      if (!names.includes(name)) this.#barred.delete(name);
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
          if (this.#barred.get(name) === (await this.#statOf(file.path))) continue;
          await this.#place(name, file);
        } catch (error) {
          log(`an export that was left staged stays so: ${String(error)}`);
        }
      }
    }
  }

  /** The file at a path, without its content: another file, or one that was written to, gives another text; '' for none. */
  async #statOf(path: string): Promise<string> {
    const stat = await lstat(this.at(path)).catch(absent);
    return stat === null ? '' : [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  }

  #staged(event_id: string): string {
    return join(this.#sources.folder, STAGED, event_id);
  }

  /**
   * Renames a staged file to its place. Another process may have put it there; and one that abandons another file may have
   * taken away the folder, which it had made and found empty.
   */
  async #rename(event_id: string, path: string): Promise<void> {
    for (let attempt = 0; attempt < RENAMES_MAX; attempt += 1) {
      makeFolder(dirname(this.at(path)));
      const renamed = await rename(this.#staged(event_id), this.at(path)).catch(absent);
      const left = await lstat(this.#staged(event_id)).catch(absent);
      if (renamed !== null || left === null) return;
    }
  }

  /** Whether what lies at a path is what some record says of it; so it is where nothing lies there. */
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
   * Renames a staged file to its place and reads it back there; one that a later export of other bytes has overtaken goes.
   * What a person has put or changed there meanwhile stays.
   */
  async #place(
    event_id: string,
    { path, sha256 }: Pick<Content, 'path' | 'sha256'>,
  ): Promise<void> {
    const last = await this.newest(path);
    const isOvertaken = last !== null && last.event_id !== event_id;
    if (isOvertaken && last.payload.file.sha256 !== sha256) {
      await rm(this.#staged(event_id), { force: true });
      throw failed(`another export to \`${path}\` came after this one`, 'call again');
    }
    await onDisk(async () => {
      const link = await linkOnTheWay(this.#sources.folder, path);
      if (link !== null) throw failed(`\`${path}\` leads through a link now`, OTHER_PATH);
      const stat = await this.#statOf(path);
      if (!(await this.#isRecorded(path))) {
        if (stat !== '') this.#barred.set(event_id, stat);
        throw failed(
          `\`${path}\` is another file now than any export wrote; the export is recorded and waits for its place`,
          'a person can move the file away, and the next export puts this one there; or export to another `path`',
        );
      }
      await this.#rename(event_id, path);
      const there = await readFile(this.at(path));
      if (sha256Hex(there) !== sha256) {
        throw failed(`\`${path}\` does not read back as it was written`, 'call again');
      }
    });
  }
}

/** An agent replaces what it made itself, a person what they or an agent of theirs made. */
function mayReplace({ user_id, agent_id }: Maker, event: StoredEvent): boolean {
  if (isArtefact(event) && event.payload.found === true) return false;
  return event.user_id === user_id && (agent_id === null || event.agent_id === agent_id);
}

/** Folders above a path that are not there yet, the innermost first. */
async function missingFolders(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = folder; (await lstat(at).catch(absent)) === null; at = dirname(at)) {
    missing.push(at);
  }
  return missing;
}

/** Makes and removes an entry: permissions, quotas and read-only disks are judged by whoever keeps them. */
async function assertTakesFiles(folder: string): Promise<void> {
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

/** What `work` gives; an error of the system becomes EXPORT_FAILED. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = systemErrorText(error);
    if (text === null) throw error;
    throw failed(text.message, text.next);
  }
}
