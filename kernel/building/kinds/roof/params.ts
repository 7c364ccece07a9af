/** @module roof params: the stored parameters of a roof. */
import * as z from 'zod';

import { CoordinateMm, DistanceMm, LengthMm } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { CutPlanes } from '../shared/cut-planes.ts';
import { Boundary, Name, Ref } from '../shared/params.ts';
import { TypeId } from '../types/of-type.ts';
import { FormParams, ROOF_TYPES } from './roof-form.ts';

export const RoofParams = z.strictObject({
  level_id: Ref,
  name: Name,
  boundary_points: Boundary,
  slope_deg: z
    .number()
    .min(0, 'expected at least 0 degrees')
    .max(85, 'expected at most 85 degrees'),
  thickness: LengthMm,
  base_offset: CoordinateMm,
  roof_type: z.enum(ROOF_TYPES),
  overhang: DistanceMm,
  ...FormParams,
  type_id: TypeId,
  /** Courtyards: the overhang narrows the opening to the sky. Roofs of older logs have none. */
  holes: z.array(Boundary).max(200).nullable().exactOptional(),
  /** Planes that cut it, such as eaves square to the slope, or the roof against which a dormer ends. */
  cut_planes: CutPlanes,
});
export type Roof = ElementFor<'roof', typeof RoofParams>;
