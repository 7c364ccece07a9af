/** @module shared-facts.test: what 20,000 rows of a file share is read once. */
import { expect, test, vi } from 'vitest';

import { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import { FileColours } from '../../../../../kernel/documents/ifc/recognise/file-colours.ts';
import { GroupReader } from '../../../../../kernel/documents/ifc/recognise/groups/group-reader.ts';
import { PlacedGroups } from '../../../../../kernel/documents/ifc/recognise/groups/placed-groups.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { Products } from '../../../../../kernel/documents/ifc/recognise/products.ts';
import {
  GROUP_TYPES,
  PLACEMENT_SET,
} from '../../../../../kernel/documents/ifc/schema/placement-set.ts';
import { fileOf } from './building-text.ts';

const MANY = 20_000;
const lines = (make: (i: number) => string): string =>
  Array.from({ length: MANY }, (_, i) => make(i)).join('\n');
const all = (from: number): string => Array.from({ length: MANY }, (_, i) => `#${from + i}`).join();
const PROXIES = lines((i) => `#${100_000 + i}=IFCBUILDINGELEMENTPROXY('p${i}',$,'P',$,$,$,$,$,$);`);

/** The model of a file with these records, and the attributes that are read of lists from now on. */
async function reading(data: string) {
  const { model } = await openIfc(fileOf([], { data }));
  const refs = vi.spyOn(model, 'refs');
  const reads = (name: string): number => refs.mock.calls.filter(([, one]) => one === name).length;
  return { model, reads };
}

test('a list of materials is read once for all products', async () => {
  const { model, reads } = await reading(`${PROXIES}
#9000=IFCRELASSOCIATESMATERIAL('r',$,$,$,(${all(100_000)}),#9001);
#9001=IFCMATERIALLIST((#9002,#9003));
#9002=IFCMATERIAL('a',$,$);
#9003=IFCMATERIAL('b',$,$);
#9004=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#9005),#9003);
#9005=IFCSTYLEDREPRESENTATION($,$,$,(#9006));
#9006=IFCSTYLEDITEM($,(#9007),$);
#9007=IFCSURFACESTYLE($,.BOTH.,(#9008));
#9008=IFCSURFACESTYLESHADING(#9009,$);
#9009=IFCCOLOURRGB($,1.,0.,0.);`);
  const colours = new FileColours(model);
  const found = model.rows('IfcBuildingElementProxy').map((row) => colours.of(row, [], null));
  expect([found.length, ...new Set(found)]).toEqual([MANY, '#ff0000']);
  expect(reads('Materials')).toBe(1);
  expect(reads('Representations')).toBe(1);
});

test('a property set is read once for all placements', async () => {
  const { model, reads } = await reading(`
${lines((i) => `#${100_000 + i}=IFCGROUP('p${i}',$,'P',$,'${GROUP_TYPES.placement}');`)}
#9001=IFCPROPERTYSET('s',$,'${PLACEMENT_SET.name}',$,(#9002));
#9002=IFCPROPERTYSINGLEVALUE('${PLACEMENT_SET.number}',$,IFCINTEGER(1),$);
#9003=IFCRELDEFINESBYPROPERTIES('d',$,$,$,(${all(100_000)}),#9001);
${lines((i) => `#${200_000 + i}=IFCGROUP('g${i}',$,'G',$,'${GROUP_TYPES.group}');`)}
${lines((i) => `#${300_000 + i}=IFCRELASSIGNSTOGROUP('r${i}',$,$,$,(#${100_000 + i}),$,#${200_000 + i});`)}`);
  const reader = new GroupReader(model, new Map());
  const shift = { x: 0, y: 0, z: 0 };
  const placed = new PlacedGroups(model, reader, { shift, mm_per_unit: 1, products: [] });
  for (const row of model.rows('IfcGroup')) placed.of(row);
  expect(reads('HasProperties')).toBe(1);
});

test('the properties of a set are read once for all products', async () => {
  const { model, reads } = await reading(`${PROXIES}
#9001=IFCPROPERTYSET('s',$,'Pset',$,(#9002));
#9002=IFCPROPERTYSINGLEVALUE('Flag',$,IFCBOOLEAN(.T.),$);
#9003=IFCRELDEFINESBYPROPERTIES('d',$,$,$,(${all(100_000)}),#9001);
#9004=IFCELEMENTQUANTITY('q',$,'Q',$,$,(#9005));
#9005=IFCQUANTITYLENGTH('Height',$,$,2500.);
#9006=IFCRELDEFINESBYPROPERTIES('e',$,$,$,(${all(100_000)}),#9004);`);
  const products = new Products(model);
  const proxies = model.rows('IfcBuildingElementProxy');
  const flags = new Set(proxies.map((row) => products.flag(row, 'Pset', 'Flag')));
  const heights = new Set(proxies.map((row) => products.quantity(row, 'Height')));
  expect([[...flags], [...heights]]).toEqual([[true], [2500]]);
  expect(reads('HasProperties')).toBe(1);
  expect(reads('Quantities')).toBe(1);
});

test('long relationships are parsed once, even if their values are not kept', () => {
  const relations = Array.from(
    { length: 4 },
    (_, i) => `#${1000 + i}=IFCRELAGGREGATES('r${i}',$,$,$,#${100_000 + i},(${all(100_010)}));`,
  ).join('\n');
  const bytes = fileOf([], { data: `${PROXIES}\n${relations}` });
  const file = readStepFile(bytes, { instances: 1000, values: 30_000 });
  const model = new IfcModel(file, 'IFC4');
  const rows = model.rows('IfcRelAggregates');
  for (let i = 0; i < 100; i += 1) for (const row of rows) model.ref(row, 'RelatingObject');
  expect(file.parsed).toBeLessThan(5 * MANY);
});
