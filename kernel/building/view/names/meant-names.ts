/** @module meant names: which level a scope means that was granted by a name instead of an id. */
import type { ElementOf } from '../../../kernel/kinds/elements.ts';

/** Names of this form are those of ids, and mean nothing else. */
const ID = /^[a-z]+_[0-9a-z]{12}$/u;

/**
 * Names by level id. A name means the level that has it, and of several the one that was made first: another one of the
 * same name opens nothing.
 *
 * @param levels in order of creation
 */
export function meantNames(levels: Iterable<ElementOf<'level'>>): ReadonlyMap<string, string> {
  const meant = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, params } of levels) {
    if (taken.has(params.name) || ID.test(params.name)) continue;
    taken.add(params.name);
    meant.set(id, params.name);
  }
  return meant;
}
