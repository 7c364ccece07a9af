/** @module outlines: profile curves as points in the plane; arcs are approximated by chords. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { projectUnits, siFactorOf } from '../../read/si-units.ts';
import {
  distance,
  indexedSegments,
  itemsOf,
  numbersIn,
  type Point,
  pointOf,
  pointsOf,
} from './points.ts';

/** Number of chords for a full turn. */
const CHORDS = 72;
const TURN = 2 * Math.PI;
/** Maximum nesting depth of curves. */
const MAX_DEPTH = 8;

/** Points of a curve in order; null if it contains segments other than lines and circular arcs. */
export function outlineOf(row: number, model: IfcModel, depth = 0): readonly Point[] | null {
  if (depth > MAX_DEPTH) return null;
  if (model.isA(row, 'IfcPolyline')) return pointsOf(row, 'Points', model);
  if (model.isA(row, 'IfcIndexedPolyCurve')) return indexedOutline(row, model);
  if (model.isA(row, 'IfcTrimmedCurve')) return trimmedOutline(row, model);
  if (!model.isA(row, 'IfcCompositeCurve')) return null;
  const parts: Point[] = [];
  for (const segment of model.refs(row, 'Segments')) {
    const curve = model.ref(segment, 'ParentCurve');
    const points = curve === null ? null : outlineOf(curve, model, depth + 1);
    if (points === null) return null;
    parts.push(...(model.enumName(segment, 'SameSense') === 'F' ? points.toReversed() : points));
  }
  return parts;
}

function indexedOutline(row: number, model: IfcModel): readonly Point[] {
  const segments = indexedSegments(row, model);
  const points = segments.flatMap(({ isArc, points: own }) => (isArc ? arcThrough(own) : own));
  const isOpenList = segments.length === 1 && segments[0]?.isArc === false;
  const [first] = points;
  // In a profile, a point list without segments is implicitly closed.
  return isOpenList && first !== undefined ? [...points, first] : points;
}

/** Chords of the arc through three points; the points themselves if they are collinear. */
function arcThrough(points: readonly Point[]): readonly Point[] {
  const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = [], [cx = 0, cy = 0] = []] = points;
  const twice = 2 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  if (twice === 0) return points;
  const [b, c] = [(bx - ax) ** 2 + (by - ay) ** 2, (cx - ax) ** 2 + (cy - ay) ** 2];
  const x = ax + ((cy - ay) * b - (by - ay) * c) / twice;
  const y = ay + ((bx - ax) * c - (cx - ax) * b) / twice;
  const radius = Math.sqrt((ax - x) ** 2 + (ay - y) ** 2);
  const start = Math.atan2(ay - y, ax - x);
  const end = Math.atan2(cy - y, cx - x);
  const arc = chords({ x, y, radius, start, end, isForward: twice > 0 });
  return [points[0] ?? [], ...arc.slice(1, -1), points[2] ?? []];
}

type Arc = {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Angles in radians. */
  readonly start: number;
  readonly end: number;
  readonly isForward: boolean;
};

function chords({ x, y, radius, start, end, isForward }: Arc): readonly Point[] {
  const raw = (isForward ? end - start : start - end) % TURN;
  const swept = raw <= 0 ? raw + TURN : raw;
  const count = Math.max(2, Math.ceil((CHORDS * swept) / TURN));
  const sign = isForward ? 1 : -1;
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const angle = start + (sign * swept * i) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function trimmedOutline(row: number, model: IfcModel): readonly Point[] | null {
  const basis = model.ref(row, 'BasisCurve');
  if (basis === null) return null;
  const isForward = model.enumName(row, 'SenseAgreement') !== 'F';
  const ends = ['Trim1', 'Trim2'].map((trim) => trimOf(row, trim, model));
  const [first, second] = ends;
  if (first === undefined || second === undefined) return null;
  if (model.isA(basis, 'IfcLine')) {
    return first.point === null || second.point === null ? null : [first.point, second.point];
  }
  if (!model.isA(basis, 'IfcCircle')) return null;
  const position = model.ref(basis, 'Position');
  const centre = position === null ? null : model.ref(position, 'Location');
  const radius = model.number(basis, 'Radius');
  if (position === null || centre === null || radius === null) return null;
  const [x = 0, y = 0] = pointOf(centre, model);
  const axis = model.ref(position, 'RefDirection');
  const [dx = 1, dy = 0] = axis === null ? [] : numbersIn(model.value(axis, 'DirectionRatios'));
  const unit = angleUnit(model);
  const [start, end] = [first, second].map(({ point, parameter }) =>
    point === null
      ? Math.atan2(dy, dx) + (parameter ?? 0) * unit
      : Math.atan2((point[1] ?? 0) - y, (point[0] ?? 0) - x),
  );
  return chords({ x, y, radius, start: start ?? 0, end: end ?? 0, isForward });
}

type Trim = { readonly point: Point | null; readonly parameter: number | null };

/** A trimming of a curve, by point and by parameter; each is null if the file does not state it. */
function trimOf(row: number, attribute: string, model: IfcModel): Trim {
  const items = itemsOf(model.value(row, attribute));
  const reference = items.find((item) => item.kind === 'ref');
  const point = reference?.kind === 'ref' ? model.file.rowOf(reference.id) : -1;
  const typed = items.find((item) => item.kind === 'typed');
  const [parameter = null] =
    typed?.kind === 'typed' ? numbersIn({ kind: 'list', items: [typed] }) : [];
  return { point: point < 0 ? null : pointOf(point, model), parameter };
}

/** Size of the project's angle unit in radians. */
function angleUnit(model: IfcModel): number {
  const unit = projectUnits(model).find(
    (one) => model.enumName(one, 'UnitType') === 'PLANEANGLEUNIT',
  );
  return (unit === undefined ? null : siFactorOf(unit, model)) ?? 1;
}

/** The points without those that coincide with the previous point. */
export function withoutRepeats(points: readonly Point[], nearer: number): readonly Point[] {
  return points.filter((point, i) => i === 0 || distance(points[i - 1] ?? [], point) >= nearer);
}
