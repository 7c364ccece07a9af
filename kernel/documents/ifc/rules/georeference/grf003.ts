/** @module GRF003: buildings and facilities have a coordinate reference system. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';

export const grf003 = defineIfcRule({
  id: 'GRF003',
  title: 'A file with a building or facility has a coordinate reference system',
  group: 'georeference',
  clause: 'IfcCoordinateReferenceSystem',
  severity: 'warning',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) => (model.rows(facilityOf(model)).length > 0 ? [WHOLE_FILE] : []),
      faults: (_row, model) =>
        model.rows(systemOf(model)).length > 0
          ? null
          : {
              message: `the file has an ${facilityOf(model)} but no ${systemOf(model)}`,
              measured: 0,
              required: 'at least 1',
            },
    },
  ],
});

function facilityOf({ schema }: IfcModel): string {
  return schema.name === 'IFC4' ? 'IfcBuilding' : 'IfcFacility';
}

function systemOf({ schema }: IfcModel): string {
  return schema.name === 'IFC4' ? 'IfcProjectedCRS' : 'IfcCoordinateReferenceSystem';
}
