/** @module ring corrections: outlines that cross, turn back or are closed twice, as they may have been meant. */
import type { PlanPoint } from '../../../schemas/units.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** More corners than these are nobody's slip. */
const CORNERS_MOST = 100;

/** The arguments with another outline: without repeated corners, then without its first crossing. */
export function* ringCorrections(own: Arguments): Generator<Arguments> {
  const ring = pointsIn(own['boundary_points']);
  if (ring === null || ring.length > CORNERS_MOST) return;
  const once = ring.filter((point, at) => !isSame(point, ring[(at + 1) % ring.length]));
  if (once.length < ring.length) yield { ...own, boundary_points: once };
  const uncrossed = withoutCrossing(once);
  if (uncrossed !== null) yield { ...own, boundary_points: uncrossed };
}

function pointsIn(value: unknown): readonly PlanPoint[] | null {
  if (!Array.isArray(value)) return null;
  const points = value.flatMap((point: unknown): readonly PlanPoint[] => {
    if (typeof point !== 'object' || point === null) return [];
    const { x = null, y = null }: { readonly x?: unknown; readonly y?: unknown } = point;
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
  });
  return points.length === value.length ? points : null;
}

function isSame(a: PlanPoint, b: PlanPoint | undefined): boolean {
  return a.x === b?.x && a.y === b.y;
}

/** The ring with the corners between two sides that cross in the other order; null where none cross. */
function withoutCrossing(ring: readonly PlanPoint[]): readonly PlanPoint[] | null {
  for (let i = 0; i < ring.length; i += 1) {
    for (let j = i + 2; j < ring.length; j += 1) {
      if (i === 0 && j === ring.length - 1) continue;
      if (!crosses(ring, i, j)) continue;
      return [
        ...ring.slice(0, i + 1),
        ...ring.slice(i + 1, j + 1).toReversed(),
        ...ring.slice(j + 1),
      ];
    }
  }
  return null;
}

/** Whether the sides from these corners on cross, ends apart. */
function crosses(ring: readonly PlanPoint[], i: number, j: number): boolean {
  const [a, b] = [ring[i], ring[i + 1]];
  const [c, d] = [ring[j], ring[(j + 1) % ring.length]];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return false;
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a: PlanPoint, b: PlanPoint, p: PlanPoint): number {
  return Math.sign((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
}
