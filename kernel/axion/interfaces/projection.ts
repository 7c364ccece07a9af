/** @module projection: the two projections of a state to factors, each from 0 to 1. */
import {
  countReachable,
  costsTo,
  addCost,
  neighbour,
  wallCosts,
  type CostGrid,
} from '../env/grid-search.ts';
import { localWalls } from '../env/metrics-oracle.ts';
import { nearest } from '../env/normalize-state.ts';
import { oncePerPlace } from '../env/same-place.ts';
import { DIRECTIONS, isAt, OFFSETS, type Cell, type ToyEnv } from '../env/toy-env.ts';

export const PROJECTION_IDS = ['v1_basic_k8', 'v2_route_k20'] as const;
export type ProjectionId = (typeof PROJECTION_IDS)[number];

export const FACTOR_COUNTS: Readonly<Record<ProjectionId, number>> = {
  v1_basic_k8: 8,
  v2_route_k20: 20,
};

/** The factors of a state under a projection. */
export function projectFactors(env: ToyEnv, projection: ProjectionId): readonly number[] {
  switch (projection) {
    case 'v1_basic_k8':
      return basicFactors(env);
    case 'v2_route_k20':
      return [...basicFactors(env), ...routeFactors(env)];
    default:
      return projection satisfies never;
  }
}

/** Steps within which F6 counts reachable cells. */
const REACH_STEPS = 3;
/** Divisor of F6, as specified, although at most 24 cells are reachable in 3 steps. */
const REACH_SCALE = 64;
/** Divisor of F7. */
const WALL_SCALE = 25;

/**
 * F0 energy/100 · F1 inventory/10 · F2 nearest hazard/10, 1 if none · F3 1 if a hazard is within 1 ·
 * F4 nearest object/10, 1 if none · F5 nearest living agent/10, 1 if none · F6 cells reachable
 * within 3 steps/64, start excluded · F7 walls within 3/25. All clamped to 0 … 1.
 */
function basicFactors(env: ToyEnv): readonly number[] {
  const { self } = env;
  return [clamp(self.energy / 100), clamp(self.inventory.length / 10), ...placeFactors(env)];
}

/** F2 to F7, which do not depend on energy and inventory. */
const placeFactors = oncePerPlace((env): readonly number[] => {
  const { self } = env;
  const hazard = nearest(self, env.hazards);
  return [
    scaledDistance(hazard),
    hazard !== undefined && hazard <= 1 ? 1 : 0,
    scaledDistance(nearest(self, env.objects)),
    scaledDistance(
      nearest(
        self,
        env.agents.filter((agent) => agent.status.alive),
      ),
    ),
    clamp((countReachable(env, self, REACH_STEPS) - 1) / REACH_SCALE),
    clamp(localWalls(env, self) / WALL_SCALE),
  ];
});

/**
 * F8, F9 whether the object with the cheapest path lies west/east and north/south (0, 0.5 for level, 1) ·
 * F10–F13 move N, S, E, W blocked · F14–F17 move N, S, E, W is on a cheapest safe path to the
 * nearest object by path cost · F18 on an object · F19 carrying something.
 */
function routeFactors(env: ToyEnv): readonly number[] {
  const { self, objects } = env;
  const grid = safeCosts(env);
  const at = self.y * grid.w + self.x;
  const cells = DIRECTIONS.map((direction) => neighbour(grid, at, OFFSETS[direction]));
  const blocked = cells.map((cell) => (cell === -1 || grid.cost[cell] === Infinity ? 1 : 0));
  const { route, costs: steps } = moveCosts(env, grid);
  const best = Math.min(...steps);
  const here = objects.some(isAt(self));
  return [
    relativeSide(route?.goal.x, self.x),
    relativeSide(route?.goal.y, self.y),
    ...blocked,
    ...steps.map((cost) => (!here && cost < Infinity && cost === best ? 1 : 0)),
    here ? 1 : 0,
    self.inventory.length > 0 ? 1 : 0,
  ];
}

/**
 * Path costs that avoid danger: only walls, living agents and hazards block; a cell next to a hazard costs 5, next to
 * an agent 2, any other 1.
 */
export function safeCosts(env: ToyEnv): CostGrid {
  const grid = wallCosts(env);
  for (const agent of env.agents) {
    if (!agent.status.alive) continue;
    addCost(grid, agent, 1, 1);
    addCost(grid, agent, 0, Infinity);
  }
  for (const hazard of env.hazards) {
    addCost(grid, hazard, 1, 4);
    addCost(grid, hazard, 0, Infinity);
  }
  return grid;
}

/** A cheapest path: its goal, the path cost to the goal from each cell (row-major), and the cost from the start. */
export type Route = { readonly goal: Cell; readonly total: Float64Array; readonly length: number };

/** The path to the object that is cheapest to reach (ties go to the first), or undefined when none can be reached. */
export function cheapestRoute(
  grid: CostGrid,
  from: Cell,
  objects: readonly Cell[],
): Route | undefined {
  let best: Route | undefined;
  for (const goal of objects) {
    const total = costsTo(grid, goal);
    const length = total[from.y * grid.w + from.x] ?? Infinity;
    if (length < (best?.length ?? Infinity)) best = { goal, total, length };
  }
  return best;
}

/** The route to the cheapest object, and per direction the cost of moving there first; `Infinity` if it is blocked. */
export function moveCosts(
  { self, objects }: ToyEnv,
  grid: CostGrid,
): { readonly route: Route | undefined; readonly costs: readonly number[] } {
  const route = cheapestRoute(grid, self, objects);
  const costs = DIRECTIONS.map((direction) => {
    const to = neighbour(grid, self.y * grid.w + self.x, OFFSETS[direction]);
    return to === -1 || route === undefined
      ? Infinity
      : (route.total[to] ?? Infinity) + (grid.cost[to] ?? Infinity);
  });
  return { route, costs };
}

function relativeSide(goal: number | undefined, own: number): number {
  return goal === undefined ? 0.5 : (Math.sign(goal - own) + 1) / 2;
}

function scaledDistance(distance: number | undefined): number {
  return distance === undefined ? 1 : clamp(distance / 10);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
