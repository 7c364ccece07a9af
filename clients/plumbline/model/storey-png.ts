import {
  drawMark,
  drawText,
  FINE,
  type Inks,
  WHITE,
} from '../../../kernel/picture/plan/plan-dots.ts';
/** @module storey-png: a storey as PNG, with no font but our own capitals. */
import { fillRectangle } from '../../../kernel/raster/dot-shapes.ts';
import { pngOf } from '../../../kernel/raster/png.ts';
import { halved, newRaster, type Rgb } from '../../../kernel/raster/raster.ts';
import { line } from '../../../kernel/raster/smooth-shapes.ts';
import { fitted } from '../printable.ts';
import { PAGE, type Storey } from './storey.ts';

const SAME: Inks = { ink: [82, 82, 91], wash: [244, 244, 245] };
const CHOSEN: Inks = { ink: [217, 119, 6], wash: [254, 243, 199] };
const PAPER: Rgb = [247, 247, 245];
const TEXT: Rgb = [51, 51, 51];

export function storeyPng({ title, drawings, frame, bar_mm }: Storey): Buffer {
  const raster = newRaster(PAGE.width * FINE, PAGE.height * FINE, PAPER);
  const { x, y, width, height } = frame.area;
  fillRectangle(
    raster,
    { x: x * FINE, y: y * FINE, width: width * FINE, height: height * FINE },
    WHITE,
  );
  drawText(raster, fitted(title, 100), [x * FINE, (y - 28) * FINE], TEXT);
  // Names stand above everything.
  for (const texts of [false, true]) {
    for (const { chosen, marks } of drawings) {
      const inks = chosen ? CHOSEN : SAME;
      for (const mark of marks) {
        if ((mark.shape === 'text') === texts) drawMark(raster, frame, mark, inks);
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
  drawText(raster, `${bar_mm / 1000} m, north is up`, [right + 16, bottom - 8], TEXT);
  if (drawings.length === 0) {
    drawText(raster, 'nothing on this level', [(x + 12) * FINE, (y + 16) * FINE], TEXT);
  }
  return pngOf(halved(raster), { text: { Title: title } });
}
