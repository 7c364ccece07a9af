/** @module run-folder: the folders below `artifacts/` for the files of one principal. The path identifies the owner. */
import type { FileReader } from '../../governance/access/file-reading.ts';
import type { Principal } from '../../schemas/governance.ts';

/** The parent folder of the exports of principals with a restricted READ scope. */
export const PARTS = 'parts';

/** The folder for exports of a principal with a restricted READ scope. */
export function partsFolderOf({
  agent_id,
  user_id,
}: Pick<Principal, 'agent_id' | 'user_id'>): string {
  return `${PARTS}/${agent_id ?? user_id}`;
}

/** The folder for files of runs. */
export const RUNS = 'mpt';
/** The folder for pictures of answers. */
export const PICTURES = 'pictures';

/** Name of the folder of a principal with a restricted READ scope: digest of principal and scope. */
export const SIGHT = /^[0-9a-f]{32}$/u;
/**
 * Path of a file of a run, or of a picture, of a principal with a restricted READ scope: digest of principal and scope,
 * digest of content.
 */
const OWN = new RegExp(
  `^(?:${RUNS}|${PICTURES})/([0-9a-f]{32})/([0-9a-f]{64})(?:\\.[a-zA-Z0-9]{1,8})?$`,
  'u',
);

/**
 * The folder for the files of a principal's runs. Principals with an unrestricted READ permission share one folder; any
 * other principal has a folder for its current READ scope.
 */
export function runFolderOf({ readsAll, sight }: Pick<FileReader, 'readsAll' | 'sight'>): string {
  return readsAll ? RUNS : `${RUNS}/${sight}`;
}

/** The folder for the pictures of a principal's answers, as `runFolderOf`. */
export function pictureFolderOf({
  readsAll,
  sight,
}: Pick<FileReader, 'readsAll' | 'sight'>): string {
  return readsAll ? PICTURES : `${PICTURES}/${sight}`;
}

/**
 * Owner (`sight`: digest of principal and READ scope) and digest of content in the path of a run's file or of a picture;
 * else null.
 */
export function runFileIn(
  path: string,
): { readonly sight: string; readonly sha256: string } | null {
  const [, sight, sha256] = OWN.exec(path) ?? [];
  return sight === undefined || sha256 === undefined ? null : { sight, sha256 };
}
