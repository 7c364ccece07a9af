/** @module PLC003: latitude and longitude of a site are at the place of its map conversion. */
import { placeOf } from '../../../../building/place/georeference.ts';
import type { LatLon } from '../../../../building/place/wgs84.ts';
import { georeferenceOf } from '../../place/georeference-of.ts';
import { conversionOf } from '../../place/map-conversion.ts';
import { distanceOf, mistakeOf, refPlaceOf } from '../../place/ref-place.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named, WHOLE_FILE } from '../ifc-rule.ts';
import { millimetresPerUnit } from './length-unit.ts';

/** Distance from which two places of one site contradict each other, m: sites are often given by a point in their town. */
const FAR_M = 1000;
const M_PER_KM = 1000;

export const plc003 = defineIfcRule({
  id: 'PLC003',
  title: 'Latitude and longitude of a site are within 1 km of its map conversion',
  group: 'georeference',
  clause: 'IfcSite, RefLatitude and RefLongitude; IfcMapConversion',
  severity: 'warning',
  checks: [
    {
      of: (model) =>
        mapped(model) !== null &&
        model.rows('IfcSite').some((row) => refPlaceOf(model, row) !== null)
          ? [WHOLE_FILE]
          : [],
      faults: function* check(_row, model) {
        const actual = mapped(model);
        if (actual === null) return;
        for (const row of model.rows('IfcSite')) {
          const stated = refPlaceOf(model, row);
          const away = stated === null ? 0 : distanceOf(stated, actual);
          if (stated === null || away <= FAR_M) continue;
          const mistake = mistakeOf(stated, actual, FAR_M);
          const why = mistake === null ? '' : `: ${mistake}`;
          yield {
            message: `latitude and longitude of ${named(row, model)} are ${Math.round(away / M_PER_KM)} km from the place of its map conversion${why}`,
            measured: degrees(stated),
            required: degrees(actual),
            row,
          };
        }
      },
    },
  ],
});

function degrees({ latitude, longitude }: LatLon): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
}

/** The place of the origin by the map conversion of a file. */
function mapped(model: IfcModel): LatLon | null {
  const stated = conversionOf(model);
  const mm_per_unit = millimetresPerUnit(model);
  return stated === null
    ? null
    : placeOf(georeferenceOf(stated, { shift: { x: 0, y: 0, z: 0 }, mm_per_unit }));
}
