/** @module named: attributes as facets give them, as far as the schema has them. */
import type { IfcPlain } from '../../kinds/ifc/facet.ts';
import type { StepValue } from './step-value.ts';

/**
 * A value as a facet gives it for an attribute with these enumeration values, null for one of another type: the first of
 * a list that the schema has, else NOTDEFINED; nothing where there is none.
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
