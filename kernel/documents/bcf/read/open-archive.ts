/** @module open-archive: reads the files of a BCF archive, an untrusted ZIP, within fixed limits. */
import { type Entry, fromBufferPromise } from 'yauzl';

import { overlappingEntry } from '../../../base/archive/overlap.ts';
import { BCF_LIMITS } from './limits.ts';
import { NoBcfFile } from './no-bcf-file.ts';

/** A file of an archive. `name` is its path in the archive with `/`. */
export type ArchiveFile = { readonly name: string; readonly content: Buffer };

/** File type bits of the external attributes of an entry from Unix, and their value for a symbolic link. */
const [FILE_TYPE, SYMBOLIC_LINK] = [0o170000, 0o120000];
/** Characters of a name in a message. */
const NAME_SHOWN = 80;

/**
 * The files of an archive in its order, without folders. All entries are checked before the first one is inflated.
 *
 * @param isWanted whether a file of this name is inflated; the others are left out
 * @throws {NoBcfFile} if it is no ZIP archive, exceeds a limit, or has a password, a symbolic link, a path that leaves the
 *   archive, entries that overlap, or two files of one name
 */
export async function openArchive(
  bytes: Buffer,
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly ArchiveFile[]> {
  if (bytes.length > BCF_LIMITS.archive_bytes) {
    throw new NoBcfFile(
      `received ${bytes.length} bytes, expected at most ${BCF_LIMITS.archive_bytes}`,
    );
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK') {
    throw new NoBcfFile('received a file that is no ZIP archive, expected a BCF file');
  }
  try {
    return await filesOf(bytes, isWanted);
  } catch (error) {
    if (error instanceof NoBcfFile) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new NoBcfFile(`received an archive that cannot be read (${why}), expected a BCF file`);
  }
}

async function filesOf(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
): Promise<readonly ArchiveFile[]> {
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
  const zip = await fromBufferPromise(bytes, options);
  if (zip.entryCount > BCF_LIMITS.entries) {
    throw new NoBcfFile(
      `received an archive of ${zip.entryCount} files, expected at most ${BCF_LIMITS.entries}`,
    );
  }
  const entries: Entry[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    assertEntry(entry, total);
    entries.push(entry);
  }
  assertArchive(entries, { total, stored: bytes.length });
  const files: ArchiveFile[] = [];
  for (const entry of entries) {
    if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) continue;
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
    files.push({ name: entry.fileName, content: Buffer.concat(pieces) });
  }
  return files;
}

/** Checks all entries together. `total` and `stored`: inflated bytes of all files, and bytes of the archive. */
function assertArchive(
  entries: readonly Entry[],
  { total, stored }: { readonly total: number; readonly stored: number },
): void {
  const { free_bytes, total_ratio } = BCF_LIMITS;
  if (total > free_bytes && total > stored * total_ratio) {
    throw new NoBcfFile(
      `received an archive of ${stored} bytes that inflates to ${total} bytes, expected at most ${total_ratio} times its size`,
    );
  }
  const overlapping = overlappingEntry(entries);
  if (overlapping !== null) {
    throw new NoBcfFile(
      `received an archive in which \`${overlapping.slice(0, NAME_SHOWN)}\` overlaps another file, expected files one after the other`,
    );
  }
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue;
    // Programs differ in which of two equally named files they read.
    const key = entry.fileName.toLowerCase();
    if (names.has(key)) {
      throw new NoBcfFile(`received an archive with two files named ${shown(entry)}`);
    }
    names.add(key);
  }
}

function assertEntry(entry: Entry, total: number): void {
  const { uncompressedSize: size, compressedSize: stored } = entry;
  const { file_bytes, total_bytes, ratio, free_bytes } = BCF_LIMITS;
  if (size > file_bytes || total > total_bytes) {
    throw new NoBcfFile(
      `received an archive in which ${shown(entry)} inflates to ${size} bytes, ${total} with the files before it; expected at most ${file_bytes} bytes in one file and ${total_bytes} in all`,
    );
  }
  if (size > free_bytes && size > stored * ratio) {
    throw new NoBcfFile(
      `received an archive in which ${shown(entry)} inflates from ${stored} to ${size} bytes, expected at most ${ratio} times its stored size`,
    );
  }
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) {
    throw new NoBcfFile(`received an archive with a symbolic link ${shown(entry)}, expected files`);
  }
  if (entry.isEncrypted()) {
    throw new NoBcfFile('received an archive with a password, expected one without');
  }
}

function shown({ fileName }: Entry): string {
  return `\`${fileName.slice(0, NAME_SHOWN)}\``;
}
