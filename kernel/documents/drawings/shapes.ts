/** @module shapes: lines, areas and captions of pictures that are not views at a scale. */

import { codePointEscape, withoutUnseen } from '../../base/text/invisible-characters.ts';
import type { Point2 } from '../../building/geometry/vector.ts';
import type { Rgb } from '../raster/raster.ts';
import type { Item } from './drawing.ts';
import { penOf, tint } from './pens.ts';
import type { Lettering } from './sketch.ts';
import { boxRing, discRing, textAt } from './sketch.ts';
import { fittedText } from './text/text-outlines.ts';

/** Background colour of pictures. */
const PAPER: Rgb = [247, 247, 245];
/** Colour of captions. */
export const TEXT: Rgb = [45, 45, 50];
/** Pixels per millimetre of paper at the size for which pictures are laid out. */
export const PIXELS_PER_MM = 4;

/** The style of a line. */
export type Stroke = {
  readonly ink: Rgb;
  readonly width_mm: number;
  readonly layer?: string;
  readonly dash_mm?: readonly number[] | null;
  readonly element?: string;
};

/** A line through points. */
export function line(points: readonly Point2[], stroke: Stroke): Item {
  const { ink: colour, layer = 'marks', width_mm, dash_mm = null, element = null } = stroke;
  const pen = penOf(layer, width_mm, { colour, dash_mm });
  return { shape: 'polyline', points, closed: false, pen, element };
}

/** A filled area without an outline. */
export function area(
  rings: readonly (readonly Point2[])[],
  colour: Rgb,
  layer = 'marks',
  element: string | null = null,
): Item {
  return { shape: 'area', rings, fill: tint(layer, colour), pen: null, element };
}

/** A filled disc. */
export function disc(centre: Point2, radius: number, colour: Rgb): Item {
  return area([discRing(centre, radius)], colour);
}

/** The background of a picture, mm. */
export function paperOf(width: number, height: number): Item {
  return area([boxRing({ min: { x: 0, y: 0 }, max: { x: width, y: height } })], PAPER, 'paper');
}

/** A caption on one line, truncated to `width_mm`. Invisible characters are written as their code points. */
export function caption(
  at: Point2,
  text: string,
  width_mm: number,
  { size_mm = 3.25, ...how }: Lettering & { readonly size_mm?: number } = {},
): Item {
  const shown = fittedText(visible(text), width_mm, size_mm);
  return textAt(at, shown, size_mm, { colour: TEXT, layer: 'caption', ...how });
}

/** The text with invisible characters replaced by their code points, so that different texts never look the same. */
export function visible(text: string): string {
  return withoutUnseen(text, codePointEscape);
}

/** Length of a scale bar: the largest number up to `most` that is 1, 2 or 5 times a power of ten, mm. */
export function barLength(most: number): number {
  let power = 1;
  while (power * 10 <= most) power *= 10;
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}
