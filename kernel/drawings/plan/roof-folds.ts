/** @module roof folds: ridges, hips, valleys and breaks of roofs in a plan, in dashes where they lie above its cut, and the eaves of those that it cuts. */
import type { Point2, Point3 } from '../../geometry/vector.ts';
import { coveredBy, foldsOf } from '../../kinds/roof-form.ts';
import { DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import { isHidden } from './seen-line.ts';
import type { Cover } from './seen.ts';
import type { DrawnView, Storey } from './storey.ts';

/** Draws the folds of every roof that the plan shows; below the cut only what no floor hides. */
export function addRoofFolds(
  sketch: Sketch,
  { below, cut_elements, above, cut }: Storey,
  { cover, view }: { readonly cover: Cover; readonly view: DrawnView },
): void {
  const widths = widthsFor(sketch.scale);
  const seen = penOf(layerOf('Roofs', 'seen'), widths.seen);
  const over = penOf(layerOf('Roofs', 'above'), widths.thin, { dash_mm: DASHED });
  for (const { id } of [...below, ...cut_elements, ...above]) {
    const roof = view.elementOf(id, 'roof');
    const level = roof === undefined ? undefined : view.elementOf(roof.params.level_id, 'level');
    if (roof === undefined || level === undefined) continue;
    const height = cut - level.params.elevation - roof.params.base_offset;
    // Of a roof that is cut, what lies below the cut ends at its eaves.
    const { boundary, holes } = coveredBy(roof.params);
    const eaves = cut_elements.some((one) => one.id === id) ? [boundary, ...holes] : [];
    for (const ring of eaves) sketch.line(ring, seen, id, true);
    for (const fold of foldsOf(roof.params)) {
      const [lower, upper] = fold.from.z <= fold.to.z ? [fold.from, fold.to] : [fold.to, fold.from];
      const between = pointAt(lower, upper, height);
      if (lower.z < height && !isHidden(middleOf(lower, between), cover.own)) {
        sketch.line([lower, between], seen, id);
      }
      if (upper.z > height) sketch.line([between, upper], over, id);
    }
  }
}

/** The place at this height, or the end that is nearer to it. */
function pointAt(lower: Point3, upper: Point3, height: number): Point2 {
  if (height <= lower.z) return lower;
  if (height >= upper.z) return upper;
  const share = (height - lower.z) / (upper.z - lower.z);
  return { x: lower.x + (upper.x - lower.x) * share, y: lower.y + (upper.y - lower.y) * share };
}

function middleOf(from: Point2, to: Point2): Point2 {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}
