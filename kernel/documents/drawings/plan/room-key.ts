/** @module room key: the key next to a plan that explains the marks of rooms too small for their names. */
import { LAYERS } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { textAt } from '../sketch.ts';
import type { MarkedRoom } from './room-labels.ts';

/** Text size, mm. */
const TEXT_MM = 2;
/** Distance between two lines, mm on paper. */
const LINE_MM = 3.4;
/** Width of a column, mm on paper. */
const COLUMN_MM = 70;
/** Distance of the first line below the box, mm on paper. */
const BELOW_MM = 8;
/** Distance of an explanation from the start of its mark, mm on paper. */
const BEHIND_MM = 12;

/** Writes the marks and their explanations below a box, in columns. Returns the box extended by these lines. */
export function addRoomKey(
  sketch: Sketch,
  rooms: readonly MarkedRoom[],
  { min, max }: PaperBox,
): PaperBox {
  if (rooms.length === 0) return { min, max };
  const columns = Math.max(1, Math.floor((max.x - min.x) / COLUMN_MM));
  const rows = Math.ceil(rooms.length / columns);
  for (const [index, { id, mark, text }] of rooms.entries()) {
    const x = min.x + Math.floor(index / rows) * COLUMN_MM;
    const y = min.y - BELOW_MM - (index % rows) * LINE_MM;
    const common = { align: 'left', layer: LAYERS.rooms, element: id } as const;
    sketch.items.push(textAt({ x, y }, mark, TEXT_MM, { ...common, bold: true }));
    sketch.items.push(textAt({ x: x + BEHIND_MM, y }, text, TEXT_MM, common));
  }
  return { min: { x: min.x, y: min.y - BELOW_MM - (rows - 1) * LINE_MM }, max };
}
