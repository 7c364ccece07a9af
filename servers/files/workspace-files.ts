/**
 * @module workspace-files: opens files below `artifacts/` for a principal, according to its READ scope.
 *
 * INVARIANT: no other code opens a file below `artifacts/` by a path from a caller.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import type { FileOrigin, FileReader } from '../../governance/access/file-reading.ts';
import { pathBelow } from '../../kernel/base/files/path-below.ts';
import { printable } from '../../kernel/base/text/printable.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { assertBelow, missingFile, openBelow } from '../../kernel/tools/runners/task/open-below.ts';
import { TaskStop } from '../../kernel/tools/runners/task/task-stop.ts';
import type { Principal } from '../../schemas/governance.ts';
import { newestArtefact } from './artefact-events.ts';
import { runFileIn } from './run-folder.ts';
import { similarFiles } from './similar-files.ts';

/** Dependencies of `WorkspaceFiles`. */
export type WorkspaceFilesSources = {
  /** Absolute path of `artifacts/`. */
  readonly folder: string;
  readonly events: Pick<LedgerRead, 'eventsOfAggregate'>;
  readonly readerOf: (principal: Principal) => FileReader;
  /** Whether the file at a path below `artifacts/` is currently sealed: nobody may read it. */
  readonly isSealed: (path: string) => Promise<boolean>;
};

/** Origin, digest and size of a file according to its path or record. */
type Known = {
  readonly origin: FileOrigin;
  readonly sha256: string | null;
  /** Size; null if no record states it. */
  readonly bytes: number | null;
};

/** A file of unknown origin. */
const UNKNOWN: Known = { origin: null, sha256: null, bytes: null };

/** Number of bytes read at once. */
const PIECE_BYTES = 1_048_576;

/** The files of one workspace. */
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
   * Opens a file for a principal. The position of the handle is 0; the caller must close it. A file that the principal
   * may not read is refused exactly like a missing one, without access to the disk. For a restricted READ scope, the
   * content must match its record; otherwise its origin is unknown.
   *
   * @param path path relative to `artifacts/`, with `/` as separator
   * @throws {TaskStop} TOOL_FAIL for a missing file, TOOL_UNSAFE for a path outside the folder or not of a regular
   * file, BOUND_DATA for a file that is too large
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
      // `path` leads through a link, whose target was not checked against the permissions.
      if (known !== null && below !== path) throw missingFile(path);
      if (known !== null && (await sha256Of(handle)) !== known.sha256) throw missingFile(path);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Whether the principal may read the file at a path, which need not exist. The content is not read; if the size is
   * known, it must match the record.
   *
   * @param size size of the file, bytes
   */
  async mayRead(path: string, principal: Principal, size?: number): Promise<boolean> {
    const reader = this.readerOf(principal);
    if (reader.readsAll) return !(await this.#sources.isSealed(path));
    const { origin, bytes } = await this.#known(path);
    return reader.mayRead(origin) && (size === undefined || bytes === null || size === bytes);
  }

  /** Whether a file exists at a path for the principal: false if `open` reports it as missing. */
  async has(path: string, principal: Principal): Promise<boolean> {
    try {
      await (await this.open(path, principal)).close();
      return true;
    } catch (error) {
      if (error instanceof TaskStop) return error.code !== 'TOOL_FAIL';
      throw error;
    }
  }

  /**
   * What a principal can do about a missing file, as the end of a sentence. Names similar files to a principal that reads
   * every file; empty for any other one.
   */
  async adviceOn(path: string, principal: Principal): Promise<string> {
    if (!this.readerOf(principal).readsAll) return '';
    const similar: string[] = [];
    for (const one of await similarFiles(this.folder, path)) {
      if (!(await this.#sources.isSealed(one))) similar.push(`\`${printable(one)}\``);
    }
    const others =
      similar.length === 0 ? '' : `, or use a file that is there: ${similar.join(', ')}`;
    return `; copy the file to artifacts/${others}`;
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

/** SHA-256 of a whole file. Reads at explicit positions, so that the position of the handle remains 0. */
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
