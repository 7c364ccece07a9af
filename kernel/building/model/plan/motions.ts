/** @module motions: translations, rotations and mirrorings as maps of points and directions. */
import type { PlanPoint, SpacePoint } from '../../../../schemas/units.ts';
import { directionOf } from '../../geometry/vector.ts';
import type { Motion } from '../../kinds/kind.ts';

/** Translation by `delta` mm. */
export function translation(delta: SpacePoint): Motion {
  return {
    point: ({ x, y }) => ({ x: x + delta.x, y: y + delta.y }),
    dz: delta.z,
    turn_deg: 0,
    mirrored: false,
  };
}

/** Counter-clockwise rotation about a point; quarter turns are exact. */
export function turning(about: PlanPoint, angle_deg: number): Motion {
  const { x: cosine, y: sine } = directionOf(angle_deg);
  return {
    point: ({ x, y }) => ({
      x: about.x + (x - about.x) * cosine - (y - about.y) * sine,
      y: about.y + (x - about.x) * sine + (y - about.y) * cosine,
    }),
    dz: 0,
    turn_deg: angle_deg % 360,
    mirrored: false,
  };
}

/** Mirroring in the line through two different points; exact for lines parallel to an axis. */
export function mirroring(from: PlanPoint, to: PlanPoint): Motion {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const point = ({ x, y }: PlanPoint): PlanPoint => {
    if (dx === 0) return { x: 2 * from.x - x, y };
    if (dy === 0) return { x, y: 2 * from.y - y };
    const [px, py] = [x - from.x, y - from.y];
    const along = (2 * (px * dx + py * dy)) / (dx * dx + dy * dy);
    return { x: from.x + along * dx - px, y: from.y + along * dy - py };
  };
  return { point, dz: 0, turn_deg: 2 * slopeOf(dx, dy), mirrored: true };
}

/** Direction of a line, degrees from -90 to 90, rounded to 1e-9 because the last digits are noise. */
function slopeOf(dx: number, dy: number): number {
  if (dx === 0) return 90;
  return Math.round(((Math.atan(dy / dx) * 180) / Math.PI) * 1e9) / 1e9;
}
