/** @module file-reading: which principals may read a file below `artifacts/`, judged by the origin of the file. */
import { digestOf } from '../../kernel/base/canonical/hash.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { PermissionScope } from '../../schemas/permissions.ts';
import type { Directory } from './directory.ts';
import { activeAgent } from './principal.ts';
import { branchFault, isPlaced } from './scope.ts';

/** Origin of a file; null when no record names it. */
export type FileOrigin =
  | (Pick<StoredEvent, 'branch'> & {
      readonly kind: 'export';
      /** Whether it shows all of its branch. */
      readonly whole: boolean;
      /** Digest of its maker and of what the maker could read; null in records without it. */
      readonly sight: string | null;
      /** Whether it contains content of other files; READ on a branch does not give access to those. */
      readonly of_files: boolean;
    })
  | { readonly kind: 'run'; readonly sight: string }
  | null;

/** Decides which files a principal may read now. */
export type FileReader = {
  readonly principal: Principal;
  /** Whether it reads every file, even one of unknown origin: its READ has no scope. */
  readonly readsAll: boolean;
  /** Whether it reads only files that the principal made. */
  readonly readsOwn: boolean;
  /** Digest of the principal and its current READ, 32 hex digits. Files that it makes are its own while this stays the same. */
  readonly sight: string;
  readonly mayRead: (origin: FileOrigin) => boolean;
};

/** Hex digits of a sight: 128 bits. */
const SIGHT_DIGITS = 32;

/** Digest of a principal and its READ scope, 32 hex digits. */
export function makerSight(
  { user_id, agent_id }: Pick<Principal, 'user_id' | 'agent_id'>,
  READ: PermissionScope | undefined,
): string {
  return digestOf({ user_id, agent_id, READ: READ ?? null }).slice(0, SIGHT_DIGITS);
}

/**
 * The file reader of a principal by its current permissions. INVARIANT: every access to a file below `artifacts/` goes
 * through this reader.
 *
 * - READ without a scope reads every file.
 * - READ for some branches reads exports of these branches, and files that the principal made from other files.
 * - READ for some categories, levels or regions, or no READ at all, reads only files that the principal made from what it
 *   could read, while its READ stays the same.
 * - A file of unknown origin requires READ without a scope.
 *
 * @throws {Refusal} UNKNOWN_PRINCIPAL for a principal that is not active
 */
export function fileReader(directory: Directory, principal: Principal): FileReader {
  const { READ } = activeAgent(directory, principal).permissions.permissions;
  const sight = makerSight(principal, READ);
  const readsAll = READ !== undefined && !isPlaced(READ) && READ.branch_patterns === undefined;
  return {
    principal,
    readsAll,
    readsOwn: READ === undefined || isPlaced(READ),
    sight,
    mayRead: (origin) => {
      if (readsAll) return true;
      if (origin === null) return false;
      if (origin.kind === 'run' || origin.of_files) return origin.sight === sight;
      if (READ === undefined || isPlaced(READ)) return !origin.whole && origin.sight === sight;
      return branchFault(READ, origin.branch) === null;
    },
  };
}
