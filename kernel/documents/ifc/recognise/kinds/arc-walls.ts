/** @module arc-walls: walls along an arc, between two concentric arcs. */
import type { JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { onFaces } from '../../../../building/geometry/walls/pins/pin-faces.ts';
import type { Loop, Segment } from '../../shape/shape-node.ts';
import { gridRing, ringOf } from '../outlines/plan-ring.ts';

/** A wall along an arc, counter-clockwise around its centre. */
export type ArcWall = { readonly line: JsonObject; readonly thickness: number };

/** Largest distance of the centres of concentric arcs, and largest difference of equal radii, mm. */
const SAME_MM = 0.1;

/** The wall that a counter-clockwise outline is; null if it is not between two concentric arcs. */
export function arcWallOf(outline: Loop): ArcWall | null {
  const outerAt = outline.findIndex(
    (piece, i) => isRight(piece) && !isRight(outline[(i + outline.length - 1) % outline.length]),
  );
  if (outerAt < 0) return null;
  const pieces = [...outline.slice(outerAt), ...outline.slice(0, outerAt)];
  const ending = pieces.findIndex((piece) => !isRight(piece));
  const inner = pieces.findIndex((piece) => isLeft(piece));
  const starting = inner < 0 ? -1 : pieces.findIndex((piece, i) => i > inner && !isLeft(piece));
  if (ending < 0 || inner < ending || starting < 0) return null;
  const runs = [pieces.slice(0, ending), pieces.slice(inner, starting)] as const;
  const ends = [pieces.slice(ending, inner), pieces.slice(starting)] as const;
  if (ends.some((end) => end.length === 0 || end.some(({ arc }) => arc !== null))) return null;
  const [outside, inside] = runs.map(circleOf);
  if (!outside || !inside || !isSamePoint(outside.centre, inside.centre)) return null;
  const thickness = outside.radius - inside.radius;
  if (thickness <= SAME_MM) return null;
  const radius = (outside.radius + inside.radius) / 2;
  const [end, start] = ends.map((chain) =>
    ringOf(chain).concat(chain.slice(-1).map(({ to }) => to)),
  );
  if (end === undefined || start === undefined) return null;
  const from = middleAngle(outside.centre, [start[0], start.at(-1)], 0);
  const to = middleAngle(outside.centre, [end[0], end.at(-1)], from);
  const at = (angle: number): Point2 => ({
    x: outside.centre.x + radius * Math.cos(angle),
    y: outside.centre.y + radius * Math.sin(angle),
  });
  const [first, via, last] = gridRing([at(from), at((from + to) / 2), at(to)]);
  if (first === undefined || via === undefined || last === undefined) return null;
  const axis = { start: { ...first }, end: { ...last }, via: { ...via } };
  // The two arcs may differ from concentric ones by less than a pin may be off its face.
  const pins = onFaces({ id: '', ...axis, thickness: toGrid(thickness) }, { start, end });
  return {
    thickness,
    line: { ...axis, pins: { start: gridRing(pins.start ?? []), end: gridRing(pins.end ?? []) } },
  };
}

/** The outer arc runs counter-clockwise, the inner one clockwise. */
function isRight(piece: Segment | undefined): boolean {
  return (piece?.arc?.sweep ?? 0) > 0;
}

function isLeft(piece: Segment): boolean {
  return (piece.arc?.sweep ?? 0) < 0;
}

/** The circle of consecutive arcs; null if they are on different ones. */
function circleOf(
  run: readonly Segment[],
): { readonly centre: Point2; readonly radius: number } | null {
  const circle = run[0]?.arc ?? null;
  if (circle === null) return null;
  const isSame = run.every(
    ({ arc }) =>
      arc !== null &&
      isSamePoint(arc.centre, circle.centre) &&
      Math.abs(arc.radius - circle.radius) <= SAME_MM,
  );
  return isSame ? circle : null;
}

function isSamePoint(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_MM && Math.abs(a.y - b.y) <= SAME_MM;
}

/** The angle between those of two points, above `least`, radians. */
function middleAngle(
  centre: Point2,
  points: readonly (Point2 | undefined)[],
  least: number,
): number {
  const [a = 0, b = 0] = points.map((point) =>
    point === undefined ? 0 : Math.atan2(point.y - centre.y, point.x - centre.x),
  );
  let difference = b - a;
  if (difference > Math.PI) difference -= 2 * Math.PI;
  if (difference < -Math.PI) difference += 2 * Math.PI;
  let angle = a + difference / 2;
  while (angle < least) angle += 2 * Math.PI;
  return angle;
}
