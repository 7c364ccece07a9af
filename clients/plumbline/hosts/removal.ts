/** @module removal: which entries of a host a removal concerns: by default only those of this workspace. */
import { isHub, isSameTarget } from './belonging.ts';

/** An entry of a host, and the workspace or hub that it leads to; null if it names none. */
export type Present = { readonly name: string; readonly target: string | null };

/** The entries to remove. */
export type Removal = {
  readonly names: readonly string[];
  /** The folder of this workspace; null outside one. */
  readonly dir: string | null;
  /** The hub whose entries are removed instead of those of the workspace; null without `--http`. */
  readonly hub: string | null;
  /** Whether entries of all workspaces and hubs are removed. */
  readonly all: boolean;
};

/** The entries that were removed, and those of the same names that lead elsewhere. */
export type Removed = { readonly removed: readonly Present[]; readonly left: readonly Present[] };

/**
 * Divides the present entries.
 *
 * @param isUserWide whether the file is for all workspaces; in the file of a folder, entries that name no workspace, and those of
 *   hubs, belong to the folder
 */
export function dividedBy(
  removal: Removal,
  isUserWide: boolean,
  present: readonly Present[],
): Removed {
  const { names, dir, hub, all } = removal;
  const isOurs = (target: string | null): boolean => {
    if (all) return true;
    if (hub !== null) return target === hub;
    if (target === null || isHub(target)) return !isUserWide;
    return dir !== null && isSameTarget(target, dir);
  };
  const known = present.filter(({ name }) => names.includes(name));
  return {
    removed: known.filter(({ target }) => isOurs(target)),
    left: known.filter(({ target }) => !isOurs(target)),
  };
}
