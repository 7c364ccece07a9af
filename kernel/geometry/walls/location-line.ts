/** @module location line: the line of a wall on which its ends were drawn, beside its axis. */

import type { Point2 } from '../vector.ts';
import { onGrid } from '../vector.ts';

/** Two ends, mm. */
export type Ends = { readonly start: Point2; readonly end: Point2 };

/** What rounding of the axis leaves of a drawn point, mm, and the coarser grid on which drawn points mostly lie. */
const [ROUNDING_MM, DRAWN_GRID] = [0.0015, 100];

/** Both ends shifted to the left by so many mm, seen from start to end; as they are where they are one point. */
function shifted({ start, end }: Ends, left: number): Ends {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return { start, end };
  const [x, y] = [0 - (dy / length) * left, (dx / length) * left];
  return { start: { x: start.x + x, y: start.y + y }, end: { x: end.x + x, y: end.y + y } };
}

/** The axis, on the grid, of a wall that was drawn between `drawn` on a line so far to the left of its axis (mm). */
export function axisUnder(drawn: Ends, line: number): Ends {
  if (line === 0) return drawn;
  const { start, end } = shifted(drawn, 0 - line);
  return { start: gridded(start), end: gridded(end) };
}

/**
 * Where the ends of an axis lie on the line so far to its left (mm). What was drawn on hundredths of a millimetre comes
 * back exactly, so that walls which were drawn to one point meet in it.
 */
export function drawnOver(axis: Ends, line: number): Ends {
  if (line === 0) return axis;
  const { start, end } = shifted(axis, line);
  return { start: asDrawn(start), end: asDrawn(end) };
}

function gridded({ x, y }: Point2): Point2 {
  return { x: onGrid(x), y: onGrid(y) };
}

function asDrawn({ x, y }: Point2): Point2 {
  return { x: coordinate(x), y: coordinate(y) };
}

function coordinate(mm: number): number {
  const coarse = Math.round(mm * DRAWN_GRID) / DRAWN_GRID;
  return Math.abs(coarse - mm) <= ROUNDING_MM ? onGrid(coarse) : onGrid(mm);
}
