/** @module stair plan: the flights and landings of a stair between the levels that it joins. */
import * as z from 'zod';

import { AngleDeg, CoordinateMm, LengthMm, PlanPoint, toGrid } from '../../../../schemas/units.ts';
import type {
  Handrails,
  StairResult,
  StairShape,
  StairTurn,
} from '../../geometry/members/stair.ts';
import { planStair } from '../../geometry/members/stair.ts';
import { Name, Ref } from '../shared/params.ts';

export const STAIR_SHAPES = ['straight', 'l', 'u'] as const satisfies readonly StairShape[];
export const STAIR_TURNS = ['left', 'right'] as const satisfies readonly StairTurn[];
export const HANDRAILS = ['none', 'left', 'right', 'both'] as const satisfies readonly Handrails[];

/** The stored parameters of a stair. Older stairs lack those from `shape` on: straight, in one flight, without rails, from level to level. */
export const StairParams = z.strictObject({
  level_id: Ref,
  name: Name,
  top_level_id: Ref,
  start: PlanPoint,
  direction_deg: AngleDeg,
  width: LengthMm,
  riser_max: LengthMm,
  tread: LengthMm,
  shape: z.enum(STAIR_SHAPES).nullable().exactOptional(),
  turn: z.enum(STAIR_TURNS).nullable().exactOptional(),
  landing: LengthMm.nullable().exactOptional(),
  handrails: z.enum(HANDRAILS).nullable().exactOptional(),
  /** Whether openings in the floors above follow it. */
  cut_floor: z.boolean().nullable().exactOptional(),
  /** Height of its foot above the lower level, and of its head above the upper one. */
  base_offset: CoordinateMm.nullable().exactOptional(),
  top_offset: CoordinateMm.nullable().exactOptional(),
  /** Whether its last tread is level with its head. */
  top_tread: z.boolean().nullable().exactOptional(),
});
export type StairGiven = z.output<typeof StairParams>;

/** Parameters by which the ends of a stair differ from its levels, mm. */
type Offsets = Pick<StairGiven, 'base_offset' | 'top_offset'>;

/** Elevations of the foot and the head of a stair, mm. */
export type StairEnds = { readonly foot: number; readonly head: number };

/** The ends of a stair whose levels are at these elevations, mm. */
export function stairEnds(
  { base_offset, top_offset }: Offsets,
  base: number,
  top: number,
): StairEnds {
  return { foot: toGrid(base + (base_offset ?? 0)), head: toGrid(top + (top_offset ?? 0)) };
}

/** The stair between levels at these elevations, mm; it begins and ends at its offsets from them. */
export function stairBetween(params: StairGiven, base: number, top: number): StairResult {
  const { foot, head } = stairEnds(params, base, top);
  const start = { ...params.start, z: foot };
  return planStair({ ...params, start, rise_total: toGrid(head - foot) });
}
