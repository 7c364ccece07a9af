/** @module stair plan: the flights and landings of a stair between the levels that it joins. */
import * as z from 'zod';

import { AngleDeg, LengthMm, PlanPoint, toGrid } from '../../../../schemas/units.ts';
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

/** The stored parameters of a stair. Older stairs lack the last five, and are straight, in one flight, without rails. */
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
});
export type StairGiven = z.output<typeof StairParams>;

/** The stair from one elevation up to another, mm. */
export function stairBetween(params: StairGiven, foot: number, top: number): StairResult {
  const start = { ...params.start, z: foot };
  return planStair({ ...params, start, rise_total: toGrid(top - foot) });
}
