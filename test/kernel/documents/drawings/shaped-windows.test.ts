/** @module tests of windows that are no rectangles in plans and elevations. */
import { expect, test } from 'vitest';

import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number) => ({ x, y });
const SCALE = 50;
const USUAL = { host_id: 'w', width: 1000, height: 1000, sill_height: 800 } as const;

const VIEW = modelOf(
  created('wall', 'w', {
    level_id: 'L1',
    start: P(0, 0),
    end: P(6000, 0),
    thickness: 300,
    height: 3000,
  }),
  created('window', 'circle', { ...USUAL, offset: 500, shape: 'round' }),
  created('window', 'triangle', {
    ...USUAL,
    offset: 2500,
    outline: [P(0, 0), P(1000, 0), P(500, 1000)],
  }),
  created('window', 'box', { ...USUAL, offset: 4500 }),
);

function drawn(definition: Parameters<typeof drawView>[0]): Drawing {
  const drawing = drawView(definition, VIEW);
  if (drawing === null) throw new Error('expected a drawing');
  return drawing;
}

test('a plan shows the width of a window in the plane of its cut', () => {
  const { items, placements } = drawn({
    view: 'plan',
    level_id: 'L1',
    scale: SCALE,
    cut_height: 1100,
  });
  const origin = placements[0]?.origin ?? P(0, 0);
  const begins = items.flatMap((item) =>
    item.shape === 'insert' && item.element !== null
      ? [[item.element, (item.at.x - origin.x) * SCALE, item.block] as const]
      : [],
  );
  const at = (id: string): readonly [number, string] => {
    const [, x = NaN, block = ''] = begins.find(([element]) => element === id) ?? [];
    return [x, block];
  };
  // At 200 mm below the middle: 2 · √(500² − 200²) = 916.5 mm; at 300 of 1,000 mm of a triangle: 700 mm.
  const [circle, name] = at('circle');
  expect(Math.abs(circle - (500 + (1000 - 916.5) / 2))).toBeLessThan(0.5);
  expect(name).toMatch(/^WINDOW-91[56]/u);
  expect(at('triangle')).toEqual([expect.closeTo(2650, 3), 'WINDOW-700x300']);
  expect(at('box')).toEqual([expect.closeTo(4500, 3), 'WINDOW-1000x300']);
});

test('an elevation shows the glass within a frame of 60 mm', () => {
  const { items } = drawn({ view: 'elevation', direction: 'south', scale: SCALE });
  const sizes = items.flatMap((item) => {
    if (item.shape !== 'area' || item.element === null) return [];
    const points = item.rings.flat();
    const extent = (axis: 'x' | 'y'): number =>
      Math.round(
        (Math.max(...points.map((p) => p[axis])) - Math.min(...points.map((p) => p[axis]))) * SCALE,
      );
    return [[item.element, extent('x'), extent('y'), points.length] as const];
  });
  const of = (id: string): readonly (readonly unknown[])[] =>
    sizes.filter(([element]) => element === id).map(([, ...rest]) => rest);
  expect(of('circle')).toContainEqual([880, 880, 64]);
  // The sides of the triangle rise by 2: its glass is 1000 − 2 · 60 · (1 + √5) / 2 mm wide.
  expect(of('triangle')).toContainEqual([806, 806, 3]);
  expect(of('box')).toContainEqual([880, 880, 4]);
});
