/** @module tests of the site in IFC: true north, boundary, and a georeference that satisfies all rules. */
import { expect, test } from 'vitest';

import { toMapOf } from '../../../../../kernel/building/place/georeference.ts';
import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
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

/** The text of an export with a wall and this site. */
function exportOf(
  schema: (typeof IFC_SCHEMAS)[number],
  site: Parameters<typeof created<'site'>>[2],
) {
  return exported(modelOf(created('wall', 'W'), created('site', 'site', site)), schema).text;
}

const ISLIP = {
  crs: 'EPSG:2263',
  eastings: 1_206_501.82,
  northings: 217_409.36,
  height: 100,
  map_unit: 'us_survey_foot',
  grid_north_deg: 0,
} as const;

test.each(IFC_SCHEMAS)('a site in %s has latitude, longitude and elevation', (schema) => {
  const text = exportOf(schema, { georeference: ISLIP });
  // Within 1 mm of 40° 45' 38.23676" north, 73° 11' 51.78749" west (data sheet DI0446); 100 US survey feet in mm.
  const site = /IFCSITE\(.*/u.exec(text)?.[0];
  expect(site).toContain(',.ELEMENT.,(40,45,38,236749),(-73,-11,-51,-787495),30480.06096,');
});

test.each(IFC_SCHEMAS)('a site in %s without WGS84 has no latitude', (schema) => {
  const text = exportOf(schema, { georeference: { ...ISLIP, crs: 'ESRI:102100' } });
  expect(/IFCSITE\(.*/u.exec(text)?.[0]).toContain(',.ELEMENT.,$,$,30480.06096,');
});

test('feet are a unit of the map, and a scale is apart from units only in IFC4X3', () => {
  const scaled = { ...ISLIP, scale: 0.9999 };
  const unit = /IFCCONVERSIONBASEDUNIT\(#\d+,\.LENGTHUNIT\.,'US SURVEY FOOT',#\d+\)/u;
  for (const [schema, conversion] of [
    ['IFC4', 'IFCMAPCONVERSION(#'],
    ['IFC4X3', 'IFCMAPCONVERSIONSCALED(#'],
  ] as const) {
    const text = exportOf(schema, { georeference: scaled });
    expect(text).toMatch(unit);
    expect(text).toContain(conversion);
  }
  expect(exportOf('IFC4', { georeference: scaled })).toMatch(/,1\.,0\.,0\.00328050525\d*\);/u);
  expect(exportOf('IFC4X3', { georeference: scaled })).toMatch(
    /,1\.,0\.,0\.00328083333\d*,0\.9999,0\.9999,1\.\);/u,
  );
  expect(exportOf('IFC2X3', { georeference: scaled })).toContain(
    "'MapUnit',$,IFCLABEL('US SURVEY FOOT')",
  );
});

test.each(IFC_SCHEMAS)('an export in %s of a building without a place has none', (schema) => {
  for (const site of [null, { true_north_deg: 30 }]) {
    const view =
      site === null
        ? modelOf(created('wall', 'W'))
        : modelOf(created('wall', 'W'), created('site', 'site', site));
    const { text, file } = exported(view, schema);
    expect(text).not.toMatch(/PROJECTEDCRS|MAPCONVERSION|CoordinateReference/iu);
    expect(/IFCSITE\(.*/u.exec(text)?.[0]).toContain(',.ELEMENT.,$,$,$,');
    const found = runIfcRules(readStepFile(file), IFC_RULES).filter((one) => one.found > 0);
    // Rule GRF003 asks for a reference system in these schemas; it is not met by an invented one.
    expect(found.map(({ rule }) => rule.id)).toEqual(schema === 'IFC2X3' ? [] : ['GRF003']);
  }
});

test.each(['IFC4', 'IFC4X3'] as const)(
  'the map conversion of %s has each point where the model has it in the map',
  (schema) => {
    for (const given of [
      { ...ISLIP, grid_north_deg: 40, scale: 0.9999 },
      { ...ISLIP, grid_north_deg: -110 },
      { crs: 'EPSG:25832', eastings: 691_000.125, northings: 5_334_000.5, height: 519 },
    ]) {
      const site = { true_north_deg: 25, georeference: given };
      const { file } = exported(
        modelOf(created('wall', 'W'), created('site', 'site', site)),
        schema,
      );
      const model = new IfcModel(readStepFile(file), schema);
      const [row = -1] = model.rows('IfcMapConversion');
      const of = (name: string): number => model.number(row, name) ?? 1;
      const [x, y, z] = [5000, -3000, 1000];
      // The formula of IfcMapConversion in the documentation of IFC 4.3, with the factors of IfcMapConversionScaled.
      const [a, b] = [x * of('FactorX') * of('Scale'), y * of('FactorY') * of('Scale')];
      const found = {
        eastings: a * of('XAxisAbscissa') - b * of('XAxisOrdinate') + of('Eastings'),
        northings: a * of('XAxisOrdinate') + b * of('XAxisAbscissa') + of('Northings'),
      };
      const expected = toMapOf(site)({ x, y, z });
      expect(found.eastings).toBeCloseTo(expected.eastings, 6);
      expect(found.northings).toBeCloseTo(expected.northings, 6);
    }
  },
);
