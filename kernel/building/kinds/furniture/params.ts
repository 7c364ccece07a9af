/** @module furniture params: the stored parameters of furniture. */
import * as z from 'zod';

import { AngleDeg, CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { Name, Ref } from '../shared/params.ts';
import { FURNITURE_TYPES } from './types.ts';

export const FurnitureParams = z.strictObject({
  level_id: Ref,
  name: Name,
  furniture_type: z.enum(FURNITURE_TYPES),
  /** Middle of the back edge. */
  location: PlanPoint,
  /** Direction that the front faces, counter-clockwise from +x. */
  direction_deg: AngleDeg,
  width: LengthMm,
  depth: LengthMm,
  height: LengthMm,
  base_offset: CoordinateMm,
});
export type Furniture = ElementFor<'furniture', typeof FurnitureParams>;
