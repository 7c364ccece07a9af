/** @module crowds: limits how many walls may end in one place, and how many separation lines may divide a level. */
import { Refusal } from '../../../../schemas/errors.ts';
import { TOUCH_MM } from '../../geometry/tolerances.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import type { Separation } from '../../kinds/separation/params.ts';
import { separationsOn, wallsNear } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';

type Wall = ElementOf<'wall'>;

/**
 * Maximum number of walls that may end next to the end of another. A building has a handful. The joints of n walls at
 * one end take n² steps, those of all n walls n³.
 */
const MAX_WALLS = 200;
/** Maximum number of separation lines of a level: n lines that cross each other make n² rooms. */
const MAX_LINES = 200;
/** Maximum distance between ends that count as being in one place, mm. */
const NEAR_MM = 1000 + TOUCH_MM;

/** Refuses REGENERATION_FAILED if too many walls end at an end of this wall. */
export function checkCrowd(state: BranchState, { id, params }: Wall): void {
  for (const { x, y } of [params.start, params.end]) {
    const box = {
      min: { x: x - NEAR_MM, y: y - NEAR_MM },
      max: { x: x + NEAR_MM, y: y + NEAR_MM },
    };
    const isBeside = (end: { readonly x: number; readonly y: number }): boolean =>
      Math.abs(end.x - x) <= NEAR_MM && Math.abs(end.y - y) <= NEAR_MM;
    const beside = wallsNear(state, params.level_id, box).filter(
      (other) => other.id !== id && (isBeside(other.params.start) || isBeside(other.params.end)),
    );
    if (beside.length <= MAX_WALLS) continue;
    throw new Refusal(
      'REGENERATION_FAILED',
      `${beside.length} walls end within a metre of (${x}, ${y}), where wall \`${id}\` ends: expected at most ${MAX_WALLS}`,
      'draw fewer walls there: model a construction of this density as a column, a railing or one thicker wall',
      // The list is complete, so that the count is only revealed to a caller who may see each of these walls.
      { element_id: id, beside: beside.map((other) => other.id) },
    );
  }
}

/** Refuses REGENERATION_FAILED if the level of a separation line has too many of them. */
export function checkLines(state: BranchState, { id, params: { level_id } }: Separation): void {
  const lines = separationsOn(state, level_id);
  if (lines.length <= MAX_LINES) return;
  throw new Refusal(
    'REGENERATION_FAILED',
    `level \`${level_id}\` has ${lines.length} separation lines: expected at most ${MAX_LINES}`,
    'draw fewer lines there: bound rooms by walls, or give them `boundary_points`',
    // Complete for the same reason.
    { element_id: id, beside: lines.map((other) => other.id) },
  );
}
