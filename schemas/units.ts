/** @module units: schemas of numbers in arguments and files, with unit, range and grid. */
import * as z from 'zod';

/** Coordinates beyond this (mm) are refused as OUT_OF_RANGE: 1,000 km, more than any site needs. */
const COORDINATE_LIMIT_MM = 1e9;
/** Elements farther than this (mm) from the origin along an axis are refused as OUT_OF_MODEL_BOUNDS: 10 km. */
export const MODEL_LIMIT_MM = 1e7;
/** Maximum length, width or height, mm: 1 km. */
const SIZE_LIMIT_MM = 1e6;

/** Grid of every stored length: 0.001 mm. */
export const GRID_MM = 0.001;

/** A length rounded to the 0.001 mm grid; −0 becomes 0. */
export function toGrid(mm: number): number {
  const rounded = Math.round(mm * 1000) / 1000;
  return rounded === 0 ? 0 : rounded;
}

/** A coordinate in millimetres, ±1e9. */
export const CoordinateMm = z
  .number('expected a number in millimetres')
  .min(-COORDINATE_LIMIT_MM, `expected at least ${-COORDINATE_LIMIT_MM} mm`)
  .max(COORDINATE_LIMIT_MM, `expected at most ${COORDINATE_LIMIT_MM} mm`);

/** A size in millimetres: 0.001 mm to 1 km. */
export const LengthMm = z
  .number('expected a number in millimetres')
  .min(GRID_MM, `expected at least ${GRID_MM} mm`)
  .max(SIZE_LIMIT_MM, `expected at most ${SIZE_LIMIT_MM} mm`);

/** A distance in millimetres that may be zero, up to 1 km. */
export const DistanceMm = z
  .number('expected a number in millimetres')
  .min(0, 'expected at least 0 mm')
  .max(SIZE_LIMIT_MM, `expected at most ${SIZE_LIMIT_MM} mm`);

/** Degrees of a full turn. */
const FULL_TURN_DEG = 360;

/** An angle in degrees, −360 to 360. */
export const AngleDeg = z
  .number('expected a number in degrees')
  .min(-FULL_TURN_DEG, 'expected at least -360 degrees')
  .max(FULL_TURN_DEG, 'expected at most 360 degrees');

/** A point in plan, millimetres in world coordinates. */
export const PlanPoint = z.strictObject({
  x: CoordinateMm,
  y: CoordinateMm,
});
/** A point in space, millimetres in world coordinates. */
export const SpacePoint = z.strictObject({
  ...PlanPoint.shape,
  z: CoordinateMm,
});
/** An axis-aligned box, millimetres. */
export const BoxMm = z.strictObject({
  min: SpacePoint.describe('Corner with the smallest coordinates.'),
  max: SpacePoint.describe('Corner with the largest coordinates.'),
});

export type PlanPoint = z.output<typeof PlanPoint>;
export type SpacePoint = z.output<typeof SpacePoint>;
export type BoxMm = z.output<typeof BoxMm>;
