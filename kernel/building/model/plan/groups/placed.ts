/** @module placed: motions between the placements of a group, and placements after a motion. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { directionOf } from '../../../geometry/vector.ts';
import type { Placement } from '../../../kinds/group.ts';
import type { Motion } from '../../../kinds/kind.ts';

/** Where a placement lies, whatever its number. */
export type Place = Omit<Placement, 'number'>;

/** Where the elements lie of which a group is made. */
export const AS_DRAWN: Place = { x: 0, y: 0, turn_deg: 0, mirrored: false };

/** The motion that takes the elements of one placement to those of another; quarter turns are exact. */
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

/** The placement after a motion of all that stands there. */
export function placeAfter({ x, y, turn_deg, mirrored }: Place, motion: Motion): Place {
  const at = motion.point({ x, y });
  return {
    x: fine(at.x),
    y: fine(at.y),
    turn_deg: turned(motion.turn_deg + (motion.mirrored ? -turn_deg : turn_deg)),
    mirrored: motion.mirrored !== mirrored,
  };
}

/** Whether points of the grid come to lie on the grid. */
export function isExact({ x, y, turn_deg }: Place): boolean {
  return turn_deg % 90 === 0 && toGrid(x) === x && toGrid(y) === y;
}

/** From 0 to less than 360, without the noise of sums. */
function turned(angle_deg: number): number {
  const rounded = Math.round((((angle_deg % 360) + 360) % 360) * 1e9) / 1e9;
  return rounded === 360 ? 0 : rounded;
}

/** A millionth of a millimetre: finer than the grid, so that motions put together do not go off it. */
function fine(mm: number): number {
  const rounded = Math.round(mm * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}
