/** @module location line: the line on which a wall was drawn, parallel to its axis. */

import { DRAWN_COORDINATE_MM } from '../tolerances.ts';
import { onGrid, type Point2, pointOnGrid } from '../vector.ts';
import { arcThrough } from './arcs/arc.ts';

/** The two ends of a line, mm, and for an arc a point between them. */
export type Ends = {
  readonly start: Point2;
  readonly end: Point2;
  readonly via?: Point2 | null | undefined;
};

/** Grid points per mm of the coarse grid (0.01 mm) on which points are usually drawn. */
const DRAWN_GRID = 100;

/**
 * The ends moved to the left by `left` mm, seen from start to end; unchanged if they coincide. Ends of an arc move
 * along their radii.
 */
export function shifted({ start, via, end }: Ends, left: number): Ends {
  const arc = via === undefined || via === null ? null : arcThrough(start, via, end);
  if (arc !== null && via !== undefined && via !== null) {
    const { centre, radius, turn } = arc;
    const share = (radius - turn * left) / radius;
    const scaled = ({ x, y }: Point2): Point2 => ({
      x: centre.x + (x - centre.x) * share,
      y: centre.y + (y - centre.y) * share,
    });
    return { start: scaled(start), end: scaled(end), via: scaled(via) };
  }
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [x, y] = length > 0 ? [0 - (dy / length) * left, (dx / length) * left] : [0, 0];
  const moved = (point: Point2): Point2 => ({ x: point.x + x, y: point.y + y });
  return mapPoints({ start, end, via }, moved);
}

/** Maps each point; `via` stays missing or null. */
function mapPoints({ start, end, via }: Ends, to: (point: Point2) => Point2): Ends {
  const ends = { start: to(start), end: to(end) };
  return via === undefined ? ends : { ...ends, via: via === null ? null : to(via) };
}

/** The axis, on the grid, of a wall drawn between `drawn` on a line `line` mm to the left of its axis. */
export function axisUnder(drawn: Ends, line: number): Ends {
  if (line === 0) return endsOf(drawn);
  return mapPoints(shifted(drawn, 0 - line), pointOnGrid);
}

/**
 * The ends of an axis moved to its location line (`line` mm to its left). Points drawn on hundredths of a millimetre
 * are restored exactly, so that walls drawn to one point meet in it.
 */
export function drawnOver(axis: Ends, line: number): Ends {
  if (line === 0) return endsOf(axis);
  return mapPoints(shifted(axis, line), drawnPoint);
}

/** A copy with the end points only, of an object that may have other members. */
function endsOf({ start, end, via }: Ends): Ends {
  return via === undefined ? { start, end } : { start, end, via };
}

function drawnPoint({ x, y }: Point2): Point2 {
  return { x: coordinate(x), y: coordinate(y) };
}

function coordinate(mm: number): number {
  const coarse = Math.round(mm * DRAWN_GRID) / DRAWN_GRID;
  return Math.abs(coarse - mm) <= DRAWN_COORDINATE_MM ? onGrid(coarse) : onGrid(mm);
}
