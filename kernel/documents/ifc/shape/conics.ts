/** @module conics: circles and ellipses in space, and parts of them. */
import { EQUAL_LENGTH_SHARE } from '../../../building/geometry/tolerances.ts';
import { dot, minus, type Point3 } from '../../../building/geometry/vector.ts';
import { axesOf, plus, scaled } from './axes.ts';
import type { Curve, CurvePiece } from './curve-piece.ts';
import { directionThrough } from './matrix.ts';
import { ELLIPSE_SIDES } from './shape-limits.ts';
import type { ShapeSource } from './shape-source.ts';

/** An ellipse, or a circle if both radii are equal. Angles are its parameters, radians. */
export type Ellipse = {
  readonly centre: Point3;
  readonly normal: Point3;
  /** Largest radius, mm. */
  readonly radius: number;
  readonly isCircle: boolean;
  readonly at: (angle: number) => Point3;
  readonly angleOf: (point: Point3) => number;
};

/** The ellipse of an IfcCircle or IfcEllipse. */
export function ellipseOf(source: ShapeSource, row: number): Ellipse {
  const axes = axesOf(source, source.ref(row, 'Position'));
  const [a, b] = source.model.isA(row, 'IfcCircle')
    ? [source.positive(row, 'Radius'), source.positive(row, 'Radius')]
    : [source.positive(row, 'SemiAxis1'), source.positive(row, 'SemiAxis2')];
  const centre = { x: axes[3], y: axes[7], z: axes[11] };
  const x = directionThrough(axes, { x: 1, y: 0, z: 0 });
  const y = directionThrough(axes, { x: 0, y: 1, z: 0 });
  const normal = directionThrough(axes, { x: 0, y: 0, z: 1 });
  return {
    centre,
    normal,
    radius: Math.max(a, b),
    isCircle: Math.abs(a - b) <= EQUAL_LENGTH_SHARE * a,
    at: (angle) =>
      plus(centre, plus(scaled(x, a * Math.cos(angle)), scaled(y, b * Math.sin(angle)))),
    angleOf: (point) => {
      const from = minus(point, centre);
      return Math.atan2(dot(from, y) / b, dot(from, x) / a);
    },
  };
}

/**
 * The part of an ellipse from an angle, counter-clockwise about its normal: arcs of at most half a turn of a circle,
 * facets of any other ellipse.
 */
export function ellipsePieces(ellipse: Ellipse, from: number, sweep: number): Curve {
  const { centre, normal, radius, isCircle } = ellipse;
  const most = isCircle ? Math.PI : (2 * Math.PI) / ELLIPSE_SIDES;
  // Less than a millionth of a piece more is rounding.
  const count = Math.max(1, Math.ceil(sweep / most - 1e-6));
  const isWhole = sweep >= 2 * Math.PI;
  const pieces: CurvePiece[] = [];
  const start = ellipse.at(from);
  let last = start;
  for (let i = 1; i <= count; i += 1) {
    const to = isWhole && i === count ? start : ellipse.at(from + (sweep * i) / count);
    pieces.push({
      from: last,
      to,
      arc: isCircle ? { centre, normal, radius, sweep: sweep / count } : null,
    });
    last = to;
  }
  return pieces;
}
