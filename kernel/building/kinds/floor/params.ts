/** @module floor params: the stored parameters of a floor. */
import * as z from 'zod';

import { AngleDeg, CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { CutPlanes } from '../shared/cut-planes.ts';
import { Boundary, FireRating, Name, Ref } from '../shared/params.ts';
import { TypeId } from '../types/of-type.ts';

/**
 * A `foundation` is a base slab or a footing, `roof` a flat or sloping slab of a roof. A `ceiling` hangs below a slab or roof:
 * it bears nothing, and nobody walks on it.
 */
export const FLOOR_TYPES = ['slab', 'suspended', 'foundation', 'roof', 'ceiling'] as const;

/** The types whose area is floor area. */
const STOREY_FLOORS: ReadonlySet<string> = new Set<(typeof FLOOR_TYPES)[number]>([
  'slab',
  'suspended',
]);

/**
 * A sloping upper face: a plane through `point` at the height of the top of the floor, which rises in a direction. The outline
 * and holes are its plan. The thickness is measured square to it; edges are vertical (`plumb`) or `square` to it.
 */
const FloorSlope = z.strictObject({
  point: PlanPoint,
  direction_deg: AngleDeg,
  pitch_deg: z
    .number()
    .min(0.01, 'expected at least 0.01 degrees')
    .max(85, 'expected at most 85 degrees'),
  edges: z.enum(['plumb', 'square']),
});

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
  slope: FloorSlope.nullable().exactOptional(),
  /** Planes that cut it, such as the level foot of a plate of a roof. */
  cut_planes: CutPlanes,
});
export type Floor = ElementFor<'floor', typeof FloorParams>;

/** Whether the area of a floor is floor area; that of foundations, roof slabs and ceilings is not. */
export function isStoreyFloor({ floor_type }: Pick<Floor['params'], 'floor_type'>): boolean {
  return STOREY_FLOORS.has(floor_type);
}

/** Whether a floor is a ceiling. */
export function isCeiling({ floor_type }: Pick<Floor['params'], 'floor_type'>): boolean {
  return floor_type === 'ceiling';
}
