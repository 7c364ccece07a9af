/** @module railing params: the stored parameters of a railing. */
import * as z from 'zod';

import { CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { Name, Ref } from '../shared/params.ts';

/** Half the depth of the rail, mm: the height of a railing is measured to the middle of its rail. */
export const HALF_RAIL_DEPTH_MM = 20;

export const RailingParams = z.strictObject({
  level_id: Ref,
  name: Name,
  path: z.array(PlanPoint).min(2).max(500),
  height: LengthMm,
  base_offset: CoordinateMm,
});
export type Railing = ElementFor<'railing', typeof RailingParams>;
