/** @module storey: the plan of one storey as a file. */
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import { png } from '../../../kernel/documents/drawings/print/png.ts';
import { svg } from '../../../kernel/documents/drawings/print/svg.ts';
import { caption, paperOf, PIXELS_PER_MM } from '../../../kernel/documents/drawings/shapes.ts';
import { pictureDrawing } from '../../../kernel/documents/drawings/sketch.ts';
import {
  type Change,
  frameOf,
  panelItems,
  planElements,
  pointsOfAll,
  scaleBar,
} from '../../../kernel/documents/picture/plan/plan-panel.ts';

/** Millimetres of paper. */
const PAGE = { width: 240, height: 190, margin: 6, head: 11, foot: 11 } as const;
const BAR_MM = 40;

/** File formats of a picture, by the extension of its file name. */
export type PictureFormat = '.png' | '.svg';

/**
 * The storey of a level. If the chosen element is on it, it has the colour of a modified element and is drawn above all
 * others except those that it hosts.
 */
export function storeyPicture(
  view: ProjectedView,
  level_id: string,
  chosen: string | null,
  form: PictureFormat,
): string | Uint8Array {
  const { model } = view;
  const on = view.drawnOn(level_id);
  model.prepareWalls(on.map(({ id }) => id));
  const hosted = new Set(chosen === null ? [] : model.hostedBy(chosen).map(({ id }) => id));
  const above = (id: string): number => (id === chosen ? 1 : hosted.has(id) ? 2 : 0);
  const changes = new Map<string, Change>(chosen === null ? [] : [[chosen, 'modified']]);
  const elements = planElements(view.model, on, changes).toSorted(
    (a, b) => above(a.id) - above(b.id),
  );
  const { width, height, margin, head, foot } = PAGE;
  const box = { min: { x: margin, y: foot }, max: { x: width - margin, y: height - head } };
  const size = { width: width - 2 * margin, height: height - head - foot };
  const frame = frameOf(pointsOfAll(elements), size);
  const { name = level_id, elevation = 0 } = model.elementOf(level_id, 'level')?.params ?? {};
  const title = `${name}, ${elevation} mm, on ${model.branch}`;
  const drawing = pictureDrawing(title, { width_mm: width, height_mm: height }, [
    paperOf(width, height),
    caption({ x: margin, y: height - head + 3.5 }, title, size.width, { size_mm: 4.5, bold: true }),
    ...panelItems(box, frame, elements, 'nothing on this level'),
    ...scaleBar({ x: margin, y: 4 }, frame.scale, BAR_MM),
  ]);
  return form === '.svg' ? svg(drawing) : png(drawing, width * PIXELS_PER_MM);
}
