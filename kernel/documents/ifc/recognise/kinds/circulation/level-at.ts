/** @module level-at: the level at whose elevation something stands. */
import type { Context } from '../../context.ts';
import type { Unrecognised } from '../../proposal.ts';
import type { StoreyLevel } from '../../storeys.ts';

/** Largest distance of something from the level on which it stands, mm. */
const ON_LEVEL_MM = 1;

/** The level at an elevation, mm: that of the storey if it is there, else the first. */
export function levelAt(
  storey: number | null,
  elevation: number,
  { storeys }: Context,
): StoreyLevel | Unrecognised {
  const near = storeys.levels.filter(
    (level) => Math.abs(level.elevation - elevation) <= ON_LEVEL_MM,
  );
  const own = near.find(({ row }) => row !== null && row === storey);
  return own ?? near[0] ?? { why: 'no level is at its foot or head' };
}
