/** @module PLC002: latitude and longitude of a site are valid degrees, minutes and seconds. */
import { refFaults } from '../../place/ref-place.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';

export const plc002 = defineIfcRule({
  id: 'PLC002',
  title: 'Latitude and longitude are degrees, minutes and seconds of one sign, in their ranges',
  group: 'georeference',
  clause: 'IfcCompoundPlaneAngleMeasure, MinutesInRange, SecondsInRange and ConsistentSign',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcSite')
          .filter((row) => model.isGiven(row, 'RefLatitude') || model.isGiven(row, 'RefLongitude')),
      faults: (row, model) =>
        refFaults(model, row).map((fault) => ({ message: `${fault} in ${named(row, model)}` })),
    },
  ],
});
