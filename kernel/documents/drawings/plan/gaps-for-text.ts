/** @module gaps for text: interrupts lines where dimension texts are written over them. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Dimension, Item } from '../drawing.ts';
import { blank } from '../pens.ts';
import { DIMENSION_TEXT_MM } from '../print/exploded.ts';
import type { Sketch } from '../sketch.ts';
import { boxOf } from '../sketch.ts';
import { CAPITAL_SHARE, textWidth } from '../text/fonts.ts';
import { entersBox } from './taken-paper.ts';

/** Blank margin around a dimension text, mm. */
const CLEAR_MM = 0.4;

/**
 * Adds a blank area to `lines` for each dimension text in `over` that crosses one of its lines. The texts must be drawn
 * after it.
 */
export function addGapsForText(lines: Sketch, over: readonly Item[]): void {
  const drawn = lines.items.flatMap((item) =>
    item.shape === 'polyline'
      ? item.points.map((to, i) => ({ from: item.points.at(i - 1) ?? to, to, item, i }))
      : [],
  );
  const sides = drawn.filter(({ item, i }) => i > 0 || item.closed);
  for (const item of over) {
    if (item.shape !== 'dimension') continue;
    const ring = figureRing(item);
    const box = boxOf(ring);
    if (box === null) continue;
    const crossed = sides.find(({ from, to }) => entersBox(from, to, box));
    if (crossed === undefined) continue;
    const fill = blank(crossed.item.pen.layer);
    lines.items.push({ shape: 'area', rings: [ring], fill, pen: null, element: null });
  }
}

/** The rotated box of a dimension text on paper. */
function figureRing({ text, text_at, along }: Dimension): readonly Point2[] {
  const half = textWidth(text, DIMENSION_TEXT_MM, false) / 2 + CLEAR_MM;
  const [low, high] = [-CLEAR_MM, CAPITAL_SHARE * DIMENSION_TEXT_MM + CLEAR_MM];
  return [
    [-half, low],
    [half, low],
    [half, high],
    [-half, high],
  ].map(([u = 0, v = 0]) => ({
    x: text_at.x + along.x * u - along.y * v,
    y: text_at.y + along.y * u + along.x * v,
  }));
}
