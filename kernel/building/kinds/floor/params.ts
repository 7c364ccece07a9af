/** @module floor params: the stored parameters of a floor. */
import * as z from 'zod';

import { CoordinateMm, LengthMm } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { Boundary, FireRating, Name, Ref } from '../shared/params.ts';
import { TypeId } from '../types/of-type.ts';

export const FLOOR_TYPES = ['slab', 'suspended', 'foundation'] as const;

export const FloorParams = z.strictObject({
  level_id: Ref,
  name: Name,
  boundary_points: Boundary,
  holes: z.array(Boundary).max(200),
  thickness: LengthMm,
  /** Top of the floor above its level. */
  top_offset: CoordinateMm,
  floor_type: z.enum(FLOOR_TYPES),
  fire_rating_min: FireRating,
  type_id: TypeId,
});
export type Floor = ElementFor<'floor', typeof FloorParams>;
