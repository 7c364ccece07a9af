/** @module crowds: walls of a file of which so many end in one place that their joints cannot be computed. */
import type { ElementRecord } from '../../../../../schemas/events.ts';

/** Maximum number of walls that may end near the end of another, as in models that people draw. */
const MAX_WALLS = 200;
/** Side of a cell, mm: ends in the same or in adjacent cells are near each other. */
const CELL_MM = 1000;

/** Why a wall among too many others is not parametric. */
export const CROWDED = `more than ${MAX_WALLS} walls end within a metre of it`;

/** Ids of the walls at an end of which too many other walls of the level end: the joints of n of them take n² steps. */
export function crowdedWalls(elements: Iterable<ElementRecord>): ReadonlySet<string> {
  const walls = [...elements].filter(({ kind }) => kind === 'wall');
  const counts = new Map<string, number>();
  for (const wall of walls) {
    for (const end of endsOf(wall)) {
      const key = keyOf(wall, cellOf(end));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const isCrowded = (wall: ElementRecord): boolean =>
    endsOf(wall).some((end) => {
      const { x, y } = cellOf(end);
      let near = 0;
      for (let i = 0; i < 9; i += 1) {
        const cell = { x: x + (i % 3) - 1, y: y + Math.floor(i / 3) - 1 };
        near += counts.get(keyOf(wall, cell)) ?? 0;
      }
      return near > MAX_WALLS;
    });
  return new Set(walls.flatMap((wall) => (isCrowded(wall) ? [wall.id] : [])));
}

type Cell = { readonly x: number; readonly y: number };

function endsOf({ params: { start, end } }: ElementRecord): readonly Cell[] {
  return [start, end].filter((one) => isPoint(one));
}

function isPoint(value: unknown): value is Cell {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}

function cellOf({ x, y }: Cell): Cell {
  return { x: Math.floor(x / CELL_MM), y: Math.floor(y / CELL_MM) };
}

function keyOf({ params: { level_id } }: ElementRecord, { x, y }: Cell): string {
  return JSON.stringify([level_id, x, y]);
}
