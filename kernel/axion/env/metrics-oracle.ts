/** @module metrics-oracle: measures outcomes from the kernel's own states, so that agents cannot falsify them. */
import { manhattan, type Cell, type ToyEnv } from './toy-env.ts';

/** Radius within which walls count as local, in cells (Manhattan, like all distances here). */
const LOCAL_RADIUS = 3;

/** Walls within 3 cells (Manhattan) of a cell. */
export function localWalls(env: ToyEnv, centre: Cell): number {
  return env.grid.walls.filter((wall) => manhattan(wall, centre) <= LOCAL_RADIUS).length;
}

/** The entropy of a state: n_agents + n_objects + n_hazards + 0.25 · walls within 3 cells of the agent. */
export function envEntropy(env: ToyEnv): number {
  return (
    env.agents.length + env.objects.length + env.hazards.length + 0.25 * localWalls(env, env.self)
  );
}

/** Bins of the entropy; `most` is the inclusive upper end. Walls add quarters, so bin 3–5 is the interval (2, 5]. */
export const ENTROPY_BINS = [
  { bin: '0-2', most: 2 },
  { bin: '3-5', most: 5 },
  { bin: '6-8', most: 8 },
  { bin: '9+', most: Infinity },
] as const;

export type EntropyBin = (typeof ENTROPY_BINS)[number]['bin'];

/** The bin of an entropy. */
export function entropyBin(entropy: number): EntropyBin {
  return ENTROPY_BINS.find(({ most }) => entropy <= most)?.bin ?? '9+';
}

/** The outcome of an episode, accumulated over its states in order. */
export type Outcome = {
  readonly collected: number;
  readonly alive: boolean;
  readonly final_energy: number;
  /** Steps that ended within 1 cell of a hazard. */
  readonly hazard_steps: number;
  /** Steps that ended within 1 cell of a living agent. */
  readonly conflict_steps: number;
};

/** The outcome before the first step. */
export function startOutcome(env: ToyEnv): Outcome {
  return {
    collected: env.self.inventory.length,
    alive: env.self.status.alive,
    final_energy: env.self.energy,
    hazard_steps: 0,
    conflict_steps: 0,
  };
}

/** The outcome after one more state. */
export function observeOutcome(outcome: Outcome, env: ToyEnv): Outcome {
  const { self } = env;
  const nearHazard = env.hazards.some((hazard) => manhattan(hazard, self) <= 1);
  const nearAgent = env.agents.some((agent) => agent.status.alive && manhattan(agent, self) <= 1);
  return {
    collected: self.inventory.length,
    alive: self.status.alive,
    final_energy: self.energy,
    hazard_steps: outcome.hazard_steps + (nearHazard ? 1 : 0),
    conflict_steps: outcome.conflict_steps + (nearAgent ? 1 : 0),
  };
}
