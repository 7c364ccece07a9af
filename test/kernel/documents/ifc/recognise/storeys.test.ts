/** @module storeys.test: the levels of products without a storey, and those at a height. */
import { expect, test } from 'vitest';

import { Ids } from '../../../../../kernel/documents/ifc/recognise/ids.ts';
import { Products } from '../../../../../kernel/documents/ifc/recognise/products.ts';
import { Storeys } from '../../../../../kernel/documents/ifc/recognise/storeys.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { modelOf } from './building-text.ts';

function storeysAt(...elevations: readonly number[]): Storeys {
  const model = modelOf([], { storeys: elevations.map((one, i) => [`S${i}`, one] as const) });
  const shapes = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  const naming = { ids: new Ids('lineage'), taken: [], prefix: null };
  return new Storeys(model, new Products(model), shapes, naming);
}

const STOREYS = storeysAt(3000, 0, 6000, -2800, 3000);
const name = (level: ReturnType<Storeys['from']>): unknown => level?.element.params['name'];

test.each([
  [-9000, 'S3'],
  [-2800, 'S3'],
  [-1, 'S3'],
  [0, 'S1'],
  [2999, 'S1'],
  [3000, 'S4'],
  [5999, 'S4'],
  [6000, 'S2'],
  [1e9, 'S2'],
  [NaN, 'S3'],
])('a product at %d mm is on the highest level below it', (foot, expected) => {
  expect(name(STOREYS.of(null, foot))).toBe(expected);
});

test.each([
  [-9000, 'S3'],
  [-2800, 'S3'],
  [-2799, 'S1'],
  [3000, 'S0'],
  [3001, 'S2'],
  [6001, undefined],
])('the lowest level from %d mm on', (height, expected) => {
  expect(name(STOREYS.from(height))).toBe(expected);
});

test('levels are found by their ids', () => {
  for (const level of STOREYS.levels) expect(STOREYS.withId(level.id)).toBe(level);
  expect(STOREYS.withId('level_0')).toBeUndefined();
});
