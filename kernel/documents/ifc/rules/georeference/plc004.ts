/** @module PLC004: the coordinates of a map conversion are in the area of use of their system. */
import { placeFaults } from '../../../../building/place/place-faults.ts';
import { georeferenceOf } from '../../place/georeference-of.ts';
import { conversionsIn } from '../../place/map-conversion.ts';
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';
import { millimetresPerUnit } from './length-unit.ts';

export const plc004 = defineIfcRule({
  id: 'PLC004',
  title: 'Eastings and northings are in the area of use of their coordinate reference system',
  group: 'georeference',
  clause: 'IfcMapConversion, Eastings and Northings',
  severity: 'warning',
  checks: [
    {
      of: (model) => (conversionsIn(model).length > 0 ? [WHOLE_FILE] : []),
      faults: (_row, model) => {
        const frame = { shift: { x: 0, y: 0, z: 0 }, mm_per_unit: millimetresPerUnit(model) };
        const messages = conversionsIn(model).flatMap((stated) => {
          // Coordinates without a unit are judged as metres, or the swapped ones would have no unit that fits.
          const georeference =
            georeferenceOf(stated, frame) ?? georeferenceOf({ ...stated, metres: 1 }, frame);
          return placeFaults({ true_north_deg: null, georeference });
        });
        return [...new Set(messages.map(({ message }) => message))].map((message) => ({ message }));
      },
    },
  ],
});
