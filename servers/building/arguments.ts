/** @module arguments: schemas that several building tools take or answer. */
import * as z from 'zod';

import { AngleDeg, CoordinateMm, DistanceMm, LengthMm, PlanPoint } from '../../schemas/units.ts';

const ID_MAX = 100;

/** An id of anything, with what it must be. */
export function idOf(what: string): z.ZodString {
  return z.string().min(1).max(ID_MAX).describe(what);
}

export const LevelId = idOf('Level it stands on.');
export const ElementId = idOf('Id of the element.');
export const Name = z.string().min(1).max(200).describe('Name for people.').optional();

export const Start = PlanPoint.describe('Start of the axis, mm.');
export const End = PlanPoint.describe('End of the axis, mm.');
export const Outline = z
  .array(PlanPoint)
  .min(3)
  .max(2000)
  .describe('Corners in order, mm; not closed; either direction.');

/** A size in mm with a default. */
export function size(what: string, preset: number): z.ZodDefault<typeof LengthMm> {
  return LengthMm.describe(`${what}, mm.`).default(preset);
}

/** A distance in mm that may be zero, with a default. */
export function distance(what: string, preset: number): z.ZodDefault<typeof DistanceMm> {
  return DistanceMm.describe(`${what}, mm.`).default(preset);
}

/** A coordinate in mm with a default. */
export function coordinate(what: string, preset: number): z.ZodDefault<typeof CoordinateMm> {
  return CoordinateMm.describe(`${what}, mm.`).default(preset);
}

export const FireRating = z
  .number()
  .int()
  .min(0)
  .max(480)
  .describe('Fire rating, minutes.')
  .optional();

/** Displacement; z is 0 when left out. */
export const Delta = z
  .strictObject({ x: CoordinateMm, y: CoordinateMm, z: CoordinateMm.default(0) })
  .describe('Displacement, mm.');

export const Direction = AngleDeg.describe('Degrees counter-clockwise from +x, e.g. 90 is +y.');
export const Profile = z
  .string()
  .min(1)
  .max(60)
  .describe('Cross-section in mm: 300x300, circle 400, HEA200.');
