/** @module room params: the stored parameters of a room. */
import * as z from 'zod';

import { CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import type { ElementFor } from '../kind.ts';
import { CutPlanes } from '../shared/cut-planes.ts';
import { Boundary, FollowsLevel, Ref } from '../shared/params.ts';

export const RoomParams = z.strictObject({
  level_id: Ref,
  name: z.string().min(1).max(200),
  number: z.string().min(1).max(60).nullable(),
  /** Net boundary along the wall faces, or as given. */
  boundary_points: Boundary,
  /** Set when the boundary follows the enclosing walls; the room is regenerated when they change. */
  point: PlanPoint.nullable(),
  usage: z.string().min(1).max(100).nullable(),
  occupancy: z.number().int().min(0).max(1_000_000).nullable(),
  /** Height of its foot above the elevation of its level, mm; null or absent means 0. */
  base_offset: CoordinateMm.nullable().exactOptional(),
  /** Above its foot. A room that follows its level ends at the top of the level, wherever it begins. */
  height: LengthMm,
  follows_level: FollowsLevel,
  /** The roof or floor to whose underside the room is open; beyond it the room has its own height. */
  top_under: Ref.nullable().exactOptional(),
  /** Planes that cut it, such as the slopes of an attic or the lower ceiling of a part of it. */
  cut_planes: CutPlanes,
});
export type Room = ElementFor<'room', typeof RoomParams>;
