/** @module storey-png: a storey as PNG, with no font but our own capitals. */
import type { Mark } from '../../../kernel/kinds/symbol.ts';
import { fillRectangle } from '../../../kernel/raster/dot-shapes.ts';
import { drawLetters, LETTER_STEP, LINE_STEP } from '../../../kernel/raster/letters.ts';
import { pngOf } from '../../../kernel/raster/png.ts';
import { halved, newRaster, type Raster, type Rgb } from '../../../kernel/raster/raster.ts';
import { fillRings } from '../../../kernel/raster/rings.ts';
import { line, type Point } from '../../../kernel/raster/smooth-shapes.ts';
import type { Frame } from '../approvals/plan-svg.ts';
import { fitted } from '../printable.ts';
import { PAGE, type Storey } from './storey.ts';

/** Dots of the drawing for each pixel of the picture. */
const FINE = 2;
/** Dots of a letter's dot. */
const DOT = 4;
const LABEL_MAX = 24;

type Inks = { readonly ink: Rgb; readonly wash: Rgb };
const SAME: Inks = { ink: [82, 82, 91], wash: [244, 244, 245] };
const CHOSEN: Inks = { ink: [217, 119, 6], wash: [254, 243, 199] };
const PAPER: Rgb = [247, 247, 245];
const WHITE: Rgb = [255, 255, 255];
const TEXT: Rgb = [51, 51, 51];

export function storeyPng({ title, drawings, frame, bar_mm }: Storey): Buffer {
  const raster = newRaster(PAGE.width * FINE, PAGE.height * FINE, PAPER);
  const { x, y, width, height } = frame.area;
  fillRectangle(
    raster,
    { x: x * FINE, y: y * FINE, width: width * FINE, height: height * FINE },
    WHITE,
  );
  text(raster, fitted(title, 100), [x * FINE, (y - 28) * FINE], TEXT);
  // Names stand above everything.
  for (const texts of [false, true]) {
    for (const { chosen, marks } of drawings) {
      const inks = chosen ? CHOSEN : SAME;
      for (const mark of marks) {
        if ((mark.shape === 'text') === texts) draw(raster, frame, mark, inks);
      }
    }
  }
  const bottom = (PAGE.height - PAGE.foot + 16) * FINE;
  const right = (x + bar_mm * frame.scale) * FINE;
  line(
    raster,
    TEXT,
    [
      [x * FINE, bottom],
      [right, bottom],
    ],
    3,
  );
  text(raster, `${bar_mm / 1000} m, north is up`, [right + 16, bottom - 8], TEXT);
  if (drawings.length === 0) {
    text(raster, 'nothing on this level', [(x + 12) * FINE, (y + 16) * FINE], TEXT);
  }
  return pngOf(halved(raster), { text: { Title: title } });
}

function draw(raster: Raster, frame: Frame, mark: Mark, { ink, wash }: Inks): void {
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
        const shown = fitted(words, LABEL_MAX);
        const left = x - (shown.length * LETTER_STEP * DOT) / 2;
        text(raster, shown, [left, y + row * (LINE_STEP + 1) * DOT - 5 * DOT], ink);
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

function text(raster: Raster, words: string, [x, y]: Point, colour: Rgb): void {
  drawLetters(words, (column, row) => {
    fillRectangle(
      raster,
      { x: Math.round(x + column * DOT), y: Math.round(y + row * DOT), width: DOT, height: DOT },
      colour,
    );
  });
}
