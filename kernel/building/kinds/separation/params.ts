/** @module separation params: the stored parameters of a room separation line. */
import * as z from 'zod';

import { PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { Ref } from '../shared/params.ts';

export const SeparationParams = z.strictObject({
  level_id: Ref,
  name: z.string().min(1).max(200).nullable(),
  start: PlanPoint,
  end: PlanPoint,
});
export type Separation = ElementFor<'separation', typeof SeparationParams>;
