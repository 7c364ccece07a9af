/** @module tests of sets that elements share in the file of an import: a new file has them once. */
import { expect, test } from 'vitest';

import type { IfcModel } from '../../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { openIfc } from '../../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { IFC_SCHEMAS } from '../../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import { extrusion, fileOf, METRE, polygon } from '../../recognise/building-text.ts';
import { exported } from '../reread.ts';

const GUID = '0ShareSet0000000000001';
const box = (x: number): string =>
  extrusion(polygon([x, 0], [x + 4, 0], [x + 4, 0.2], [x, 0.2]), 3);

/** A file of walls and proxies that share sets: one of many properties, a standard one, quantities, and one of a type. */
function shared(elements: number, properties: number): Buffer {
  const numbers = Array.from({ length: properties }, (_, i) => 50_000 + i);
  const all = Array.from({ length: elements }, (_, i) => `#${100 + i}`).join(',');
  const data = [
    ...numbers.map((n) => `#${n}=IFCPROPERTYSINGLEVALUE('P${n}',$,IFCLABEL('value'),$);`),
    `#8001=IFCPROPERTYSET('${GUID}',$,'Own',$,(${numbers.map((n) => `#${n}`).join(',')}));`,
    `#8002=IFCPROPERTYSET('s2',$,'Pset_WallCommon',$,(#8003,${numbers.map((n) => `#${n}`).join(',')}));`,
    "#8003=IFCPROPERTYSINGLEVALUE('AcousticRating',$,IFCLABEL('R 52'),$);",
    "#8004=IFCELEMENTQUANTITY('s4',$,'Mine',$,$,(#8005));",
    "#8005=IFCQUANTITYLENGTH('Reach',$,$,4.,$);",
    "#8006=IFCPROPERTYSET('s6',$,'OfType',$,(#8003));",
    "#8007=IFCBUILDINGELEMENTPROXYTYPE('t',$,'T',$,$,(#8006),$,$,$,.NOTDEFINED.);",
    ...[8001, 8002, 8004].map(
      (set) => `#${set + 50}=IFCRELDEFINESBYPROPERTIES('r${set}',$,$,$,(${all}),#${set});`,
    ),
    `#8060=IFCRELDEFINESBYTYPE('rt',$,$,$,(${all}),#8007);`,
  ];
  const products = Array.from({ length: elements }, (_, i) => ({
    entity: i % 2 === 0 ? 'IFCWALL' : 'IFCBUILDINGELEMENTPROXY',
    items: [box(10 * i)],
    name: `E${i}`,
    rest: ',$,$',
  }));
  return fileOf(products, { data: data.join('\n'), length: METRE });
}

/** Rows of the sets of a name, and the number of objects of their relationships. */
function setsOf(
  model: IfcModel,
  entity: string,
  name: string,
): { guids: unknown[]; users: number } {
  const rows = model.rows(entity).filter((row) => model.text(row, 'Name') === name);
  const users = model
    .rows('IfcRelDefinesByProperties')
    .filter((row) => rows.includes(model.refs(row, 'RelatingPropertyDefinition')[0] ?? -1))
    .map((row) => model.refs(row, 'RelatedObjects').length);
  return {
    guids: rows.map((row) => model.text(row, 'GlobalId')),
    users: users.reduce((sum, count) => sum + count, 0),
  };
}

test.each(IFC_SCHEMAS)('a new file in %s has a set of many elements once', async (schema) => {
  const world = await importedWorld(shared(8, 3));
  const { model } = await openIfc(exported(world.view, schema).file);
  expect(setsOf(model, 'IfcPropertySet', 'Own')).toEqual({ guids: [GUID], users: 8 });
  expect(setsOf(model, 'IfcPropertySet', 'OfType')).toMatchObject({ users: 8 });
  expect(setsOf(model, 'IfcPropertySet', 'OfType').guids).toHaveLength(1);
  expect(setsOf(model, 'IfcElementQuantity', 'Mine').guids).toHaveLength(1);
});

test('a set of which an element has an edit is split: the others keep it with its GUID', async () => {
  const world = await importedWorld(shared(8, 3));
  const [wall] = [...world.view.elementsOf('wall')];
  const edit = { set: 'Own', properties: { P50000: 'mine' } };
  await world.do('set_properties', { element_ids: [wall?.id], ...edit });
  const { model } = await openIfc(exported(world.view, 'IFC4').file);
  const { guids, users } = setsOf(model, 'IfcPropertySet', 'Own');
  expect(guids).toHaveLength(2);
  expect(guids).toContain(GUID);
  expect(users).toBe(8);
});

test('the size of a new file and of its warnings grows with the elements and the sets, not with both', async () => {
  const world = await importedWorld(shared(60, 400));
  const made = exported(world.view, 'IFC4');
  const lines = made.text.match(/IFCPROPERTYSINGLEVALUE\('P5/gu) ?? [];
  expect(lines).toHaveLength(400);
  // Each of 400 properties is unknown to the standard; a few sentences say so.
  expect(made.warnings.filter((one) => one.includes('no such property')).length).toBeLessThan(5);
  expect(made.warnings.join('\n')).toContain('399 others of the set');
});
