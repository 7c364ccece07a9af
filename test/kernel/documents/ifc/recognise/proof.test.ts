/** @module tests of the proof: an element that differs from the body of its product is not parametric. */
import { expect, test } from 'vitest';

import { Products } from '../../../../../kernel/documents/ifc/recognise/products.ts';
import { judge, reasonOf } from '../../../../../kernel/documents/ifc/recognise/proof.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import {
  extrusion,
  kernels,
  modelOf,
  named,
  profile,
  type ProductText,
  recognised,
} from './building-text.ts';

const COLUMN: ProductText = {
  entity: 'IFCCOLUMN',
  name: 'column',
  items: [extrusion(profile('IFCRECTANGLEPROFILEDEF', 300, 400), 3000)],
};

test.each([
  ['equal', {}, null],
  ['1 mm aside', { location: { x: 1, y: 0 } }, null],
  ['2 mm aside', { location: { x: 2, y: 0 } }, 'box differs'],
  ['wider by 0.3 mm', { profile: '300.3x400' }, null],
  ['wider by 0.5 mm', { profile: '300.5x400' }, 'volume differs'],
  ['higher by 5 mm', { height: 3005 }, 'volume and box differ'],
  ['on no level', { level_id: 'none' }, 'stands on level , which does not exist'],
  ['without a section', { profile: 'none' }, expect.any(String)],
])('a column that is %s', (_, params, why) => {
  const model = modelOf([COLUMN]);
  const products = new Products(model);
  const shapes = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  const found = recognised([COLUMN]);
  const { element } = named(found, 'column');
  const [row = -1] = model.rows('IfcColumn');
  const levels = found.levels.map((level) => level.element);
  if (element === null) throw new Error('the column is recognised');
  const proposal = {
    product: products.product(row),
    element: { ...element, params: { ...element.params, ...params } },
    expected: { items: shapes.body(row)?.items ?? [], cuts: [] },
    host_id: null,
  };
  const [judged] = judge(levels, [proposal], kernels);
  expect(judged?.why).toEqual(why);
});

test('a part of an element is proven with it, against the bodies of all parts', () => {
  const model = modelOf([COLUMN]);
  const products = new Products(model);
  const shapes = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  const found = recognised([COLUMN]);
  const { element } = named(found, 'column');
  const [row = -1] = model.rows('IfcColumn');
  if (element === null) throw new Error('the column is recognised');
  const part = {
    product: products.product(row),
    element,
    expected: { items: shapes.body(row)?.items ?? [], cuts: [] },
    host_id: null,
  };
  const levels = found.levels.map((level) => level.element);
  const parts = [part, { ...part, product: { ...part.product, name: 'other' } }];
  const [first, second] = judge(levels, parts, kernels);
  expect(first?.proof).not.toBeNull();
  expect(second?.proof).toBe(first?.proof);
  expect(second?.proposal.product?.name).toBe('other');
});

test('a reason has neither ids nor numbers', () => {
  expect(reasonOf('face `#12` has 3.5 corners')).toBe(reasonOf('face `#99` has 4 corners'));
});
