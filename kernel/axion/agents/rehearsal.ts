/** @module rehearsal: fits a model to the choices of a planner in a simulated episode. */
import { stepEnv } from '../env/gridworld.ts';
import { actionFor, type Choice, type ToyEnv } from '../env/toy-env.ts';
import { projectFactors } from '../interfaces/projection.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { ReplayModel } from '../proposal.ts';
import type { Observation } from './agent.ts';
import type { Imitation } from './imitation.ts';

const MAX_ROUNDS = 200;

/** The model after at most 200 rounds of training on the simulated episode. */
export function rehearse(
  { env, steps }: Observation,
  choose: (env: ToyEnv) => Choice,
  imitation: Imitation,
): ReplayModel {
  const examples: { readonly factors: readonly number[]; readonly choice: Choice }[] = [];
  let state = env;
  for (let step = 0; step < steps; step += 1) {
    const choice = choose(state);
    examples.push({ factors: projectFactors(state, 'v2_route_k20'), choice });
    state = stepEnv(state, actionFor(choice, state));
  }
  let model = imitation.learn(projectFactors(env, 'v2_route_k20'), choose(env));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    for (const { factors, choice } of examples) model = imitation.learn(factors, choice);
    const wrong = examples.some(({ factors, choice }) => replayChoice(model, factors) !== choice);
    if (!wrong) break;
  }
  return model;
}
