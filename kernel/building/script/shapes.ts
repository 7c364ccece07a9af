/** @module shapes: lines, rectangles and outlines in plan, as scripts write them. */
import { accept, at, type Cursor, expect, refuseNext, refuseToken, take } from './cursor.ts';
import { atPoint, point, size } from './quantities.ts';
import { newName } from './references.ts';
import { roundsOf } from './rounds.ts';
import { newScope, spend } from './scope.ts';
import type { Point } from './values.ts';

/** Reads `[from] P [to] P`. Throws ScriptFault. */
export function axis(cursor: Cursor): { readonly start: Point; readonly end: Point } {
  accept(cursor, 'from');
  const start = point(cursor);
  accept(cursor, 'to');
  return { start, end: point(cursor) };
}

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

/** `rect …` or at least three points; counter-clockwise for a rectangle, otherwise as given. Throws ScriptFault. */
export function outline(cursor: Cursor): readonly Point[] {
  if (accept(cursor, 'rect')) {
    const { min, max } = rectangle(cursor);
    return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
  }
  if (!atPoints(cursor)) {
    return refuseNext(cursor, ['rect', 'the points of an outline']);
  }
  return points(cursor, 3);
}

/** Returns whether points can begin here: a point, or those of a loop. */
export function atPoints(cursor: Cursor): boolean {
  return at(cursor, '[') || at(cursor, 'for') || atPoint(cursor);
}

/** A sequence of points, with or without brackets around it. Throws ScriptFault. */
export function points(cursor: Cursor, least: number): readonly Point[] {
  const bracket = accept(cursor, '[');
  const list: Point[] = [];
  while (list.length < least || at(cursor, 'for') || atPoint(cursor)) {
    if (at(cursor, 'for')) list.push(...loopPoints(cursor));
    else list.push(point(cursor));
    if (!accept(cursor, 'to')) accept(cursor, ',');
  }
  if (bracket) expect(cursor, ']', '] or another point');
  return list;
}

/** `for NAME in … P`: a point for each round. */
function loopPoints(cursor: Cursor): readonly Point[] {
  const place = take(cursor);
  const variable = newName({ cursor });
  const rounds = roundsOf(cursor);
  const from = cursor.at;
  const outer = cursor.scope;
  const list: Point[] = [];
  let end = from;
  for (const { value } of rounds) {
    cursor.at = from;
    cursor.scope = newScope(outer, outer.prefix, false);
    cursor.scope.values.set(variable, value);
    list.push(point(cursor));
    end = cursor.at;
    spend(cursor.meter, end - from, place);
  }
  cursor.scope = outer;
  if (list.length === 0) refuseToken(place, ['a loop with at least one round']);
  cursor.at = end;
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
