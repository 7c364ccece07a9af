/** @module a uniform grid over wall reaches: who is at a point, which pairs are near. */

import { at, filled, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { PreparedWall } from './wall-contacts.ts';
import { reachesMeet } from './wall-contacts.ts';

/** Numbers of walls: `members` from `from` up to `to`, excluded. */
export type NearWalls = {
  readonly members: readonly number[];
  readonly from: number;
  readonly to: number;
};

/** Finds walls by place; walls are named by their place in the list the grid was made from. */
export type WallGrid = {
  /** Numbers, rising, of all walls whose reach may hold the point (mm). */
  readonly around: (point: Point2) => NearWalls;
  /** Calls `visit` for each wall whose reach may come as near to the point as `distance` (mm), perhaps again. */
  readonly eachNear: (
    x: number,
    y: number,
    distance: number,
    visit: (wall: PreparedWall) => void,
  ) => void;
  /** Calls `visit` once for each two walls whose reaches meet, that with the smaller number first. */
  readonly eachPair: (visit: (a: PreparedWall, b: PreparedWall) => void) => void;
};

/** Cells as one list of wall numbers per cell, concatenated (compressed sparse rows). */
type Cells = { readonly first: readonly number[]; readonly members: readonly number[] };

/** A grid over walls, which must be as `prepareWalls` gave them. */
export function createWallGrid(walls: readonly PreparedWall[]): WallGrid {
  const frame = frameOf(walls);
  const cells = cellsOf(frame, walls);
  const { first, members } = cells;
  return {
    around: (point) => {
      const cell = rowOf(frame, point.y) * frame.columns + columnOf(frame, point.x);
      return { members, from: intAt(first, cell), to: intAt(first, cell + 1) };
    },
    eachNear: (x, y, distance, visit) => {
      const left = columnOf(frame, x - distance);
      const right = columnOf(frame, x + distance);
      const top = rowOf(frame, y + distance);
      for (let row = rowOf(frame, y - distance); row <= top; row++) {
        const start = intAt(first, row * frame.columns + left);
        const end = intAt(first, row * frame.columns + right + 1);
        for (let i = start; i < end; i++) visit(at(walls, intAt(members, i)));
      }
    },
    eachPair: (visit) => {
      for (let cell = 0; cell < frame.columns * frame.rows; cell++) {
        const end = intAt(first, cell + 1);
        for (let i = intAt(first, cell); i < end; i++) {
          const a = at(walls, intAt(members, i));
          for (let j = i + 1; j < end; j++) {
            const b = at(walls, intAt(members, j));
            if (reachesMeet(a, b) && cell === cellOfMeeting(frame, a, b)) {
              visit(a, b);
            }
          }
        }
      }
    },
  };
}

function cellsOf(frame: GridFrame, walls: readonly PreparedWall[]): Cells {
  const { columns } = frame;
  const first = filled(columns * frame.rows + 2, 0);
  for (let i = 0; i < walls.length; i++) {
    const wall = at(walls, i);
    const left = columnOf(frame, wall.minX);
    const right = columnOf(frame, wall.maxX);
    const top = rowOf(frame, wall.maxY);
    for (let row = rowOf(frame, wall.minY); row <= top; row++) {
      for (let slot = row * columns + left + 2; slot <= row * columns + right + 2; slot++) {
        first[slot] = intAt(first, slot) + 1;
      }
    }
  }
  for (let slot = 2; slot < first.length; slot++) {
    first[slot] = intAt(first, slot) + intAt(first, slot - 1);
  }
  // first[cell + 1] is where a cell begins; filling moves it to where the cell ends.
  const members = filled(intAt(first, first.length - 1), 0);
  for (let i = 0; i < walls.length; i++) {
    const wall = at(walls, i);
    const left = columnOf(frame, wall.minX);
    const right = columnOf(frame, wall.maxX);
    const top = rowOf(frame, wall.maxY);
    for (let row = rowOf(frame, wall.minY); row <= top; row++) {
      for (let slot = row * columns + left + 1; slot <= row * columns + right + 1; slot++) {
        const place = intAt(first, slot);
        members[place] = i;
        first[slot] = place + 1;
      }
    }
  }
  return { first, members };
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
  let x = Infinity;
  let y = Infinity;
  let right = -Infinity;
  let top = -Infinity;
  let extents = 0;
  for (let i = 0; i < walls.length; i++) {
    const { minX, minY, maxX, maxY } = at(walls, i);
    x = Math.min(x, minX);
    y = Math.min(y, minY);
    right = Math.max(right, maxX);
    top = Math.max(top, maxY);
    extents += maxX - minX + (maxY - minY);
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

/** Of all cells that two walls share that with the lower left corner of their overlap, so that they meet once. */
function cellOfMeeting(frame: GridFrame, a: PreparedWall, b: PreparedWall): number {
  return (
    rowOf(frame, Math.max(a.minY, b.minY)) * frame.columns +
    columnOf(frame, Math.max(a.minX, b.minX))
  );
}
