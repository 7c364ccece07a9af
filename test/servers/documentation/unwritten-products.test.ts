/** @module tests of the warning about products of an imported file that a new file does not have. */
import { expect, test } from 'vitest';

import { unwrittenProducts } from '../../../servers/documentation/unwritten-products.ts';
import { extrusion, fileOf, polygon } from '../../kernel/documents/ifc/recognise/building-text.ts';
import { importedWorld } from '../building/import-file.ts';

const box = (x: number): string =>
  extrusion(polygon([x, 0], [x + 1000, 0], [x + 1000, 200], [x, 200]), 3000);

test('counts the products that are no elements by class', async () => {
  const empty = (entity: string, rest: string) => ({ entity, items: [], rest });
  const file = fileOf([
    { entity: 'IFCWALL', items: [box(0)], rest: ',$,$' },
    empty('IFCANNOTATION', ''),
    empty('IFCANNOTATION', ''),
    empty('IFCVIRTUALELEMENT', ',$'),
  ]);
  const world = await importedWorld(file);
  expect(await unwrittenProducts(world.view)).toEqual([
    'a new file does not have these products of `house.ifc`, which are no elements of the model: 2 IfcAnnotation, 1 IfcVirtualElement',
  ]);
});

test('says nothing of a file whose products are all elements', async () => {
  const file = fileOf([{ entity: 'IFCWALL', items: [box(0)], rest: ',$,$' }]);
  expect(await unwrittenProducts((await importedWorld(file)).view)).toEqual([]);
});
