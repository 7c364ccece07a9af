/** @module params: parameters that several kinds have. */
import * as z from 'zod';

import { AngleDeg, PlanPoint } from '../../../../schemas/units.ts';

/** A name, or null. */
export const Name = z.string().min(1).max(200).nullable();
/** Id of another element. */
export const Ref = z.string().min(1).max(100);
/** An outline in plan, not closed, mm. */
export const Boundary = z.array(PlanPoint).min(3).max(2000);
/** Minutes; null without a requirement. */
export const FireRating = z.number().int().min(0).max(480).nullable();
/**
 * Counter-clockwise rotation in plan, degrees. Elements of older logs lack it, and an undo sets null: both mean 0.
 */
export const Turn = AngleDeg.nullable().exactOptional();
/**
 * Whether the height follows the height of the level. Elements of older logs lack it, and an undo sets null: both keep their
 * own height.
 */
export const FollowsLevel = z.boolean().nullable().exactOptional();
/** A cross-section by its name or sizes; a free name if there is an `outline`. */
export const ProfileText = z.string().min(1).max(60);
/**
 * A cross-section as a region about the axis of its member, mm: x along the width, y along the depth, in a beam upwards.
 * It replaces the sizes of `profile`; absent or null: those apply.
 */
export const SectionOutline = z
  .strictObject({ boundary: Boundary, holes: z.array(Boundary).max(50) })
  .nullable()
  .exactOptional();
