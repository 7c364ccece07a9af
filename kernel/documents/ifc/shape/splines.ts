/** @module splines: points of B-spline and Bézier curves. */
import type { Point3 } from '../../../building/geometry/vector.ts';
import { SPLINE_SIDES } from './shape-limits.ts';
import { numbersIn, type ShapeSource } from './shape-source.ts';

/** Highest degree that is evaluated. */
const MAX_DEGREE = 25;

type Spline = {
  readonly degree: number;
  readonly points: readonly Point3[];
  readonly weights: readonly number[];
  readonly knots: readonly number[];
};

/**
 * Points of an IfcBSplineCurve: `SPLINE_SIDES` for each span between two different knots, and the end. On a span that
 * turns by 90° the chords are within 0.01 % of its radius.
 */
export function splinePoints(source: ShapeSource, row: number): readonly Point3[] {
  const spline = splineOf(source, row);
  const { degree, points, knots } = spline;
  const found: Point3[] = [];
  for (let span = degree; span < points.length; span += 1) {
    const [from = 0, to = 0] = [knots[span], knots[span + 1]];
    if (!(to > from)) continue;
    source.spend(SPLINE_SIDES * degree);
    for (let i = 0; i < SPLINE_SIDES; i += 1) {
      found.push(pointAt(spline, span, from + ((to - from) * i) / SPLINE_SIDES));
    }
    if (span === points.length - 1) found.push(pointAt(spline, span, to));
  }
  const last = found.at(-1);
  if (last === undefined || !found.every(({ x, y, z }) => Number.isFinite(x + y + z))) {
    throw source.fault(row, 'expected a spline of finite points');
  }
  return found;
}

function splineOf(source: ShapeSource, row: number): Spline {
  const { model } = source;
  const degree = source.number(row, 'Degree');
  const points = model.refs(row, 'ControlPointsList').map((one) => source.point(one));
  if (!Number.isInteger(degree) || degree < 1 || degree > MAX_DEGREE || points.length <= degree) {
    throw source.fault(row, `expected a degree from 1 to ${MAX_DEGREE} and more control points`);
  }
  const given = numbersIn(model.value(row, 'WeightsData'));
  const weights = points.map((_, i) => given[i] ?? 1);
  if (!weights.every((weight) => weight > 0 && Number.isFinite(weight))) {
    throw source.fault(row, 'expected positive weights');
  }
  const knots = model.has(row, 'Knots')
    ? writtenKnots(source, row)
    : bezierKnots(degree, points.length);
  if (knots.length !== points.length + degree + 1) {
    throw source.fault(row, `expected ${points.length + degree + 1} knots, found ${knots.length}`);
  }
  return { degree, points, weights, knots };
}

function writtenKnots(source: ShapeSource, row: number): readonly number[] {
  const counts = numbersIn(source.model.value(row, 'KnotMultiplicities'));
  const values = numbersIn(source.model.value(row, 'Knots'));
  return values.flatMap((value, i) => {
    const count = counts[i] ?? 0;
    if (
      !Number.isInteger(count) ||
      count < 1 ||
      count > MAX_DEGREE + 1 ||
      !Number.isFinite(value)
    ) {
      throw source.fault(row, 'expected finite knots, each with a multiplicity');
    }
    return Array.from({ length: count }, () => value);
  });
}

/** Knots of a chain of Bézier curves, and for other numbers of points of a uniform spline that meets both ends. */
function bezierKnots(degree: number, points: number): readonly number[] {
  const isChain = (points - 1) % degree === 0;
  const inner = isChain
    ? Array.from({ length: points - degree - 1 }, (_, i) => Math.floor(i / degree) + 1)
    : Array.from({ length: points - degree - 1 }, (_, i) => i + 1);
  const end = (inner.at(-1) ?? 0) + 1;
  const ends = Array.from({ length: degree + 1 }, (_, i) => i);
  return [...ends.map(() => 0), ...inner, ...ends.map(() => end)];
}

/** The point at a parameter within a span, by the algorithm of de Boor on weighted points. */
function pointAt({ degree, points, weights, knots }: Spline, span: number, at: number): Point3 {
  const local = Array.from({ length: degree + 1 }, (_, i) => {
    const index = span - degree + i;
    const { x, y, z } = points[index] ?? { x: NaN, y: NaN, z: NaN };
    const w = weights[index] ?? NaN;
    return [x * w, y * w, z * w, w];
  });
  for (let level = 1; level <= degree; level += 1) {
    for (let i = degree; i >= level; i -= 1) {
      const low = knots[span - degree + i] ?? NaN;
      const high = knots[span + 1 + i - level] ?? NaN;
      const share = high > low ? (at - low) / (high - low) : 0;
      const [before, own] = [local[i - 1], local[i]];
      local[i] = [0, 1, 2, 3].map(
        (k) => (1 - share) * (before?.[k] ?? NaN) + share * (own?.[k] ?? NaN),
      );
    }
  }
  const [x = NaN, y = NaN, z = NaN, w = NaN] = local[degree] ?? [];
  return { x: x / w, y: y / w, z: z / w };
}
