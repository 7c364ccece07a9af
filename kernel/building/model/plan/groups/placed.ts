/** @module placed: motions between the placements of a group, and placements after a motion. */
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { directionOf } from '../../../geometry/vector.ts';
import type { Placement } from '../../../kinds/group/group.ts';
import type { Motion } from '../../../kinds/kind.ts';

/** Position of a placement without its number. */
export type Place = Omit<Placement, 'number'>;

/** Position of the elements from which a group is created. */
export const AS_DRAWN: Place = { x: 0, y: 0, turn_deg: 0, mirrored: false };

/** Motion that maps the elements of one placement to those of another; quarter turns are exact. */
export function motionBetween(from: Place, to: Place): Motion {
  const mirrored = from.mirrored !== to.mirrored;
  const turn_deg = turned(mirrored ? to.turn_deg + from.turn_deg : to.turn_deg - from.turn_deg);
  const { x: cosine, y: sine } = directionOf(turn_deg);
  const point = ({ x, y }: PlanPoint): PlanPoint => {
    const [px, py] = [x - from.x, mirrored ? from.y - y : y - from.y];
    return { x: to.x + px * cosine - py * sine, y: to.y + px * sine + py * cosine };
  };
  return { point, dz: 0, turn_deg, mirrored };
}

/** Position of a placement after a motion of all its elements. */
export function placeAfter({ x, y, turn_deg, mirrored }: Place, motion: Motion): Place {
  const at = motion.point({ x, y });
  return {
    x: fine(at.x),
    y: fine(at.y),
    turn_deg: turned(motion.turn_deg + (motion.mirrored ? -turn_deg : turn_deg)),
    mirrored: motion.mirrored !== mirrored,
  };
}

/** Returns whether grid points are mapped to grid points. */
export function isExact({ x, y, turn_deg }: Place): boolean {
  return turn_deg % 90 === 0 && toGrid(x) === x && toGrid(y) === y;
}

/** Normalizes an angle to 0 ≤ angle < 360 and rounds off the error of sums. */
function turned(angle_deg: number): number {
  const rounded = Math.round((((angle_deg % 360) + 360) % 360) * 1e9) / 1e9;
  return rounded === 360 ? 0 : rounded;
}

/** Rounds to a millionth of a millimetre: finer than the grid, so that combined motions stay on the grid. */
function fine(mm: number): number {
  const rounded = Math.round(mm * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}
