/** @module made-files: the files that the log records, and whether the files on disk are still these. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { absent, linkOnTheWay, pathBelow } from '../../../kernel/base/files/path-below.ts';
import { systemCause } from '../../../kernel/base/files/system-error.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { artefactsAt, type StoredEvent } from '../../../schemas/events.ts';
import type { FileRow, FileState } from './report-data.ts';

/** A file as an event or an entry records it. */
export type RecordedFile = Pick<FileRow, 'path' | 'media_type' | 'bytes' | 'sha256'>;

/** The files that an event records; experiments record digests without lengths. */
export function filesOf(event: StoredEvent): readonly RecordedFile[] {
  if (event.type === 'export.created' || event.type === 'schedule.generated') {
    return [event.payload.file];
  }
  if (event.type !== 'experiment.run' || event.payload.kind === 'live') return [];
  const { folder, files } = event.payload;
  return Object.entries(files).map(([name, sha256]) => ({
    path: `${folder}/${name}`,
    media_type: null,
    bytes: null,
    sha256,
  }));
}

/** Compares recorded files with those on disk. */
export class FilesOnDisk {
  readonly #artifacts: string;
  readonly #reader: Pick<SqliteReader, 'eventsOfAggregate'>;
  /** Digest of each file that was read, or why there is none. */
  readonly #read = new Map<string, Exclude<FileState, { state: 'same' | 'replaced' }>>();

  /** `artifacts`: the folder of the workspace in which the paths are. */
  constructor(artifacts: string, reader: Pick<SqliteReader, 'eventsOfAggregate'>) {
    this.#artifacts = artifacts;
    this.#reader = reader;
  }

  /** The state of a recorded file now. */
  async stateOf({ path, sha256 }: RecordedFile): Promise<FileState> {
    const now = this.#read.get(path) ?? (await digestBelow(this.#artifacts, path));
    this.#read.set(path, now);
    if (now.state !== 'differs') return now;
    if (now.sha256 === sha256) return { state: 'same' };
    const [newest] = this.#reader.eventsOfAggregate(artefactsAt(path), null, 1);
    const replaced =
      newest !== undefined &&
      filesOf(newest).some((file) => file.path === path && file.sha256 === now.sha256);
    return replaced ? { state: 'replaced', event_seq: newest.seq, sha256: now.sha256 } : now;
  }
}

/** The digest of a file, as a difference; links are not followed. */
async function digestBelow(
  folder: string,
  path: string,
): Promise<Exclude<FileState, { state: 'same' | 'replaced' }>> {
  const below = pathBelow(path);
  if (!below.ok) return { state: 'not_read', because: `the path is invalid: ${below.because}` };
  try {
    if ((await linkOnTheWay(folder, below.path)) !== null) {
      return { state: 'not_read', because: 'a part of the path is no folder or no regular file' };
    }
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, below.path)), hash);
    return { state: 'differs', sha256: hash.digest('hex') };
  } catch (error) {
    const cause = systemCause(error);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return absent(error) ?? { state: 'missing' };
    }
    if (cause === null) throw error;
    return { state: 'not_read', because: cause };
  }
}
