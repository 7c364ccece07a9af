/** @module PLC001: a file states one place on earth. */
import { conversionsIn } from '../../place/map-conversion.ts';
import { defineIfcRule, WHOLE_FILE } from '../ifc-rule.ts';

export const plc001 = defineIfcRule({
  id: 'PLC001',
  title: 'A file states its coordinate reference system and map conversion once, or equally',
  group: 'georeference',
  clause: 'IfcMapConversion; ePSet_MapConversion',
  severity: 'warning',
  checks: [
    {
      of: (model) => (conversionsIn(model).length > 0 ? [WHOLE_FILE] : []),
      faults: (_row, model) => {
        const texts = new Set(
          conversionsIn(model).map(({ crs, eastings, northings, height, turn_deg, scale }) =>
            JSON.stringify([crs, eastings, northings, height, turn_deg, scale]),
          ),
        );
        if (texts.size <= 1) return null;
        const message = `the file states ${texts.size} different map conversions`;
        return { message, measured: texts.size, required: 1 };
      },
    },
  ],
});
