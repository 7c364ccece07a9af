/** @module mirrored curtain: the grid of a wall that was mirrored, which then runs the other way. */
import { toGrid } from '../../../../../schemas/units.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import { type Curtained, type CurtainRequest, gridOf } from './params.ts';

/**
 * The grid of a mirrored wall as a parameter; empty without one. A mirrored wall begins at its other end, so that its
 * columns count from there, and what was on its left is on its left again.
 */
export function mirroredCurtain(before: Curtained): { curtain?: CurtainRequest | null } {
  const { curtain, start, end } = before;
  const grid = gridOf(before);
  if (grid === null || curtain === null || curtain === undefined) return {};
  const { column_positions, panels } = curtain;
  if (column_positions === undefined && panels === undefined) return {};
  const length = segmentLengthMm(start, end);
  return {
    curtain: {
      ...curtain,
      ...(column_positions === undefined
        ? {}
        : { column_positions: column_positions.map((one) => toGrid(length - one)).toReversed() }),
      ...(panels === undefined
        ? {}
        : {
            panels: panels.map(({ column, ...one }) =>
              Object.assign(one, { column: grid.columns - column - (one.columns ?? 1) + 2 }),
            ),
          }),
    },
  };
}
