/** @module stair-levels: the two levels between which a stair of a file climbs, and its offsets from them. */
import { toGrid } from '../../../../../../schemas/units.ts';
import type { StairEnds } from '../../../../../building/kinds/stair/stair-plan.ts';
import type { Context } from '../../context.ts';
import { isUnrecognised, type Unrecognised } from '../../proposal.ts';
import type { StoreyLevel, Storeys } from '../../storeys.ts';
import { levelAt, ON_LEVEL_MM } from './level-at.ts';

/** The levels of a stair, and how far its ends are above them, mm; 0 at a level. */
export type StairLevels = {
  readonly base: StoreyLevel;
  readonly top: StoreyLevel;
  readonly base_offset: number;
  readonly top_offset: number;
};

/** Resolution of elevations, mm. */
const GRID_MM = 0.001;

/**
 * The levels of a stair of a storey. Its base is the level at its foot, else that of its storey, else the closest level
 * below its foot. Its top is the level at its head, else the level above the base that is closest to its head.
 */
export function stairLevels(
  storey: number | null,
  { foot, head }: StairEnds,
  context: Context,
): StairLevels | Unrecognised {
  const { storeys } = context;
  const atFoot = levelAt(storey, foot, context);
  const own = storey === null ? undefined : storeys.at(storey);
  const below = storeys.of(null, foot);
  // The storey of the product is not the base of a stair that begins on a higher level.
  const isBase = own !== undefined && !(own.elevation < below.elevation && below.elevation <= foot);
  const bases = [...(isUnrecognised(atFoot) ? [] : [atFoot]), ...(isBase ? [own] : []), below];
  const atHead = levelAt(null, head, context);
  for (const base of bases) {
    const isAbove = !isUnrecognised(atHead) && atHead.elevation > base.elevation;
    const top = isAbove ? atHead : closestAbove(base, head, storeys);
    if (top === null) continue;
    return {
      base,
      top,
      base_offset: offsetFrom(base, foot),
      top_offset: offsetFrom(top, head),
    };
  }
  return { why: 'no level is above that at its foot' };
}

/** The level above a level that is closest to an elevation, mm, the lower of two; null for the highest level. */
function closestAbove(base: StoreyLevel, z: number, storeys: Storeys): StoreyLevel | null {
  const near = [storeys.of(null, z), storeys.from(z), storeys.from(base.elevation + GRID_MM)];
  let closest: StoreyLevel | null = null;
  for (const level of near) {
    if (level === undefined || level.elevation <= base.elevation) continue;
    const isCloser =
      closest === null || Math.abs(level.elevation - z) < Math.abs(closest.elevation - z);
    if (isCloser) closest = level;
  }
  return closest;
}

/** Height above a level, mm; 0 for an end that is at it. */
function offsetFrom({ elevation }: StoreyLevel, z: number): number {
  return Math.abs(z - elevation) <= ON_LEVEL_MM ? 0 : toGrid(z - elevation);
}
