/** @module predefined-types.test: a product without a predefined type of its own has that of its type. */
import { expect, test } from 'vitest';

import { MeshBlobBuilder } from '../../../../../kernel/building/imports/mesh-blob-builder.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { extrusion, kernels, modelOf, named, polygon, type ProductText } from './building-text.ts';

const ITEM = extrusion(polygon([0, 0], [4000, 0], [4000, 3000], [0, 3000]), 200);

/** What a product is, with this predefined type of its own and that of its type. */
function recognisedAs(entity: string, own: string, [type, of_type]: readonly [string, string]) {
  const product: ProductText = { entity, name: 'p', items: [ITEM], rest: `,$,${own}` };
  const data = `#9000=${type}('t',$,'T',$,$,$,$,$,$,${of_type});
#9001=IFCRELDEFINESBYTYPE('r',$,$,$,(#100),#9000);`;
  const meshes = new MeshBlobBuilder();
  const model = modelOf([product], { data });
  return named(recognise(model, 'lineage', kernels, { meshes }), 'p');
}

test.each([
  ['$', '.BASESLAB.', 'foundation'],
  ['.NOTDEFINED.', '.BASESLAB.', 'foundation'],
  ['.BASESLAB.', '.FLOOR.', 'foundation'],
  ['.FLOOR.', '.BASESLAB.', 'slab'],
  ['$', '.FLOOR.', 'slab'],
  ['$', '.NOTDEFINED.', 'slab'],
])('a slab %s of a type %s is a %s', (own, of_type, floor_type) => {
  const { element } = recognisedAs('IFCSLAB', own, ['IFCSLABTYPE', of_type]);
  expect(element?.params['floor_type']).toBe(floor_type);
});

test.each([
  ['$', '.CEILING.', 'ceiling'],
  ['.NOTDEFINED.', '.CEILING.', 'ceiling'],
  ['.FLOORING.', '.CEILING.', undefined],
])('a covering %s of a type %s is a %s', (own, of_type, floor_type) => {
  const { element } = recognisedAs('IFCCOVERING', own, ['IFCCOVERINGTYPE', of_type]);
  expect(element?.params['floor_type']).toBe(floor_type);
});

test.each([
  ['$', '.COMPLEX.', 'COMPLEX'],
  ['.NOTDEFINED.', '.COMPLEX.', 'COMPLEX'],
  ['.PARTIAL.', '.COMPLEX.', 'PARTIAL'],
  ['.NOTDEFINED.', '.NOTDEFINED.', null],
])('a body %s of a type %s states %s', (own, of_type, expected) => {
  const type = ['IFCBUILDINGELEMENTPROXYTYPE', of_type] as const;
  const { body } = recognisedAs('IFCBUILDINGELEMENTPROXY', own, type);
  expect(body?.params.predefined_type).toBe(expected);
});
