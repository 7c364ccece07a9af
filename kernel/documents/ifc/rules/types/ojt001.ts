/**
 * @module OJT001: a predefined type is stated only by an object or by its type object, and a user-defined type is
 * described.
 */
import type { IfcModel } from '../../read/ifc-model.ts';
import { type IfcFault, defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations, typesOf } from '../relations.ts';

export const ojt001 = defineIfcRule({
  id: 'OJT001',
  title: 'A predefined type is stated once, and described if it is user-defined',
  group: 'types',
  clause: 'Object Predefined Type',
  severity: 'error',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) =>
        userDefined(model, 'IfcObject').filter((row) => typesOf(row, model).length === 0),
      faults: (row, model) => undescribed(row, model, 'ObjectType'),
    },
    {
      of: (model) => userDefined(model, 'IfcTypeObject'),
      faults: (row, model) => undescribed(row, model, 'ElementType'),
    },
    {
      of: (model) => model.rows('IfcTypeObject').filter((row) => isPredefined(row, model)),
      faults: (row, model) =>
        acrossRelations(row, model, ['IfcRelDefinesByType', 'RelatingType', 'RelatedObjects'])
          .filter((occurrence) => model.isGiven(occurrence, 'PredefinedType'))
          .map((occurrence) => ({
            row: occurrence,
            message: `${named(occurrence, model)} and its type ${named(row, model)} both have a predefined type`,
            measured: model.enumName(occurrence, 'PredefinedType'),
            required: null,
          })),
    },
  ],
});

function userDefined(model: IfcModel, type: string): readonly number[] {
  return model.rows(type).filter((row) => model.enumName(row, 'PredefinedType') === 'USERDEFINED');
}

function isPredefined(row: number, model: IfcModel): boolean {
  const type = model.enumName(row, 'PredefinedType');
  return type !== null && type !== 'NOTDEFINED';
}

function undescribed(row: number, model: IfcModel, attribute: string): IfcFault | null {
  return !model.has(row, attribute) || (model.text(row, attribute) ?? '') !== ''
    ? null
    : {
        message: `${named(row, model)} is user-defined but has no description in ${attribute}`,
        measured: null,
        required: attribute,
      };
}
