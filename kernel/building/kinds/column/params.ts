/** @module column params: the stored parameters of a column. */
import * as z from 'zod';

import { CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { FollowsLevel, Name, ProfileText, Ref, SectionOutline, Turn } from '../shared/params.ts';

export const ColumnParams = z.strictObject({
  level_id: Ref,
  name: Name,
  location: PlanPoint,
  top_level_id: Ref.nullable(),
  /** Used when `top_level_id` is null. */
  height: LengthMm,
  base_offset: CoordinateMm,
  profile: ProfileText,
  outline: SectionOutline,
  /** Rotation of the width from +x. */
  turn_deg: Turn,
  /** Used when `top_level_id` is null. */
  follows_level: FollowsLevel,
});
export type Column = ElementFor<'column', typeof ColumnParams>;
