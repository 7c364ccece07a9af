/** @module used box: the area of an element in plan that texts must not cover. */
import type { ModelView } from '../../../building/model/view.ts';
import type { PaperBox } from '../sketch.ts';
import { boxOf } from '../sketch.ts';

/** The bounding box of the outline of an element and its workspace, mm in the building; null if it has neither. */
export function usedBox(id: string, view: ModelView): PaperBox | null {
  const corners = view.workspace(id).flatMap(({ bounds: [x0, y0, , x1, y1] }) => [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ]);
  return boxOf([...(view.outline(id) ?? []), ...corners]);
}
