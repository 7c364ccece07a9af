/** @module named: converts attribute values given by facets to values that the schema has. */
import type { IfcPlain } from '../../../building/kinds/facets/ifc.ts';
import type { StepValue } from './step-value.ts';

/**
 * Converts a facet's value for an attribute; a single value is returned unchanged. `values` are the values of its
 * enumeration, or null if it has another type. From a list, the first value that the enumeration has is taken,
 * otherwise NOTDEFINED; null if the enumeration lacks that too.
 */
export function plainValue(value: IfcPlain, values: ReadonlySet<string> | null): StepValue {
  if (value === undefined || value === null) return null;
  if (!isList(value)) return value;
  if (values === null) return null;
  for (const one of value) if (values.has(one)) return one;
  return values.has('NOTDEFINED') ? 'NOTDEFINED' : null;
}

function isList(value: NonNullable<IfcPlain>): value is readonly string[] {
  return Array.isArray(value);
}
