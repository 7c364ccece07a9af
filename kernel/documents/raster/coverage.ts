/** @module coverage: fills outlines, antialiased by the exact area that they cover of each pixel. */
import type { Point2 } from '../../building/geometry/vector.ts';
import type { Raster, Rgb } from './raster.ts';

/**
 * Paints the area that outlines enclose; their points are in pixels from the left and the top. Overlapping outlines
 * must have the same direction, holes the opposite one. Signed areas of the sides are accumulated row by row, as in
 * font-rs.
 */
export function paint(raster: Raster, outlines: readonly (readonly Point2[])[], colour: Rgb): void {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const outline of outlines) {
    for (const { x, y } of outline) {
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  const x0 = Math.max(0, Math.floor(left));
  const y0 = Math.max(0, Math.floor(top));
  const width = Math.min(raster.width, Math.ceil(right) + 1) - x0;
  const height = Math.min(raster.height, Math.ceil(bottom) + 1) - y0;
  if (!(width > 0 && height > 0)) return;
  const sums = new Float32Array((width + 2) * height);
  const area = { sums, width, height };
  for (const outline of outlines) {
    let from = outline.at(-1);
    for (const to of outline) {
      if (from !== undefined) addSide(area, [from.x - x0, from.y - y0, to.x - x0, to.y - y0]);
      from = to;
    }
  }
  const [r, g, b] = colour;
  const { rgb } = raster;
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    let dot = ((y0 + row) * raster.width + x0) * 3;
    for (let column = 0; column < width; column += 1, dot += 3) {
      sum += sums[row * (width + 2) + column] ?? 0;
      const cover = Math.min(1, Math.abs(sum));
      if (cover < 0.002) continue;
      // Fast path for most pixels of a large area.
      if (cover === 1) {
        rgb[dot] = r;
        rgb[dot + 1] = g;
        rgb[dot + 2] = b;
        continue;
      }
      const [r0, g0, b0] = [rgb[dot] ?? 0, rgb[dot + 1] ?? 0, rgb[dot + 2] ?? 0];
      rgb[dot] = r0 + (r - r0) * cover + 0.5;
      rgb[dot + 1] = g0 + (g - g0) * cover + 0.5;
      rgb[dot + 2] = b0 + (b - b0) * cover + 0.5;
    }
  }
}

/** For each pixel, the change of the signed covered area from its left neighbour; rows of `width` + 2 numbers. */
type Area = { readonly sums: Float32Array; readonly width: number; readonly height: number };

function addSide(
  { sums, width, height }: Area,
  [ax, ay, bx, by]: readonly [number, number, number, number],
): void {
  if (ay === by) return;
  const turn = ay < by ? 1 : -1;
  const [startX, startY, endX, endY] = ay < by ? [ax, ay, bx, by] : [bx, by, ax, ay];
  const slope = (endX - startX) / (endY - startY);
  const last = Math.min(height, Math.ceil(endY));
  for (let row = Math.max(0, Math.floor(startY)); row < last; row += 1) {
    const from = Math.max(row, startY);
    const to = Math.min(row + 1, endY);
    const high = (to - from) * turn;
    const one = inside(startX + (from - startY) * slope, width);
    const other = inside(startX + (to - startY) * slope, width);
    const [low, far] = one < other ? [one, other] : [other, one];
    const first = Math.floor(low);
    const start = row * (width + 2) + first;
    const end = Math.ceil(far);
    if (end <= first + 1) {
      const middle = (one + other) / 2 - first;
      sums[start] = (sums[start] ?? 0) + high * (1 - middle);
      sums[start + 1] = (sums[start + 1] ?? 0) + high * middle;
      continue;
    }
    const per = high / (far - low);
    // The covered area to the right of the side, column by column; `sums` stores its increments.
    let before = 0;
    for (let column = first; column <= end; column += 1) {
      const [u, v] = [Math.max(low, column), Math.min(far, column + 1)];
      const under = v > u ? per * (v - u) * (column + 1 - (u + v) / 2) : 0;
      const passed = per * Math.max(0, Math.min(far, column) - low);
      const covered = under + passed;
      sums[start + column - first] = (sums[start + column - first] ?? 0) + covered - before;
      before = covered;
    }
  }
}

function inside(x: number, width: number): number {
  return x < 0 ? 0 : x > width ? width : x;
}
