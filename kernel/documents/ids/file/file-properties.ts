/** @module file-properties: properties and quantities of a file in the form of IDS. */
import type { InstanceModel } from '../../ifc/read/ifc-model.ts';
import type { StepValue } from '../../ifc/read/step-value.ts';
import type { IfcType } from '../../ifc/schema/ifc-type.ts';
import type { IdsProperty, PropertyForm, TypedValue } from '../ids-model.ts';
import type { FileValues } from './file-values.ts';
import { plainProperty } from './plain-property.ts';

/** Most values of one property. */
const MAX_VALUES = 10_000;
/** Attributes of every set, which are no properties. */
const ROOT = new Set(['GlobalId', 'OwnerHistory', 'Name', 'Description']);
/** The type of the value of a quantity that its entity does not name. */
const QUANTITY_TYPES: Readonly<Record<string, string>> = {
  Weight: 'IFCMASSMEASURE',
  Number: 'IFCNUMERICMEASURE',
};

/** Forms by entity, with the attributes that have values. */
const FORMS: ReadonlyMap<
  string,
  { readonly form: PropertyForm; readonly from: readonly string[] }
> = new Map([
  ['IfcPropertySingleValue', { form: 'single', from: ['NominalValue'] }],
  ['IfcPropertyEnumeratedValue', { form: 'enumerated', from: ['EnumerationValues'] }],
  ['IfcPropertyListValue', { form: 'list', from: ['ListValues'] }],
  ['IfcPropertyTableValue', { form: 'table', from: ['DefiningValues', 'DefinedValues'] }],
  ['IfcPropertyReferenceValue', { form: 'reference', from: ['PropertyReference'] }],
  ['IfcComplexProperty', { form: 'complex', from: ['HasProperties'] }],
  ['IfcPhysicalComplexQuantity', { form: 'complex', from: ['HasQuantities'] }],
]);
/** Attributes with the units of a table. */
const TABLE_UNITS: Readonly<Record<string, string>> = {
  DefiningValues: 'DefiningUnit',
  DefinedValues: 'DefinedUnit',
};

/** Reads the properties of the sets of one file. */
export class FileProperties {
  readonly #model: InstanceModel;
  readonly #values: FileValues;

  constructor(model: InstanceModel, values: FileValues) {
    this.#model = model;
    this.#values = values;
  }

  /** All properties of a set, quantity set, or set whose properties are its attributes. */
  of(definition: number): readonly IdsProperty[] {
    const model = this.#model;
    const list = LISTS.find((name) => model.has(definition, name));
    if (list === undefined) return this.#predefined(definition);
    const found: IdsProperty[] = [];
    for (const row of model.refs(definition, list)) found.push(this.#property(row));
    return found;
  }

  #property(row: number): IdsProperty {
    const model = this.#model;
    const entity = model.typeOf(row);
    if (entity === 'IfcPropertySingleValue') {
      const plain = plainProperty(row, model, this.#values);
      if (plain !== null) return plain;
    }
    const name = model.text(row, 'Name') ?? '';
    if (entity === 'IfcPropertyBoundedValue') return this.#bounded(row, name);
    const known = FORMS.get(entity);
    if (known === undefined) return this.#quantity(row, name, entity);
    const values: TypedValue[] = [];
    for (const attribute of known.from) {
      const unit = this.#unitOf(row, TABLE_UNITS[attribute] ?? 'Unit');
      this.#add(model.value(row, attribute), unit, values);
    }
    return { name, form: known.form, values, bounds: null };
  }

  /** A single value, or each of a list. */
  #add(value: StepValue, unit: number | null, found: TypedValue[]): void {
    if (value.kind === 'list') {
      for (const item of value.items.slice(0, MAX_VALUES)) this.#add(item, unit, found);
      return;
    }
    const typed = this.#values.typed(value, unit);
    if (typed !== null) found.push(typed);
  }

  #bounded(row: number, name: string): IdsProperty {
    const unit = this.#unitOf(row, 'Unit');
    const at = (attribute: string): TypedValue | null =>
      this.#values.typed(this.#model.value(row, attribute), unit);
    const [lower, upper] = [at('LowerBoundValue'), at('UpperBoundValue')];
    const setPoint = at('SetPointValue');
    const values = [lower, upper, setPoint].filter((one) => one !== null);
    return { name, form: 'bounded', values, bounds: { lower, upper, setPoint } };
  }

  #quantity(row: number, name: string, entity: string): IdsProperty {
    const kind = entity.replace(/^IfcQuantity/u, '');
    const value = this.#model.value(row, `${kind}Value`);
    const type = QUANTITY_TYPES[kind] ?? `IFC${kind.toUpperCase()}MEASURE`;
    const typed = this.#values.measured(value, type, this.#unitOf(row, 'Unit'));
    return { name, form: 'quantity', values: typed === null ? [] : [typed], bounds: null };
  }

  #unitOf(row: number, attribute: string): number | null {
    return this.#model.has(row, attribute) ? this.#model.ref(row, attribute) : null;
  }

  /** The attributes of a set such as `IfcDoorPanelProperties`. */
  #predefined(definition: number): readonly IdsProperty[] {
    const model = this.#model;
    return (model.entityOf(definition)?.attributes ?? []).flatMap(({ name, type }) => {
      if (ROOT.has(name)) return [];
      const value = this.#values.plain(model.value(definition, name), type);
      const values = value === null ? [] : [{ value, dataType: typeName(type) }];
      return [{ name, form: 'predefined' as const, values, bounds: null }];
    });
  }
}

/** Attributes with the properties of a set, by entity: sets, quantities, properties of materials and profiles, IFC2X3 ones. */
const LISTS = ['HasProperties', 'Quantities', 'Properties', 'ExtendedProperties'] as const;

function typeName(type: IfcType): string {
  return 'name' in type ? type.name.toUpperCase() : '';
}
