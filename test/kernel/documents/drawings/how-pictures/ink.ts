/** @module ink: shared colours and shapes of the pictures of docs/how. */

import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import type { Item } from '../../../../../kernel/documents/drawings/drawing.ts';
import { area, disc, line } from '../../../../../kernel/documents/drawings/shapes.ts';
import { boxRing, textAt } from '../../../../../kernel/documents/drawings/sketch.ts';
import type { Rgb } from '../../../../../kernel/documents/raster/raster.ts';

export const INK: Rgb = [40, 44, 52];
export const SOFT: Rgb = [120, 124, 132];
export const RED: Rgb = [200, 40, 45];
export const BLUE: Rgb = [30, 95, 190];
export const GREEN: Rgb = [25, 130, 70];
export const AMBER: Rgb = [190, 115, 0];
/** Fills of neighbouring areas. */
export const FILLS: readonly Rgb[] = [
  [205, 220, 240],
  [240, 222, 196],
  [210, 232, 210],
  [232, 212, 234],
];

/** Maps points of the building to the paper, mm: `at` is the origin of the building, 1:`scale` the scale. */
export type ToPaper = (point: Point2) => Point2;

export function toPaper(at: Point2, scale: number): ToPaper {
  return ({ x, y }) => ({ x: at.x + x / scale, y: at.y + y / scale });
}

/** A text; its default size is 3.2 mm. */
export function label(
  at: Point2,
  text: string,
  {
    colour = INK,
    size_mm = 3.2,
    bold = false,
    align = 'left',
  }: {
    readonly colour?: Rgb;
    readonly size_mm?: number;
    readonly bold?: boolean;
    readonly align?: 'left' | 'middle' | 'right';
  } = {},
): Item {
  return textAt(at, text, size_mm, { colour, bold, align });
}

export function closed(points: readonly Point2[]): readonly Point2[] {
  return [...points, ...points.slice(0, 1)];
}

/** A line with a head at its end. */
export function arrow(points: readonly Point2[], ink: Rgb, width_mm = 0.4): readonly Item[] {
  const [from, to] = points.slice(-2);
  if (from === undefined || to === undefined) return [];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (back: number, side: number): Point2 => ({
    x: to.x - ux * back - uy * side,
    y: to.y - uy * back + ux * side,
  });
  const shaft = [...points.slice(0, -1), at(1.8, 0)];
  return [line(shaft, { ink, width_mm }), area([[to, at(2.4, 0.9), at(2.4, -0.9)]], ink)];
}

export function dot(at: Point2, ink: Rgb, radius = 0.8): Item {
  return disc(at, radius, ink);
}

/** A box with lines of text, the first one bold; `at` is its upper left corner. */
export function textBox(
  at: Point2,
  { width, height }: { readonly width: number; readonly height: number },
  texts: readonly string[],
  fill: Rgb,
): readonly Item[] {
  const ring = boxRing({ min: { x: at.x, y: at.y - height }, max: { x: at.x + width, y: at.y } });
  const first = at.y - height / 2 + (texts.length * 4.4) / 2 - 3.2;
  return [
    area([ring], fill),
    line(closed(ring), { ink: INK, width_mm: 0.3 }),
    ...texts.map((text, i) =>
      label({ x: at.x + width / 2, y: first - 4.4 * i }, text, {
        align: 'middle',
        bold: i === 0,
        size_mm: i === 0 ? 3.3 : 3,
      }),
    ),
  ];
}
