/** @module OJP001: parts are placed relative to their whole. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { partsOf } from '../relations.ts';

export const ojp001 = defineIfcRule({
  id: 'OJP001',
  title: 'A part of an element is placed relative to that element',
  group: 'structure',
  clause: 'IfcLocalPlacement, PlacementRelTo',
  severity: 'error',
  schemas: ['IFC2X3', 'IFC4'],
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcElement')
          .filter((row) => partsOf(row, model).some((part) => model.isA(part, 'IfcElement'))),
      faults: function* placed(row, model) {
        const whole = model.ref(row, 'ObjectPlacement');
        for (const part of partsOf(row, model)) {
          if (!model.isA(part, 'IfcElement')) continue;
          const placement = model.ref(part, 'ObjectPlacement');
          if (placement === null || !model.isA(placement, 'IfcLocalPlacement')) {
            const measured = placement === null ? null : model.typeOf(placement);
            const message = `${named(part, model)} has no local placement`;
            yield { row: part, message, measured, required: 'IfcLocalPlacement' };
            continue;
          }
          const above = model.ref(placement, 'PlacementRelTo');
          if (above !== null && above === whole) continue;
          yield {
            row: part,
            message: `${named(part, model)} is not placed relative to its whole ${named(row, model)}`,
            measured: above === null ? null : model.label(above).entity,
            required: whole === null ? null : model.label(whole).entity,
          };
        }
      },
    },
  ],
});
