/** @module beam params: the stored parameters of a beam. */
import * as z from 'zod';

import { AngleDeg, CoordinateMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { CutPlanes } from '../shared/cut-planes.ts';
import { Name, ProfileText, Ref, SectionOutline } from '../shared/params.ts';

export const BeamParams = z.strictObject({
  level_id: Ref,
  name: Name,
  start: PlanPoint,
  end: PlanPoint,
  profile: ProfileText,
  outline: SectionOutline,
  /** Top of the beam above the top of its level (level elevation + level height). */
  elevation_offset: CoordinateMm,
  /**
   * The same at its end; absent or null: as at its start. The tops are those of the section before its roll, above its
   * axis; of an upright beam, whose ends have the same place in plan, these are the ends of its axis.
   */
  end_offset: CoordinateMm.nullable().exactOptional(),
  /**
   * Turn of the section about the axis (the centre of a profile, the origin of an outline), degrees: counter-clockwise as
   * seen from the end. Without a turn the width is horizontal; of an upright beam it points to +x.
   */
  roll_deg: AngleDeg.nullable().exactOptional(),
  /**
   * Planes that cut the beam, such as its mitred ends; set by imports. z is above the elevation of the level, not above its
   * top.
   */
  cut_planes: CutPlanes,
});
export type Beam = ElementFor<'beam', typeof BeamParams>;
