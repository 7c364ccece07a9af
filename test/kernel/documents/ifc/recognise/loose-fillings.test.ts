/** @module loose-fillings.test: doors and windows without openings are found in linear time, however they are placed. */
import { expect, test } from 'vitest';

import { Interrupted, watched } from '../../../../../kernel/base/work/checkpoint.ts';
import {
  axes,
  extrusion,
  modelOf,
  named,
  point,
  polygon,
  type ProductText,
  recognised,
} from './building-text.ts';
import { workOf } from './counted.ts';

function box(from: readonly [number, number, number], sizes: readonly [number, number, number]) {
  const [[x, y, z], [dx, dy, dz]] = [from, sizes];
  const area = polygon([x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]);
  return extrusion(area, dz, axes(point(0, 0, z)));
}

/** A wall at a distance from the first one, with a hole in its own body. */
function wallAt(y: number, z = 0, width = 800): ProductText {
  const [wall, hole] = [
    box([0, y, z], [4000, 200, 2500]),
    box([1000, y - 50, z + 900], [width, 300, 1000]),
  ];
  const items = [`{IFCBOOLEANRESULT(.DIFFERENCE.,${wall},${hole})}`];
  return { entity: 'IFCWALL', name: `wall ${y} ${z}`, items };
}

function windowAt(y: number, z = 0): ProductText {
  const items = [box([1000, y + 50, z + 900], [800, 100, 1000])];
  return { entity: 'IFCWINDOW', name: `window ${y} ${z}`, items, rest: ',$,1000.,800.' };
}

const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** The largest number of evaluations of the body of a window, without those that every body has. */
function mostEvaluated(products: readonly ProductText[]): number {
  const model = modelOf(products);
  const windows = new Set(
    model.rows('IfcWindow').flatMap((row) => {
      const shape = model.ref(row, 'Representation');
      const [representation] = shape === null ? [] : model.refs(shape, 'Representations');
      return representation === undefined ? [] : model.refs(representation, 'Items');
    }),
  );
  const { by_item } = workOf(model);
  return Math.max(...[...by_item].flatMap(([row, times]) => (windows.has(row) ? [times] : [])));
}

test('many windows in one place are each evaluated for the index, and for themselves', () => {
  const products = [...many(40, () => wallAt(0)), ...many(40, () => windowAt(0))];
  const most = mostEvaluated(products);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});

test.each([
  [15, 'window'],
  [16, undefined],
])('a window is still compared after %i holes that it does not fit: %s', (count, kind) => {
  const found = recognised([...many(count, () => wallAt(0, 0, 780)), wallAt(0), windowAt(0)]);
  expect(named(found, 'window 0 0').element?.kind).toBe(kind);
});

test('windows above each other fill the holes at their heights', () => {
  const heights = many(12, (i) => 2500 * i);
  const found = recognised([
    ...heights.map((z) => wallAt(0, z)),
    ...heights.toReversed().map((z) => windowAt(0, z)),
  ]);
  for (const z of heights) {
    const wall = named(found, `wall 0 ${z}`).element;
    expect(named(found, `window 0 ${z}`).element?.params).toMatchObject({ host_id: wall?.id });
  }
});

test('a window that fills a hole fills no other one', () => {
  const found = recognised([wallAt(0), wallAt(0), windowAt(0)]);
  expect(found.products.filter(({ element }) => element?.kind === 'window')).toHaveLength(1);
});

test('the search can be stopped', () => {
  const model = modelOf([wallAt(0), windowAt(0)]);
  const stopped = (): unknown =>
    watched(
      ({ doing }) => {
        if (doing === 'reading doors and windows') throw new Interrupted('cancelled');
      },
      () => workOf(model),
    );
  expect(stopped).toThrow(Interrupted);
});
