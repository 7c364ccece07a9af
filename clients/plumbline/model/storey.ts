/** @module storey: what is drawn of one storey, the same for every form of picture. */
import { type Mark, pointsOf } from '../../../kernel/kinds/symbol.ts';
import type { ProjectedView } from '../../../kernel/model/projection/projected-view.ts';
import { barLength, type Frame, frameOf } from '../../../kernel/picture/plan/frame.ts';

/** Pixels. */
export const PAGE = { width: 960, height: 760, margin: 24, head: 44, foot: 44 } as const;

/** An element with what it is drawn with. */
export type StoreyDrawing = { readonly chosen: boolean; readonly marks: readonly Mark[] };

/** A storey on a page; `bar_mm` is a length for the bar of the scale. */
export type Storey = {
  readonly title: string;
  readonly drawings: readonly StoreyDrawing[];
  readonly frame: Frame;
  readonly bar_mm: number;
};

/** The storey of a level; the chosen element, if it is on it, is drawn over the others and in another colour, under what it holds. */
export function storeyOf(view: ProjectedView, level_id: string, chosen: string | null): Storey {
  const level = view.model.elementOf(level_id, 'level');
  const ids = view.drawnOn(level_id).map(({ id }) => id);
  view.model.prepareWalls(ids);
  const held = new Set(chosen === null ? [] : view.model.hostedBy(chosen).map(({ id }) => id));
  const over = (id: string): number => (id === chosen ? 1 : held.has(id) ? 2 : 0);
  const drawings = ids
    .map((id) => ({ id, chosen: id === chosen, marks: view.marks(id) }))
    .toSorted((a, b) => over(a.id) - over(b.id));
  const { width, height, margin, head, foot } = PAGE;
  const area = { x: margin, y: head, width: width - 2 * margin, height: height - head - foot };
  const frame = frameOf(
    drawings.flatMap(({ marks }) => marks.flatMap(pointsOf)),
    area,
  );
  const { name = level_id, elevation = 0 } = level?.params ?? {};
  const title = `${name}, ${elevation} mm, on ${view.model.branch}`;
  return { title, drawings, frame, bar_mm: barLength(160 / frame.scale) };
}
