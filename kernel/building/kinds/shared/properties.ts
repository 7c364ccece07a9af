/** @module properties: properties of elements in addition to their parameters, in property sets as in IFC. */
import * as z from 'zod';

import type { ElementRecord } from '../../../../schemas/events.ts';
import type { IfcNamed, IfcView } from '../facets/ifc.ts';
import type { AnyKind, KindTable } from '../kind.ts';
import { CLASSIFICATION, classificationWithType, codeIn } from './classification.ts';

/** Lengths mm, areas mm², volumes mm³, angles degrees, anything else in SI units. */
export const PropertyValue = z.union([z.boolean(), z.number(), z.string().min(1).max(500)]);
export type PropertyValue = z.output<typeof PropertyValue>;

const PropertyName = z.string().min(1).max(100);
/** Maximum size of the properties of one element as JSON, characters. */
export const PROPERTIES_MAX_CHARS = 8000;

/** Values by property, by set. */
export const Properties = z
  .record(PropertyName, z.record(PropertyName, PropertyValue))
  .refine((sets) => JSON.stringify(sets).length <= PROPERTIES_MAX_CHARS);
export type Properties = z.output<typeof Properties>;

/**
 * The kind with the parameter `properties`, which every kind has, as the last. Elements of older logs lack it, and an
 * undo sets null.
 */
export function withProperties(kind: AnyKind): AnyKind {
  if (Object.hasOwn(kind.params.shape, 'properties')) return kind;
  return {
    ...kind,
    params: kind.params.extend({ properties: Properties.nullable().exactOptional() }),
    fixed: { ...kind.fixed, properties: 'set_properties sets them' },
    plain_numbers: { ...kind.plain_numbers, properties: null },
  };
}

/** The properties of an element itself. */
export function propertiesOf({ params }: ElementRecord): Properties {
  const { properties } = params;
  const found = properties === undefined ? null : Properties.safeParse(properties);
  return found?.success === true ? found.data : {};
}

/** The properties of an element, and the properties of its type that it does not override. */
export function propertiesWithType(
  element: ElementRecord,
  view: Pick<IfcView, 'element'>,
): Properties {
  const own_sets = propertiesOf(element);
  const { type_id } = element.params;
  const type = typeof type_id === 'string' ? view.element(type_id) : undefined;
  if (type === undefined) return own_sets;
  const shared = propertiesOf(type);
  const sets = new Set([...Object.keys(shared), ...Object.keys(own_sets)]);
  return Object.fromEntries(
    [...sets].map((set) => [set, { ...own(shared, set), ...own(own_sets, set) }]),
  );
}

/** Set and property of a name such as `Pset_WallCommon.FireRating`; null without a point. */
export function propertyName(name: string): readonly [set: string, property: string] | null {
  const at = name.indexOf('.');
  return at <= 0 || at === name.length - 1 ? null : [name.slice(0, at), name.slice(at + 1)];
}

export type PropertyView = Omit<IfcView, 'kinds'> & {
  readonly kinds: KindTable;
  /** A property `SET.NAME` that the file of an imported element states, also by its type; null without one. */
  fileProperty(id: string, name: string): PropertyValue | null;
};

/** The properties of standard sets that parameters of an element state. */
export function statedByParameters(
  element: ElementRecord,
  view: PropertyView,
): { readonly [set: string]: IfcNamed } {
  const { ifc } = view.kinds.of(element);
  return ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis'
    ? {}
    : ifc.properties(element, view);
}

/**
 * A property of an element: stated by its parameters, its own, a property of its type, or in the file that it was
 * imported from; null if it has no such property. `classification.SYSTEM` is its code in a system, from the same sources.
 */
export function propertyIn(
  element: ElementRecord,
  name: string,
  view: PropertyView,
): PropertyValue | null {
  const [set, property] = propertyName(name) ?? ['', ''];
  if (set === CLASSIFICATION) {
    const code = codeIn(classificationWithType(element, view), property);
    if (code !== null) return code;
  }
  const stated = own(own(statedByParameters(element, view), set), property);
  // Parameters take precedence, as in exported files: a type may be added after the property.
  if (stated !== undefined && stated !== null) {
    return typeof stated === 'object' ? (stated[0] ?? null) : stated;
  }
  const given = own(own(propertiesWithType(element, view), set), property);
  return given ?? view.fileProperty(element.id, name);
}

/** The value of an own property; inherited names such as `constructor` do not count. */
function own<Value>(
  from: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return from !== undefined && Object.hasOwn(from, name) ? from[name] : undefined;
}
