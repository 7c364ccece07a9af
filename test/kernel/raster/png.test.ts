/** @module png.test: shapes lie where they should, and pictures are PNG that an independent decoder reads, dot by dot. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { fillDisc, fillRectangle } from '../../../kernel/raster/dot-shapes.ts';
import { apngOf, pngOf } from '../../../kernel/raster/png.ts';
import { halved, newRaster } from '../../../kernel/raster/raster.ts';
import type { Raster } from '../../../kernel/raster/raster.ts';
import { box, disc, line, polygon } from '../../../kernel/raster/smooth-shapes.ts';
import { chunksOf } from './chunks.ts';

describe('smooth shapes', () => {
  const raster = newRaster(40, 30, [250, 240, 230]);
  box(raster, [1, 2, 3], [2, 2], [6, 9]);
  disc(raster, [200, 0, 0], [20, 15], 6);
  line(
    raster,
    [0, 0, 200],
    [
      [0, 29],
      [39, 29],
    ],
    2,
  );
  polygon(
    raster,
    [0, 99, 0],
    [
      [32, 3],
      [38, 12],
      [26, 12],
    ],
  );
  const at = (x: number, y: number): number[] =>
    Array.from(raster.rgb.slice((y * 40 + x) * 3, (y * 40 + x) * 3 + 3));

  test('fills shapes inside and leaves the rest', () => {
    expect([at(3, 3), at(20, 15), at(30, 28), at(32, 9), at(0, 0), at(39, 0)]).toEqual([
      [1, 2, 3],
      [200, 0, 0],
      [0, 0, 200],
      [0, 99, 0],
      [250, 240, 230],
      [250, 240, 230],
    ]);
  });

  test('is read back by another decoder as it was', async () => {
    const { data, info } = await sharp(pngOf(raster)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([40, 30, 3]);
    expect(Buffer.compare(data, raster.rgb)).toBe(0);
  });

  test('an animation has a control chunk per frame, and its first frame is a plain picture', async () => {
    const other = newRaster(40, 30, [0, 0, 0]);
    const animation = apngOf([raster, other, raster], 100, 900);
    expect(chunksOf(animation)).toEqual([
      'IHDR',
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ]);
    expect(Buffer.compare(await sharp(animation).raw().toBuffer(), raster.rgb)).toBe(0);
    expect(() => apngOf([], 1, 1)).toThrow(RangeError);
  });
});

describe('shapes of whole dots', () => {
  const redOf = ({ rgb }: Raster): number[] => [...rgb].filter((_, index) => index % 3 === 0);

  test('a rectangle is cut at the edges and mixed by its alpha', () => {
    const raster = newRaster(4, 2, [100, 0, 0]);
    fillRectangle(raster, { x: -1, y: 0, width: 3, height: 1 }, [200, 0, 0]);
    fillRectangle(raster, { x: 3, y: 1, width: 9, height: 9 }, [200, 0, 0], 128);
    expect(redOf(raster)).toEqual([200, 200, 100, 100, 100, 100, 100, 150]);
  });

  test('a disc has all dots within its radius and no other', () => {
    const raster = newRaster(5, 5, [0, 0, 0]);
    fillDisc(raster, { x: 2, y: 2, radius: 2 }, [1, 0, 0]);
    expect(redOf(raster).reduce((sum, red) => sum + red)).toBe(13);
    expect(redOf(raster).slice(0, 5)).toEqual([0, 0, 1, 0, 0]);
  });

  test('halving takes the rounded mean of four dots', () => {
    const raster = newRaster(4, 2, [0, 0, 0]);
    fillRectangle(raster, { x: 0, y: 0, width: 1, height: 1 }, [10, 255, 3]);
    const half = halved(raster);
    expect([half.width, half.height, [...half.rgb]]).toEqual([2, 1, [3, 64, 1, 0, 0, 0]]);
  });
});

describe('a picture file', () => {
  const raster = newRaster(7, 5, [9, 8, 7]);
  disc(raster, [200, 100, 0], [3, 2], 2);

  test.each(['none', 'up'] as const)(
    'rows filtered by %s are read back as they were',
    async (filter) => {
      const png = pngOf(raster, { filter, text: { Title: 'a hõuse' } });
      expect(chunksOf(png)).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND']);
      expect(png.toString('utf8')).toContain('Title\0\0\0\0\0a hõuse');
      expect(Buffer.compare(await sharp(png).raw().toBuffer(), raster.rgb)).toBe(0);
    },
  );
});
