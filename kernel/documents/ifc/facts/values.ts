/** @module values: properties and quantities of a file with their types and units. */
import type { PropertyValue } from '../../../building/kinds/shared/properties.ts';
import type { FileProperty, FileValue } from '../../../building/model/file-source.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { StepValue } from '../read/step-value.ts';
import type { Unit, Units } from './units.ts';

/** Maximum length of a text and of a list in answers. */
const [MAX_TEXT, MAX_ITEMS] = [2000, 100];
/** Significant digits of a converted number. */
const DIGITS = 12;
/** Maximum length of the text of a property of the model, characters. */
const MAX_PROPERTY_TEXT = 500;

/** A property with the unit of its value. */
export type ReadProperty = Omit<FileProperty, 'unit' | 'scale'> & { readonly unit: Unit | null };

/** The type of the value of a quantity that its entity does not name. */
const QUANTITY_TYPES: Readonly<Record<string, string>> = {
  IfcQuantityWeight: 'IfcMassMeasure',
  IfcQuantityNumber: 'IfcNumericMeasure',
};

/**
 * The properties that an instance states: one for a simple property or a quantity, all of a complex one under names such
 * as `Outer.Inner`. Complex ones in complex ones are left out from the fifth level on.
 */
export function* propertiesIn(
  row: number,
  { model, units }: { readonly model: IfcModel; readonly units: Units },
  prefix = '',
  depth = 0,
): Generator<ReadProperty> {
  const name = `${prefix}${model.text(row, 'Name') ?? ''}`;
  const inner = model.isA(row, 'IfcComplexProperty')
    ? 'HasProperties'
    : model.isA(row, 'IfcPhysicalComplexQuantity')
      ? 'HasQuantities'
      : null;
  if (inner !== null) {
    if (depth >= 4) return;
    for (const part of model.refs(row, inner)) {
      yield* propertiesIn(part, { model, units }, `${name}.`, depth + 1);
    }
    return;
  }
  const { value, type } = model.isA(row, 'IfcPhysicalSimpleQuantity')
    ? quantityIn(row, model)
    : simpleIn(row, model);
  const stated = model.has(row, 'Unit') ? model.ref(row, 'Unit') : null;
  const unit = stated === null ? (type === null ? null : units.ofType(type)) : units.of(stated);
  yield { name, form: model.typeOf(row), value, type, unit };
}

type Typed = { readonly value: FileValue; readonly type: string | null };

function quantityIn(row: number, model: IfcModel): Typed {
  const entity = model.typeOf(row);
  const kind = entity.replace(/^IfcQuantity/u, '');
  const type = QUANTITY_TYPES[entity] ?? `Ifc${kind}Measure`;
  return { value: plainOf(model.value(row, `${kind}Value`), model).value, type };
}

/** The attribute with the value of a property that has one. */
const VALUES = {
  IfcPropertySingleValue: 'NominalValue',
  IfcPropertyEnumeratedValue: 'EnumerationValues',
  IfcPropertyListValue: 'ListValues',
} as const;

function simpleIn(row: number, model: IfcModel): Typed {
  for (const [entity, attribute] of Object.entries(VALUES)) {
    if (model.isA(row, entity)) return plainOf(model.value(row, attribute), model);
  }
  if (model.isA(row, 'IfcPropertyBoundedValue')) return boundsIn(row, model);
  if (model.isA(row, 'IfcPropertyReferenceValue')) {
    const other = model.ref(row, 'PropertyReference');
    if (other === null) return NOTHING;
    return { value: cut(model.text(other, 'Name') ?? ''), type: model.typeOf(other) };
  }
  if (model.isA(row, 'IfcPropertyTableValue')) {
    const [from, to] = ['DefiningValues', 'DefinedValues'].map((name) =>
      plainOf(model.value(row, name), model),
    );
    return { value: [from?.value ?? null, to?.value ?? null], type: to?.type ?? null };
  }
  return NOTHING;
}

const NOTHING: Typed = { value: null, type: null };

function boundsIn(row: number, model: IfcModel): Typed {
  const at = (name: string): Typed => plainOf(model.value(row, name), model);
  const [lower, upper] = [at('LowerBoundValue'), at('UpperBoundValue')];
  const set_point = at('SetPointValue');
  return {
    value: { lower: lower.value, upper: upper.value, set_point: set_point.value },
    type: lower.type ?? upper.type ?? set_point.type,
  };
}

/** A value without its type, and the type; of a list, the type of its first item. */
function plainOf(value: StepValue, model: IfcModel): Typed {
  switch (value.kind) {
    case 'typed': {
      const type = model.schema.type(value.type);
      const name = type !== undefined && 'name' in type ? type.name : value.type;
      return { value: plainOf(value.value, model).value, type: name };
    }
    case 'text':
    case 'binary':
      return { value: cut(value.value), type: null };
    case 'integer':
    case 'real':
      return { value: value.value, type: null };
    case 'enum':
      return {
        value: LOGICAL.get(value.value) ?? (value.value === 'U' ? null : value.value),
        type: null,
      };
    case 'list': {
      const items = value.items.slice(0, MAX_ITEMS).map((item) => plainOf(item, model));
      return { value: items.map((item) => item.value), type: items[0]?.type ?? null };
    }
    case 'omitted':
    case 'derived':
    case 'ref':
    case 'constant':
      return NOTHING;
    default:
      return value satisfies never;
  }
}

const LOGICAL: ReadonlyMap<string, boolean> = new Map([
  ['T', true],
  ['F', false],
]);

function cut(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed();
}

/**
 * The value as a property of the model: lengths mm, areas mm², volumes mm³, angles degrees, anything else in SI units;
 * lists as `a, b`, bounds as `1..5`. Null for a value that is empty or unknown.
 */
export function modelValueOf({ value, unit }: ReadProperty): PropertyValue | null {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return converted(value, unit);
  const text = typeof value === 'string' ? value : textOf(value, unit);
  return text === '' ? null : text.slice(0, MAX_PROPERTY_TEXT).toWellFormed();
}

function converted(value: number, unit: Unit | null): number {
  if (unit === null || (unit.factor === 1 && unit.offset === 0)) return value;
  return Number((value * unit.factor + unit.offset).toPrecision(DIGITS));
}

function textOf(value: FileValue, unit: Unit | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(converted(value, unit));
  if (typeof value !== 'object') return String(value);
  if ('lower' in value) return `${textOf(value.lower, unit)}..${textOf(value.upper, unit)}`;
  return value.map((item) => textOf(item, unit)).join(', ');
}
