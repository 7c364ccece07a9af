/** @module level-at: the level at whose elevation something stands. */
import type { Context } from '../../context.ts';
import type { Unrecognised } from '../../proposal.ts';
import type { StoreyLevel } from '../../storeys.ts';

/** Largest distance of something from the level on which it stands, mm. */
export const ON_LEVEL_MM = 1;

/** The level at an elevation, mm: that of the storey if it is there, else the first. */
export function levelAt(
  storey: number | null,
  elevation: number,
  { storeys }: Context,
): StoreyLevel | Unrecognised {
  const isNear = (level: StoreyLevel | undefined): boolean =>
    level !== undefined && Math.abs(level.elevation - elevation) <= ON_LEVEL_MM;
  const own = storey === null ? undefined : storeys.at(storey);
  const found = isNear(own) ? own : storeys.from(elevation - ON_LEVEL_MM);
  return found !== undefined && isNear(found) ? found : { why: 'no level is at its foot or head' };
}
