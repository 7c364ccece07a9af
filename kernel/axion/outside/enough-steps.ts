/** @module enough-steps: how many steps an agent outside is given where it names none. */
import { addCost, costsTo, wallCosts } from '../env/grid-search.ts';
import type { ToyEnv } from '../env/toy-env.ts';

/** Half as many again as the shortest way needs, so that a detour or a denied proposal does not decide the episode. */
const ROOM = 1.5;
const LEAST = 15;

/** Steps for walking to the nearest object around walls, agents and hazards and picking it up, with room; at least 15. */
export function enoughSteps(env: ToyEnv): number {
  const grid = wallCosts(env);
  for (const blocked of [...env.hazards, ...env.agents]) addCost(grid, blocked, 0, Infinity);
  const ways = env.objects.map(
    (object) => costsTo(grid, object)[env.self.y * grid.w + env.self.x] ?? Infinity,
  );
  const shortest = Math.min(...ways) + 1;
  return Number.isFinite(shortest) ? Math.max(LEAST, Math.ceil(ROOM * shortest)) : LEAST;
}
