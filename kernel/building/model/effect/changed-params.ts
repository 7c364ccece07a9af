/** @module changed params: stored parameters that differ between two states of an element. */
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { Element } from '../../kinds/elements.ts';

/** Parameters by name, before and after. */
export type Changed = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** Stored parameters that differ, in alphabetical order of their names. */
export function changedParams(before: Element, after: Element): Changed {
  return differing(before.params, after.params, Object.keys(after.params));
}

/** Values of these names that differ, in alphabetical order of their names; a missing value counts as null. */
export function differing(before: object, after: object, names: readonly string[]): Changed {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    names.toSorted().flatMap((name) => {
      const [from, to] = [was.get(name) ?? null, is.get(name) ?? null];
      return deepEqual(from, to) ? [] : [[name, { from, to }]];
    }),
  );
}
