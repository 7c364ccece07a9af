/** @module axes3: the placement of an IfcAxis2Placement3D: read, changed, and as a matrix. */
import { cross, dot, type Point3 } from '../../../building/geometry/vector.ts';
import { across, matrixOf, unit } from '../shape/axes.ts';
import type { Matrix } from '../shape/matrix.ts';
import type { Owned } from './owned.ts';
import { NO_VALUE } from './patch-value.ts';
import type { Records } from './records.ts';

/** Three numbers: coordinates in units of the file, or ratios of a direction. */
export type Triple = readonly [x: number, y: number, z: number];

/** What changes of a placement in space; null makes a direction the default, undefined leaves it. */
export type AxesEdit = {
  readonly location?: Triple | undefined;
  /** The z axis. Default: (0, 0, 1). */
  readonly axis?: Triple | null | undefined;
  /** The x axis, which is made perpendicular to the z axis. Default: (1, 0, 0). */
  readonly ref_direction?: Triple | null | undefined;
};

const X: Point3 = { x: 1, y: 0, z: 0 };
const Y: Point3 = { x: 0, y: 1, z: 0 };
const Z: Point3 = { x: 0, y: 0, z: 1 };
const DEFAULTS = { Axis: [0, 0, 1], RefDirection: [1, 0, 0] } as const;

/** Changes a placement; returns whether this changes it. One direction is not written without the other (IFC: AxisAndRefDirProvision). */
export function changeAxes(placement: Owned, edit: AxesEdit): boolean {
  const { records, row } = placement;
  const isMoved = placement.setPoint('Location', edit.location);
  const isTilted = changeDirection(placement, 'Axis', edit.axis);
  const isTurned = changeDirection(placement, 'RefDirection', edit.ref_direction);
  if (isTilted || isTurned) {
    const axis = records.ref(row, 'Axis');
    const first = records.ref(row, 'RefDirection');
    if (axis === null && first !== null) placement.setDirection('Axis', DEFAULTS.Axis);
    if (axis !== null && first === null) {
      placement.setDirection('RefDirection', DEFAULTS.RefDirection);
    }
  }
  return isMoved || isTilted || isTurned;
}

function changeDirection(
  placement: Owned,
  attribute: 'Axis' | 'RefDirection',
  ratios: Triple | null | undefined,
): boolean {
  const { records, row } = placement;
  const before = records.ref(row, attribute);
  if (ratios === undefined) return false;
  if (ratios === null) return before !== null && placement.set(attribute, NO_VALUE);
  const isDefault = ratios.every((value, i) => value === DEFAULTS[attribute][i]);
  if (before === null && isDefault) return false;
  return placement.setDirection(attribute, ratios);
}

/** The matrix of an IfcAxis2Placement3D, in units of the file. */
export function axesMatrix(records: Records, row: number): Matrix {
  const location = records.ref(row, 'Location');
  const origin = location === null ? null : pointOf(records.numbers(location, 'Coordinates'));
  const z = directionOf(records, row, 'Axis') ?? Z;
  const given = directionOf(records, row, 'RefDirection');
  const x = (given === null ? null : across(given, z)) ?? across(X, z) ?? Y;
  return matrixOf(origin ?? { x: 0, y: 0, z: 0 }, x, cross(z, x), z);
}

function directionOf(records: Records, row: number, attribute: string): Point3 | null {
  const direction = records.ref(row, attribute);
  return direction === null ? null : unit(pointOf(records.numbers(direction, 'DirectionRatios')));
}

function pointOf([x = 0, y = 0, z = 0]: readonly number[]): Point3 {
  return { x, y, z };
}

/** The placement of a matrix whose linear part is a rotation. */
export function axesOfMatrix([a, , c, d, e, , g, h, i, , k, l]: Matrix): Required<AxesEdit> {
  return { location: [d, h, l], axis: [c, g, k], ref_direction: [a, e, i] };
}

/** The inverse of a matrix whose linear part is a rotation. */
export function inverseOf([a, b, c, d, e, f, g, h, i, j, k, l]: Matrix): Matrix {
  const [x, y, z] = [
    { x: a, y: e, z: i },
    { x: b, y: f, z: j },
    { x: c, y: g, z: k },
  ];
  const back = { x: -d, y: -h, z: -l };
  return [a, e, i, dot(x, back), b, f, j, dot(y, back), c, g, k, dot(z, back)];
}
