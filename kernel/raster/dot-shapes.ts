/** @module dot-shapes: filled shapes of whole dots, by whole numbers alone, so that they are the same on every machine. */
import type { Raster, Rgb } from './raster.ts';

/** Corner nearest to the top left, and size, in dots. What lies outside the raster is not drawn. */
export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Fills a rectangle; `alpha` 0 to 256. */
export function fillRectangle(
  raster: Raster,
  { x, y, width, height }: Rectangle,
  colour: Rgb,
  alpha = 256,
): void {
  const right = Math.min(x + width, raster.width);
  const bottom = Math.min(y + height, raster.height);
  for (let row = Math.max(y, 0); row < bottom; row += 1) {
    for (let column = Math.max(x, 0); column < right; column += 1) {
      blend(raster, row * raster.width + column, colour, alpha);
    }
  }
}

/** Fills a disc around a dot; `alpha` 0 to 256. */
export function fillDisc(
  raster: Raster,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  colour: Rgb,
  alpha = 256,
): void {
  const bottom = Math.min(y + radius, raster.height - 1);
  const right = Math.min(x + radius, raster.width - 1);
  for (let row = Math.max(y - radius, 0); row <= bottom; row += 1) {
    for (let column = Math.max(x - radius, 0); column <= right; column += 1) {
      if ((column - x) ** 2 + (row - y) ** 2 <= radius * radius) {
        blend(raster, row * raster.width + column, colour, alpha);
      }
    }
  }
}

function blend({ rgb }: Raster, dot: number, colour: Rgb, alpha: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const under = rgb[dot * 3 + channel] ?? 0;
    rgb[dot * 3 + channel] = under + ((((colour[channel] ?? 0) - under) * alpha) >> 8);
  }
}
