/** @module level marks: the elevation marks of levels next to sections and elevations. */
import { listed } from '../../../base/text/id-list.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { AXIS, GREY, LAYERS, penOf, tint } from '../pens.ts';
import type { Sketch } from '../sketch.ts';

/** Size of the text, mm. */
const TEXT_MM = 2.2;
/** Height of the triangle, mm. */
const MARK_MM = 1.8;
/** Minimum vertical distance between two marks, mm on paper. A mark closer to the one below it is omitted, with a warning. */
const MIN_DISTANCE_MM = 6.5;

/**
 * Adds a mark for each level of the building, or of its reference models if it has none: a line from `from` to `to` and a triangle at `x`, all in mm on paper from the
 * left.
 */
export function addLevelMarks(
  sketch: Sketch,
  { x, from, to }: { readonly x: number; readonly from: number; readonly to: number },
  view: ModelView,
): void {
  const pen = penOf(LAYERS.text, 0.13, { colour: GREY, dash_mm: AXIS });
  const omitted: string[] = [];
  let last = -Infinity;
  const own = view.levels().filter(({ id }) => view.referenceOf(id) === null);
  for (const { id, params } of own.length > 0 ? own : view.levels()) {
    const y = params.elevation / sketch.scale;
    if (y - last < MIN_DISTANCE_MM) {
      omitted.push(`${params.name} ${elevationText(params.elevation)}`);
      continue;
    }
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
  if (omitted.length === 0) return;
  const has = omitted.length === 1 ? 'a level has' : `${omitted.length} levels have`;
  sketch.warnings.push(
    `${has} no mark, because it would cover that of the level below at 1:${sketch.scale}: ${listed(omitted)}`,
  );
}

/** An elevation in metres with sign and three decimals, such as `+2.800` or `±0.000`. */
export function elevationText(mm: number): string {
  const text = (Math.abs(mm) / 1000).toFixed(3);
  return `${mm > 0 ? '+' : mm < 0 ? '−' : '±'}${text}`;
}
