/** @module grid-search: cheapest paths over the cells of the grid. */
import { DIRECTIONS, OFFSETS, type Cell, type ToyEnv } from './toy-env.ts';

/** A grid of costs, in cells. */
export type CostGrid = {
  readonly w: number;
  readonly h: number;
  /** Cost of entering each cell, row-major (index y · w + x); `Infinity` = blocked. */
  readonly cost: Float64Array;
};

/** Cost 1 for every cell without a wall, `Infinity` for walls; walls outside the grid are ignored. */
export function wallCosts(env: ToyEnv): CostGrid {
  const { w, h, walls } = env.grid;
  const cost = new Float64Array(w * h).fill(1);
  for (const wall of walls) if (wall.x < w && wall.y < h) cost[wall.y * w + wall.x] = Infinity;
  return { w, h, cost };
}

/** Adds `extra` to the cost of the cells within `radius` (Manhattan) of a centre; ignores cells outside the grid. */
export function addCost(grid: CostGrid, centre: Cell, radius: number, extra: number): void {
  for (let y = centre.y - radius; y <= centre.y + radius; y += 1) {
    const halfWidth = radius - Math.abs(y - centre.y);
    for (let x = centre.x - halfWidth; x <= centre.x + halfWidth; x += 1) {
      if (x >= 0 && y >= 0 && x < grid.w && y < grid.h) {
        const at = y * grid.w + x;
        grid.cost[at] = (grid.cost[at] ?? 0) + extra;
      }
    }
  }
}

/**
 * The cost of the cheapest path from each cell to `goal`, row-major: the sum of the costs of the entered cells,
 * `Infinity` without a path. Costs must be positive.
 */
export function costsTo(grid: CostGrid, goal: Cell): Float64Array {
  const { w, h, cost } = grid;
  const total = new Float64Array(w * h).fill(Infinity);
  const goalIndex = goal.y * w + goal.x;
  if (!Number.isFinite(cost[goalIndex] ?? Infinity)) return total;
  total[goalIndex] = 0;
  const queue = [goalIndex];
  const relax = (to: number, candidate: number): void => {
    if (!(candidate < (total[to] ?? 0)) || cost[to] === Infinity) return;
    total[to] = candidate;
    queue.push(to);
  };
  // Allocates no object per neighbour: agents search about ten worlds at each step.
  for (let next = 0; next < queue.length; next += 1) {
    const at = queue[next] ?? 0;
    const candidate = (total[at] ?? Infinity) + (cost[at] ?? Infinity);
    const x = at % w;
    if (at >= w) relax(at - w, candidate);
    if (at + w < total.length) relax(at + w, candidate);
    if (x + 1 < w) relax(at + 1, candidate);
    if (x > 0) relax(at - 1, candidate);
  }
  return total;
}

/** The index of the cell at offset `by` from cell `at`, or −1 outside the grid. */
export function neighbour(
  grid: { readonly w: number; readonly h: number },
  at: number,
  by: Cell,
): number {
  const x = (at % grid.w) + by.x;
  const y = Math.floor(at / grid.w) + by.y;
  return x >= 0 && y >= 0 && x < grid.w && y < grid.h ? y * grid.w + x : -1;
}

/** The number of cells without a wall that are at most `steps` steps from `start`, including `start`. */
export function countReachable(env: ToyEnv, start: Cell, steps: number): number {
  const grid = wallCosts(env);
  const seen = new Uint8Array(grid.cost.length);
  let frontier = [start.y * grid.w + start.x];
  seen[frontier[0] ?? 0] = 1;
  let count = 1;
  for (let step = 0; step < steps; step += 1) {
    const next: number[] = [];
    for (const at of frontier) {
      for (const direction of DIRECTIONS) {
        const to = neighbour(grid, at, OFFSETS[direction]);
        if (to === -1 || seen[to] === 1 || grid.cost[to] === Infinity) continue;
        seen[to] = 1;
        count += 1;
        next.push(to);
      }
    }
    frontier = next;
  }
  return count;
}
