/** @module ramp params: the stored parameters of a ramp. */
import * as z from 'zod';

import { LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { Name, Ref } from '../shared/params.ts';

export const RampParams = z.strictObject({
  level_id: Ref,
  name: Name,
  start: PlanPoint,
  end: PlanPoint,
  width: LengthMm,
  rise: LengthMm,
  thickness: LengthMm,
});
export type Ramp = ElementFor<'ramp', typeof RampParams>;
