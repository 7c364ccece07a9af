/**
 * @module OJT001: a predefined type is stated only by an object or by its type object, and a user-defined type is
 * described.
 */
import type { IfcModel } from '../../read/ifc-model.ts';
import { type IfcFault, defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations, typesOf } from '../relations.ts';

export const ojt001 = defineIfcRule({
  id: 'OJT001',
  title: 'A predefined type is said once, and in words where it is user-defined',
  group: 'types',
  clause: 'Object Predefined Type',
  severity: 'error',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) =>
        userDefined(model, 'IfcObject').filter((row) => typesOf(row, model).length === 0),
      faults: (row, model) => unsaid(row, model, 'ObjectType'),
    },
    {
      of: (model) => userDefined(model, 'IfcTypeObject'),
      faults: (row, model) => unsaid(row, model, 'ElementType'),
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

function unsaid(row: number, model: IfcModel, attribute: string): IfcFault | null {
  return !model.has(row, attribute) || (model.text(row, attribute) ?? '') !== ''
    ? null
    : {
        message: `${named(row, model)} is user-defined and its ${attribute} does not say as what`,
        measured: null,
        required: attribute,
      };
}
