/** @module raster: an RGB image in memory. */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** An image: pixels row by row from the top left, three bytes each. */
export type Raster = {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
};

/** A raster filled with one colour; `width` and `height` are in pixels. */
export function newRaster(width: number, height: number, [r, g, b]: Rgb): Raster {
  const rgb = new Uint8Array(width * height * 3);
  if (r === g && g === b) return { width, height, rgb: rgb.fill(r) };
  for (let i = 0; i < rgb.length; i += 3) {
    rgb[i] = r;
    rgb[i + 1] = g;
    rgb[i + 2] = b;
  }
  return { width, height, rgb };
}
