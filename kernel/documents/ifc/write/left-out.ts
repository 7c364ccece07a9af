/** @module left out: what a file cannot express, as warnings. */
import { listed } from '../../../base/text/id-list.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import { propertiesOf, propertiesWithType } from '../../../building/kinds/shared/properties.ts';
import type { ModelView } from '../../../building/model/view.ts';

/** A set or property of an element that is not in the file. */
export type LeftOut = {
  readonly element: AnyElement;
  /** All elements of a set that several share, `element` first. */
  readonly users?: readonly AnyElement[];
  /** `Pset_WallCommon`, or `Pset_WallCommon.Status`. */
  readonly name: string;
  /** As a clause: `IFC2X3 has no such property`. */
  readonly why: string;
};

/** A sentence, or one about an element: `is` with `left out: no outline`, which is said once for all elements of a kind. */
export type Warned =
  | string
  | { readonly element: AnyElement; readonly verb: 'is' | 'has'; readonly rest: string };

const PLURAL = { is: 'are', has: 'have' } as const;

/** One sentence for each text, with the first elements to which it applies and the number of the others. */
export function sentencesOf(all: readonly Warned[]): readonly string[] {
  const groups = new Map<string, { readonly one: Warned; readonly ids: Set<string> }>();
  for (const one of all) {
    const isText = typeof one === 'string';
    const key = isText ? one : JSON.stringify([one.element.kind, one.verb, one.rest]);
    const group = groups.get(key) ?? { one, ids: new Set() };
    groups.set(key, group);
    if (!isText) group.ids.add(one.element.id);
  }
  return [...groups.values()].map(({ one, ids }) => {
    if (typeof one === 'string') return one;
    const verb = ids.size > 1 ? PLURAL[one.verb] : one.verb;
    return `${one.element.kind} ${listed([...ids])} ${verb} ${one.rest}`;
  });
}

/** The values of a set that were assigned to an element or to its type; those that parameters state are not among them. */
export function assignedIn(
  element: AnyElement,
  set: string,
  view: ModelView,
): Readonly<Record<string, unknown>> {
  const { properties, type_id } = element.params;
  const isPlain = (properties ?? null) === null && typeof type_id !== 'string';
  const sets = isPlain ? {} : propertiesWithType(element, view);
  return Object.hasOwn(sets, set) ? (sets[set] ?? {}) : {};
}

/** Names of the sets that were assigned to an element itself. */
export function ownSets(element: AnyElement): readonly string[] {
  return Object.keys(propertiesOf(element));
}

/** One sentence for each name and reason, in order of their first element. */
export function leftOutWarnings(all: readonly LeftOut[]): readonly string[] {
  type Group = Pick<LeftOut, 'name' | 'why'> & { readonly kind: string; readonly ids: Set<string> };
  const groups = new Map<string, Group>();
  for (const { name, why, element, users } of all) {
    for (const { id, kind } of users ?? [element]) {
      const key = JSON.stringify([name, why, kind]);
      const group = groups.get(key) ?? { name, why, kind, ids: new Set() };
      group.ids.add(id);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(
    ({ name, why, kind, ids }) => `\`${name}\` of ${kind} ${listed([...ids])} is left out: ${why}`,
  );
}
