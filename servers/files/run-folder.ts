/** @module run-folder: the folder below `artifacts/` for files that tool runs make: whose they are, and what they hold, is in their path. */
import type { FileReader } from '../../governance/access/file-reading.ts';

const FOLDER = 'mpt';

/** A file of a run that somebody with a restricted READ has made: its maker, and the digest of its content. */
const OWN = new RegExp(`^${FOLDER}/([0-9a-f]{32})/([0-9a-f]{64})(?:\\.[a-zA-Z0-9]{1,8})?$`, 'u');

/**
 * The folder for files of the runs of a principal. With a full READ all share one; anybody else has a folder for what it
 * made with its present READ.
 */
export function runFolderOf({ readsAll, sight }: Pick<FileReader, 'readsAll' | 'sight'>): string {
  return readsAll ? FOLDER : `${FOLDER}/${sight}`;
}

/** What the path of a run's file says of it; null for every other path. */
export function runFileIn(
  path: string,
): { readonly sight: string; readonly sha256: string } | null {
  const [, sight, sha256] = OWN.exec(path) ?? [];
  return sight === undefined || sha256 === undefined ? null : { sight, sha256 };
}
