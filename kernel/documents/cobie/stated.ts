/** @module stated: the properties and quantities of an element, from the model and from the file of its import. */
import { isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../building/kinds/kind.ts';
import type { FileFacts, FileValue } from '../../building/model/file-source.ts';
import type { ModelView } from '../../building/model/view.ts';
import { schemaOf } from '../ifc/schema/ifc-schema.ts';
import { QUANTITY_VALUES, quantitySetOf } from '../ifc/schema/quantity-set.ts';
import { allProperties } from '../ifc/write/sets.ts';
import { NA } from './check.ts';

/** One property or quantity. */
export type StatedValue = {
  readonly set: string;
  readonly name: string;
  readonly value: string | number | boolean;
  /** Unit; `n/a` if it has none or it is unknown. */
  readonly unit: string;
  /** Entity of the property in IFC. */
  readonly form: string;
  /** Whether it belongs to the type of the element in its file. */
  readonly ofType: boolean;
};

/** Units of quantities, as in the sheet Facility. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['IfcQuantityLength', 'millimeters'],
  ['IfcQuantityArea', 'squaremeters'],
  ['IfcQuantityVolume', 'cubicmeters'],
]);

const SINGLE = 'IfcPropertySingleValue';

/**
 * The values of an element by `SET.NAME`: of its parameters, its own, of its type, of its file, and its quantities. A
 * value of the model precedes one of the file.
 */
export function statedValues(
  element: AnyElement,
  view: ModelView,
  { entity, facts }: { readonly entity: string; readonly facts: FileFacts | null },
): ReadonlyMap<string, StatedValue> {
  const found = new Map<string, StatedValue>();
  const add = (one: StatedValue): void => {
    const key = `${one.set}.${one.name}`;
    if (!found.has(key) && one.value !== '') found.set(key, one);
  };
  const common = { unit: NA, form: SINGLE, ofType: false };
  for (const [set, values] of Object.entries(ownSets(element, view))) {
    for (const [name, given] of Object.entries(values)) {
      const value = typeof given === 'object' ? given?.[0] : given;
      if (value !== undefined) add({ set, name, value, ...common });
    }
  }
  const quantities = quantitiesOf(element, entity, view);
  for (const one of quantities) add(one);
  for (const { set, entity: of, properties, of: whose } of facts?.sets ?? []) {
    if (set === '' || (of === 'IfcElementQuantity' && quantities.length > 0)) continue;
    for (const { name, value, unit, form } of properties) {
      const text = valueText(value);
      if (text === null) continue;
      add({
        set,
        name,
        value: text,
        unit: unit ?? NA,
        form: form ?? SINGLE,
        ofType: whose === 'type',
      });
    }
  }
  return found;
}

type Sets = ReturnType<typeof allProperties>;

function ownSets(element: AnyElement, view: ModelView): Sets {
  const { ifc } = view.kinds.of(element);
  const derived = faultless(() => (isIfcProduct(ifc) ? ifc.properties(element, view) : {}), {});
  return allProperties(element, derived, view);
}

function quantitiesOf(
  element: AnyElement,
  entity: string,
  view: ModelView,
): readonly StatedValue[] {
  const { ifc } = view.kinds.of(element);
  if (!isIfcProduct(ifc)) return [];
  const template = quantitySetOf(schemaOf('IFC4'), entity);
  if (template === null) return [];
  const values = faultless(() => ifc.quantities(element, view), {});
  return Object.entries(values).flatMap(([name, value]) => {
    const form = template.quantities.get(name) ?? '';
    const [, divisor] = QUANTITY_VALUES.get(form) ?? [];
    const unit = UNITS.get(form);
    if (divisor === undefined || unit === undefined) return [];
    if (typeof value !== 'number' || !(value >= 0)) return [];
    const rounded = Math.round((value / divisor) * 1e6) / 1e6;
    return [{ set: template.name, name, value: rounded, unit, form, ofType: false }];
  });
}

/** The result, or the other value if the element is faulty. */
function faultless<Value>(make: () => Value, other: Value): Value {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return other;
    throw error;
  }
}

/** A value of a file as one text or number; null if it is unknown. */
function valueText(value: FileValue): string | number | boolean | null {
  if (value === null || typeof value !== 'object') return value;
  if ('lower' in value) {
    const [lower, upper] = [valueText(value.lower), valueText(value.upper)];
    if (lower === null && upper === null) return valueText(value.set_point);
    return `${lower ?? ''}..${upper ?? ''}`;
  }
  const parts = value.flatMap((one) => valueText(one) ?? []);
  return parts.length === 0 ? null : parts.join('; ');
}
