/** @module enough-steps: the default number of steps for an agent from outside. */
import { addCost, costsTo, wallCosts } from '../env/grid-search.ts';
import type { ToyEnv } from '../env/toy-env.ts';

/** Factor on the steps of the shortest path, so that a detour or a denied proposal does not decide the episode. */
const SLACK = 1.5;
const MIN_STEPS = 15;

/**
 * The steps of the shortest path to an object around walls, agents and hazards, plus one to pick it up, times 1.5; at
 * least 15, also without a path.
 */
export function enoughSteps(env: ToyEnv): number {
  const grid = wallCosts(env);
  for (const blocked of [...env.hazards, ...env.agents]) addCost(grid, blocked, 0, Infinity);
  const ways = env.objects.map(
    (object) => costsTo(grid, object)[env.self.y * grid.w + env.self.x] ?? Infinity,
  );
  const shortest = Math.min(...ways) + 1;
  return Number.isFinite(shortest) ? Math.max(MIN_STEPS, Math.ceil(SLACK * shortest)) : MIN_STEPS;
}
