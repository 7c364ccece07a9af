/** @module IFC102: the file uses no deprecated part of its schema. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { type IfcFault, defineIfcRule, named } from '../ifc-rule.ts';
import { DEPRECATED, DEPRECATED_PSET, type Deprecated } from './deprecated.ts';

export const ifc102 = defineIfcRule({
  id: 'IFC102',
  title: 'The file uses no deprecated part of its schema',
  group: 'types',
  clause: 'Deprecated constructs',
  severity: 'error',
  checks: [
    {
      of: (model) => {
        const { entities, explicit } = tableOf(model);
        return [...entities, ...explicit].flatMap((type) => model.exactly(type));
      },
      faults: (row, model) => ({ message: `${named(row, model)} has a deprecated entity` }),
    },
    {
      of: (model) => Object.keys(tableOf(model).attributes).flatMap((type) => model.rows(type)),
      faults: oldAttributes,
    },
    {
      of: (model) => tableOf(model).values.flatMap(([type]) => model.rows(type)),
      faults: oldValues,
    },
    {
      of: (model) =>
        tableOf(model).representations.length === 0 ? [] : model.rows('IfcShapeRepresentation'),
      faults: (row, model) => {
        const measured = model.text(row, 'RepresentationType') ?? '';
        return tableOf(model).representations.includes(measured)
          ? { message: `${named(row, model)} has the deprecated type \`${measured}\``, measured }
          : null;
      },
    },
    {
      of: (model) => model.rows('IfcPropertySet'),
      faults: (row, model) =>
        model.text(row, 'Name') === DEPRECATED_PSET
          ? { message: `${named(row, model)} is the deprecated \`${DEPRECATED_PSET}\`` }
          : null,
    },
  ],
});

function tableOf(model: IfcModel): Deprecated {
  return DEPRECATED[model.schema.name];
}

function* oldAttributes(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  for (const [type, attributes] of Object.entries(tableOf(model).attributes)) {
    if (!model.isA(row, type)) continue;
    for (const attribute of attributes) {
      if (!model.isGiven(row, attribute)) continue;
      const message = `${named(row, model)} has the deprecated attribute ${attribute}`;
      yield { message, measured: attribute, required: null };
    }
  }
}

function* oldValues(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  for (const [type, attribute, values] of tableOf(model).values) {
    const measured = model.enumName(row, attribute);
    if (measured === null || !values.includes(measured) || !model.isA(row, type)) continue;
    yield {
      message: `${named(row, model)} has the deprecated value ${measured} of ${attribute}`,
      measured,
    };
  }
}
