/** @module gaps for text: interrupts lines where texts are written over them. */
import { directionOf, type Point2 } from '../../../building/geometry/vector.ts';
import type { Item } from '../drawing.ts';
import { blank } from '../pens.ts';
import { DIMENSION_TEXT_MM } from '../print/exploded.ts';
import type { Sketch } from '../sketch.ts';
import { boxOf } from '../sketch.ts';
import { CAPITAL_SHARE, textWidth } from '../text/fonts.ts';
import { entersBox } from './taken-paper.ts';

/** Blank margin around a text, mm. */
const CLEAR_MM = 0.4;

/**
 * Adds a blank area to `lines` for each text in `over`, also that of a dimension, that crosses one of its lines. The texts must
 * be drawn after it.
 */
export function addGapsForText(lines: Sketch, over: readonly Item[]): void {
  const drawn = lines.items.flatMap((item) =>
    item.shape === 'polyline'
      ? item.points.map((to, i) => ({ from: item.points.at(i - 1) ?? to, to, item, i }))
      : [],
  );
  const sides = drawn.filter(({ item, i }) => i > 0 || item.closed);
  for (const item of over) {
    const ring = textRing(item);
    if (ring === null) continue;
    const box = boxOf(ring);
    if (box === null) continue;
    const crossed = sides.find(({ from, to }) => entersBox(from, to, box));
    if (crossed === undefined) continue;
    const fill = blank(crossed.item.pen.layer);
    lines.items.push({ shape: 'area', rings: [ring], fill, pen: null, element: null });
  }
}

/** The rotated box of the text of an item on paper; null without text. */
function textRing(item: Item): readonly Point2[] | null {
  if (item.shape === 'dimension') {
    const width = textWidth(item.text, DIMENSION_TEXT_MM, false);
    const { text_at: foot, along } = item;
    return ringAround({ foot, along, from: -width / 2, width, size_mm: DIMENSION_TEXT_MM });
  }
  if (item.shape !== 'text') return null;
  const { at: foot, text, size_mm, align, turn_deg, bold } = item;
  const width = textWidth(text, size_mm, bold);
  const along = directionOf(turn_deg);
  const from = -width * BEFORE[align];
  return ringAround({ foot, along, from, width, size_mm });
}

/** The share of a text that is before its point. */
const BEFORE = { left: 0, middle: 0.5, right: 1 } as const;

/** A line of text: a point on its foot, its direction, and where it begins along that direction. */
type Line = {
  readonly foot: Point2;
  readonly along: Point2;
  readonly from: number;
  readonly width: number;
  readonly size_mm: number;
};

function ringAround({ foot, along, from, width, size_mm }: Line): readonly Point2[] {
  const [start, end] = [from - CLEAR_MM, from + width + CLEAR_MM];
  const [low, high] = [-CLEAR_MM, CAPITAL_SHARE * size_mm + CLEAR_MM];
  return [
    [start, low],
    [end, low],
    [end, high],
    [start, high],
  ].map(([u = 0, v = 0]) => ({
    x: foot.x + along.x * u - along.y * v,
    y: foot.y + along.y * u + along.x * v,
  }));
}
