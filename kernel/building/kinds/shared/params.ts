/** @module params: parameters that several kinds have. */
import * as z from 'zod';

import { AngleDeg, PlanPoint } from '../../schemas/units.ts';

/** A name that may be missing. */
export const Name = z.string().min(1).max(200).nullable();
/** Id of another element. */
export const Ref = z.string().min(1).max(100);
/** An outline in plan, not closed, mm. */
export const Boundary = z.array(PlanPoint).min(3).max(2000);
/** Minutes, null when nothing is asked. */
export const FireRating = z.number().int().min(0).max(480).nullable();
/**
 * Counter-clockwise turn in plan, degrees. Elements of older logs do not have it, and an undo leaves null there: both
 * are not turned.
 */
export const Turn = AngleDeg.nullable().exactOptional();
/**
 * Whether the height is that of the level, and is set with it. Elements of older logs do not have it, and an undo leaves
 * null there: both keep the height that they have.
 */
export const FollowsLevel = z.boolean().nullable().exactOptional();
/** A cross-section by its name or sizes. */
export const ProfileText = z.string().min(1).max(60);
