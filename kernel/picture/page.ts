/** @module page: a picture of a finding with its message above it and its legend below. */
import type { Finding } from '../findings/finding.ts';
import { fillRectangle } from '../raster/dot-shapes.ts';
import { newRaster } from '../raster/raster.ts';
import type { Raster } from '../raster/raster.ts';
import type { Point } from '../raster/smooth-shapes.ts';
import { line } from '../raster/smooth-shapes.ts';
import { CAPITAL, drawText, fitted, LETTER, LINE, wrapped } from './caption.ts';
import { AROUND_CUT, colourOf, FAINT, INK, PAPER, SHARED, WAY, WHITE } from './colours.ts';
import { drawPlace, drawSign, signOf } from './marks.ts';
import type { Scene } from './scene.ts';

/** Size of the picture in pixels, and dots of the raster for each. */
const PAGE = { width: 1000, height: 750, fine: 2 } as const;
const MARGIN = 32;
const WIDTH = PAGE.width * PAGE.fine;
const HEIGHT = PAGE.height * PAGE.fine;
const LETTERS = Math.floor((WIDTH - 2 * MARGIN) / LETTER);
const TITLE_LINES = 2;

/** Rows of the legend, two elements in each, and the height of a row, dots. */
const ROWS = 2;
const ROW = 44;
const FOOT = ROWS * ROW + 68;

/** The part of the page in which the model is drawn, dots. */
export const AREA = {
  x: MARGIN,
  y: MARGIN + TITLE_LINES * LINE + 8,
  width: WIDTH - 2 * MARGIN,
  height: HEIGHT - MARGIN - TITLE_LINES * LINE - 8 - FOOT,
} as const;

/** A page with nothing but its message. */
export function newPage({ message, severity }: Finding): Raster {
  const raster = newRaster(WIDTH, HEIGHT, PAPER);
  const lines = wrapped(`${severity}: ${message}`, LETTERS, TITLE_LINES);
  for (const [row, text] of lines.entries()) {
    drawText(raster, text, [MARGIN, MARGIN + row * LINE], INK);
  }
  fillRectangle(raster, AREA, WHITE);
  return raster;
}

/** What the legend explains beside the elements. */
export type Shown = {
  readonly scene: Scene;
  readonly shared: boolean;
  /** Dots per millimetre. */
  readonly scale: number;
};

/** Frame, elements by their signs, and what else is to be known of the picture. */
export function drawLegend(raster: Raster, { scene, shared, scale }: Shown): void {
  frame(raster);
  const top = AREA.y + AREA.height + 28;
  const shownElements = scene.concerned.slice(0, ROWS * 2);
  const half = Math.floor(LETTERS / 2);
  for (const [index, { id, kind, params }] of shownElements.entries()) {
    const x = MARGIN + 20 + (index % 2) * (AREA.width / 2);
    const y = top + Math.floor(index / 2) * ROW;
    drawSign(raster, [x, y], signOf(index), colourOf(index));
    const named = 'name' in params && typeof params.name === 'string' ? ` "${params.name}"` : '';
    const rest = scene.concerned.length - shownElements.length;
    const more = index === ROWS * 2 - 1 && rest > 0 ? ` and ${rest} more` : '';
    const text = fitted(`${kind} ${id}${named}`, half - 4 - more.length) + more;
    drawText(raster, text, [x + 32, y - CAPITAL / 2], INK);
  }
  facts(raster, [MARGIN, HEIGHT - 40], { scene, shared, scale });
}

function frame(raster: Raster): void {
  const [left, top] = [AREA.x, AREA.y];
  const [right, bottom] = [left + AREA.width, top + AREA.height];
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ];
  for (const [index, to] of corners.entries()) {
    const from = corners[index - 1];
    if (from !== undefined) line(raster, AROUND_CUT, [from, to], 2);
  }
}

/** One line: scale, level, how it is cut, and what the marks mean. */
function facts(raster: Raster, [left, y]: Point, { scene, shared, scale }: Shown): void {
  let x: number = left;
  const words = (text: string): void => {
    drawText(raster, text, [x, y], FAINT);
    x += (text.length + 2) * LETTER;
  };
  const { level, cut_mm, place, ways, left_out } = scene;
  if (scene.look === 'plan') {
    const length_mm = barLength(280 / scale);
    const end = x + length_mm * scale;
    for (const [from, to] of [
      [
        [x, y + 10],
        [end, y + 10],
      ],
      [
        [x, y],
        [x, y + 20],
      ],
      [
        [end, y],
        [end, y + 20],
      ],
    ] as const) {
      line(raster, INK, [from, to], 4);
    }
    x = end + 20;
    words(`${length_mm / 1000} m, north is up`);
  } else {
    words('seen from the south-west');
  }
  if (level !== null) words(fitted(level.params.name, 24));
  if (cut_mm !== null) words(`cut at ${Math.round(cut_mm)} mm`);
  if (place !== null) {
    drawPlace(raster, [x + 14, y + 10], 14);
    x += 42;
    words('place');
  }
  if (shared) {
    fillRectangle(raster, { x: Math.round(x), y: Math.round(y), width: 28, height: 20 }, SHARED);
    x += 36;
    words('in both');
  }
  if (ways.length > 0) {
    line(
      raster,
      WAY,
      [
        [x, y + 10],
        [x + 40, y + 10],
      ],
      8,
    );
    x += 54;
    words('way');
  }
  if (left_out > 0) words(`${left_out} more not drawn`);
}

/** The longest of 1, 2, 5 times a power of ten that is at most `most` (mm). */
function barLength(most: number): number {
  let power = 1;
  while (power * 10 <= most) power *= 10;
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}
