/** @module grid-search: cheapest paths over the cells of the grid. */
import { DIRECTIONS, OFFSETS } from './toy-env.ts';
import type { Cell, ToyEnv } from './toy-env.ts';

/** Cost of entering each cell, row by row; `Infinity` for blocked cells. */
export type CostGrid = {
  readonly w: number;
  readonly h: number;
  readonly cost: Float64Array;
};

/** Cost 1 on every cell without a wall. */
export function wallCosts(env: ToyEnv): CostGrid {
  const { w, h, walls } = env.grid;
  const cost = new Float64Array(w * h).fill(1);
  for (const wall of walls) if (wall.x < w && wall.y < h) cost[wall.y * w + wall.x] = Infinity;
  return { w, h, cost };
}

/** Adds to the cost of the cells within `reach` (Manhattan) of a centre; cells outside are left out. */
export function addCost(grid: CostGrid, centre: Cell, reach: number, extra: number): void {
  for (let y = centre.y - reach; y <= centre.y + reach; y += 1) {
    const side = reach - Math.abs(y - centre.y);
    for (let x = centre.x - side; x <= centre.x + side; x += 1) {
      if (x >= 0 && y >= 0 && x < grid.w && y < grid.h) {
        const at = y * grid.w + x;
        grid.cost[at] = (grid.cost[at] ?? 0) + extra;
      }
    }
  }
}

/**
 * The cost of the cheapest path from each cell to `goal`, the sum over the entered cells; `Infinity` when there is none.
 * Costs must be positive.
 */
export function costsTo(grid: CostGrid, goal: Cell): Float64Array {
  const { w, h, cost } = grid;
  const total = new Float64Array(w * h).fill(Infinity);
  const start = goal.y * w + goal.x;
  if (!Number.isFinite(cost[start] ?? Infinity)) return total;
  total[start] = 0;
  const queue = [start];
  const relax = (to: number, reached: number): void => {
    if (!(reached < (total[to] ?? 0)) || cost[to] === Infinity) return;
    total[to] = reached;
    queue.push(to);
  };
  // Without an object per neighbour: agents search some ten worlds at each step.
  for (let next = 0; next < queue.length; next += 1) {
    const at = queue[next] ?? 0;
    const reached = (total[at] ?? Infinity) + (cost[at] ?? Infinity);
    const x = at % w;
    if (at >= w) relax(at - w, reached);
    if (at + w < total.length) relax(at + w, reached);
    if (x + 1 < w) relax(at + 1, reached);
    if (x > 0) relax(at - 1, reached);
  }
  return total;
}

/** The index of the cell one step away, or −1 outside the grid. */
export function neighbour(
  grid: { readonly w: number; readonly h: number },
  at: number,
  by: Cell,
): number {
  const x = (at % grid.w) + by.x;
  const y = Math.floor(at / grid.w) + by.y;
  return x >= 0 && y >= 0 && x < grid.w && y < grid.h ? y * grid.w + x : -1;
}

/** How many cells without a wall can be reached from `start` in at most `steps` steps, the start included. */
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
