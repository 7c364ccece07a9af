/** @module shapes: rectangles and outlines in plan, as scripts write them. */
import {
  accept,
  at,
  atPoint,
  type Cursor,
  expect,
  type Point,
  point,
  refuseNext,
  size,
} from './cursor.ts';

/** Two opposite corners in millimetres, `min` south-west of `max`. */
type Rectangle = { readonly min: Point; readonly max: Point };

/** `P to P` or `P size W x D`, after `rect`. Throws ScriptFault. */
export function rectangle(cursor: Cursor): Rectangle {
  const first = point(cursor);
  const second = otherCorner(cursor, first);
  return {
    min: { x: Math.min(first.x, second.x), y: Math.min(first.y, second.y) },
    max: { x: Math.max(first.x, second.x), y: Math.max(first.y, second.y) },
  };
}

function otherCorner(cursor: Cursor, first: Point): Point {
  if (accept(cursor, 'size')) {
    const [width, depth] = size(cursor);
    return { x: first.x + width, y: first.y + depth };
  }
  if (accept(cursor, 'to') || atPoint(cursor)) return point(cursor);
  return refuseNext(cursor, ['to', 'size']);
}

/** `rect …` or at least three points, counter-clockwise for a rectangle, as given otherwise. Throws ScriptFault. */
export function outline(cursor: Cursor): readonly Point[] {
  if (accept(cursor, 'rect')) {
    const { min, max } = rectangle(cursor);
    return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
  }
  if (!at(cursor, '[') && !atPoint(cursor)) {
    return refuseNext(cursor, ['rect', 'the points of an outline']);
  }
  return points(cursor, 3);
}

/** Points one after the other, with brackets around all of them or without. Throws ScriptFault. */
export function points(cursor: Cursor, least: number): readonly Point[] {
  const bracket = accept(cursor, '[');
  const list: Point[] = [];
  while (list.length < least || atPoint(cursor)) {
    list.push(point(cursor));
    if (!accept(cursor, 'to')) accept(cursor, ',');
  }
  if (bracket) expect(cursor, ']', '] or another point');
  return list;
}

/** The walls of a rectangle on its sides: south and north run to the east, west and east to the north. */
export function sides(rect: Rectangle): readonly {
  readonly part: string;
  readonly ends: { readonly start: Point; readonly end: Point };
}[] {
  const { min, max } = rect;
  const southEast = { x: max.x, y: min.y };
  const northWest = { x: min.x, y: max.y };
  return [
    { part: 'south', ends: { start: min, end: southEast } },
    { part: 'east', ends: { start: southEast, end: max } },
    { part: 'north', ends: { start: northWest, end: max } },
    { part: 'west', ends: { start: min, end: northWest } },
  ];
}
