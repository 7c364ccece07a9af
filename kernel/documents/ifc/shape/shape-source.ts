/** @module shape-source: lengths, points and directions of a file in mm and radians, checked. */
import type { Point3 } from '../../../building/geometry/vector.ts';
import { type IfcModel, numberIn } from '../read/ifc-model.ts';
import type { StepValue } from '../read/step-value.ts';
import { ShapeFault } from './shape-fault.ts';
import { MAX_COORDINATE_MM, MAX_POINTS } from './shape-limits.ts';
import { type Units, unitsOf } from './units.ts';

/** Reads the values of shapes. All methods throw `ShapeFault`. */
export class ShapeSource {
  readonly model: IfcModel;
  readonly units: Units;
  #left = MAX_POINTS;

  constructor(model: IfcModel) {
    this.model = model;
    this.units = unitsOf(model);
  }

  /** Begins to count the points of a new item. */
  begin(): void {
    this.#left = MAX_POINTS;
  }

  /** Counts points, or pieces of curves, of an item. */
  spend(points: number): void {
    this.#left -= points;
    if (this.#left < 0) {
      throw new ShapeFault('IfcRepresentationItem', `expected at most ${MAX_POINTS} points`);
    }
  }

  fault(row: number, why: string): ShapeFault {
    return new ShapeFault(this.model.typeOf(row), `#${this.model.file.idOf(row)}: ${why}`);
  }

  /** The instance that an attribute refers to. */
  ref(row: number, attribute: string): number {
    const found = this.model.ref(row, attribute);
    if (found === null) throw this.fault(row, `expected an instance as ${attribute}`);
    return found;
  }

  /** A number without unit. */
  number(row: number, attribute: string): number {
    const value = this.model.number(row, attribute);
    if (value === null || !Number.isFinite(value)) {
      throw this.fault(row, `expected a number as ${attribute}`);
    }
    return value;
  }

  /** A length in mm. */
  length(row: number, attribute: string): number {
    return this.#inRange(row, this.number(row, attribute) * this.units.mm);
  }

  /** A positive length in mm. */
  positive(row: number, attribute: string): number {
    const length = this.length(row, attribute);
    if (length > 0) return length;
    throw this.fault(row, `expected a positive ${attribute}, found \`${length}\` mm`);
  }

  /** An optional length in mm; 0 if it is omitted. */
  optional(row: number, attribute: string): number {
    return this.model.isGiven(row, attribute) ? this.length(row, attribute) : 0;
  }

  /** An angle in radians. */
  angle(row: number, attribute: string): number {
    return this.number(row, attribute) * this.units.rad;
  }

  /** Whether a boolean attribute is true; `otherwise` if it is neither true nor false. */
  flag(row: number, attribute: string, otherwise: boolean): boolean {
    const name = this.model.enumName(row, attribute);
    return name === 'T' ? true : name === 'F' ? false : otherwise;
  }

  /** An IfcCartesianPoint in mm; z is 0 for a point of the plane. */
  point(row: number): Point3 {
    return this.pointIn(row, this.model.value(row, 'Coordinates'));
  }

  /** The point in a list of two or three numbers of an instance. */
  pointIn(row: number, value: StepValue): Point3 {
    this.spend(1);
    const [x, y, z] = numbersIn(value);
    if (x === undefined || y === undefined) {
      throw this.fault(row, 'expected two or three coordinates');
    }
    const { mm } = this.units;
    return {
      x: this.#inRange(row, x * mm),
      y: this.#inRange(row, y * mm),
      z: this.#inRange(row, (z ?? 0) * mm),
    };
  }

  /** Points of an IfcCartesianPointList2D or 3D, mm. */
  pointList(row: number): readonly Point3[] {
    const value = this.model.value(row, 'CoordList');
    if (value.kind !== 'list') throw this.fault(row, 'expected a list of points as CoordList');
    return value.items.map((one) => this.pointIn(row, one));
  }

  /** The ratios of an IfcDirection, of any length but 0; null if the attribute is omitted. */
  direction(row: number, attribute: string): Point3 | null {
    const found = this.model.ref(row, attribute);
    return found === null ? null : this.ratios(found);
  }

  /** The ratios of an IfcDirection as a unit vector. */
  ratios(row: number): Point3 {
    const [x = 0, y = 0, z = 0] = numbersIn(this.model.value(row, 'DirectionRatios'));
    const size = Math.hypot(x, y, z);
    if (!(size > 0) || !Number.isFinite(size)) {
      throw this.fault(row, 'expected a direction that is not 0');
    }
    return { x: x / size, y: y / size, z: z / size };
  }

  #inRange(row: number, mm: number): number {
    if (Math.abs(mm) <= MAX_COORDINATE_MM) return mm;
    throw this.fault(row, `expected a length of at most ${MAX_COORDINATE_MM} mm, found \`${mm}\``);
  }
}

/** The numbers of a list; empty if the value is not a list. Items that are not numbers are NaN. */
export function numbersIn(value: StepValue): readonly number[] {
  if (value.kind === 'typed') return numbersIn(value.value);
  return value.kind === 'list' ? value.items.map((one) => numberIn(one) ?? NaN) : [];
}
