/** @module file-reading: who may read a file below `artifacts/`, judged by where the file comes from. */
import { digestOf } from '../../kernel/canonical/hash.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { PermissionScope } from '../../schemas/permissions.ts';
import type { Directory } from './directory.ts';
import { activeAgent } from './principal.ts';
import { branchFault, isPlaced } from './scope.ts';

/** Where a file comes from, as far as it is known; null where no record names it. */
export type FileOrigin =
  | (Pick<StoredEvent, 'branch'> & {
      readonly kind: 'export';
      /** Whether it shows all of its branch. */
      readonly whole: boolean;
      /** Digest of its maker and of what the maker could read; null in records without it. */
      readonly sight: string | null;
      /** Whether it shows content of other files, to which no right to read a branch opens the way. */
      readonly of_files: boolean;
    })
  | { readonly kind: 'run'; readonly sight: string }
  | null;

/** What decides which files a principal may read now. */
export type FileReader = {
  readonly principal: Principal;
  /** Whether it reads every file, also one of unknown origin: its READ has no scope. */
  readonly readsAll: boolean;
  /** Whether it reads nothing but what the principal itself made. */
  readonly readsOwn: boolean;
  /** Digest of the principal and of its present READ, 32 hex digits. What it makes is its own while this stays the same. */
  readonly sight: string;
  readonly mayRead: (origin: FileOrigin) => boolean;
};

/** Hex digits of a sight: 128 bits. */
const SIGHT_DIGITS = 32;

/** Digest of a principal and of what it may read, 32 hex digits. */
export function makerSight(
  { user_id, agent_id }: Pick<Principal, 'user_id' | 'agent_id'>,
  READ: PermissionScope | undefined,
): string {
  return digestOf({ user_id, agent_id, READ: READ ?? null }).slice(0, SIGHT_DIGITS);
}

/**
 * The reader that a principal is now. INVARIANT: every way in to a file below `artifacts/` asks this reader.
 *
 * - READ without a scope reads every file.
 * - READ for some branches reads what was exported from them, and what the principal itself made of other files.
 * - READ for some categories, levels or regions, and no READ at all, read what the principal itself made of what it could
 *   read, as long as its READ stays the same.
 * - A file of unknown origin is read only without a scope.
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
      if (origin.kind === 'run') return origin.sight === sight;
      if (origin.of_files) return origin.sight === sight;
      if (READ === undefined || isPlaced(READ)) return !origin.whole && origin.sight === sight;
      return branchFault(READ, origin.branch) === null;
    },
  };
}
