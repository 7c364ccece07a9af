/** @module curves: curves of IFC as chains of straight pieces and arcs in space. */
import { EQUAL_POINTS_MM } from '../../../building/geometry/tolerances.ts';
import { cross, dot, minus, type Point3 } from '../../../building/geometry/vector.ts';
import { plus, scaled, unit } from './axes.ts';
import { ellipsePieces, ellipseOf } from './conics.ts';
import type { Curve, CurvePiece } from './curve-piece.ts';
import { MAX_CURVE_DEPTH } from './shape-limits.ts';
import { numbersIn, type ShapeSource } from './shape-source.ts';
import { splinePoints } from './splines.ts';

/** Farthest distance of pieces of a composite curve that are joined without a piece between them, mm. */
const JOINED_MM = 0.01;

/**
 * The pieces of a curve, each of which begins where the one before ends. Ellipses and splines become facets. An
 * IfcLine is one piece as long as its vector. Curves of the plane are at z = 0.
 *
 * @throws {ShapeFault} for a curve that is not supported or encloses no length.
 */
export function curveOf(source: ShapeSource, row: number, depth = 0): Curve {
  source.spend(1);
  if (depth > MAX_CURVE_DEPTH) {
    throw source.fault(row, `expected at most ${MAX_CURVE_DEPTH} curves in each other`);
  }
  const { model } = source;
  if (model.isA(row, 'IfcPolyline')) {
    return straight(model.refs(row, 'Points').map((one) => source.point(one)));
  }
  if (model.isA(row, 'IfcIndexedPolyCurve')) return indexedCurve(source, row);
  if (model.isA(row, 'IfcTrimmedCurve')) return trimmedCurve(source, row, depth);
  if (model.isA(row, 'IfcCompositeCurve')) return compositeCurve(source, row, depth);
  if (model.isA(row, 'IfcConic')) {
    return ellipsePieces(ellipseOf(source, row), 0, 2 * Math.PI);
  }
  if (model.isA(row, 'IfcLine')) {
    const { point, vector } = lineOf(source, row);
    return straight([point, plus(point, vector)]);
  }
  if (model.isA(row, 'IfcBSplineCurve')) return straight(splinePoints(source, row));
  if (model.isA(row, 'IfcSurfaceCurve')) {
    return curveOf(source, source.ref(row, 'Curve3D'), depth + 1);
  }
  throw source.fault(row, 'this curve is not supported');
}

/** Straight pieces between points; equal neighbours count once. */
function straight(points: readonly Point3[]): Curve {
  const pieces: CurvePiece[] = [];
  let [last] = points;
  for (const to of points) {
    if (last !== undefined && distance(last, to) > EQUAL_POINTS_MM) {
      pieces.push({ from: last, to, arc: null });
      last = to;
    }
  }
  return pieces;
}

/** The distance of two points, mm. */
export function distance(p: Point3, q: Point3): number {
  return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
}

/** The same curve in the other direction. */
function reversed(curve: Curve): Curve {
  return curve.toReversed().map(({ from, to, arc }) => ({
    from: to,
    to: from,
    arc: arc === null ? null : { ...arc, normal: scaled(arc.normal, -1) },
  }));
}

/** The arc from one point through another to a third; a straight piece if they are collinear. */
function arcThrough(from: Point3, over: Point3, to: Point3): Curve {
  const [a, b] = [minus(over, from), minus(to, from)];
  const area = cross(a, b);
  const square = dot(area, area);
  const normal = unit(area);
  // Points closer to their chord than the resolution of coordinates make no arc.
  if (normal === null || Math.sqrt(square) <= EQUAL_POINTS_MM * Math.sqrt(dot(b, b))) {
    return straight([from, to]);
  }
  const centre = plus(
    from,
    plus(
      scaled(cross(b, area), dot(a, a) / (2 * square)),
      scaled(cross(a, area), -dot(b, b) / (2 * square)),
    ),
  );
  return [arcPiece({ from, to, centre, normal })];
}

type ArcEnds = {
  readonly from: Point3;
  readonly to: Point3;
  readonly centre: Point3;
  readonly normal: Point3;
};

/** The arc counter-clockwise about `normal`. */
function arcPiece({ from, to, centre, normal }: ArcEnds): CurvePiece {
  const [a, b] = [minus(from, centre), minus(to, centre)];
  const angle = Math.atan2(dot(cross(a, b), normal), dot(a, b));
  const sweep = angle > 0 ? angle : angle + 2 * Math.PI;
  return { from, to, arc: { centre, normal, radius: Math.sqrt(dot(a, a)), sweep } };
}

function indexedCurve(source: ShapeSource, row: number): Curve {
  const { model } = source;
  const points = source.pointList(source.ref(row, 'Points'));
  const segments = model.value(row, 'Segments');
  if (segments.kind !== 'list') return straight(points);
  const pieces: CurvePiece[] = [];
  for (const segment of segments.items) {
    const corners = numbersIn(segment).map((index) => {
      const corner = points[index - 1];
      if (corner !== undefined) return corner;
      throw source.fault(row, `expected an index of ${points.length} points, found \`${index}\``);
    });
    source.spend(corners.length);
    const isArc = segment.kind === 'typed' && segment.type === 'IFCARCINDEX';
    const [from, over, to] = corners;
    if (isArc && from !== undefined && over !== undefined && to !== undefined) {
      pieces.push(...arcThrough(from, over, to));
    } else {
      for (const piece of straight(corners)) pieces.push(piece);
    }
  }
  return pieces;
}

function compositeCurve(source: ShapeSource, row: number, depth: number): Curve {
  const { model } = source;
  const parts = model.refs(row, 'Segments').map((segment): Curve => {
    const parent = model.ref(segment, 'ParentCurve');
    if (parent === null || !model.isA(segment, 'IfcCompositeCurveSegment')) {
      throw source.fault(segment, 'this segment of a curve is not supported');
    }
    const curve = curveOf(source, parent, depth + 1);
    source.spend(curve.length);
    return source.flag(segment, 'SameSense', true) ? curve : reversed(curve);
  });
  return joined(parts.filter((part) => part.length > 0));
}

/**
 * The parts as one chain. A part that begins elsewhere, but ends where the chain does, is reversed: some programs write
 * wrong senses. Gaps are closed by straight pieces.
 */
function joined(parts: readonly Curve[]): Curve {
  const chain: CurvePiece[] = [];
  const [first, second] = parts;
  for (const part of parts) {
    const last = chain.at(-1)?.to;
    const isTurned =
      last === undefined ? part === first && turnsFirst(part, second) : turns(last, part);
    for (const piece of isTurned ? reversed(part) : part) append(chain, piece);
  }
  return chain;
}

/** Whether only the end of a part is at a point. */
function turns(at: Point3, part: Curve): boolean {
  const [from, to] = [part[0]?.from, part.at(-1)?.to];
  if (from === undefined || to === undefined) return false;
  return distance(at, from) > JOINED_MM && distance(at, to) <= JOINED_MM;
}

/** Whether only the start of the first part is at an end of the second. */
function turnsFirst(first: Curve, second: Curve | undefined): boolean {
  const [from, to] = [first[0]?.from, first.at(-1)?.to];
  const ends = [second?.[0]?.from, second?.at(-1)?.to];
  const isAt = (point: Point3 | undefined): boolean =>
    point !== undefined &&
    ends.some((end) => end !== undefined && distance(point, end) <= JOINED_MM);
  return !isAt(to) && isAt(from);
}

/** Adds a piece, which then begins at the end of the chain. */
function append(chain: CurvePiece[], piece: CurvePiece): void {
  const last = chain.at(-1);
  if (last === undefined) {
    chain.push(piece);
    return;
  }
  const gap = distance(last.to, piece.from);
  if (gap > JOINED_MM) chain.push({ from: last.to, to: piece.from, arc: null });
  const from = gap > JOINED_MM ? piece.from : last.to;
  if (piece.arc !== null || distance(from, piece.to) > EQUAL_POINTS_MM) {
    chain.push({ ...piece, from });
  }
}

function lineOf(
  source: ShapeSource,
  row: number,
): { readonly point: Point3; readonly vector: Point3 } {
  const vector = source.ref(row, 'Dir');
  const direction = source.ratios(source.ref(vector, 'Orientation'));
  return {
    point: source.point(source.ref(row, 'Pnt')),
    vector: scaled(direction, source.length(vector, 'Magnitude')),
  };
}

/** A trim as the file states it: a point, a parameter, or both. */
type Trim = { readonly point: Point3 | null; readonly parameter: number | null };

function trimOf(source: ShapeSource, row: number, attribute: string): Trim {
  const value = source.model.value(row, attribute);
  const items = value.kind === 'list' ? value.items : [];
  let [point, parameter]: [Point3 | null, number | null] = [null, null];
  for (const item of items) {
    if (item.kind === 'typed' && item.value.kind !== 'ref') {
      const number =
        item.value.kind === 'real' || item.value.kind === 'integer' ? item.value.value : NaN;
      if (Number.isFinite(number)) parameter = number;
    }
  }
  const [found] = source.model.refs(row, attribute);
  if (found !== undefined && source.model.isA(found, 'IfcCartesianPoint')) {
    point = source.point(found);
  }
  if (point === null && parameter === null) {
    throw source.fault(row, `expected a point or a parameter as ${attribute}`);
  }
  return { point, parameter };
}

/**
 * The part of a line, circle or ellipse between two trims. Points are preferred to parameters, whose unit of angle some
 * programs confuse, unless they coincide.
 */
function trimmedCurve(source: ShapeSource, row: number, depth: number): Curve {
  const { model } = source;
  const basis = source.ref(row, 'BasisCurve');
  const [first, second] = [trimOf(source, row, 'Trim1'), trimOf(source, row, 'Trim2')];
  const isForward = source.flag(row, 'SenseAgreement', true);
  const usesPoints =
    first.point !== null &&
    second.point !== null &&
    distance(first.point, second.point) > JOINED_MM;
  if (model.isA(basis, 'IfcLine')) {
    const { point, vector } = lineOf(source, basis);
    const end = (trim: Trim): Point3 =>
      trim.point ?? plus(point, scaled(vector, trim.parameter ?? 0));
    const by = (trim: Trim): Point3 =>
      usesPoints || trim.parameter === null
        ? end(trim)
        : plus(point, scaled(vector, trim.parameter));
    return straight([by(first), by(second)]);
  }
  if (model.isA(basis, 'IfcConic')) {
    const ellipse = ellipseOf(source, basis);
    const angle = ({ point, parameter }: Trim): number =>
      point !== null && (usesPoints || parameter === null)
        ? ellipse.angleOf(point)
        : (parameter ?? 0) * source.units.rad;
    const [a, b] = [angle(first), angle(second)];
    const [from, to] = isForward ? [a, b] : [b, a];
    const turn = (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    // Equal trims are the whole curve.
    const sweep = turn * ellipse.radius <= EQUAL_POINTS_MM ? 2 * Math.PI : turn;
    const pieces = ellipsePieces(ellipse, from, sweep);
    return isForward ? pieces : reversed(pieces);
  }
  if (model.isA(basis, 'IfcPolyline') || model.isA(basis, 'IfcIndexedPolyCurve')) {
    const whole = curveOf(source, basis, depth + 1);
    const part = partOf(whole, first.parameter ?? 0, second.parameter ?? whole.length);
    return isForward ? part : reversed(part);
  }
  throw source.fault(basis, 'trims of this curve are not supported');
}

/** The straight pieces of a polyline between two parameters, one unit of which is one piece. */
export function partOf(curve: Curve, start: number, end: number): Curve {
  const [low, high] = [
    Math.max(0, Math.min(start, end)),
    Math.min(curve.length, Math.max(start, end)),
  ];
  return curve.flatMap((piece, i): Curve => {
    const [a, b] = [Math.max(low - i, 0), Math.min(high - i, 1)];
    if (b <= a) return [];
    if (piece.arc !== null || (a === 0 && b === 1)) return [piece];
    const along = minus(piece.to, piece.from);
    return straight([plus(piece.from, scaled(along, a)), plus(piece.from, scaled(along, b))]);
  });
}
