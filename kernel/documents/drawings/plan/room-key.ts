/** @module room key: beside a plan, what the marks stand for in rooms that are too small for their names. */
import { LAYERS } from '../pens.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { textAt } from '../sketch.ts';
import type { MarkedRoom } from './room-labels.ts';

/** Sizes on paper, mm: letters, lines, columns, and how far below the plan the first line stands. */
const TEXT_MM = 2;
const LINE_MM = 3.4;
const COLUMN_MM = 70;
const BELOW_MM = 8;
/** Where the text begins behind its mark, mm. */
const BEHIND_MM = 12;

/** Writes marks and what they stand for below a box, in columns as wide as it; gives the box over both. */
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
