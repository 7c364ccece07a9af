/** @module set properties plan: properties of elements, checked against the standard sets. */
import type { Element } from '../../kernel/building/kinds/elements.ts';
import type { AnyElement } from '../../kernel/building/kinds/kind.ts';
import type { ElementCode } from '../../kernel/building/kinds/rules/lookup.ts';
import { requireElement } from '../../kernel/building/kinds/rules/lookup.ts';
import { CLASSIFICATION, withCodes } from '../../kernel/building/kinds/shared/classification.ts';
import {
  PROPERTIES_MAX_CHARS,
  propertiesOf,
  type Properties,
  PropertyValue,
} from '../../kernel/building/kinds/shared/properties.ts';
import { modified } from '../../kernel/building/model/plan/planned.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import { applicabilityOf } from '../../kernel/documents/ifc/schema/ifc-sets.ts';
import {
  isFor,
  isStandardName,
  propertiesLike,
  setsLike,
  standardSet,
  wrongValue,
} from '../../kernel/documents/ifc/schema/standard-sets.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Plan, PlanContext } from '../../schemas/plan.ts';
import { definedElsewhere, ownerOf, PARAMETERS } from '../building/property-owners.ts';

type Code = ElementCode | 'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER' | 'OUT_OF_RANGE' | 'NO_EFFECT';

/** Requested properties of elements; null removes a property. */
type RequestedProperties = {
  readonly element_ids: readonly string[];
  readonly set: string;
  readonly properties: Readonly<Record<string, unknown>>;
};

type GivenProperties = RequestedProperties & {
  readonly properties: Readonly<Record<string, PropertyValue | null>>;
};

/**
 * Plans properties of elements. Refuses UNKNOWN_PARAMETER for an unknown standard set or property, with similar names, and
 * INVALID_ARGUMENT for a value of another type, for a set that does not apply to the element, and for a property that a
 * parameter of the element states.
 */
export function planProperties(
  requested: RequestedProperties,
  view: ModelView,
  context: PlanContext<Code>,
): Plan<{ readonly modified_ids: string[] }> {
  requireNames([requested.set, ...Object.keys(requested.properties)], context);
  if (requested.set === CLASSIFICATION) return planClassification(requested, view, context);
  const input = { ...requested, properties: valuesIn(requested, context) };
  const events: PlannedEvent[] = [];
  for (const id of new Set(input.element_ids)) {
    const element = requireElement(view, id, context);
    requireAccepted(element, input, view, context);
    const event = modified(element, changed(element, input, context));
    if (event !== null) events.push(event);
  }
  if (events.length === 0) {
    context.refuse('NO_EFFECT', `\`${input.set}\` of these elements already has these values`);
  }
  return { events, data: { modified_ids: events.map(({ aggregate_id }) => aggregate_id) } };
}

/** Plans codes of classification systems, which are the parameter `classification` and no property set. */
function planClassification(
  { element_ids, properties }: RequestedProperties,
  view: ModelView,
  context: PlanContext<Code>,
): Plan<{ readonly modified_ids: string[] }> {
  const events: PlannedEvent[] = [];
  for (const id of new Set(element_ids)) {
    const element = requireElement(view, id, context);
    if (!Object.hasOwn(view.kinds.of(element).params.shape, CLASSIFICATION)) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${id}\` is a ${element.kind}, which has no classification; expected a type, a level or an element with a body`,
        { element_id: id },
      );
    }
    const event = modified(element, withCodes(element, properties, context));
    if (event !== null) events.push(event);
  }
  if (events.length === 0) {
    context.refuse('NO_EFFECT', 'the classification of these elements already has these values');
  }
  return { events, data: { modified_ids: events.map(({ aggregate_id }) => aggregate_id) } };
}

/** Names that every JavaScript object inherits; they cannot be used as keys. */
const INHERITED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

function requireNames(names: readonly string[], context: PlanContext<'INVALID_ARGUMENT'>): void {
  const name = names.find((one) => INHERITED.includes(one));
  if (name === undefined) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `\`${name}\` cannot be the name of a set or property; expected another name`,
    { name },
  );
}

/** The values of properties. Refuses INVALID_ARGUMENT for an invalid name or value. */
function valuesIn(
  { properties }: RequestedProperties,
  context: PlanContext<'INVALID_ARGUMENT'>,
): GivenProperties['properties'] {
  const entries = Object.entries(properties).map(([name, value]) => {
    const parsed = PropertyValue.nullable().safeParse(value);
    if (parsed.success && /^[^.]{1,100}$/u.test(name)) return [name, parsed.data] as const;
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${name}\`: expected a name without a dot, and a text of 1 to 500 characters, a number, true, false or null`,
      { name },
    );
  });
  return Object.fromEntries(entries);
}

function requireAccepted(
  element: Element,
  { set, properties }: GivenProperties,
  view: ModelView,
  context: PlanContext<Code>,
): void {
  const { id, kind } = element;
  const owner = ownerOf(element, view);
  if (owner === null) {
    context.refuse('INVALID_ARGUMENT', `\`${id}\` is a ${kind}, which has no properties`, {
      element_id: id,
    });
  }
  if (!isStandardName(set)) return;
  const found = standardSet(set);
  if (found === undefined || !isFor(set, owner)) {
    const near = setsLike(set, owner);
    const why =
      found === undefined
        ? 'is not a standard set'
        : `does not apply to ${kind} \`${id}\` but to ${applicabilityOf(found.template)}`;
    return context.refuse(
      found === undefined ? 'UNKNOWN_PARAMETER' : 'INVALID_ARGUMENT',
      `\`${set}\` ${why}, expected for example ${near.join(', ')}, or a name without Pset_`,
      { element_id: id, set, parameters: near },
    );
  }
  for (const [name, value] of Object.entries(properties)) {
    const template = found.template.properties.get(name);
    if (template === undefined) {
      const near = propertiesLike(name, found);
      context.refuse(
        'UNKNOWN_PARAMETER',
        `\`${set}\` has no property \`${name}\`, expected for example ${near.join(', ')}`,
        { set, parameter: name, parameters: near },
      );
    }
    const source = definedElsewhere(element, set, name, view);
    if (source !== null) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${name}\` of \`${set}\` is defined by ${source.what}: set that with modify_parameter${source.written === null ? '' : `; ${source.written}`}`,
        { element_id: id, parameter: PARAMETERS[name] ?? null },
      );
    }
    const wrong = value === null ? null : wrongValue(found, template, value);
    if (wrong !== null) {
      context.refuse('INVALID_ARGUMENT', `\`${name}\` of \`${set}\` ${wrong}`, { set, name });
    }
  }
}

/** The element with its new properties: sets and properties sorted by name, empty sets removed. */
function changed(
  element: Element,
  { set, properties }: GivenProperties,
  context: PlanContext<'OUT_OF_RANGE'>,
): AnyElement {
  const all: Properties = propertiesOf(element);
  const merged = Object.entries({ ...all[set], ...properties }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const sets = { ...all, [set]: Object.fromEntries(merged.toSorted(byName)) };
  const left = Object.entries(sets)
    .filter(([, given]) => Object.keys(given).length > 0)
    .toSorted(byName);
  const length = JSON.stringify(Object.fromEntries(left)).length;
  if (length > PROPERTIES_MAX_CHARS) {
    context.refuse(
      'OUT_OF_RANGE',
      `properties of \`${element.id}\` would have ${length} characters, expected at most ${PROPERTIES_MAX_CHARS}`,
      { element_id: element.id },
    );
  }
  const kept = left.length === 0 ? null : Object.fromEntries(left);
  return { ...element, params: { ...element.params, properties: kept } };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
