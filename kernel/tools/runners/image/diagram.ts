/** @module diagram: draws a diagram as PNG, with the same bytes on every machine. */
import type { Item } from '../../../documents/drawings/drawing.ts';
import { WHITE } from '../../../documents/drawings/pens.ts';
import { painted } from '../../../documents/drawings/print/png.ts';
import { area as filled, line } from '../../../documents/drawings/shapes.ts';
import { boxRing, pictureDrawing, shifted, textAt } from '../../../documents/drawings/sketch.ts';
import { CAPITAL_SHARE, textWidth } from '../../../documents/drawings/text/fonts.ts';
import { pngOf } from '../../../documents/raster/png.ts';
import type { Rgb } from '../../../documents/raster/raster.ts';
import { TaskStop } from '../task/task-stop.ts';
import type { Diagram, DiagramRoom } from './diagram-text.ts';

/** A rectangle in the picture: pixels from its upper left corner, y downwards. */
type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const INK: Rgb = [30, 34, 40];
const FILL: Rgb = [232, 239, 247];
/** Largest and smallest font size and the margin around each part, pixels. */
const [TEXT_PX_MAX, TEXT_PX_MIN, MARGIN] = [15, 7, 10];

type Point = readonly [x: number, y: number];

/**
 * Draws boxes with arrows, then the plan, then the table, from top to bottom; each gets an equal share of the height.
 * Throws `TaskStop` TOOL_FAIL for a text that does not fit.
 */
export function drawDiagram(
  diagram: Diagram,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const parts = [
    ...(diagram.boxes.size > 0 ? [boxItems] : []),
    ...(diagram.rooms.length > 0 ? [planItems] : []),
    ...(diagram.rows.length > 0 ? [tableItems] : []),
  ];
  const share = Math.floor((height - MARGIN) / parts.length);
  const items = parts.flatMap((part, at) => {
    const y = MARGIN + at * share;
    const own = { x: MARGIN, y, width: width - 2 * MARGIN, height: share - MARGIN };
    return Array.from(part(diagram, own));
  });
  // Items have y = 0 at the upper edge, a drawing at the lower edge; in both, y points upwards
  const drawing = pictureDrawing(
    'diagram',
    { width_mm: width, height_mm: height },
    shifted(items, { x: 0, y: height }),
  );
  const text = { Comment: 'a diagram drawn by rule', Software: 'diagram, generative=false' };
  return pngOf(painted(drawing, width), { text });
}

function* boxItems({ boxes, arrows }: Diagram, area: Area): Iterable<Item> {
  const columns = Math.ceil(Math.sqrt(boxes.size));
  const rows = Math.ceil(boxes.size / columns);
  const [wide, high] = [area.width / columns, area.height / rows];
  const places = new Map(
    [...boxes.keys()].map((id, at) => {
      const x = area.x + (at % columns) * wide + wide * 0.17;
      const y = area.y + Math.floor(at / columns) * high + high * 0.25;
      return [id, { x, y, width: wide * 0.66, height: high * 0.5 }] as const;
    }),
  );
  for (const { from, to } of arrows) {
    const [start, end] = [places.get(from), places.get(to)];
    if (start !== undefined && end !== undefined && from !== to) yield* arrowItems(start, end);
  }
  for (const [id, place] of places) {
    yield frame(place, FILL);
    yield* textItems(boxes.get(id) ?? id, place);
  }
  for (const { from, to, text } of arrows) {
    const [start, end] = [places.get(from), places.get(to)];
    if (text === '' || start === undefined || end === undefined) continue;
    const [[ax, ay], [bx, by]] = [edgeOf(start, end), edgeOf(end, start)];
    const [x, y] = [(ax + bx) / 2 - wide * 0.3, (ay + by) / 2 - 8];
    yield* textItems(text, { x, y, width: wide * 0.6, height: 16 }, WHITE);
  }
}

const middleOf = ({ x, y, width, height }: Area): Point => [x + width / 2, y + height / 2];

/** The point at which the line between the centres of two areas leaves the first. */
function edgeOf(area: Area, other: Area): Point {
  const [[cx, cy], [ox, oy]] = [middleOf(area), middleOf(other)];
  const [dx, dy] = [ox - cx, oy - cy];
  const across = dx === 0 ? Infinity : area.width / 2 / Math.abs(dx);
  const down = dy === 0 ? Infinity : area.height / 2 / Math.abs(dy);
  const part = Math.min(across, down, 1);
  return [cx + dx * part, cy + dy * part];
}

function* arrowItems(from: Area, to: Area): Iterable<Item> {
  const [start, end] = [edgeOf(from, to), edgeOf(to, from)];
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length < 1) return;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(9, length / 2);
  const [bx, by] = [end[0] - ux * head, end[1] - uy * head];
  yield line([start, [bx, by] as const].map(flipY), { ink: INK, width_mm: 1.5 });
  const half = head / 2;
  const corners: readonly Point[] = [
    end,
    [bx - uy * half, by + ux * half],
    [bx + uy * half, by - ux * half],
  ];
  yield filled([corners.map(flipY)], INK);
}

function* planItems({ rooms }: Diagram, area: Area): Iterable<Item> {
  const smallest = (pick: (room: DiagramRoom) => number): number => Math.min(...rooms.map(pick));
  const [left, bottom] = [smallest(({ x }) => x), smallest(({ y }) => y)];
  const right = -smallest(({ x, width }) => -x - width);
  const top = -smallest(({ y, height }) => -y - height);
  const scale = Math.min(area.width / (right - left), area.height / (top - bottom));
  for (const { text, x, y, width, height } of rooms) {
    const place = {
      x: area.x + (x - left) * scale,
      y: area.y + (top - y - height) * scale,
      width: width * scale,
      height: height * scale,
    };
    yield frame(place, WHITE);
    const half = { ...place, height: place.height / 2 };
    yield* textItems(text, half);
    yield* textItems(`${width} × ${height}`, { ...half, y: place.y + half.height });
  }
}

function* tableItems({ rows }: Diagram, area: Area): Iterable<Item> {
  const columns = Math.max(...rows.map(({ length }) => length));
  const [width, height] = [area.width / columns, Math.min(area.height / rows.length, 30)];
  for (const [row, cells] of rows.entries()) {
    for (let column = 0; column < columns; column += 1) {
      const place = { x: area.x + column * width, y: area.y + row * height, width, height };
      yield frame(place, row === 0 ? FILL : WHITE);
      yield* textItems(cells[column] ?? '', place);
    }
  }
}

/** A point with y upwards, as drawings need it. */
const flipY = ([x, y]: Point): { readonly x: number; readonly y: number } => ({ x, y: -y });

function ringOf({ x, y, width, height }: Area): ReturnType<typeof boxRing> {
  return boxRing({ min: { x, y: -y - height }, max: { x: x + width, y: -y } });
}

/** An area with an inner border of one pixel. */
function frame({ x, y, width, height }: Area, colour: Rgb): Item {
  const inner = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 };
  const layer = 'frame';
  const pen = { layer, width_mm: 1, dash_mm: null, colour: INK };
  const fill = { layer, colour, hatch: null };
  return { shape: 'area', rings: [ringOf(inner)], fill, pen, element: null };
}

/** A line of text in the middle of an area, shrunk to fit, on an optional background. */
function* textItems(text: string, area: Area, background: Rgb | null = null): Iterable<Item> {
  if (text.trim() === '') return;
  const wide = textWidth(text, 1, false);
  const size = Math.floor(
    Math.min(TEXT_PX_MAX, (area.width - 4) / wide, (area.height - 2) / CAPITAL_SHARE),
  );
  if (size < TEXT_PX_MIN) {
    throw new TaskStop(
      'TOOL_FAIL',
      `\`${text}\` does not fit at this size; request a larger picture or a shorter text`,
    );
  }
  const [x, y] = middleOf(area);
  if (background !== null) {
    const [width, height] = [wide * size + 4, size + 4];
    yield filled([ringOf({ x: x - width / 2, y: y - height / 2, width, height })], background);
  }
  const base = flipY([x, y + (CAPITAL_SHARE * size) / 2]);
  yield textAt(base, text, size, { align: 'middle', colour: INK });
}
