/** @module rings.test: areas as dots: which dots an area with a hole takes, and what lies outside of the picture. */
import { expect, test } from 'vitest';

import { newRaster } from '../../../kernel/raster/raster.ts';
import { fillRings } from '../../../kernel/raster/rings.ts';
import type { Point } from '../../../kernel/raster/smooth-shapes.ts';

const square = (x: number, y: number, size: number): readonly Point[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

/** The picture of 8 by 8 dots in letters. */
function drawn(...rings: readonly (readonly Point[])[]): readonly string[] {
  const raster = newRaster(8, 8, [0, 0, 0]);
  fillRings(raster, rings, [255, 9, 9]);
  return [...Array.from({ length: 8 }).keys()].map((row) =>
    [...Array.from({ length: 8 }).keys()]
      .map((x) => (raster.rgb[(row * 8 + x) * 3] === 255 ? '#' : '.'))
      .join(''),
  );
}

test('a square takes the dots whose middle is in it', () => {
  expect(drawn(square(1, 2, 3)).slice(1, 6)).toEqual([
    '........',
    '.###....',
    '.###....',
    '.###....',
    '........',
  ]);
  expect(drawn(square(1.5, 2.5, 2)).slice(2, 5)).toEqual(['.##.....', '.##.....', '........']);
});

test('a hole is left out, and what is in the hole is in', () => {
  expect(drawn(square(0, 0, 8), square(1, 1, 6), square(3, 3, 2))).toEqual([
    '########',
    '#......#',
    '#......#',
    '#..##..#',
    '#..##..#',
    '#......#',
    '#......#',
    '########',
  ]);
});

test('what lies outside of the picture is not drawn, and no rings are nothing', () => {
  expect(drawn(square(-20, -20, 100))).toEqual(Array.from({ length: 8 }, () => '########'));
  expect(drawn(square(20, 20, 5))).toEqual(drawn());
});
