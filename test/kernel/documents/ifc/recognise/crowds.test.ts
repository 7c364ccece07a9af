/** @module crowds.test: walls of which too many end in one place are bodies, so that their joints take no time. */
import { expect, test } from 'vitest';

import { extrusion, polygon, type ProductText, recognised } from './building-text.ts';

const AREA = polygon([0, 0], [3000, 0], [3000, 200], [0, 200]);
const WALL: ProductText = { entity: 'IFCWALL', items: [extrusion(AREA, 2500)] };
const FAR: ProductText = {
  entity: 'IFCWALL',
  items: [extrusion(polygon([0, 9000], [3000, 9000], [3000, 9200], [0, 9200]), 2500)],
};

test.each([
  [200, null, 'parametric'],
  [201, 'more than 200 walls end within a metre of it', 'body'],
])('%i walls in one place: %s', (count, reason, outcome) => {
  const found = recognised([...Array.from({ length: count }, () => WALL), FAR]);
  const walls = found.products.filter(({ product }) => product.class === 'IfcWall');
  const far = walls.at(-1);
  expect(walls.length).toBe(count + 1);
  expect(new Set(walls.slice(0, -1).map((one) => one.reason))).toEqual(new Set([reason]));
  expect(new Set(walls.slice(0, -1).map((one) => one.outcome))).toEqual(new Set([outcome]));
  expect([far?.reason, far?.outcome]).toEqual([null, 'parametric']);
});
