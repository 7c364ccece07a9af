/** @module GRF006: a coordinate reference system without an EPSG code is described in well-known text. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const grf006 = defineIfcRule({
  id: 'GRF006',
  title: 'A coordinate reference system has an EPSG code, or the name WKT and its text',
  group: 'georeference',
  clause: 'IfcCoordinateReferenceSystem, WellKnownText',
  severity: 'error',
  schemas: ['IFC4X3'],
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcCoordinateReferenceSystem')
          .filter((row) => !hasCode(row, model) || hasText(row, model)),
      faults: (row, model) => {
        const measured = model.text(row, 'Name');
        if (!hasText(row, model)) {
          const message = `${named(row, model)} has neither an EPSG code nor a well-known text`;
          return { message, measured, required: 'EPSG:…, or WKT with IfcWellKnownText' };
        }
        return measured === 'WKT'
          ? null
          : {
              message: `${named(row, model)} has a well-known text but is not named WKT`,
              measured,
              required: 'WKT',
            };
      },
    },
  ],
});

function hasCode(row: number, model: IfcModel): boolean {
  return model.text(row, 'Name')?.startsWith('EPSG:') === true;
}

function hasText(row: number, model: IfcModel): boolean {
  return model.referrers(row, 'IfcWellKnownText', 'CoordinateReferenceSystem').length > 0;
}
