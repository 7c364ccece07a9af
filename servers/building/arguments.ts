/** @module arguments: argument schemas that several building tools share. */
import * as z from 'zod';

import { ANCHORS } from '../../kernel/building/kinds/rules/anchor.ts';
import { AngleDeg, CoordinateMm, DistanceMm, LengthMm, PlanPoint } from '../../schemas/units.ts';

/** Longest id argument: `@` and a name of up to 200 characters. */
const ID_MAX = 201;

/** Schema of an id that is not an element id, with its description. */
export function idOf(what: string): z.ZodString {
  return z.string().min(1).max(ID_MAX).describe(what);
}

/**
 * Registry of the arguments that are element ids, with the kinds that each accepts; an empty list accepts every kind.
 */
export const ELEMENT_IDS: z.core.$ZodRegistry<{ readonly kinds: readonly string[] }> = z.registry();

/** The id of an element, or `@` followed by its name. */
export function elementId(what: string, ...kinds: readonly string[]): z.ZodString {
  const schema = idOf(what);
  ELEMENT_IDS.add(schema, { kinds });
  return schema;
}

export const LevelId = elementId('Level to place it on: id or @name.', 'level');
export const ElementId = elementId('Id or @name of the element.');
export const Name = z.string().min(1).max(200).describe('Name, usable as @name.').optional();

export const TypeId = elementId('Type made by create_type.', 'type').optional();

/** The end of a wall from which an opening, door or window keeps its distance when the length of the wall changes. */
export const Anchored = z
  .enum(ANCHORS)
  .describe(
    'Point of the wall from which it keeps its distance when the length of the wall changes. Default: keeps its position.',
  )
  .optional();

export const Start = PlanPoint.describe('Start point, world mm.');
export const End = PlanPoint.describe('End point, world mm.');
export const Outline = z
  .array(PlanPoint)
  .min(3)
  .max(2000)
  .describe('Outline corners in order, world mm; do not repeat the first.');

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
  .describe('Fire resistance, minutes. Default: none.')
  .optional();

/** A displacement. */
export const Delta = z
  .strictObject({
    x: CoordinateMm,
    y: CoordinateMm,
    z: CoordinateMm.default(0),
  })
  .describe('Displacement in world x, y, z, mm.');

export const Direction = AngleDeg.describe(
  'Direction of the first flight up, degrees counter-clockwise from +x.',
);
export const Profile = z
  .string()
  .min(1)
  .max(60)
  .describe(
    'Cross-section, mm: 300x500 (width x depth), circle 400 (diameter), I 200x190x6.5x10 (width x depth x web x flange; so T, U, Z), RHS 200x100x6.3 (depth x width x wall; so L, C) or HEA200. With `outline`: a free name.',
  );

const Corners = z.array(PlanPoint).min(3).max(2000);

/** A cross-section as a region about the axis of a column or beam. */
export const SectionOutline = z
  .strictObject({
    boundary: Corners.describe('Corners of the outer outline in order.'),
    holes: z.array(Corners).max(50).default([]).describe('Corners of each hole.'),
  })
  .describe(
    'Cross-section as an outline about the axis, mm, instead of the sizes in `profile`: x along the width, y along the depth (in a beam: up). Default: none.',
  )
  .exactOptional();
