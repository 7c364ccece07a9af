/** @module arguments: schemas that several building tools take or answer. */
import * as z from 'zod';

import { ANCHORS } from '../../kernel/kinds/rules/anchor.ts';
import { AngleDeg, CoordinateMm, DistanceMm, LengthMm, PlanPoint } from '../../schemas/units.ts';

/** Names have up to 200 characters, and `@` before them. */
const ID_MAX = 201;

/** An id of anything but an element, with what it must be. */
export function idOf(what: string): z.ZodString {
  return z.string().min(1).max(ID_MAX).describe(what);
}

/** Arguments that are ids of elements, with the kinds that are wanted there: any where none is named. */
export const ELEMENT_IDS: z.core.$ZodRegistry<{ readonly kinds: readonly string[] }> = z.registry();

/** An id of an element, or `@` with its name. */
export function elementId(what: string, ...kinds: readonly string[]): z.ZodString {
  const schema = idOf(what);
  ELEMENT_IDS.add(schema, { kinds });
  return schema;
}

export const LevelId = elementId('Level it stands on.', 'level');
export const ElementId = elementId('Id, or @name, of the element.');
export const Name = z.string().min(1).max(200).describe('For @name.').optional();

export const TypeId = elementId('Of create_type.', 'type').optional();

/** Of what sits in a wall: from where it keeps its distance, wherever its offset is counted from. */
export const Anchored = z.enum(ANCHORS).describe('Distance from it is kept.').optional();

export const Start = PlanPoint.describe('Start, mm.');
export const End = PlanPoint.describe('End, mm.');
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

export const FireRating = z.number().int().min(0).max(480).describe('Minutes.').optional();

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
