/** @module smooth-shapes: filled shapes with smooth edges, from their distance functions. */
import type { Raster, Rgb } from './raster.ts';

/** Dots from the left and the top. */
export type Point = readonly [number, number];

/** Signed distance to a shape's edge in pixels, negative inside. */
type Distance = (x: number, y: number) => number;

/** Where a shape can be: least x, least y, most x, most y, in pixels. */
type Reach = readonly [number, number, number, number];

/** Covers each pixel by as much as the shape does, to within a linear ramp of one pixel. */
function paint(
  { width, height, rgb }: Raster,
  colour: Rgb,
  reach: Reach,
  distance: Distance,
): void {
  const [x0, y0, x1, y1] = reach;
  for (let y = Math.max(0, Math.floor(y0) - 1); y < Math.min(height, y1 + 2); y += 1) {
    for (let x = Math.max(0, Math.floor(x0) - 1); x < Math.min(width, x1 + 2); x += 1) {
      const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      if (cover === 0) continue;
      const at = (y * width + x) * 3;
      for (let i = 0; i < 3; i += 1) {
        const under = rgb[at + i] ?? 0;
        rgb[at + i] = Math.round(under + ((colour[i] ?? 0) - under) * cover);
      }
    }
  }
}

/** A disc. */
export function disc(raster: Raster, colour: Rgb, [cx, cy]: Point, radius: number): void {
  const reach: Reach = [cx - radius, cy - radius, cx + radius, cy + radius];
  paint(raster, colour, reach, (x, y) => Math.sqrt((x - cx) ** 2 + (y - cy) ** 2) - radius);
}

/** A box with square corners between two points. */
export function box(raster: Raster, colour: Rgb, [x0, y0]: Point, [x1, y1]: Point): void {
  paint(raster, colour, [x0, y0, x1, y1], (x, y) => Math.max(x0 - x, x - x1, y0 - y, y - y1));
}

/** A line with round ends. */
export function line(
  raster: Raster,
  colour: Rgb,
  [[ax, ay], [bx, by]]: readonly [Point, Point],
  thickness: number,
): void {
  const half = thickness / 2;
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const reach: Reach = [
    Math.min(ax, bx) - half,
    Math.min(ay, by) - half,
    Math.max(ax, bx) + half,
    Math.max(ay, by) + half,
  ];
  paint(raster, colour, reach, (x, y) => {
    const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared;
    const t = Math.min(1, Math.max(0, along));
    return Math.sqrt((x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2) - half;
  });
}

/** A convex polygon whose corners go clockwise on the screen. */
export function polygon(raster: Raster, colour: Rgb, corners: readonly Point[]): void {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const edges = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length] ?? [ax, ay];
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    return { ax, ay, nx: (by - ay) / length, ny: (ax - bx) / length };
  });
  const reach: Reach = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  paint(raster, colour, reach, (x, y) =>
    Math.max(...edges.map(({ ax, ay, nx, ny }) => (x - ax) * nx + (y - ay) * ny)),
  );
}
