/** @module rows: elements as the answers show them. */
import { shownParams } from '../../kernel/model/shown-params.ts';
import type { ModelView } from '../../kernel/model/view.ts';
import type { Element } from '../../schemas/elements.ts';
import { CATEGORY_OF } from '../../schemas/elements.ts';

/** Measures that `fields` can ask for beside parameters. */
const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;

/** Fields that every element has. */
const OWN = ['category', 'name', 'level_id', 'bounds', 'version'] as const;

function nameOf(element: Element): string | null {
  return 'name' in element.params ? element.params.name : null;
}

/** One line about an element: id, kind and the fields asked for (a parameter, a measure, category, name, level_id, bounds, version); unknown ones are left out. */
export function rowOf(
  element: Element,
  view: ModelView,
  fields: readonly string[] = ['name', 'level_id'],
): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = { element_id: element.id, kind: element.kind };
  const params = shownParams(element);
  for (const field of fields) {
    const value =
      Object.hasOwn(params, field) && field !== 'level_id'
        ? params[field]
        : derived(element, view, field);
    if (value !== undefined) row[field] = value;
  }
  return row;
}

function derived(element: Element, view: ModelView, field: string): unknown {
  switch (field) {
    case 'category':
      return CATEGORY_OF[element.kind];
    case 'name':
      return nameOf(element);
    case 'level_id':
      return view.levelOf(element.id);
    case 'bounds':
      return view.bounds(element.id);
    case 'version':
      return view.version(element.id);
    default: {
      const measure = MEASURES.find((name) => name === field);
      return measure === undefined ? undefined : view.measures(element.id)[measure];
    }
  }
}

/** Fields that no parameter is named after, for the message about an unknown one. */
export const DERIVED_FIELDS: readonly string[] = [...OWN, ...MEASURES];
