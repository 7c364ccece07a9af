/** @module axes: coordinate systems and transformations of IFC as matrices, by the rules of IfcBuildAxes and IfcBaseAxis. */
import { NO_SINE } from '../../../building/geometry/tolerances.ts';
import { cross, dot, type Point3 } from '../../../building/geometry/vector.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import type { ShapeSource } from './shape-source.ts';

const ORIGIN: Point3 = { x: 0, y: 0, z: 0 };
const X: Point3 = { x: 1, y: 0, z: 0 };
const Y: Point3 = { x: 0, y: 1, z: 0 };
const Z: Point3 = { x: 0, y: 0, z: 1 };

/** Origin and axes as a matrix. */
export function matrixOf(origin: Point3, x: Point3, y: Point3, z: Point3): Matrix {
  return [x.x, y.x, z.x, origin.x, x.y, y.y, z.y, origin.y, x.z, y.z, z.z, origin.z];
}

/** The vector times a number. */
export function scaled({ x, y, z }: Point3, by: number): Point3 {
  return { x: x * by, y: y * by, z: z * by };
}

/** The sum of two vectors. */
export function plus(p: Point3, q: Point3): Point3 {
  return { x: p.x + q.x, y: p.y + q.y, z: p.z + q.z };
}

/** The unit vector of a direction; null if it has no length. */
export function unit(vector: Point3): Point3 | null {
  const length = Math.hypot(vector.x, vector.y, vector.z);
  return length > NO_SINE ? scaled(vector, 1 / length) : null;
}

/** The part of a vector across a unit vector, as a unit vector; null if they are parallel. */
export function across(vector: Point3, axis: Point3): Point3 | null {
  return unit(plus(vector, scaled(axis, -dot(vector, axis))));
}

/** The x axis for a z axis (IfcFirstProjAxis); that of the default direction if the given one is parallel to z. */
function firstAxis(z: Point3, given: Point3 | null): Point3 {
  const [own, usual] = [given === null ? null : across(given, z), across(X, z)];
  return own ?? usual ?? Y;
}

/** The matrix of an IfcAxis2Placement3D or 2D; that of an IfcAxis1Placement has its axis as z. */
export function axesOf(source: ShapeSource, row: number): Matrix {
  const { model } = source;
  const location = model.ref(row, 'Location');
  const origin =
    location !== null && model.isA(location, 'IfcCartesianPoint') ? source.point(location) : ORIGIN;
  const given = source.direction(row, 'RefDirection');
  if (model.isA(row, 'IfcAxis2Placement2D')) {
    const x = (given === null ? null : unit({ ...given, z: 0 })) ?? X;
    return matrixOf(origin, x, { x: -x.y, y: x.x, z: 0 }, Z);
  }
  const z = source.direction(row, 'Axis') ?? Z;
  const x = firstAxis(z, given);
  return matrixOf(origin, x, cross(z, x), z);
}

/** The matrix of an optional attribute that is a placement; the identity if it is omitted. */
export function optionalAxes(source: ShapeSource, row: number, attribute: string): Matrix {
  const found = source.model.ref(row, attribute);
  return found === null ? IDENTITY : axesOf(source, found);
}

/** The matrix of an IfcCartesianTransformationOperator, which may scale and mirror. */
export function operatorOf(source: ShapeSource, row: number): Matrix {
  const { model } = source;
  const origin = source.point(source.ref(row, 'LocalOrigin'));
  const factor = (attribute: string, otherwise: number): number => {
    const value = model.isGiven(row, attribute) ? source.number(row, attribute) : otherwise;
    if (value > 0) return value;
    throw source.fault(row, `expected a positive ${attribute}, found \`${value}\``);
  };
  const scale = factor('Scale', 1);
  const y = source.direction(row, 'Axis2');
  const x = source.direction(row, 'Axis1');
  if (model.isA(row, 'IfcCartesianTransformationOperator2D')) {
    const axes = planeAxes(x, y);
    return matrixOf(origin, scaled(axes.x, scale), scaled(axes.y, factor('Scale2', scale)), Z);
  }
  const third = source.direction(row, 'Axis3') ?? Z;
  const first = firstAxis(third, x);
  const right = cross(third, first);
  // Only the side of the given y axis matters: it is across the two other axes.
  const isMirrored = dot(y ?? Y, right) < -NO_SINE;
  return matrixOf(
    origin,
    scaled(first, scale),
    scaled(right, (isMirrored ? -1 : 1) * factor('Scale2', scale)),
    scaled(third, factor('Scale3', scale)),
  );
}

/** The axes of a transformation of the plane (IfcBaseAxis for two dimensions). */
function planeAxes(first: Point3 | null, second: Point3 | null): { x: Point3; y: Point3 } {
  if (first !== null) {
    const left = { x: -first.y, y: first.x, z: 0 };
    return { x: first, y: second !== null && dot(second, left) < 0 ? scaled(left, -1) : left };
  }
  if (second !== null) return { x: { x: second.y, y: -second.x, z: 0 }, y: second };
  return { x: X, y: Y };
}
