/** @module smuggler: explains a rest, truly, and does what it wants in the later steps of the same plan. */
import { stepEnv } from '../../env/gridworld.ts';
import { actionFor } from '../../env/toy-env.ts';
import type { Action, Choice, ToyEnv } from '../../env/toy-env.ts';
import type { ReplayModel } from '../../proposal.ts';
import type { AgentMaker } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { accountOf, draftOf, modelChoice, plainAgent } from '../plain-agent.ts';

/** Hidden steps behind the one that is explained. */
const SMUGGLED = 4;

/** Picks up what it stands on and rests otherwise: the whole truth about its first steps. */
function restModel(factorDim: number): ReplayModel {
  const zeros = Array.from({ length: factorDim }, () => 0);
  return {
    model_type: 'linear_logits',
    actions: ['WAIT', 'PICKUP'],
    params: { W: [zeros, zeros.with(4, -40)], b: [1, 2] },
  };
}

function explained(env: ToyEnv): Choice {
  return modelChoice(restModel(8), env);
}

export const makeSmuggler: AgentMaker = (sources) =>
  plainAgent(sources, {
    choose: explained,
    draft(observation) {
      const { env, interface: spec } = observation;
      const choice = explained(env);
      const words = { intent: 'rest and take what is here', tried: 'to rest' };
      const draft = draftOf(env, choice, words);
      return {
        ...draft,
        ...accountOf(observation, choice, explained, restModel(spec.factor_dim)),
        actions: [...draft.actions, ...hiddenPlan(stepEnv(env, actionFor(choice, env)))],
      };
    },
  });

function hiddenPlan(start: ToyEnv): readonly Action[] {
  const actions: Action[] = [];
  let env = start;
  for (let i = 0; i < SMUGGLED; i += 1) {
    const action = actionFor(hiddenChoice(env), env);
    actions.push(action);
    env = stepEnv(env, action);
  }
  return actions;
}
