/** @module diagram: a diagram as PNG, the same bytes on every machine. */
import { CAPITAL_SHARE, textWidth } from '../../drawings/text/fonts.ts';
import { pngOf } from '../../raster/png.ts';
import { newRaster } from '../../raster/raster.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import { box, line, polygon } from '../../raster/smooth-shapes.ts';
import type { Point } from '../../raster/smooth-shapes.ts';
import { TaskStop } from '../task/task-stop.ts';
import type { Diagram, DiagramRoom } from './diagram-text.ts';
import { drawLettering, layOver, letteringSize } from './lettering.ts';

/** A part of the picture, pixels. */
type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const INK: Rgb = [30, 34, 40];
const FILL: Rgb = [232, 239, 247];
const PAPER: Rgb = [255, 255, 255];
const [TEXT_PX, LEAST_PX, MARGIN] = [15, 7, 10];

/** Draws boxes and arrows, then the plan, then the table, one below the other. Throws `TaskStop` TOOL_FAIL where a text has no room. */
export function drawDiagram(
  diagram: Diagram,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const raster = newRaster(width, height, PAPER);
  const parts = [
    ...(diagram.boxes.size > 0 ? [drawBoxes] : []),
    ...(diagram.rooms.length > 0 ? [drawPlan] : []),
    ...(diagram.rows.length > 0 ? [drawTable] : []),
  ];
  const share = Math.floor((height - MARGIN) / parts.length);
  for (const [at, draw] of parts.entries()) {
    const y = MARGIN + at * share;
    draw(raster, diagram, { x: MARGIN, y, width: width - 2 * MARGIN, height: share - MARGIN });
  }
  const text = { Comment: 'a diagram drawn by rule', Software: 'diagram, generative=false' };
  return pngOf(raster, { text, filter: 'none' });
}

function drawBoxes(raster: Raster, { boxes, arrows }: Diagram, area: Area): void {
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
    if (start !== undefined && end !== undefined && from !== to) drawArrow(raster, start, end);
  }
  for (const [id, place] of places) {
    frame(raster, place, FILL);
    write(raster, boxes.get(id) ?? id, place);
  }
  for (const { from, to, text } of arrows) {
    const [start, end] = [places.get(from), places.get(to)];
    if (text === '' || start === undefined || end === undefined) continue;
    const [[ax, ay], [bx, by]] = [edgeOf(start, end), edgeOf(end, start)];
    const room = {
      x: (ax + bx) / 2 - wide * 0.3,
      y: (ay + by) / 2 - 8,
      width: wide * 0.6,
      height: 16,
    };
    write(raster, text, room, PAPER);
  }
}

const middleOf = ({ x, y, width, height }: Area): Point => [x + width / 2, y + height / 2];

/** Where the line from the middle of an area to that of another leaves it. */
function edgeOf(area: Area, other: Area): Point {
  const [[cx, cy], [ox, oy]] = [middleOf(area), middleOf(other)];
  const [dx, dy] = [ox - cx, oy - cy];
  const across = dx === 0 ? Infinity : area.width / 2 / Math.abs(dx);
  const down = dy === 0 ? Infinity : area.height / 2 / Math.abs(dy);
  const part = Math.min(across, down, 1);
  return [cx + dx * part, cy + dy * part];
}

function drawArrow(raster: Raster, from: Area, to: Area): void {
  const [start, end] = [edgeOf(from, to), edgeOf(to, from)];
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length < 1) return;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(9, length / 2);
  const [bx, by] = [end[0] - ux * head, end[1] - uy * head];
  line(raster, INK, [start, [bx, by]], 1.5);
  const half = head / 2;
  polygon(raster, INK, [end, [bx - uy * half, by + ux * half], [bx + uy * half, by - ux * half]]);
}

function drawPlan(raster: Raster, { rooms }: Diagram, area: Area): void {
  const least = (pick: (room: DiagramRoom) => number): number => Math.min(...rooms.map(pick));
  const [left, bottom] = [least(({ x }) => x), least(({ y }) => y)];
  const right = -least(({ x, width }) => -x - width);
  const top = -least(({ y, height }) => -y - height);
  const scale = Math.min(area.width / (right - left), area.height / (top - bottom));
  for (const { text, x, y, width, height } of rooms) {
    const place = {
      x: area.x + (x - left) * scale,
      y: area.y + (top - y - height) * scale,
      width: width * scale,
      height: height * scale,
    };
    frame(raster, place, PAPER);
    const half = { ...place, height: place.height / 2 };
    write(raster, text, half);
    write(raster, `${width} × ${height}`, { ...half, y: place.y + half.height });
  }
}

function drawTable(raster: Raster, { rows }: Diagram, area: Area): void {
  const columns = Math.max(...rows.map(({ length }) => length));
  const [width, height] = [area.width / columns, Math.min(area.height / rows.length, 30)];
  for (const [row, cells] of rows.entries()) {
    for (let column = 0; column < columns; column += 1) {
      const place = { x: area.x + column * width, y: area.y + row * height, width, height };
      frame(raster, place, row === 0 ? FILL : PAPER);
      write(raster, cells[column] ?? '', place);
    }
  }
}

function frame(raster: Raster, { x, y, width, height }: Area, fill: Rgb): void {
  box(raster, INK, [x, y], [x + width, y + height]);
  if (width > 2 && height > 2) box(raster, fill, [x + 1, y + 1], [x + width - 1, y + height - 1]);
}

/** Writes a line in the middle of an area, smaller where it is long; on a ground of its own where what lies below is lines. */
function write(raster: Raster, text: string, area: Area, ground: Rgb | null = null): void {
  if (text.trim() === '') return;
  const wide = textWidth(text, 1, false);
  const size_px = Math.floor(
    Math.min(TEXT_PX, (area.width - 4) / wide, (area.height - 2) / CAPITAL_SHARE),
  );
  if (size_px < LEAST_PX) {
    throw new TaskStop(
      'TOOL_FAIL',
      `\`${text}\` has no room at this size; ask for a larger picture or a shorter text`,
    );
  }
  const lettering = { text, size_px, color: '#1e2228', bold: false };
  const size = letteringSize(lettering);
  const [cx, cy] = middleOf(area);
  const { rgb, width, height } = raster;
  const data = Buffer.from(rgb.buffer, rgb.byteOffset, rgb.length);
  const at = {
    x: Math.round(cx - size.width / 2),
    y: Math.round(cy - size.height / 2),
    opacity: 1,
  };
  if (ground !== null) {
    box(raster, ground, [at.x - 2, at.y], [at.x + size.width + 2, at.y + size.height]);
  }
  layOver({ data, width, height, channels: 3 }, drawLettering(lettering), at);
}
