/** @module plan dots: what elements are drawn with in plan as dots, with no font but our own capitals. */
import type { Mark } from '../../kinds/symbol.ts';
import { fillRectangle } from '../../raster/dot-shapes.ts';
import { drawLetters, LETTER_STEP, LINE_STEP } from '../../raster/letters.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import { fillRings } from '../../raster/rings.ts';
import { line, type Point } from '../../raster/smooth-shapes.ts';
import type { Frame } from './frame.ts';

/** Dots of the drawing for each pixel of the picture. */
export const FINE = 2;
/** Dots of a letter's dot. */
const DOT = 4;
const LABEL_MAX = 24;

/** Colours of lines and bodies, and of areas. */
export type Inks = { readonly ink: Rgb; readonly wash: Rgb };

export const WHITE: Rgb = [255, 255, 255];

/** One mark in a frame, on a raster of `FINE` dots for each pixel. */
export function drawMark(raster: Raster, frame: Frame, mark: Mark, { ink, wash }: Inks): void {
  const at = (point: { readonly x: number; readonly y: number }): Point => {
    const { x, y } = frame.at(point);
    return [x * FINE, y * FINE];
  };
  switch (mark.shape) {
    case 'area': {
      const rings = mark.rings.map((ring) => ring.map(at));
      fillRings(raster, rings, { solid: ink, area: wash, gap: WHITE }[mark.fill]);
      for (const ring of rings) {
        stroke(raster, ring.concat(ring.slice(0, 1)), { ink, thickness: 1.5, dashed: false });
      }
      return;
    }
    case 'line':
      stroke(raster, mark.points.map(at), {
        ink,
        thickness: mark.weight * FINE,
        dashed: mark.dashed,
      });
      return;
    case 'text': {
      const [x, y] = at(mark.at);
      for (const [row, words] of mark.lines.entries()) {
        const shown = words.length > LABEL_MAX ? `${words.slice(0, LABEL_MAX - 3)}...` : words;
        const left = x - (shown.length * LETTER_STEP * DOT) / 2;
        drawText(raster, shown, [left, y + row * (LINE_STEP + 1) * DOT - 5 * DOT], ink);
      }
      return;
    }
    default:
      mark satisfies never;
  }
}

type Pen = { readonly ink: Rgb; readonly thickness: number; readonly dashed: boolean };

/** Dots of a dash and of the gap behind it. */
const [DASH, GAP] = [12, 8];

function stroke(
  raster: Raster,
  points: readonly Point[],
  { ink: colour, thickness, dashed }: Pen,
): void {
  for (const [index, [bx, by]] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined) continue;
    const [ax, ay] = from;
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    const point = (along: number): Point => {
      const share = length === 0 ? 0 : Math.min(1, along / length);
      return [ax + share * (bx - ax), ay + share * (by - ay)];
    };
    const step = dashed ? DASH + GAP : Math.max(1, length);
    for (let start = 0; start <= length; start += step) {
      line(raster, colour, [point(start), point(dashed ? start + DASH : length)], thickness);
    }
  }
}

/** Text from a dot on. */
export function drawText(raster: Raster, words: string, [x, y]: Point, colour: Rgb): void {
  drawLetters(words, (column, row) => {
    fillRectangle(
      raster,
      { x: Math.round(x + column * DOT), y: Math.round(y + row * DOT), width: DOT, height: DOT },
      colour,
    );
  });
}
