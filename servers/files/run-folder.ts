/** @module run-folder: the folders below `artifacts/` of what one principal makes: whose the files are is in their path. */
import type { FileReader } from '../../governance/access/file-reading.ts';
import type { Principal } from '../../schemas/governance.ts';

/** The folder of the folders of those who see a part of the building. */
export const PARTS = 'parts';

/** The folder for exports of a principal that sees a part of the building. */
export function partsFolderOf({
  agent_id,
  user_id,
}: Pick<Principal, 'agent_id' | 'user_id'>): string {
  return `${PARTS}/${agent_id ?? user_id}`;
}

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
