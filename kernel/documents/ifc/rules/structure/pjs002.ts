/** @module PJS002: entities that a project may declare. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { acrossRelations } from '../relations.ts';

/** Source: buildingSMART ifc-gherkin-rules, valid_ProjectDeclaration.csv (MIT). */
const DECLARABLE = [
  'IfcActor',
  'IfcControl',
  'IfcGroup',
  'IfcProcess',
  'IfcProjectLibrary',
  'IfcPropertySetTemplate',
  'IfcResource',
  'IfcTypeObject',
] as const;

export const pjs002 = defineIfcRule({
  id: 'PJS002',
  title: 'A project declares no occurrences of elements',
  group: 'structure',
  clause: 'Project Declaration',
  severity: 'error',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcProject')
          .flatMap((row) =>
            acrossRelations(row, model, [
              'IfcRelDeclares',
              'RelatingContext',
              'RelatedDefinitions',
            ]),
          ),
      faults: (row, model) =>
        DECLARABLE.some((type) => model.isA(row, type))
          ? null
          : {
              message: `the project declares ${named(row, model)}, which belongs in the spatial structure`,
              measured: model.typeOf(row),
              required: DECLARABLE.join(', '),
            },
    },
  ],
});
