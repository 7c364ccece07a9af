/** @module scoped level names: determines the level to which a scope refers if it was granted by level name and not by id. */
import type { ElementOf } from '../kinds/elements.ts';

/** A name of this form is always read as an id. */
const ID = /^[a-z]+_[0-9a-z]{12}$/u;

/**
 * Level names by level id. If several levels share a name, the name refers only to the level that was created first, so
 * that another level with the same name grants no access.
 *
 * @param levels in order of creation
 */
export function scopedLevelNames(
  levels: Iterable<ElementOf<'level'>>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, params } of levels) {
    if (taken.has(params.name) || ID.test(params.name)) continue;
    taken.add(params.name);
    names.set(id, params.name);
  }
  return names;
}
