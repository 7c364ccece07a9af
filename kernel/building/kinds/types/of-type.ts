/** @module of type: elements that have what their type gives them. */
import type { Json } from '../../../schemas/events.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { deepEqual } from '../../canonical/deep-equal.ts';
import type { AnyElement, Fault, KindView, Site } from '../kind.ts';
import { isOf } from '../kind.ts';
import { Ref } from '../params.ts';
import type { ElementCode } from '../rules/lookup.ts';
import { requireKind } from '../rules/lookup.ts';
import { thicknessOf } from './layers.ts';
import type { Type } from './type.ts';
import { isLayered, type as typeKind } from './type.ts';

/** The type of an element. Elements of older logs do not have it, and an undo leaves null there: both have none. */
export const TypeId = Ref.nullable().exactOptional();

export type TypeCode = ElementCode | 'INVALID_ARGUMENT';

type Given = Readonly<Record<string, Json>>;

/** Parameters that a type gives to its elements, whatever else they are. */
export function givenBy({ params }: Type): Given {
  const { for: kind, layers, width, height, operation } = params;
  if (isLayered(kind)) return { thickness: thicknessOf(layers) };
  const given = {
    width,
    height,
    [kind === 'door' ? 'door_type' : 'window_type']: operation,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** The id of the type of an element, null where it has none. */
export function typeIdOf({ params }: AnyElement): string | null {
  const id = params['type_id'];
  return typeof id === 'string' ? id : null;
}

/** The type of an element as far as a view shows it. */
export function typeOf(element: AnyElement, view: Pick<Site, 'element'>): Type | null {
  const id = typeIdOf(element);
  const found = id === null ? undefined : view.element(id);
  return isOf(typeKind, found) ? found : null;
}

/** The element with what its type gives it. */
export function withGiven<E extends AnyElement>(element: E, type: Type): E {
  return { ...element, params: { ...element.params, ...givenBy(type) } };
}

/**
 * The element with what its type gives it, as it would be stored. Refuses a type that is not there or is for another
 * kind, and INVALID_ARGUMENT for a parameter that the type gives and that was set to something else.
 */
export function requireOfType<E extends AnyElement>(
  element: E,
  view: KindView,
  context: PlanContext<TypeCode>,
): E {
  const id = typeIdOf(element);
  if (id === null) return element;
  const before = view.element(element.id);
  const had = before !== undefined && typeIdOf(before) === id;
  // A type that is not seen stays what it is; whether it holds is checked on the whole model.
  if (had && view.element(id) === undefined) return element;
  const type = requireKind(view, id, typeKind, context);
  const wrong = unfit(element, type);
  if (wrong !== null) {
    context.refuse('INVALID_ARGUMENT', wrong, { element_id: element.id, type_id: id });
  }
  const other = otherThanGiven(element, type);
  if (had && other !== undefined) {
    const [name, value] = other;
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${name}\` of \`${element.id}\` comes of type \`${type.params.name}\` (${JSON.stringify(value)}): change the type \`${id}\`, or set \`type_id\` of the ${element.kind} to null first`,
      { element_id: element.id, type_id: id, parameter_name: name },
    );
  }
  return withGiven(element, type);
}

/** Why an element cannot have this type, null when it can. */
function unfit({ kind, params }: AnyElement, { params: type }: Type): string | null {
  if (type.for !== kind) return `type \`${type.name}\` is for a ${type.for}, got a ${kind}`;
  return params['wall_type'] === 'curtain'
    ? `a curtain wall has panels and no layers: expected no type, got \`${type.name}\``
    : null;
}

function otherThanGiven({ params }: AnyElement, type: Type): [string, Json] | undefined {
  return Object.entries(givenBy(type)).find(([name, value]) => !deepEqual(params[name], value));
}

/** Why an element does not have what its type gives it; null when it does, or has none. */
export function typeFault(element: AnyElement, site: Pick<Site, 'element'>): Fault | null {
  const id = typeIdOf(element);
  if (id === null) return null;
  const type = typeOf(element, site);
  if (type === null) return { why: `has no type \`${id}\`` };
  const wrong = unfit(element, type);
  if (wrong !== null) return { why: `cannot have its type: ${wrong}`, data: { type_id: id } };
  const other = otherThanGiven(element, type);
  if (other === undefined) return null;
  const [name, value] = other;
  return {
    why: `has ${JSON.stringify(element.params[name])} as its \`${name}\`, and type \`${id}\` gives ${JSON.stringify(value)}`,
    data: { type_id: id },
  };
}
