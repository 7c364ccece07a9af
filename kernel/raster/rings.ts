/** @module rings: areas with holes as dots, by the even-odd rule. */
import type { Raster, Rgb } from './raster.ts';
import type { Point } from './smooth-shapes.ts';

/** Fills what an odd number of the closed rings surrounds. A dot counts by its middle. */
export function fillRings(
  raster: Raster,
  rings: readonly (readonly Point[])[],
  [r, g, b]: Rgb,
): void {
  const { width, height, rgb } = raster;
  const edges = rings.flatMap((ring) =>
    ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from] as const),
  );
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const [top, bottom] = [
    Math.max(0, Math.floor(least(ys))),
    Math.min(height - 1, Math.ceil(-least(ys.map((y) => -y)))),
  ];
  for (let row = top; row <= bottom; row += 1) {
    const middle = row + 0.5;
    const crossings = edges
      .flatMap(([[ax, ay], [bx, by]]) =>
        ay > middle === by > middle ? [] : [ax + ((middle - ay) / (by - ay)) * (bx - ax)],
      )
      .toSorted((one, other) => one - other);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const first = Math.max(0, Math.ceil((crossings[at] ?? 0) - 0.5));
      const last = Math.min(width - 1, Math.ceil((crossings[at + 1] ?? 0) - 0.5) - 1);
      for (let column = first; column <= last; column += 1) {
        rgb.set([r, g, b], (row * width + column) * 3);
      }
    }
  }
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}
