/** @module groupings: the elements of a moment in groups of one colour each. */
import { foldName } from '../../../kernel/base/text/fold-name.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { occupancyOf } from '../../../kernel/building/kinds/facets/per-element.ts';
import { fireRatingOf } from '../../../kernel/building/kinds/shared/stated.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { ColourGroup, Colouring } from '../protocol/scene.ts';
import { nameOf } from '../shapes/part-bytes.ts';
import { storeysOf } from '../shapes/storeys.ts';
import { distinctColour, orderedColour } from './palettes.ts';

/** Colourings that follow from the model alone. */
export type ModelColouring = Extract<Colouring, 'kind' | 'storey' | 'use' | 'fire_rating'>;

/** Groups in the order of their colours. */
export type Grouped = readonly (readonly [label: string, ids: readonly string[]])[];

/** The groups of a colouring by the model alone. */
export function modelGroups(by: ModelColouring, view: BuildingView): readonly ColourGroup[] {
  switch (by) {
    case 'kind':
      return distinct(kindsIn(view));
    case 'storey':
      return ordered(storeysIn(view));
    case 'use':
      return distinct(usesIn(view));
    case 'fire_rating':
      return ordered(ratingsIn(view));
    default:
      return by satisfies never;
  }
}

/** Groups without an order. */
export function distinct(groups: Grouped): readonly ColourGroup[] {
  return groups.map(([label, ids], index) => ({ label, colour: distinctColour(index), ids }));
}

/** Groups with an order. */
export function ordered(groups: Grouped): readonly ColourGroup[] {
  return groups.map(([label, ids], index) => {
    return { label, colour: orderedColour(index, groups.length), ids };
  });
}

/** Elements with a shape by a key, in ascending order of the keys. Elements without a key are in no group. */
export function groupedBy<K extends string | number>(
  view: BuildingView,
  keyOf: (element: Element) => K | null,
): readonly (readonly [K, readonly string[]])[] {
  const groups = new Map<K, string[]>();
  for (const { elements } of storeysOf(view)) {
    for (const element of elements) {
      const key = keyOf(element);
      if (key === null) continue;
      const ids = groups.get(key);
      if (ids === undefined) groups.set(key, [element.id]);
      else ids.push(element.id);
    }
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function kindsIn(view: BuildingView): Grouped {
  const numbers = groupedBy(view, ({ kind }) => view.kinds.numberOf(kind));
  return numbers.map(([number, ids]) => [view.kinds.all[number]?.category ?? '', ids]);
}

function storeysIn(view: BuildingView): Grouped {
  return storeysOf(view)
    .filter(({ elements }) => elements.length > 0)
    .map(({ level, elements }) => [
      level?.params.name ?? 'No storey',
      elements.map(({ id }) => id),
    ]);
}

/** Spaces by use; those without one by name. Spelling variants of a use are one group. */
function usesIn(view: BuildingView): Grouped {
  const labels = new Map<string, string>();
  const groups = groupedBy(view, (element) => {
    if (occupancyOf(element, view.kinds) !== 'space') return null;
    const { params } = element;
    const usage = 'usage' in params && typeof params.usage === 'string' ? params.usage : null;
    const label = usage ?? nameOf(element) ?? 'No use';
    const key = foldName(label);
    if (!labels.has(key)) labels.set(key, label);
    return key;
  });
  return groups.map(([key, ids]) => [labels.get(key) ?? key, ids]);
}

function ratingsIn(view: BuildingView): Grouped {
  const groups = groupedBy(view, (element) => fireRatingOf(element, view));
  return groups.map(([minutes, ids]) => [`${minutes} min`, ids]);
}
