/** @module wall params: the stored parameters of a wall. */
import * as z from 'zod';

import { CoordinateMm, LengthMm, PlanPoint } from '../../../../schemas/units.ts';
import { LOCATION_LINES } from '../rules/location-line.ts';
import { WALL_TOP } from '../rules/wall-top.ts';
import { CutPlanes } from '../shared/cut-planes.ts';
import { FireRating, FollowsLevel, Name, Ref } from '../shared/params.ts';
import { LAYER_SIDES } from '../types/layers.ts';
import { TypeId } from '../types/of-type.ts';
import { CurtainParams } from './curtain/params.ts';
import { PinsParam } from './pins/params.ts';

/** Constructions and usages of a wall. */
export const WALL_TYPES = ['basic', 'structural', 'curtain', 'retaining'] as const;
export const WALL_USAGES = ['exterior', 'interior', 'partition'] as const;
/** How a wall meets its neighbours; `auto` mitres corners and trims T-junctions. */
export const JOIN_TYPES = ['auto', 'miter', 'butt', 'none'] as const;

export const WallParams = z.strictObject({
  level_id: Ref,
  name: Name,
  start: PlanPoint,
  end: PlanPoint,
  height: LengthMm,
  thickness: LengthMm,
  base_offset: CoordinateMm,
  wall_type: z.enum(WALL_TYPES),
  usage: z.enum(WALL_USAGES),
  fire_rating_min: FireRating,
  load_bearing: z.boolean(),
  join_type: z.enum(JOIN_TYPES),
  follows_level: FollowsLevel,
  type_id: TypeId,
  /** Side of the first layer of its type, seen from start to end; default left. */
  layer_side: z.enum(LAYER_SIDES).nullable().exactOptional(),
  curtain: CurtainParams,
  /** The line on which it is drawn and dimensioned; default centre. */
  location_line: z.enum(LOCATION_LINES).nullable().exactOptional(),
  /** Offset of that line to the left of the axis, mm; derived from line, thickness and type. */
  line_offset: CoordinateMm.nullable().exactOptional(),
  ...WALL_TOP,
  /** A point of its arc between start and end; default straight. */
  via: PlanPoint.nullable().exactOptional(),
  /** Ends with given outlines; default: the join solver computes both. */
  pins: PinsParam,
  /** Planes that cut it, in addition to its openings and to the roof or floor under which it ends. */
  cut_planes: CutPlanes,
});
export type WallGiven = z.output<typeof WallParams>;
