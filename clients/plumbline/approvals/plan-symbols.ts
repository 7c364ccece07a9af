/** @module plan-symbols: how each kind of element is drawn in plan. */
import { fitted } from '../printable.ts';
import { type ModelState, type ShownElement, textParam } from './model-state.ts';
import {
  corners,
  holesOf,
  pieceOf,
  placesOf,
  type Point,
  pointParam,
  pointsParam,
  slabOpening,
  stairRun,
  type Strip,
  stripOf,
  unit,
} from './places.ts';
import { type Frame, svgArea, svgLine, svgText } from './plan-svg.ts';

/** SVG of one element; empty for what has no place in plan. */
export function drawElement(element: ShownElement, state: ModelState, frame: Frame): string {
  switch (element.kind) {
    case 'wall': {
      const strip = stripOf(element);
      return strip === null
        ? ''
        : svgArea(frame, [corners(reachingNeighbours(element, strip, state))], 'solid');
    }
    case 'floor':
      return svgArea(frame, [pointsParam(element, 'boundary_points'), ...holesOf(element)], 'area');
    case 'roof':
      return svgLine(frame, closed(pointsParam(element, 'boundary_points')), 'line dashed', 1.5);
    case 'room':
      return room(element, frame);
    case 'door':
    case 'window':
    case 'opening':
      return filling(element, state, frame);
    case 'stair':
      return stair(element, state, frame);
    case 'column':
      return column(element, frame);
    case 'beam':
    case 'grid': {
      const strip = stripOf(element);
      return strip === null ? '' : svgLine(frame, [strip.start, strip.end], 'line dashed', 2);
    }
    case 'railing':
      return svgLine(frame, pointsParam(element, 'path'), 'line', 2);
    default: {
      const outline = placesOf(element, state);
      return outline.length < 3 ? '' : svgArea(frame, [outline], 'area');
    }
  }
}

/** The strip drawn out at each end that it shares with another wall of its level, so that corners are full. */
function reachingNeighbours(wall: ShownElement, strip: Strip, state: ModelState): Strip {
  const level = textParam(wall, 'level_id');
  const reach = (end: Point): number => {
    let half = 0;
    for (const other of state.values()) {
      if (other.kind !== 'wall' || other.id === wall.id || textParam(other, 'level_id') !== level)
        continue;
      const met = stripOf(other);
      const meets = [met?.start, met?.end].some((at) => at?.x === end.x && at.y === end.y);
      if (meets) half = Math.max(half, (met?.width ?? 0) / 2);
    }
    return half;
  };
  const { start, end, width } = strip;
  const along = unit(start, end);
  const [before, after] = [reach(start), reach(end)];
  return {
    start: { x: start.x - along.x * before, y: start.y - along.y * before },
    end: { x: end.x + along.x * after, y: end.y + along.y * after },
    width,
  };
}

function closed(points: readonly Point[]): readonly Point[] {
  return [...points, ...points.slice(0, 1)];
}

function room(element: ShownElement, frame: Frame): string {
  const outline = pointsParam(element, 'boundary_points');
  if (outline.length < 3) return '';
  const middle = frame.at(pointParam(element, 'point') ?? centre(outline));
  const name = fitted(textParam(element, 'name') ?? element.id, 24);
  const number = textParam(element, 'number');
  const label = svgText(middle, name, 'label');
  const below =
    number === null ? '' : svgText({ x: middle.x, y: middle.y + 13 }, fitted(number, 12), 'label');
  return svgArea(frame, [outline], 'area') + label + below;
}

function centre(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** A gap in its wall; a window shows its pane, a door its leaf and swing. */
function filling(element: ShownElement, state: ModelState, frame: Frame): string {
  const piece = pieceOf(element, state);
  if (piece === null) {
    const outline = slabOpening(element);
    return outline.length === 0 ? '' : svgArea(frame, [outline], 'gap');
  }
  const gap = svgArea(frame, [corners(piece)], 'gap');
  if (element.kind === 'window') return gap + svgLine(frame, [piece.start, piece.end], 'line', 1);
  return element.kind === 'door' ? gap + leaf(element, piece, frame) : gap;
}

const SWING_STEPS = 8;

function leaf(element: ShownElement, piece: Strip, frame: Frame): string {
  const type = textParam(element, 'door_type');
  if (type === 'sliding' || type === 'pocket' || textParam(element, 'swing') === 'none')
    return svgLine(frame, [piece.start, piece.end], 'line', 2);
  if (type !== 'double') return swing(piece.start, piece.end, 1, frame);
  const middle = { x: (piece.start.x + piece.end.x) / 2, y: (piece.start.y + piece.end.y) / 2 };
  return swing(piece.start, middle, 1, frame) + swing(piece.end, middle, -1, frame);
}

/** An open leaf at the hinge and a quarter circle to where it closes; `turn` 1 opens counter-clockwise, -1 clockwise. */
function swing(hinge: Point, closes: Point, turn: 1 | -1, frame: Frame): string {
  const [dx, dy] = [closes.x - hinge.x, closes.y - hinge.y];
  const arc = Array.from({ length: SWING_STEPS + 1 }, (_, step): Point => {
    const angle = turn * (step / SWING_STEPS) * (Math.PI / 2);
    return {
      x: hinge.x + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: hinge.y + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  });
  return svgLine(frame, [...arc, hinge], 'line', 1);
}

function stair(element: ShownElement, state: ModelState, frame: Frame): string {
  const run = stairRun(element, state);
  if (run === null) return '';
  const along = unit(run.start, run.end);
  const across = { x: (-along.y * run.width) / 2, y: (along.x * run.width) / 2 };
  const lines = Array.from({ length: run.treads + 1 }, (_, step) => {
    const part = step / run.treads;
    const x = run.start.x + (run.end.x - run.start.x) * part;
    const y = run.start.y + (run.end.y - run.start.y) * part;
    const ends = [
      { x: x - across.x, y: y - across.y },
      { x: x + across.x, y: y + across.y },
    ];
    return svgLine(frame, ends, 'line', 0.7);
  });
  const back = { x: run.end.x - along.x * 250, y: run.end.y - along.y * 250 };
  const tip = [
    { x: back.x + across.x / 4, y: back.y + across.y / 4 },
    run.end,
    { x: back.x - across.x / 4, y: back.y - across.y / 4 },
  ];
  return (
    svgArea(frame, [corners(run)], 'area') +
    lines.join('') +
    svgLine(frame, [run.start, run.end], 'line', 1) +
    svgLine(frame, tip, 'line', 1)
  );
}

/** Side of a column whose profile does not say it (mm). */
const COLUMN_SIDE = 300;

function column(element: ShownElement, frame: Frame): string {
  const at = pointParam(element, 'location');
  if (at === null) return '';
  const sides = /^(?<width>\d+(?:\.\d+)?)[x×](?<depth>\d+(?:\.\d+)?)$/.exec(
    textParam(element, 'profile') ?? '',
  );
  const width = Number(sides?.groups?.['width'] ?? COLUMN_SIDE);
  const depth = Number(sides?.groups?.['depth'] ?? COLUMN_SIDE);
  const half = depth / 2;
  const strip = { start: { x: at.x, y: at.y - half }, end: { x: at.x, y: at.y + half }, width };
  return svgArea(frame, [corners(strip)], 'solid');
}
