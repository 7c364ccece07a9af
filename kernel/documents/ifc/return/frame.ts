/** @module frame: coordinates of the model, mm, and those of the file and its products. */
import type { ImportRecord } from '../../../../schemas/events.ts';
import { SAME_PLACE_MM } from '../../../building/geometry/tolerances.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { IfcPlace } from '../../../building/kinds/facets/ifc.ts';
import { axesOfMatrix, inverseOf } from '../patch/axes3.ts';
import type { AxesEdit } from '../patch/axes3.ts';
import type { FilePatch } from '../patch/patch.ts';
import { type Matrix, product as times } from '../shape/matrix.ts';

/** Significant digits of coordinates that are written: 1 nm in 1,000 km. */
const DIGITS = 15;
/** Decimals of coordinates, mm: a thousandth of the grid. */
const DECIMALS = 6;
/** Largest difference of the elements of two equal rotations: 0.001 mm in 1 km. */
const SAME_TURN = 1e-9;

/** Between the model and the file. */
export class FileFrame {
  readonly mm: number;
  readonly #origin: Point3;

  constructor({ mm_per_unit, origin }: ImportRecord['frame']) {
    this.mm = mm_per_unit;
    this.#origin = origin;
  }

  /** From the coordinates of a product to those of the model, mm, as the patch places it now. */
  place(patch: FilePatch, product: number): Matrix {
    return times(this.shift(), this.matrixToMm(patch.place(product)));
  }

  /** From the coordinates of the file, mm, to those of the model. */
  shift(): Matrix {
    const { x, y, z } = this.#origin;
    return [1, 0, 0, 0 - x, 0, 1, 0, 0 - y, 0, 0, 1, 0 - z];
  }

  /** A placement with its translation in mm, from one in units of the file. */
  matrixToMm([a, b, c, d, e, f, g, h, i, j, k, l]: Matrix): Matrix {
    const { mm } = this;
    return [a, b, c, d * mm, e, f, g, h * mm, i, j, k, l * mm];
  }

  /** A length in units of the file. */
  length(mm: number): number {
    return Number((Number(mm.toFixed(DECIMALS)) / this.mm).toPrecision(DIGITS)) + 0;
  }

  /** A length in mm. */
  toMm(units: number): number {
    return units * this.mm;
  }

  /** Coordinates in units of the file. */
  lengths(coordinates: readonly number[]): readonly number[] {
    return coordinates.map((one) => this.length(one));
  }

  /** A placement in units of the file, from one in mm; only the location if the rotation is that of `before`. */
  axes(to: Matrix, before: Matrix | null): AxesEdit {
    const edit = axesOfMatrix(to);
    const [x = 0, y = 0, z = 0] = edit.location ?? [];
    const location = [this.length(x), this.length(y), this.length(z)] as const;
    return before !== null && isSameTurn(to, before) ? { location } : { ...edit, location };
  }
}

function isSameTurn(a: Matrix, b: Matrix): boolean {
  return a.every((value, i) => i % 4 === 3 || Math.abs(value - (b[i] ?? NaN)) <= SAME_TURN);
}

/** Whether two placements are equal up to the grid. */
export function isSamePlace(a: Matrix, b: Matrix): boolean {
  return (
    isSameTurn(a, b) &&
    [3, 7, 11].every((i) => Math.abs((a[i] ?? NaN) - (b[i] ?? NaN)) <= SAME_PLACE_MM)
  );
}

/** The matrix of the local frame of an element. */
export function placeMatrix({ origin, x }: IfcPlace): Matrix {
  return [x.x, -x.y, 0, origin.x, x.y, x.x, 0, origin.y, 0, 0, 1, origin.z];
}

/** The matrix of a frame with these x and z axes, which are unit vectors at right angles. */
export function frameMatrix(origin: Point3, x: Point3, z: Point3): Matrix {
  const y = { x: z.y * x.z - z.z * x.y, y: z.z * x.x - z.x * x.z, z: z.x * x.y - z.y * x.x };
  return [x.x, y.x, z.x, origin.x, x.y, y.y, z.y, origin.y, x.z, y.z, z.z, origin.z];
}

/** The matrix that leads from coordinates in `of` to coordinates in `to`. */
export function relative(to: Matrix, of: Matrix): Matrix {
  return times(inverseOf(to), of);
}

/** A plan point of a frame as a point in space. */
export function flat({ x, y }: Point2): Point3 {
  return { x, y, z: 0 };
}
