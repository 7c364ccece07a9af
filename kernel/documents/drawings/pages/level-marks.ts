/** @module level marks: elevations of levels beside sections and elevations. */
import { AXIS, GREY, LAYERS, penOf, tint } from '../pens.ts';
import type { DrawnView } from '../plan/storey.ts';
import type { Sketch } from '../sketch.ts';

/** Size of the text and of the triangle, mm; marks nearer to each other than this are left out. */
const TEXT_MM = 2.2;
const MARK_MM = 1.8;
const NEAREST_MM = 6.5;

/** Marks for all levels of the view between two places across the paper, mm; a triangle stands at `x`. */
export function addLevelMarks(
  sketch: Sketch,
  { x, from, to }: { readonly x: number; readonly from: number; readonly to: number },
  view: DrawnView,
): void {
  const pen = penOf(LAYERS.text, 0.13, { colour: GREY, dash_mm: AXIS });
  let last = -Infinity;
  for (const { id, params } of view.levels()) {
    const y = params.elevation / sketch.scale;
    if (y - last < NEAREST_MM) continue;
    last = y;
    const points = [
      { x: from, y },
      { x: to, y },
    ];
    sketch.items.push({ shape: 'polyline', points, closed: false, pen, element: id });
    const triangle = [
      { x, y },
      { x: x + MARK_MM * 0.6, y: y + MARK_MM },
      { x: x - MARK_MM * 0.6, y: y + MARK_MM },
    ];
    const fill = tint(LAYERS.text, [40, 40, 44]);
    sketch.items.push({ shape: 'area', rings: [triangle], fill, pen: null, element: id });
    const name = params.name.length > 24 ? `${params.name.slice(0, 23)}…` : params.name;
    sketch.text({ x: x + 2, y: y + 0.7 }, elevationText(params.elevation), TEXT_MM, {
      bold: true,
      element: id,
    });
    sketch.text({ x: x + 2, y: y - 2.5 }, name, TEXT_MM, { colour: GREY, element: id });
  }
}

/** An elevation as drawings write it, in metres. */
export function elevationText(mm: number): string {
  const text = (Math.abs(mm) / 1000).toFixed(3);
  return `${mm > 0 ? '+' : mm < 0 ? '−' : '±'}${text}`;
}
