/** @module tests of the rules about places on earth: which mistake explains a contradiction. */
import { expect, test } from 'vitest';

import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { readText, stepText } from '../step-text.ts';

/** Messages of the rules about places for a site at a latitude and longitude, and a map conversion. */
function messages(
  angles: string,
  place = '691000.125,5334000.5',
  crs = 'EPSG:25832',
  schema: 'IFC4' | 'IFC4X3' = 'IFC4',
): readonly string[] {
  const data = `#1=IFCSITE('s',$,$,$,$,$,$,$,$,${angles},$,$,$);
#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#5=IFCPROJECTEDCRS('${crs}',$,$,$,$,$,#4);
#6=IFCMAPCONVERSION(#9,#5,${place},0.,1.,0.,1.);`;
  const rules = IFC_RULES.filter(({ id }) => id.startsWith('PLC'));
  return runIfcRules(readText(stepText(schema, data)), rules).flatMap(({ findings, rule }) =>
    findings.map(({ message }) => `${rule.id} ${message}`),
  );
}

test.each([
  ['(11,34,1,397200),(48,7,50,69550)', 'latitude and longitude are probably swapped'],
  ['(48,7,50,69550),(-11,-34,-1,-397200)', 'the longitude probably has the wrong sign'],
  ['(-48,-7,-50,-69550),(11,34,1,397200)', 'the latitude probably has the wrong sign'],
  // 48.1305749 and 11.5670548 degrees.
  ['(48,13,5,749000),(11,56,7,548000)', 'written as minutes and seconds'],
])('PLC003 explains %s', (angles, why) => {
  expect(messages(angles)).toEqual([expect.stringContaining(`the place of its map conversion: `)]);
  expect(messages(angles).join()).toContain(why);
});

test('PLC003 gives both places of a contradiction that no mistake explains', () => {
  const [message, ...others] = messages('(42,21,31),(-71,-3,-33)');
  expect(others).toEqual([]);
  expect(message).toMatch(/^PLC003 .* are \d+ km from the place of its map conversion$/u);
  expect(messages('(48,7,50),(11,34,1)')).toEqual([]);
});

test('PLC003 accepts places within 1 km', () => {
  // A second of latitude is 30.887 m; the place of the map conversion is 48° 7' 50.0695".
  expect(messages('(48,8,22,380000),(11,34,1,397200)')).toEqual([]);
  expect(messages('(48,8,22,520000),(11,34,1,397200)')).toEqual([
    expect.stringContaining('are 1 km from the place of its map conversion'),
  ]);
});

test.each([
  ['(48,-7,-50),(11,34,1)', 'RefLatitude `(48,-7,-50)` has parts of different signs'],
  ['(48,7,50),(11,34,61)', 'RefLongitude `(11,34,61)` has 61 seconds'],
  ['(98,7,50),(11,34,1)', 'RefLatitude `(98,7,50)` is no latitude: expected at most 90 degrees'],
  ['(48.13,0,0),(11,34,1)', 'RefLatitude `(48.13,0,0)` has a part that is no integer'],
  ['(48),(11,34,1)', 'RefLatitude `(48)` has 1 parts, not 3 or 4'],
])('PLC002 refuses the form of %s', (angles, why) => {
  expect(messages(angles)).toEqual([expect.stringContaining(`PLC002 ${why}`)]);
});

test.each([
  ['5334000.5,691000.125', 'eastings and northings are probably swapped'],
  ['48.1305749,11.5670548', 'looks like degrees'],
  ['691000.125,1334000.5', 'is outside the area of use of EPSG:25832 (ETRS89 / UTM zone 32N)'],
])('PLC004 finds the place %s', (place, why) => {
  expect(messages('$,$', place)).toEqual([expect.stringContaining(why)]);
});

test('places in unknown systems are not judged', () => {
  expect(messages('(48,7,50),(11,34,1)', '1.,2.', 'ESRI:102100')).toEqual([]);
});
