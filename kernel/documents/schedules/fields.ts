/** @module fields: all fields of elements of some kinds by name, and the closest match to an unknown name. */
import type { Refuse } from '../../../schemas/plan.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { AnyKind } from '../../building/kinds/kind.ts';
import { nearestFirst } from '../../building/model/plan/names.ts';
import type { ModelView } from '../../building/model/view.ts';
import { derivedFields } from './derived-fields.ts';
import type { Field } from './field.ts';
import { parameterFields } from './parameter-fields.ts';
import { propertyField } from './property-field.ts';
import type { Cell } from './table.ts';

/** Fields by name. */
export type Fields = ReadonlyMap<string, Field>;

/**
 * Merges the fields of several kinds, parameters first, in the order of the kinds. The value is null for an element
 * that does not have the field.
 */
export function fieldsOf(kinds: readonly AnyKind[]): Fields {
  const all = new Map<string, Field>();
  for (const kind of kinds) {
    for (const [name, field] of ownFields(kind)) {
      if (all.has(name)) continue;
      all.set(name, kinds.length === 1 ? field : { ...field, ...dispatched(name) });
    }
  }
  return all;
}

const OWN = new WeakMap<AnyKind, Fields>();

function ownFields(kind: AnyKind): Fields {
  const known = OWN.get(kind);
  if (known !== undefined) return known;
  const made = new Map(parameterFields(kind));
  for (const field of derivedFields(kind)) if (!made.has(field.key)) made.set(field.key, field);
  OWN.set(kind, made);
  return made;
}

/** A field of elements of several kinds. */
function dispatched(name: string): Pick<Field, 'read' | 'rank'> {
  const own = (element: Element, view: ModelView): Field | undefined =>
    ownFields(view.kinds.of(element)).get(name);
  return {
    read: (element, view): Cell => own(element, view)?.read(element, view) ?? null,
    rank: (element, view) => own(element, view)?.rank?.(element, view) ?? null,
  };
}

/**
 * The fields of these names, without duplicates. Refuses UNKNOWN_PARAMETER with the closest matches.
 *
 * @param others further names that the caller accepts, for the closest matches
 */
export function requireFields(
  names: readonly string[],
  fields: Fields,
  refuse: Refuse<'UNKNOWN_PARAMETER'>,
  others: readonly string[] = [],
): readonly Field[] {
  return [...new Set(names)].map((name) => {
    const found = fields.get(name) ?? propertyField(name);
    if (found !== undefined) return found;
    const parameters = nearestFirst(name, [...others, ...fields.keys()]);
    const near = parameters.slice(0, 3).join(', ');
    return refuse('UNKNOWN_PARAMETER', `no parameter \`${name}\`; expected for example ${near}`, {
      parameter: name,
      parameters,
    });
  });
}
