/** @module GRF008: coordinates of a rigid operation are lengths or angles. */
import { defineIfcRule, named } from '../ifc-rule.ts';

const TYPES: readonly string[] = ['IfcLengthMeasure', 'IfcPlaneAngleMeasure'];

export const grf008 = defineIfcRule({
  id: 'GRF008',
  title: 'Coordinates of a rigid operation are lengths or plane angles',
  group: 'georeference',
  clause: 'IfcRigidOperation, FirstCoordinate and SecondCoordinate',
  severity: 'error',
  schemas: ['IFC4X3'],
  checks: [
    {
      of: (model) => model.rows('IfcRigidOperation'),
      faults: function* check(row, model) {
        for (const attribute of ['FirstCoordinate', 'SecondCoordinate']) {
          const value = model.value(row, attribute);
          const measured = value.kind === 'typed' ? value.type : value.kind;
          if (TYPES.some((type) => type.toUpperCase() === measured)) continue;
          const message = `${attribute} of ${named(row, model)} is ${measured}`;
          yield { message, measured, required: TYPES.join(', ') };
        }
      },
    },
  ],
});
