/** @module rehearsal: fits a model to the choices that a planner will make in a world that it knows. */
import { stepEnv } from '../env/gridworld.ts';
import { actionFor } from '../env/toy-env.ts';
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import { projectFactors } from '../interfaces/projection.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { ReplayModel } from '../proposal.ts';
import type { Observation } from './agent.ts';
import type { Imitation } from './imitation.ts';

const MAX_ROUNDS = 200;

/** The model after learning the coming episode by heart, as well as a linear model can in 200 rounds. */
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
