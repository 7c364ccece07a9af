/** @module named: converts the attribute values of facets to values that the schema allows. */
import type { IfcPlain } from '../../../building/kinds/facets/ifc.ts';
import { firstOf } from '../schema/owner.ts';
import type { StepValue } from './step/step-value.ts';

/**
 * Converts a facet's value of an attribute. A single value is returned unchanged; from a list, the first value that the
 * enumeration has is returned, else NOTDEFINED, else null. `values` are the values of the enumeration, or null if the
 * attribute has another type.
 */
export function plainValue(value: IfcPlain, values: ReadonlySet<string> | null): StepValue {
  if (value === undefined || value === null) return null;
  if (!isList(value)) return value;
  return values === null ? null : firstOf(value, values);
}

function isList(value: NonNullable<IfcPlain>): value is readonly string[] {
  return Array.isArray(value);
}
