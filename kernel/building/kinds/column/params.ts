/** @module column params: the stored parameters of a column. */
import * as z from 'zod';

import { CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { CutPlanes } from '../shared/cut-planes.ts';
import { FollowsLevel, Name, ProfileText, Ref, SectionOutline, Turn } from '../shared/params.ts';

export const ColumnParams = z.strictObject({
  level_id: Ref,
  name: Name,
  /** Its axis in plan, at its foot. */
  location: PlanPoint,
  /** Its axis in plan at its top; absent or null: as at its foot. */
  top_location: PlanPoint.nullable().exactOptional(),
  top_level_id: Ref.nullable(),
  /** Used when `top_level_id` is null. */
  height: LengthMm,
  base_offset: CoordinateMm,
  profile: ProfileText,
  outline: SectionOutline,
  /** Rotation of the width from +x; a leaning section is tilted from there with its axis. */
  turn_deg: Turn,
  /** Used when `top_level_id` is null. */
  follows_level: FollowsLevel,
  /** Planes that cut the column, such as the underside of a roof; set by imports. */
  cut_planes: CutPlanes,
});
export type Column = ElementFor<'column', typeof ColumnParams>;
