/** @module rows: elements as the answers show them, to whoever sees a part of the model. */
import type { Element } from '../../kernel/kinds/elements.ts';
import { shownParams } from '../../kernel/kinds/kind.ts';
import { groupsOf, memberOf, placementOf } from '../../kernel/kinds/membership.ts';
import { propertyIn, propertyName } from '../../kernel/kinds/properties.ts';
import { sourcesOf } from '../../kernel/kinds/solid.ts';
import { isStated, statedBy, statedIn } from '../../kernel/kinds/stated.ts';
import type { ModelView } from '../../kernel/model/view.ts';
import { WITHHELD } from './hidden.ts';

/** Measures that `fields` can ask for beside parameters. */
const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;

/** Fields that every element has. */
const OWN = [
  'category',
  'name',
  'level_id',
  'bounds',
  'version',
  'is_external',
  'group',
  'placement',
] as const;

/** Whether an id is that of something that is there, or was, as far as the view shows. */
export function isKnown(id: string, view: ModelView): boolean {
  return view.element(id) !== undefined || view.version(id) > 0;
}

/** Names of the parameters of an element that name others. */
export function referringParams(element: Element, { kinds }: ModelView): readonly string[] {
  const sources = sourcesOf(element).length === 0 ? [] : ['source_ids'];
  const stair = stairOf(element).length === 0 ? [] : ['stair_id'];
  return [...kinds.named(element).map(([name]) => name), ...sources, ...stair];
}

/** The stair that an opening was cut for, which may be gone. */
function stairOf({ params }: Element): readonly string[] {
  return 'stair_id' in params && typeof params.stair_id === 'string' ? [params.stair_id] : [];
}

/** A value of such a parameter: null in place of each id that the view does not show. */
export function shownReference(value: unknown, view: ModelView): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shownReference(item, view));
  return typeof value === 'string' && !isKnown(value, view) ? null : value;
}

/** Parameters of an element; what it names and the view does not show is null. */
export function shownParamsIn(
  element: Element,
  view: ModelView,
): Readonly<Record<string, unknown>> {
  const params: Record<string, unknown> = { ...shownParams(element, view.kinds) };
  for (const name of referringParams(element, view)) {
    if (Object.hasOwn(params, name)) params[name] = shownReference(params[name], view);
  }
  return params;
}

/** Measures of an element, and what else its kind counts of it. */
export function measuresOf(view: ModelView, element: Element): Readonly<Record<string, unknown>> {
  return {
    ...view.measures(element.id),
    ...view.kinds.of(element).schedule.figures?.of(element, view),
  };
}

/** What is said where something that an element names is left out. */
export function withheldIn(elements: Iterable<Element>, view: ModelView): readonly string[] {
  for (const element of elements) {
    const named = view.kinds.named(element).map(([, id]) => id);
    const ids = [...named, ...sourcesOf(element), ...stairOf(element)];
    if (ids.some((id) => !isKnown(id, view))) return [WITHHELD];
  }
  return [];
}

function nameOf(element: Element): string | null {
  return 'name' in element.params ? element.params.name : null;
}

/** One line about an element: id, kind and the fields asked for (a parameter, a measure, a figure, category, name, level_id, bounds, version); unknown ones are left out. */
export function rowOf(
  element: Element,
  view: ModelView,
  fields: readonly string[] = ['name', 'level_id'],
): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = { element_id: element.id, kind: element.kind };
  const { actual } = view.kinds.of(element).schedule;
  // As high as the body is: what ends under a slope stores another height.
  const params = { ...shownParamsIn(element, view), ...actual?.of(element, view) };
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
      return view.kinds.of(element).category;
    case 'name':
      return nameOf(element);
    case 'level_id':
      return view.levelOf(element.id);
    case 'bounds':
      return view.bounds(element.id);
    case 'version':
      return view.position(view.version(element.id));
    case 'group':
      return memberOf(element.id, groupsOf(view))?.group.params.name;
    case 'placement':
      return placementOf(element.id, view) ?? undefined;
    default: {
      const measure = MEASURES.find((name) => name === field);
      if (measure !== undefined) return view.measures(element.id)[measure];
      if (propertyName(field) !== null) return propertyIn(element, field, view);
      if (isStated(field) && statedBy(element.kind).includes(field)) {
        return statedIn(element, field, view);
      }
      return view.kinds.of(element).schedule.figures?.of(element, view)[field];
    }
  }
}

/** Fields that no parameter is named after, for the message about an unknown one. */
export const DERIVED_FIELDS: readonly string[] = [...OWN, ...MEASURES];
