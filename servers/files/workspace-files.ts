/**
 * @module workspace-files: the files below `artifacts/`, as one principal may read them.
 *
 * INVARIANT: no other code opens a file below `artifacts/` by a path that a caller gave.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import type { FileOrigin, FileReader } from '../../governance/access/file-reading.ts';
import { pathBelow } from '../../kernel/files/path-below.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { assertBelow, missingFile, openBelow } from '../../kernel/runners/task/open-below.ts';
import { TaskStop } from '../../kernel/runners/task/task-stop.ts';
import type { Principal } from '../../schemas/governance.ts';
import { newestArtefact } from './artefact-events.ts';
import { runFileIn } from './run-folder.ts';

/** What the files are read with. */
export type WorkspaceFilesSources = {
  /** Absolute path of `artifacts/`. */
  readonly folder: string;
  readonly events: Pick<LedgerRead, 'eventsOfAggregate'>;
  readonly readerOf: (principal: Principal) => FileReader;
  /** Whether the file at a path below `artifacts/` is closed to everybody for now. */
  readonly isSealed: (path: string) => Promise<boolean>;
};

/** Where a file comes from, and the digest that its content has if it is still that file. */
type Known = {
  readonly origin: FileOrigin;
  readonly sha256: string | null;
  /** Null where no record says it. */
  readonly bytes: number | null;
};

const UNKNOWN: Known = { origin: null, sha256: null, bytes: null };

const PIECE_BYTES = 1_048_576;

/** The files of one workspace, as one process reads them. */
export class WorkspaceFiles {
  /** Absolute path of `artifacts/`. */
  readonly folder: string;
  readonly readerOf: WorkspaceFilesSources['readerOf'];
  readonly #sources: WorkspaceFilesSources;

  constructor(sources: WorkspaceFilesSources) {
    this.folder = sources.folder;
    this.readerOf = sources.readerOf;
    this.#sources = sources;
  }

  /**
   * Opens a file for a principal; the position of the handle is 0, and the caller closes it. A file that the principal may
   * not read is refused exactly like one that does not exist, and the disk is not touched for it. Without a full READ, the
   * content must still be what its record says: a file that was put in its place is of unknown origin.
   *
   * @param path below `artifacts/`, with `/`
   * @throws {TaskStop} TOOL_FAIL for no file, TOOL_UNSAFE for a path that leaves the folder or leads to no regular file,
   * BOUND_DATA for a file that is too large
   */
  async open(path: string, principal: Principal): Promise<FileHandle> {
    assertBelow(this.folder, path);
    const reader = this.readerOf(principal);
    const known = reader.readsAll ? null : await this.#known(path);
    if (known !== null && !reader.mayRead(known.origin)) throw missingFile(path);
    const { handle, below } = await openBelow(this.folder, path);
    try {
      const isHidden = below.split('/').some((part) => part.startsWith('.'));
      if (isHidden || (await this.#sources.isSealed(below))) throw missingFile(path);
      // A link would lead to a file that nobody was asked about.
      if (known !== null && below !== path) throw missingFile(path);
      if (known !== null && (await sha256Of(handle)) !== known.sha256) throw missingFile(path);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Whether the principal may read the file at a path, whether or not there is one. Its content is not looked at, but one
   * of another size is not the file that its record means.
   *
   * @param size that of the file, bytes, where it is known
   */
  async mayRead(path: string, principal: Principal, size?: number): Promise<boolean> {
    const reader = this.readerOf(principal);
    if (reader.readsAll) return !(await this.#sources.isSealed(path));
    const { origin, bytes } = await this.#known(path);
    return reader.mayRead(origin) && (size === undefined || bytes === null || size === bytes);
  }

  /** Whether there is a file at a path for the principal: false exactly where `open` says that there is none. */
  async has(path: string, principal: Principal): Promise<boolean> {
    try {
      await (await this.open(path, principal)).close();
      return true;
    } catch (error) {
      if (error instanceof TaskStop) return error.code !== 'TOOL_FAIL';
      throw error;
    }
  }

  async #known(path: string): Promise<Known> {
    const below = pathBelow(path);
    if (!below.ok || below.path !== path) return UNKNOWN;
    const made = runFileIn(path);
    if (made !== null) {
      const { sight, sha256 } = made;
      return { origin: { kind: 'run', sight }, sha256, bytes: null };
    }
    const event = await newestArtefact(this.#sources.events, path);
    if (event === null) return UNKNOWN;
    const { whole, file, sight = null, of_files = false } = event.payload;
    const origin = { kind: 'export', branch: event.branch, whole, sight, of_files } as const;
    return { origin, sha256: file.sha256, bytes: file.bytes };
  }
}

/** Digest of a whole file. Reads at explicit positions, so that the position of the handle stays 0. */
async function sha256Of(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const piece = new Uint8Array(PIECE_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
}
