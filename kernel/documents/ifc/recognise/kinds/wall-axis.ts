/** @module wall-axis: the axis of a wall in the middle of a strip, its location line and the outlines of its ends. */
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { Segment } from '../../shape/shape-node.ts';
import type { Hole } from '../outlines/holes.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import { placeIn, pointIn, type Strip } from '../outlines/strip.ts';

/** The axis of a wall between its faces, and the line on which it is drawn. */
export type Axis = {
  readonly start: Point2;
  readonly end: Point2;
  readonly location_line: 'centre' | 'left' | 'right';
  readonly line_offset: number;
};

/** Largest distance of a drawn line from a face or the middle on which it counts as drawn, mm. */
const ON_LINE_MM = 0.5;

/**
 * The axis in the middle of a strip. Its ends are those of the drawn line if that is along the strip and all openings
 * are between them, else the middle of the ends of the strip.
 */
export function axisOf(
  strip: Strip,
  drawn: readonly Segment[] | null,
  holes: readonly Hole[],
): Axis {
  const half = strip.thickness / 2;
  const line = drawnLine(strip, drawn);
  const middle = [middleOf(strip, strip.start), middleOf(strip, strip.end)] as const;
  const ends = line ?? { from: middle[0], to: middle[1], v: half };
  const least = Math.min(...holes.map(({ min }) => min.x));
  const most = Math.max(...holes.map(({ max }) => max.x));
  const from = least < ends.from ? Math.min(middle[0], least) : ends.from;
  const to = most > ends.to ? Math.max(middle[1], most) : ends.to;
  const side = sideOf(ends.v, strip.thickness);
  const [start, end] = gridRing([
    pointIn(strip, { u: from, v: half }),
    pointIn(strip, { u: to, v: half }),
  ]);
  if (start === undefined || end === undefined) throw new RangeError('an axis without ends');
  const offsets = { centre: 0, left: half, right: 0 - half };
  return { start, end, location_line: side, line_offset: toGrid(offsets[side]) };
}

function middleOf(strip: Strip, outline: readonly Point2[]): number {
  const ends = [outline[0], outline.at(-1)].flatMap((point) =>
    point ? [placeIn(strip, point)] : [],
  );
  return ends.reduce((sum, { u }) => sum + u, 0) / Math.max(1, ends.length);
}

function sideOf(v: number, thickness: number): Axis['location_line'] {
  if (Math.abs(v - thickness) <= ON_LINE_MM) return 'left';
  return Math.abs(v) <= ON_LINE_MM ? 'right' : 'centre';
}

/** A drawn line along a strip: its ends along it, and its distance from the right side; null if it is not along it. */
function drawnLine(
  strip: Strip,
  drawn: readonly Segment[] | null,
): { readonly from: number; readonly to: number; readonly v: number } | null {
  const [first, last] = [drawn?.[0]?.from, drawn?.at(-1)?.to];
  if (first === undefined || last === undefined) return null;
  const [a, b] = [placeIn(strip, first), placeIn(strip, last)];
  const isAlong = Math.abs(a.v - b.v) <= ON_LINE_MM;
  const isInside = a.v >= -ON_LINE_MM && a.v <= strip.thickness + ON_LINE_MM;
  return isAlong && isInside && b.u > a.u ? { from: a.u, to: b.u, v: (a.v + b.v) / 2 } : null;
}

/** The outlines of both ends, in the order of the outline of the wall, mm. */
type Pins = { readonly start: Point2[]; readonly end: Point2[] };

/**
 * The outlines of the ends of a strip as pins of a wall, whose corners are on the faces of the wall: the axis is
 * rounded to the grid, so that its faces differ from the sides of the strip by rounding.
 */
export function pinsOf(strip: Strip, { start, end }: Pick<Axis, 'start' | 'end'>): Pins {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = { x: dx / length, y: dy / length };
  const left = { x: 0 - along.y, y: along.x };
  const half = strip.thickness / 2;
  const origin = { x: start.x - half * left.x, y: start.y - half * left.y };
  const rounded = { ...strip, origin, along, left };
  const onFace = (point: Point2 | undefined, v: number): Point2[] =>
    point === undefined ? [] : [pointIn(rounded, { u: placeIn(rounded, point).u, v })];
  const pin = (outline: readonly Point2[], from: number, to: number): Point2[] =>
    gridRing([...onFace(outline[0], from), ...outline.slice(1, -1), ...onFace(outline.at(-1), to)]);
  return { start: pin(strip.start, strip.thickness, 0), end: pin(strip.end, 0, strip.thickness) };
}
