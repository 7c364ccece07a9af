/** @module map-sets: property sets named after IfcMapConversion and IfcProjectedCRS, as files of IFC2X3 have them. */
import type { IfcModel } from '../read/ifc-model.ts';
import { siFactorOf } from '../read/si-units.ts';

/** A value of a set; `metres` is the size of its unit if the property states one. */
export type SetValue = {
  readonly text: string | null;
  readonly number: number | null;
  readonly type: string | null;
  readonly metres: number | null;
};

/** Values by the name of the property in lower case. */
export type SetValues = ReadonlyMap<string, SetValue>;

/** Objects that can have the sets, in order of preference. */
const OBJECTS = ['IfcSite', 'IfcProject', 'IfcBuilding'] as const;
/** Maximum number of objects of each type, of sets of an object, and of properties of a set that are read. */
const MAX_READ = 200;

/**
 * All sets of the file with this name, whatever its case, each as its values; in the order of the objects that have them.
 * One set of several objects is listed once.
 */
export function setsNamed(model: IfcModel, name: string): readonly SetValues[] {
  const found = new Map<number, SetValues>();
  for (const object of OBJECTS) {
    for (const row of model.rows(object).slice(0, MAX_READ)) {
      const relations = model.referrers(row, 'IfcRelDefinesByProperties', 'RelatedObjects');
      for (const relation of relations.slice(0, MAX_READ)) {
        const set = model.ref(relation, 'RelatingPropertyDefinition');
        if (set === null || found.has(set) || !model.isA(set, 'IfcPropertySet')) continue;
        if (model.text(set, 'Name')?.toLowerCase() !== name.toLowerCase()) continue;
        found.set(set, valuesOf(model, set));
      }
    }
  }
  return [...found.values()];
}

function valuesOf(model: IfcModel, set: number): SetValues {
  const values = new Map<string, SetValue>();
  for (const property of model.refs(set, 'HasProperties').slice(0, MAX_READ)) {
    const name = model.text(property, 'Name')?.toLowerCase();
    if (name === undefined || values.has(name)) continue;
    const value = model.value(property, 'NominalValue');
    const unit = model.ref(property, 'Unit');
    values.set(name, {
      text: model.text(property, 'NominalValue'),
      number: model.number(property, 'NominalValue'),
      type: value.kind === 'typed' ? value.type.toUpperCase() : null,
      metres: unit === null ? null : siFactorOf(unit, model),
    });
  }
  return values;
}
