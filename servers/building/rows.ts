/** @module rows: formats elements as rows of results, limited to what the caller's view shows. */
import type { Element } from '../../kernel/building/kinds/elements.ts';
import { groupNamesOf, placementOf } from '../../kernel/building/kinds/group/membership.ts';
import { isZoneKind, ZONE_KINDS } from '../../kernel/building/kinds/group/zone-kinds.ts';
import { zoneNamesOf } from '../../kernel/building/kinds/group/zones.ts';
import { shownParams } from '../../kernel/building/kinds/kind.ts';
import { withEndedAppearance } from '../../kernel/building/kinds/shared/appearance.ts';
import { propertyIn, propertyName } from '../../kernel/building/kinds/shared/properties.ts';
import { isStated, statedBy, statedIn } from '../../kernel/building/kinds/shared/stated.ts';
import { sourcesOf } from '../../kernel/building/kinds/solid/solid.ts';
import { typeNameOf } from '../../kernel/building/kinds/types/type-name.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import { WITHHELD } from '../../kernel/building/view/hidden.ts';
import {
  isKnown,
  referringParams,
  shownReference,
  stairOf,
} from '../../kernel/building/view/shown-references.ts';
import { guidOf } from '../../kernel/documents/ifc/guid.ts';
import {
  RELATED_NAMES,
  relatedValue,
} from '../../kernel/documents/schedules/related/related-fields.ts';

/** Measures that `fields` can request in addition to parameters. */
const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;

/** Fields that every element has. */
const OWN = [
  'category',
  'name',
  'level_id',
  'bounds',
  'version',
  'is_external',
  'type_name',
  'group',
  'placement',
  ...ZONE_KINDS,
  'ifc_guid',
  'reference',
] as const;

/** Shown parameters of an element; those that depend on a host say nothing of one that the view does not show. */
function currentParams(element: Element, view: ModelView): Readonly<Record<string, unknown>> {
  const { kinds } = view;
  const params = shownParams(element, kinds);
  const { host } = kinds.references(element);
  if (host !== null && view.element(host) === undefined) return params;
  return withEndedAppearance(params, element, kinds.of(element), {
    element: (id) => view.element(id),
    contents: (id) => view.hostedBy(id),
  });
}

/** Parameters of an element; ids that the view does not show are null. */
export function shownParamsIn(
  element: Element,
  view: ModelView,
): Readonly<Record<string, unknown>> {
  const params: Record<string, unknown> = { ...currentParams(element, view) };
  for (const name of referringParams(element, view)) {
    if (Object.hasOwn(params, name)) params[name] = shownReference(params[name], view);
  }
  return params;
}

/** Measures of an element, and the figures that its kind defines. */
export function measuresOf(view: ModelView, element: Element): Readonly<Record<string, unknown>> {
  return {
    ...view.measures(element.id),
    ...view.kinds.of(element).schedule.figures?.of(element, view),
  };
}

/** Warning that some ids that an element references were omitted. */
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

/**
 * One row about an element: id, kind and the requested fields (a parameter, a measure, a figure, category, name,
 * level_id, bounds, version). A field without a value is null. A row of an element of a reference model always names
 * that.
 */
export function rowOf(
  element: Element,
  view: ModelView,
  fields: readonly string[] = ['name', 'level_id'],
): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = { element_id: element.id, kind: element.kind };
  const params = paramsOf(element, view);
  for (const field of fields) row[field] = valueOf({ element, params }, view, field) ?? null;
  const reference = referenceName(element, view);
  if (reference !== null) row['reference'] = reference;
  return row;
}

/** The value of one field of an element as a row has it; undefined for a field that the element does not have. */
export function fieldIn(element: Element, view: ModelView, field: string): unknown {
  return valueOf({ element, params: paramsOf(element, view) }, view, field);
}

type Params = Readonly<Record<string, unknown>>;

function paramsOf(element: Element, view: ModelView): Params {
  const { actual } = view.kinds.of(element).schedule;
  // The height of the actual body: an element that ends under a slope stores another height.
  return { ...shownParamsIn(element, view), ...actual?.of(element, view) };
}

function valueOf(
  { element, params }: { readonly element: Element; readonly params: Params },
  view: ModelView,
  field: string,
): unknown {
  return Object.hasOwn(params, field) && field !== 'level_id'
    ? params[field]
    : derived(element, view, field);
}

/** Name of the file of the reference model of an element, else the id of its import; null for the building itself. */
export function referenceName({ id }: Element, view: ModelView): string | null {
  const reference = view.referenceOf(id);
  return reference === null ? null : (reference.name ?? reference.import_id);
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
    case 'ifc_guid':
      return guidOf(element.id, view);
    case 'group':
      return groupNamesOf(element.id, view) ?? undefined;
    case 'reference':
      return referenceName(element, view);
    case 'type_name':
      return typeNameOf(element, view);
    case 'placement':
      return placementOf(element.id, view) ?? undefined;
    default:
      return computed(element, view, field);
  }
}

/** A field that other elements or the kind give; undefined for an unknown one. */
function computed(element: Element, view: ModelView, field: string): unknown {
  if (isZoneKind(field)) return zoneNamesOf(element.id, field, view) ?? undefined;
  const measure = MEASURES.find((name) => name === field);
  if (measure !== undefined) return view.measures(element.id)[measure];
  if (propertyName(field) !== null) return propertyIn(element, field, view);
  if (isStated(field) && statedBy(element.kind).includes(field)) {
    return statedIn(element, field, view);
  }
  const related = relatedValue(element, view, field);
  if (related !== undefined) return related;
  return view.kinds.of(element).schedule.figures?.of(element, view)[field];
}

/** Field names that are not parameters, for the message about an unknown field. */
export const DERIVED_FIELDS: readonly string[] = [...OWN, ...MEASURES, ...RELATED_NAMES];
