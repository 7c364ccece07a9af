/** @module GEM052: geometric contexts have subcontexts with a standard identifier. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { SHAPE_IDENTIFIERS } from './shape-names.ts';

export const gem052 = defineIfcRule({
  id: 'GEM052',
  title: 'Geometric contexts have subcontexts with a standard identifier',
  group: 'shape',
  clause: 'Project Representation Context, ContextIdentifier',
  severity: 'warning',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) => model.exactly('IfcGeometricRepresentationContext'),
      faults: (row, model) =>
        model.referrers(row, 'IfcGeometricRepresentationSubContext', 'ParentContext').length > 0
          ? null
          : {
              message: `${named(row, model)} has no subcontext`,
              measured: 0,
              required: 'at least 1',
            },
    },
    {
      of: (model) => model.rows('IfcGeometricRepresentationSubContext'),
      faults: (row, model) => {
        const measured = model.text(row, 'ContextIdentifier');
        const allowed = SHAPE_IDENTIFIERS[model.schema.name] ?? [];
        return measured !== null && allowed.includes(measured)
          ? null
          : {
              message: `${named(row, model)} has the identifier \`${(measured ?? '$').slice(0, 60)}\``,
              measured,
              required: allowed.join(', '),
            };
      },
    },
  ],
});
