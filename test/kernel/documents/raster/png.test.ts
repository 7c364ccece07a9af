/** @module tests of rasters: painted areas cover the right pixels, and an independent decoder reads the PNG files. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import { paint } from '../../../../kernel/documents/raster/coverage.ts';
import { apngOf, pngOf } from '../../../../kernel/documents/raster/png.ts';
import { newRaster } from '../../../../kernel/documents/raster/raster.ts';
import { chunksOf } from './chunks.ts';

/** A ring of a rectangle, clockwise on the screen. */
function rectangle(x: number, y: number, width: number, height: number): readonly Point2[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

describe('painted areas', () => {
  const raster = newRaster(40, 30, [250, 240, 230]);
  paint(raster, [rectangle(2, 2, 4, 7)], [1, 2, 3]);
  paint(raster, [rectangle(10, 10, 12, 12), rectangle(14, 14, 4, 4).toReversed()], [200, 0, 0]);
  paint(raster, [rectangle(-5, 28.5, 100, 9)], [0, 0, 200]);
  const at = (x: number, y: number): number[] =>
    Array.from(raster.rgb.slice((y * 40 + x) * 3, (y * 40 + x) * 3 + 3));

  test('cover their inside without their holes, and nothing outside', () => {
    expect([at(3, 3), at(11, 11), at(20, 29), at(15, 15), at(0, 0), at(39, 0)]).toEqual([
      [1, 2, 3],
      [200, 0, 0],
      [0, 0, 200],
      [250, 240, 230],
      [250, 240, 230],
      [250, 240, 230],
    ]);
  });

  test('blend a pixel in proportion to the covered area', () => {
    expect(at(20, 28)).toEqual([125, 120, 215]);
  });

  test('are decoded unchanged by another decoder', async () => {
    const { data, info } = await sharp(pngOf(raster)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([40, 30, 3]);
    expect(Buffer.compare(data, raster.rgb)).toBe(0);
  });

  test('become an animation with a control chunk per frame and a first frame that other decoders read', async () => {
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

test('a PNG with a title is decoded to the same pixels', async () => {
  const raster = newRaster(7, 5, [9, 8, 7]);
  paint(raster, [rectangle(1.25, 1, 3, 2)], [200, 100, 0]);
  const png = pngOf(raster, { text: { Title: 'a hõuse' } });
  expect(chunksOf(png)).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND']);
  expect(png.toString('utf8')).toContain('Title\0\0\0\0\0a hõuse');
  expect(Buffer.compare(await sharp(png).raw().toBuffer(), raster.rgb)).toBe(0);
});
