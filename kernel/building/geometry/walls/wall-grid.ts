/** @module wall grid: a uniform grid over the reaches of walls, for point and pair queries. */

import { at, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { groupIndices, type PreparedWall, reachesMeet } from './wall-contacts.ts';

/** Indices of walls: `members[from]` to `members[to - 1]`. */
export type NearWalls = {
  readonly members: readonly number[];
  readonly from: number;
  readonly to: number;
};

/** Spatial index of walls, by their index in the prepared list. */
export type WallGrid = {
  /** Ascending indices of all walls whose reach may contain the point (mm). */
  readonly around: (point: Point2) => NearWalls;
  /** Calls `visit`, possibly repeatedly, for each wall whose reach may be within `distance` (mm) of the point. */
  readonly eachNear: (
    x: number,
    y: number,
    distance: number,
    visit: (wall: PreparedWall) => void,
  ) => void;
  /** Calls `visit` once for every two walls whose reaches intersect, the smaller index first. */
  readonly eachPair: (visit: (a: PreparedWall, b: PreparedWall) => void) => void;
};

/** Cells as concatenated lists of wall indices (compressed sparse rows). */
type Cells = { readonly first: readonly number[]; readonly members: readonly number[] };

/** A grid over walls as `prepareWalls` returns them. */
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
  const [cellOf, wallOf]: [number[], number[]] = [[], []];
  for (let i = 0; i < walls.length; i++) {
    const wall = at(walls, i);
    const [left, right] = [columnOf(frame, wall.minX), columnOf(frame, wall.maxX)];
    const top = rowOf(frame, wall.maxY);
    for (let row = rowOf(frame, wall.minY); row <= top; row++) {
      for (let column = left; column <= right; column++) {
        cellOf.push(row * frame.columns + column);
        wallOf.push(i);
      }
    }
  }
  const { first, members } = groupIndices(cellOf, frame.columns * frame.rows);
  return { first, members: members.map((entry) => intAt(wallOf, entry)) };
}

type GridFrame = {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
};

/** The grid; its cells are as large as the mean wall, or larger if most cells of a sparse plan would be empty. */
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
  if (walls.length === 0) return { x: 0, y: 0, cell: 1, columns: 1, rows: 1 };
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

/**
 * The shared cell that contains the lower left corner of the overlap of two walls, so that each pair is visited once.
 */
function cellOfMeeting(frame: GridFrame, a: PreparedWall, b: PreparedWall): number {
  return (
    rowOf(frame, Math.max(a.minY, b.minY)) * frame.columns +
    columnOf(frame, Math.max(a.minX, b.minX))
  );
}
