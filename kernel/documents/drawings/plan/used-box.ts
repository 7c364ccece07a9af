/** @module used box: what of the plan something takes that must stay readable. */
import type { PaperBox } from '../sketch.ts';
import { boxOf } from '../sketch.ts';
import type { DrawnView } from './storey.ts';

/** The box over the outline of an element and what it needs to be used, mm in the building; null without either. */
export function usedBox(id: string, view: DrawnView): PaperBox | null {
  const corners = view.workspace(id).flatMap(({ bounds: [x0, y0, , x1, y1] }) => [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ]);
  return boxOf([...(view.outline(id) ?? []), ...corners]);
}
