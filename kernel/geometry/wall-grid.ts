/** @module a uniform grid over wall reaches: who is at a point, which pairs are near. */

import { at } from './indexed.ts';
import type { Point2 } from './vector.ts';
import { planBoxIntersects } from './vector.ts';
import type { NearWalls, PreparedWall } from './wall-contacts.ts';

/** Finds walls by place; walls are named by their place in the list the grid was made from. */
export type WallGrid = {
  /** Numbers, rising, of all walls whose reach may hold the point (mm). */
  readonly around: (point: Point2) => NearWalls;
  /** Calls `visit` once for each two walls whose reaches meet, the smaller number first. */
  readonly eachPair: (visit: (a: number, b: number) => void) => void;
};

/** Cells as one list of wall numbers per cell, concatenated (compressed sparse rows). */
export function createWallGrid(walls: readonly PreparedWall[]): WallGrid {
  const frame = frameOf(walls);
  const first = new Int32Array(frame.columns * frame.rows + 1);
  const count = (cell: number): void => {
    first[cell + 1] = at(first, cell + 1) + 1;
  };
  for (const wall of walls) {
    eachCell(frame, wall, count);
  }
  for (let cell = 1; cell < first.length; cell++) {
    first[cell] = at(first, cell) + at(first, cell - 1);
  }
  const members = new Int32Array(at(first, first.length - 1));
  const filled = first.slice();
  let index = 0;
  const fill = (cell: number): void => {
    const slot = at(filled, cell);
    members[slot] = index;
    filled[cell] = slot + 1;
  };
  for (; index < walls.length; index++) {
    eachCell(frame, at(walls, index), fill);
  }
  return {
    around: (point) => {
      const cell = rowOf(frame, point.y) * frame.columns + columnOf(frame, point.x);
      return { members, from: at(first, cell), to: at(first, cell + 1) };
    },
    eachPair: (visit) => {
      for (let cell = 0; cell + 1 < first.length; cell++) {
        const end = at(first, cell + 1);
        for (let i = at(first, cell); i < end; i++) {
          for (let j = i + 1; j < end; j++) {
            const a = at(members, i);
            const b = at(members, j);
            if (meetsFirstIn(frame, cell, at(walls, a), at(walls, b))) {
              visit(a, b);
            }
          }
        }
      }
    },
  };
}

type GridFrame = {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
};

/** Cells of the mean extent of a wall, larger if the plan is so sparse that most would be empty. */
function frameOf(walls: readonly PreparedWall[]): GridFrame {
  let [x, y, right, top, extents] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (const { reach } of walls) {
    x = Math.min(x, reach.min.x);
    y = Math.min(y, reach.min.y);
    right = Math.max(right, reach.max.x);
    top = Math.max(top, reach.max.y);
    extents += reach.max.x - reach.min.x + (reach.max.y - reach.min.y);
  }
  if (walls.length === 0) {
    return { x: 0, y: 0, cell: 1, columns: 1, rows: 1 };
  }
  let cell = extents / (2 * walls.length);
  const count = (length: number): number => Math.floor(length / cell) + 1;
  while (count(right - x) * count(top - y) > 8 * walls.length + 64) {
    cell *= 1.5;
  }
  return { x, y, cell, columns: count(right - x), rows: count(top - y) };
}

function columnOf({ x, cell, columns }: GridFrame, position: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((position - x) / cell)));
}

function rowOf({ y, cell, rows }: GridFrame, position: number): number {
  return Math.min(rows - 1, Math.max(0, Math.floor((position - y) / cell)));
}

function eachCell(frame: GridFrame, { reach }: PreparedWall, use: (cell: number) => void): void {
  const left = columnOf(frame, reach.min.x);
  const right = columnOf(frame, reach.max.x);
  const bottom = rowOf(frame, reach.min.y);
  const top = rowOf(frame, reach.max.y);
  for (let row = bottom; row <= top; row++) {
    for (let column = left; column <= right; column++) {
      use(row * frame.columns + column);
    }
  }
}

/** Of all cells that two walls share, only the one with the lower left corner of their overlap counts. */
function meetsFirstIn(frame: GridFrame, cell: number, a: PreparedWall, b: PreparedWall): boolean {
  return (
    planBoxIntersects(a.reach, b.reach) &&
    cell ===
      rowOf(frame, Math.max(a.reach.min.y, b.reach.min.y)) * frame.columns +
        columnOf(frame, Math.max(a.reach.min.x, b.reach.min.x))
  );
}
