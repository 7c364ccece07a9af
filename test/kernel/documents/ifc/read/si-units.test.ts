/** @module tests of units in SI units: prefixes (a square millimetre is 1e-6), and chains of converted units. */
import { expect, test } from 'vitest';

import { IfcFacts } from '../../../../../kernel/documents/ifc/facts/ifc-facts.ts';
import { prefixFactor, siFactorOf } from '../../../../../kernel/documents/ifc/read/si-units.ts';
import { unitsOf } from '../../../../../kernel/documents/ifc/shape/units.ts';
import { modelOf } from '../recognise/building-text.ts';

test.each([
  ['MILLI', 'METRE', 1e-3],
  ['MILLI', 'SQUARE_METRE', 1e-6],
  ['CENTI', 'SQUARE_METRE', 1e-4],
  ['MILLI', 'CUBIC_METRE', 1e-9],
  ['KILO', 'PASCAL', 1e3],
  [null, 'SQUARE_METRE', 1],
])('%s %s', (prefix, name, factor) => {
  expect(prefixFactor(prefix, name)).toBeCloseTo(factor, 12);
});

test('an unknown prefix has no factor', () => {
  expect(prefixFactor('UNKNOWN', 'METRE')).toBeNull();
});

/** A unit of length that is twice the next one, and so on down to the millimetre. */
function doubled(times: number): string {
  const milli = '{IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)}';
  return Array.from({ length: times }).reduce<string>(
    (unit) =>
      `{IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'x',{IFCMEASUREWITHUNIT(IFCRATIOMEASURE(2.),${unit})})}`,
    milli,
  );
}

test.each([
  [0, 1],
  [6, 64],
  [8, 256],
  [9, null],
])('%i nested units are %s mm in geometry, sites and properties', (times, mm) => {
  const item = '{IFCPROPERTYSINGLEVALUE(';
  const data = [
    `#900=IFCPROPERTYSET('set',$,'Mine',$,(${item}'Long',$,IFCLENGTHMEASURE(1.),$)}));`,
    "#901=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#10),#900);",
  ].join('\n');
  const model = modelOf([], { length: doubled(times), data });
  const [unit = -1] = model
    .rows('IfcUnitAssignment')
    .flatMap((assignment) => model.refs(assignment, 'Units'));
  const [storey = -1] = model.rows('IfcBuildingStorey');
  const sets = new IfcFacts(model).of(Number(model.file.idOf(storey)))?.sets;
  const read = siFactorOf(unit, model);
  expect(read === null ? null : 1000 * read).toBe(mm);
  expect(unitsOf(model)).toMatchObject({ mm: mm ?? 1000 });
  expect(sets?.[0]?.properties[0]?.scale?.factor ?? null).toBe(mm);
});
