/** @module hatch: the parallel lines of a hatch, clipped at the outline of their area. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { directionOf } from '../../../building/geometry/vector.ts';

/** Maximum number of hatch lines of one area; an area that needs more has no hatch. */
const MAX_LINES = 20_000;

type Hatch = { readonly angle_deg: number; readonly distance_mm: number };

/**
 * The hatch lines of an area bounded by rings (even-odd rule). The lines of all areas are part of one grid over the
 * whole paper, so that the hatches of adjacent areas match.
 */
export function hatchLines(
  rings: readonly (readonly Point2[])[],
  { angle_deg, distance_mm }: Hatch,
): readonly (readonly [Point2, Point2])[] {
  const { x: cosine, y: sine } = directionOf(angle_deg);
  const along = ({ x, y }: Point2): number => x * cosine + y * sine;
  const across = ({ x, y }: Point2): number => y * cosine - x * sine;
  const rows = new Map<number, number[]>();
  for (const ring of rings) {
    for (const [i, to] of ring.entries()) {
      const from = ring.at(i - 1) ?? to;
      const [a, b] = [across(from), across(to)];
      if (a === b) continue;
      const [u, v] = [along(from), along(to)];
      const first = Math.ceil(Math.min(a, b) / distance_mm - 0.5);
      const last = Math.ceil(Math.max(a, b) / distance_mm - 0.5) - 1;
      if (rows.size + last - first > MAX_LINES) return [];
      for (let row = first; row <= last; row += 1) {
        const y = (row + 0.5) * distance_mm;
        const x = u + ((y - a) / (b - a)) * (v - u);
        const known = rows.get(row);
        if (known === undefined) rows.set(row, [x]);
        else known.push(x);
      }
    }
  }
  const lines: (readonly [Point2, Point2])[] = [];
  for (const row of [...rows.keys()].toSorted((a, b) => a - b)) {
    const xs = (rows.get(row) ?? []).toSorted((a, b) => a - b);
    const y = (row + 0.5) * distance_mm;
    const on = (x: number): Point2 => ({ x: x * cosine - y * sine, y: x * sine + y * cosine });
    for (let i = 0; i + 1 < xs.length; i += 2) {
      const [from, to] = [xs[i] ?? 0, xs[i + 1] ?? 0];
      if (to > from) lines.push([on(from), on(to)]);
    }
  }
  return lines;
}
