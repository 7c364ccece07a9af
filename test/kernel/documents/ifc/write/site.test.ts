/** @module tests of the site in IFC: true north, boundary, and a georeference that satisfies all rules. */
import { expect, test } from 'vitest';

import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';

const BOUNDARY = [
  { x: -1000, y: -1000 },
  { x: 30_000, y: -1000 },
  { x: 30_000, y: 20_000.5 },
];

test.each(IFC_SCHEMAS)('the site in %s locates the model', async (schema) => {
  const view = modelOf(
    created('wall', 'W'),
    created('site', 'site', {
      boundary: BOUNDARY,
      // True north is 30 degrees clockwise from y: at (1/2, 0.866).
      true_north_deg: -30,
      georeference: {
        crs: 'EPSG:25832',
        eastings: 691_000.125,
        northings: 5_334_000.5,
        height: 519,
      },
    }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  // All rules, including the rule about a coordinate reference system.
  const results = runIfcRules(readStepFile(made.file), IFC_RULES);
  expect(results.flatMap(({ rule, found }) => (found === 0 ? [] : [rule.id]))).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  const { text } = made;
  const north = /IFCDIRECTION\(\(0\.5,0\.866025403784\d*\)\)/u.exec(text)?.[0] ?? '';
  const number = new RegExp(`#(\\d+)=${north.replaceAll(/[().]/g, String.raw`\$&`)}`, 'u').exec(
    text,
  );
  expect(text).toMatch(
    new RegExp(`IFCGEOMETRICREPRESENTATIONCONTEXT\\(.*,#${number?.[1]}\\);`, 'u'),
  );
  expect(text).toContain('IFCCARTESIANPOINT((30000.,20000.5))');
  // Seen from the map, the x axis points 30 degrees to the north of east.
  const isOld = schema === 'IFC2X3';
  const expected = isOld
    ? [
        "'Name',$,IFCLABEL('EPSG:25832')",
        "'Eastings',$,IFCLENGTHMEASURE(691000.125)",
        "'XAxisAbscissa',$,IFCREAL(0.866025403784",
        "'XAxisOrdinate',$,IFCREAL(0.5)",
      ]
    : ["IFCPROJECTEDCRS('EPSG:25832'", ',691000.125,5334000.5,519.,0.866025403784'];
  for (const part of expected) expect(text).toContain(part);
});
