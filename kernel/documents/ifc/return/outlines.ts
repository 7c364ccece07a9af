/** @module outlines: outlines of profiles in a file, and how new ones keep as much of them as possible. */
import { SAME_PLACE_MM } from '../../../building/geometry/tolerances.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { FilePatch } from '../patch/patch.ts';
import type { ExtrusionEdit } from '../patch/solids.ts';
import type { FileFrame } from './frame.ts';

/** The largest outline for which all orders of corners are compared. */
const MAX_COMPARED = 64;

/** The profile of an extrusion as an outline in the plane of the extrusion, mm. */
type Outline = {
  readonly points: readonly Point2[];
  /** Whether it is a rectangle whose sides are along the axes. */
  readonly is_rectangle: boolean;
};

/** The outline of a profile; null for one with holes, arcs, or another form. */
export function outlineOf(patch: FilePatch, frame: FileFrame, profile: number): Outline | null {
  if (patch.isA(profile, 'IfcRoundedRectangleProfileDef')) return null;
  if (patch.isA(profile, 'IfcRectangleHollowProfileDef')) return null;
  if (patch.isA(profile, 'IfcRectangleProfileDef')) return rectangleOf(patch, frame, profile);
  if (!patch.isA(profile, 'IfcArbitraryClosedProfileDef')) return null;
  if (patch.isA(profile, 'IfcArbitraryProfileDefWithVoids')) return null;
  const curve = patch.ref(profile, 'OuterCurve');
  if (curve === null || !patch.isA(curve, 'IfcPolyline')) return null;
  const all = patch.refs(curve, 'Points').map((row) => {
    const [x = NaN, y = NaN] = patch.numbers(row, 'Coordinates');
    return { x: frame.toMm(x), y: frame.toMm(y) };
  });
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isClosed = all.length > 1 && isNear(first, last);
  return { points: isClosed ? all.slice(0, -1) : all, is_rectangle: false };
}

function rectangleOf(patch: FilePatch, frame: FileFrame, profile: number): Outline | null {
  const [width, depth] = ['XDim', 'YDim'].map((name) => {
    const value = patch.value(profile, name);
    return value.kind === 'real' || value.kind === 'integer' ? frame.toMm(value.value) : NaN;
  });
  const position = patch.ref(profile, 'Position');
  const location = position === null ? null : patch.ref(position, 'Location');
  const direction = position === null ? null : patch.ref(position, 'RefDirection');
  const [cx = 0, cy = 0] = location === null ? [] : patch.numbers(location, 'Coordinates');
  const [dx = 1, dy = 0] = direction === null ? [] : patch.numbers(direction, 'DirectionRatios');
  const length = Math.hypot(dx, dy);
  if (width === undefined || depth === undefined || !(length > 0)) return null;
  const [cosine, sine] = [dx / length, dy / length];
  const corner = (u: number, v: number): Point2 => ({
    x: frame.toMm(cx) + u * cosine - v * sine,
    y: frame.toMm(cy) + u * sine + v * cosine,
  });
  const [u, v] = [width / 2, depth / 2];
  const points = [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)];
  return { points, is_rectangle: dy === 0 && dx > 0 };
}

/** The edit that gives a profile with the outline `before` other corners, which keep their file values if they are equal. */
export function outlineEdit(
  before: Outline,
  after: readonly Point2[],
  frame: FileFrame,
): Pick<ExtrusionEdit, 'points' | 'rectangle' | 'centre'> {
  const box = before.is_rectangle ? rectangleFrom(after) : null;
  if (box !== null) {
    const { min, max } = box;
    return {
      rectangle: { x: frame.length(max.x - min.x), y: frame.length(max.y - min.y) },
      centre: frame.lengths([(min.x + max.x) / 2, (min.y + max.y) / 2]),
    };
  }
  const ordered = inOrderOf(before.points, after);
  const isSame =
    ordered.length === before.points.length &&
    ordered.every((point, i) => isNear(point, before.points[i] ?? point));
  if (isSame) return {};
  return {
    points: ordered.map((point, i) => {
      const old = before.points[i];
      const { x, y } = old === undefined ? point : kept(old, point);
      return frame.lengths([x, y]);
    }),
  };
}

/** The new point with the coordinates of the old one that are the same. */
function kept(old: Point2, point: Point2): Point2 {
  return {
    x: Math.abs(old.x - point.x) <= SAME_PLACE_MM ? old.x : point.x,
    y: Math.abs(old.y - point.y) <= SAME_PLACE_MM ? old.y : point.y,
  };
}

/** The rectangle of four corners whose sides are along the axes; null for others. */
function rectangleFrom(
  points: readonly Point2[],
): { readonly min: Point2; readonly max: Point2 } | null {
  if (points.length !== 4) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const min = { x: Math.min(...xs), y: Math.min(...ys) };
  const max = { x: Math.max(...xs), y: Math.max(...ys) };
  const isCorner = ({ x, y }: Point2): boolean =>
    Math.min(x - min.x, max.x - x) <= SAME_PLACE_MM &&
    Math.min(y - min.y, max.y - y) <= SAME_PLACE_MM;
  return points.every(isCorner) ? { min, max } : null;
}

/** The corners of a ring in the order, of all that begin elsewhere or run the other way, that moves the fewest. */
function inOrderOf(before: readonly Point2[], after: readonly Point2[]): readonly Point2[] {
  if (after.length !== before.length || after.length > MAX_COMPARED) return after;
  let best = after;
  let most = -1;
  for (const ring of [after, after.toReversed()]) {
    for (let first = 0; first < ring.length; first += 1) {
      const turned = [...ring.slice(first), ...ring.slice(0, first)];
      const same = turned.filter((point, i) => isNear(point, before[i] ?? point)).length;
      if (same > most) [best, most] = [turned, same];
    }
  }
  return best;
}

function isNear(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}
