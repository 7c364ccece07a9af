/** @module property field: a property of a property set as a column. */
import { propertyIn, propertyName } from '../../building/kinds/shared/properties.ts';
import { isStandardName, standardSet, valueTypeOf } from '../ifc/schema/standard-sets.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';

/** The field of a property such as `Pset_WallCommon.ThermalTransmittance`; undefined for any other name. */
export function propertyField(name: string): Field | undefined {
  const parts = propertyName(name);
  if (parts === null) return undefined;
  const [set, property] = parts;
  const standard = standardSet(set);
  const template = standard?.template.properties.get(property);
  if (isStandardName(set) && template === undefined) return undefined;
  const type =
    standard === undefined || template === undefined ? 'text' : valueTypeOf(standard, template);
  const field = fieldOf(name, {
    type: type ?? 'text',
    title: property,
    read(element, view) {
      const value = propertyIn(element, name, view);
      return value === null || type !== 'text' ? value : String(value);
    },
  });
  return { ...field, unit: null, decimals: null };
}
