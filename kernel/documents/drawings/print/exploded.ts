/**
 * @module exploded: converts dimensions and block insertions of a drawing to plain shapes, for printers that support
 * only these.
 */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Dimension, Drawing, Primitive } from '../drawing.ts';
import { penOf } from '../pens.ts';
import { degreesOf, insertedItems, textAt } from '../sketch.ts';

/** Size of the ticks in x and y, mm on paper. */
const TICK_MM = 1.3;
/** Gap between a measured point and its extension line, mm on paper. */
const OFF_MM = 1.5;
/** Overhang of the extension line and of the dimension line beyond their intersection, mm on paper. */
const BEYOND_MM = 1.2;
/** Size of dimension texts, mm. */
export const DIMENSION_TEXT_MM = 2;

/** The shapes of a drawing in painting order. */
export function* exploded({ items, blocks }: Drawing): Iterable<Primitive> {
  for (const item of items) {
    if (item.shape === 'insert') {
      const block = blocks.get(item.block);
      if (block !== undefined) yield* insertedItems(block, item);
    } else if (item.shape === 'dimension') {
      yield* dimensionShapes(item);
    } else {
      yield item;
    }
  }
}

/** The shapes of a dimension: dimension line with oblique ticks, extension lines and text. */
export function dimensionShapes(dimension: Dimension): readonly Primitive[] {
  const { from, to, through, along, text, text_at, layer, element } = dimension;
  const pen = penOf(layer, 0.13);
  const strong = penOf(layer, 0.3);
  const line = (points: readonly Point2[], which = pen): Primitive => ({
    shape: 'polyline',
    points,
    closed: false,
    pen: which,
    element,
  });
  const [a, b] = [foot(from, through, along), foot(to, through, along)];
  const turn = degreesOf(along);
  return [
    line([moved(a, along, -BEYOND_MM), moved(b, along, BEYOND_MM)]),
    ...[
      { at: a, of: from },
      { at: b, of: to },
    ].flatMap(({ at, of }) => [line(extension(of, at)), line(tick(at, along), strong)]),
    textAt(text_at, text, DIMENSION_TEXT_MM, {
      align: 'middle',
      layer,
      turn_deg: turn,
      element,
    }),
  ];
}

/** The projection of a point onto the dimension line. */
function foot(point: Point2, through: Point2, along: Point2): Point2 {
  const by = (point.x - through.x) * along.x + (point.y - through.y) * along.y;
  return moved(through, along, by);
}

function moved({ x, y }: Point2, along: Point2, by: number): Point2 {
  return { x: x + along.x * by, y: y + along.y * by };
}

/** The extension line, from close to the measured point to beyond the dimension line. */
function extension(of: Point2, at: Point2): readonly Point2[] {
  const [dx, dy] = [at.x - of.x, at.y - of.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length < OFF_MM) return [at, at];
  const unit = { x: dx / length, y: dy / length };
  return [moved(of, unit, Math.min(OFF_MM, length)), moved(at, unit, BEYOND_MM)];
}

function tick(at: Point2, { x, y }: Point2): readonly Point2[] {
  const half = TICK_MM / 2;
  const [dx, dy] = [(x - y) * half, (y + x) * half];
  return [
    { x: at.x - dx, y: at.y - dy },
    { x: at.x + dx, y: at.y + dy },
  ];
}
