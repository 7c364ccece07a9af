/** @module named: attributes as facets give them, as far as the schema has them. */
import type { IfcNamed } from '../../kinds/ifc/facet.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import type { StepValue } from './step-value.ts';

/** Attributes of an entity: those that the schema does not have, and values that its enumerations do not have, are left out. */
export function attributesIn(
  schema: IfcSchema,
  entity: string,
  named: IfcNamed,
): { readonly [name: string]: StepValue } {
  const result: { [name: string]: StepValue } = {};
  for (const { name, type } of schema.attributes(entity)) {
    const value = named[name];
    if (value === undefined || value === null) continue;
    if (!isList(value)) {
      result[name] = value;
    } else if (type.kind === 'enumeration') {
      const found = [...value, 'NOTDEFINED'].find((one) => type.values.has(one));
      if (found !== undefined) result[name] = found;
    }
  }
  return result;
}

function isList(value: NonNullable<IfcNamed[string]>): value is readonly string[] {
  return Array.isArray(value);
}
