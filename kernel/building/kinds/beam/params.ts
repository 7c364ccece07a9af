/** @module beam params: the stored parameters of a beam. */
import * as z from 'zod';

import { CoordinateMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
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
});
export type Beam = ElementFor<'beam', typeof BeamParams>;
