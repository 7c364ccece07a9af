/** @module legend: the annotations of a view: its name, a scale bar and a north arrow. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { BLACK, GREY, LAYERS, penOf, tint, WHITE } from '../pens.ts';
import type { Sketch } from '../sketch.ts';

/** Text sizes of the name of a view and of the note below it, mm. */
const TITLE_MM = 4;
const NOTE_MM = 2.4;
/** Maximum length of the scale bar, mm on paper. */
const BAR_MM = 50;
/** Height of the scale bar, mm on paper. */
const BAR_HIGH_MM = 1.4;

type Title = { readonly at: Point2; readonly title: string; readonly note: string };

/** Adds the name of the view and a note below it. `at` is the left end of the baseline of the note. */
export function addTitle(sketch: Sketch, { at, title, note }: Title): void {
  sketch.text({ x: at.x, y: at.y + 5 }, title, TITLE_MM, { bold: true });
  sketch.text(at, note, NOTE_MM, { colour: GREY });
}

/** Adds a scale bar whose left end is at a point on the paper, with lengths in metres below it. */
export function addScaleBar(sketch: Sketch, at: Point2): void {
  const longest = BAR_MM * sketch.scale;
  const length = roundLength(longest);
  const steps =
    length / roundLength(length / 4) > 5 ? 2 : Math.round(length / roundLength(length / 4));
  const step = length / steps / sketch.scale;
  const pen = penOf(LAYERS.text, 0.13);
  for (let i = 0; i < steps; i += 1) {
    const [x, y] = [at.x + i * step, at.y];
    const ring = [
      { x, y },
      { x: x + step, y },
      { x: x + step, y: y + BAR_HIGH_MM },
      { x, y: y + BAR_HIGH_MM },
    ];
    const fill = tint(LAYERS.text, i % 2 === 0 ? BLACK : WHITE);
    sketch.items.push({ shape: 'area', rings: [ring], fill, pen, element: null });
  }
  for (let i = 0; i <= steps; i += 1) {
    const metres = (length / 1000) * (i / steps);
    const text = `${Math.round(metres * 1000) / 1000}${i === steps ? ' m' : ''}`;
    sketch.text({ x: at.x + i * step, y: at.y - 2.6 }, text, 2, { align: 'middle', colour: GREY });
  }
}

/** The largest number up to `most` that is 1, 2 or 5 times a power of ten. */
function roundLength(most: number): number {
  let power = 1;
  while (power * 10 <= most) power *= 10;
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}

/** Radius of the north arrow, mm on paper. */
const NORTH_MM = 5;

/** Adds a north arrow around a point on the paper; `up` is the unit vector to the north. */
export function addNorth(sketch: Sketch, at: Point2, up: Point2 = { x: 0, y: 1 }): void {
  const pen = penOf(LAYERS.text, 0.18);
  const on = (x: number, y: number): Point2 => ({
    x: at.x + (x * up.y + y * up.x) * NORTH_MM,
    y: at.y + (y * up.y - x * up.x) * NORTH_MM,
  });
  sketch.items.push({
    shape: 'arc',
    centre: at,
    start: on(1, 0),
    radius: NORTH_MM,
    sweep_deg: 360,
    pen,
    element: null,
  });
  const dark = [on(0, 0.92), on(-0.36, -0.72), on(0, -0.45)];
  const light = [on(0, 0.92), on(0.36, -0.72), on(0, -0.45)];
  sketch.items.push(
    { shape: 'area', rings: [dark], fill: tint(LAYERS.text, BLACK), pen, element: null },
    { shape: 'area', rings: [light], fill: tint(LAYERS.text, WHITE), pen, element: null },
  );
  sketch.text(on(0, 1.15), 'N', 2.8, { align: 'middle', bold: true });
}
