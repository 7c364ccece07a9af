/** @module fragments: the dots that triangles cover, each by its middle, so that neighbours leave no gap and share no dot. */
import type { Camera, Spot } from './camera.ts';
import { spotOf } from './camera.ts';
import type { Face } from './surfaces.ts';

/** A dot of a surface; `back` where it is seen from inside of the body. */
type Visit = (pixel: number, depth: number, surface: number, back: boolean) => void;

/** Calls `visit` with every dot of every face, in the order of the faces. */
export function eachFragment(faces: readonly Face[], camera: Camera, visit: Visit): void {
  for (const { corners, surface } of faces) {
    const [a, b, c] = corners;
    fill([spotOf(camera, a), spotOf(camera, b), spotOf(camera, c)], surface, camera, visit);
  }
}

type Spots = readonly [Spot, Spot, Spot];

function fill(spots: Spots, surface: number, { width, height }: Camera, visit: Visit): void {
  const [a, b, c] = spots;
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  // Seen edge-on
  if (Math.abs(area) < 1e-9) return;
  const back = area > 0;
  const perX = ((b.depth - a.depth) * (c.y - a.y) - (c.depth - a.depth) * (b.y - a.y)) / area;
  const perY = ((c.depth - a.depth) * (b.x - a.x) - (b.depth - a.depth) * (c.x - a.x)) / area;
  const top = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y) - 0.5) - 1);
  for (let row = top; row <= bottom; row += 1) {
    const middle = row + 0.5;
    let [left, right] = [Infinity, -Infinity];
    for (let side = 0; side < 3; side += 1) {
      const x = crossing(
        side === 0 ? a : side === 1 ? b : c,
        side === 0 ? b : side === 1 ? c : a,
        middle,
      );
      if (x === null) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    const first = Math.max(0, Math.ceil(left - 0.5));
    const last = Math.min(width - 1, Math.ceil(right - 0.5) - 1);
    const start = a.depth + (middle - a.y) * perY;
    for (let column = first; column <= last; column += 1) {
      visit(row * width + column, start + (column + 0.5 - a.x) * perX, surface, back);
    }
  }
}

/** Where an edge crosses the middle of a row; the same number whichever triangle asks. */
function crossing(one: Spot, other: Spot, y: number): number | null {
  if (one.y < y === other.y < y) return null;
  const [from, to] = one.y < other.y ? [one, other] : [other, one];
  return from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
}
