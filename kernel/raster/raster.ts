/** @module raster: a picture as rows of RGB dots in memory. */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Dots row by row from the top left, three bytes each. */
export type Raster = {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
};

/** A raster of one colour. `width` and `height` in dots. */
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

/** Half as wide and half as high: each dot is the mean of four, so that edges of whole dots become smooth. */
export function halved({ width, height, rgb }: Raster): Raster {
  const half = newRaster(width >> 1, height >> 1, [0, 0, 0]);
  const row = width * 3;
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const at = y * 2 * row + x * 6 + channel;
        const sum =
          (rgb[at] ?? 0) + (rgb[at + 3] ?? 0) + (rgb[at + row] ?? 0) + (rgb[at + row + 3] ?? 0);
        half.rgb[(y * half.width + x) * 3 + channel] = (sum + 2) >> 2;
      }
    }
  }
  return half;
}
