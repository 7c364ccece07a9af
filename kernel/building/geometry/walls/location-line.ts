/** @module location line: the line of a wall on which its ends were drawn, beside its axis. */

import type { Point2 } from '../vector.ts';
import { onGrid } from '../vector.ts';
import { arcThrough } from './arcs/arc.ts';

/** Two ends, mm, and of an arc a point between them. */
export type Ends = {
  readonly start: Point2;
  readonly end: Point2;
  readonly via?: Point2 | null | undefined;
};

/** What rounding of the axis leaves of a drawn point, mm, and the coarser grid on which drawn points mostly lie. */
const [ROUNDING_MM, DRAWN_GRID] = [0.0015, 100];

/**
 * Both ends shifted to the left by so many mm, seen from start to end; as they are where they are one point. Those of an arc
 * go towards its centre, or away from it.
 */
export function shifted({ start, via, end }: Ends, left: number): Ends {
  const arc = via === undefined || via === null ? null : arcThrough(start, via, end);
  if (arc !== null && via !== undefined && via !== null) {
    const { centre, radius, turn } = arc;
    const share = (radius - turn * left) / radius;
    const there = ({ x, y }: Point2): Point2 => ({
      x: centre.x + (x - centre.x) * share,
      y: centre.y + (y - centre.y) * share,
    });
    return { start: there(start), end: there(end), via: there(via) };
  }
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [x, y] = length > 0 ? [0 - (dy / length) * left, (dx / length) * left] : [0, 0];
  const beside = (point: Point2): Point2 => ({ x: point.x + x, y: point.y + y });
  return mapped({ start, end, via }, beside);
}

/** What becomes of each point; a straight wall has as little of an arc as before. */
function mapped({ start, end, via }: Ends, to: (point: Point2) => Point2): Ends {
  const ends = { start: to(start), end: to(end) };
  return via === undefined ? ends : { ...ends, via: via === null ? null : to(via) };
}

/** The axis, on the grid, of a wall that was drawn between `drawn` on a line so far to the left of its axis (mm). */
export function axisUnder(drawn: Ends, line: number): Ends {
  if (line === 0) return endsOf(drawn);
  return mapped(shifted(drawn, 0 - line), gridded);
}

/**
 * Where the ends of an axis lie on the line so far to its left (mm). What was drawn on hundredths of a millimetre comes
 * back exactly, so that walls which were drawn to one point meet in it.
 */
export function drawnOver(axis: Ends, line: number): Ends {
  if (line === 0) return endsOf(axis);
  return mapped(shifted(axis, line), asDrawn);
}

/** The points alone of whatever has them. */
function endsOf({ start, end, via }: Ends): Ends {
  return via === undefined ? { start, end } : { start, end, via };
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
