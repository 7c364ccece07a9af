/** @module grid lines: grid axes with their names in circles at both ends. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { AXIS, GREY, layerOf, penOf } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';

/** Radius of the circle, mm on paper. */
const CIRCLE_MM = 3.8;
/** Maximum size of the name in the circle, mm. */
const TEXT_MM = 3;
/** Distance of the circle from the box of the drawing, mm on paper. */
const OFF_MM = 3;

/** Adds grid lines; an end inside the box of the drawing is extended beyond it. */
export function addGrids(
  sketch: Sketch,
  grids: readonly ElementOf<'grid'>[],
  box: PaperBox | null,
): void {
  const layer = layerOf('Grids', 'symbol');
  const pen = penOf(layer, 0.13, { dash_mm: AXIS, colour: GREY });
  const circle = penOf(layer, 0.25);
  for (const {
    id,
    params: { name, start, end },
  } of grids) {
    const [from, to] = [sketch.on(start), sketch.on(end)];
    const length = segmentLengthMm(from, to);
    if (length === 0) continue;
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const ends = [
      movedOut(from, { x: -along.x, y: -along.y }, box),
      movedOut(to, along, box),
    ] as const;
    sketch.items.push({ shape: 'polyline', points: ends, closed: false, pen, element: id });
    for (const [i, end_at] of ends.entries()) {
      const out = i === 0 ? -CIRCLE_MM : CIRCLE_MM;
      const centre = { x: end_at.x + along.x * out, y: end_at.y + along.y * out };
      const first = { x: centre.x + CIRCLE_MM, y: centre.y };
      sketch.items.push({
        shape: 'arc',
        centre,
        start: first,
        radius: CIRCLE_MM,
        sweep_deg: 360,
        pen: circle,
        element: id,
      });
      const max_width = 1.7 * CIRCLE_MM;
      const size = Math.min(TEXT_MM, (TEXT_MM * max_width) / textWidth(name, TEXT_MM, true));
      sketch.text({ x: centre.x, y: centre.y - size * 0.365 }, name, size, {
        align: 'middle',
        bold: true,
        layer,
        element: id,
      });
    }
  }
}

type Range = { readonly low: number; readonly high: number };

/** The distance along a direction at which a coordinate leaves a range. */
function distanceOut(at: number, unit: number, { low, high }: Range): number {
  return Math.abs(unit) < 1e-9 ? Infinity : ((unit > 0 ? high : low) - at) / unit;
}

/** A point moved along a direction until it is outside the box. */
function movedOut(point: Point2, along: Point2, box: PaperBox | null): Point2 {
  if (box === null) return point;
  const { min, max } = box;
  const distance = Math.min(
    distanceOut(point.x, along.x, { low: min.x, high: max.x }),
    distanceOut(point.y, along.y, { low: min.y, high: max.y }),
  );
  if (!(distance > -OFF_MM)) return point;
  return { x: point.x + along.x * (distance + OFF_MM), y: point.y + along.y * (distance + OFF_MM) };
}
