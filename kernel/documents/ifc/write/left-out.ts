/** @module left out: assigned properties that the schema of a file cannot express, as warnings. */
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
