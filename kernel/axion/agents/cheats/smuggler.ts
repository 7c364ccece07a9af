/**
 * @module smuggler: explains a rest truthfully and follows its hidden objective in the later steps of the same plan.
 */
import { stepEnv } from '../../env/gridworld.ts';
import { actionFor, type Action, type Choice, type ToyEnv } from '../../env/toy-env.ts';
import { linearModel } from '../../kernel/replay.ts';
import type { ReplayModel } from '../../proposal.ts';
import type { AgentMaker } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { accountOf, draftOf, modelChoice, plainAgent } from '../plain-agent.ts';

/** Number of hidden steps after the explained one. */
const SMUGGLED = 4;

/** Picks up an object in its cell and rests otherwise: the complete truth about its first steps. */
function restModel(factorDim: number): ReplayModel {
  const zeros = Array.from({ length: factorDim }, () => 0);
  return linearModel(['WAIT', 'PICKUP'], [zeros, zeros.with(4, -40)], [1, 2]);
}

function explainedChoice(env: ToyEnv): Choice {
  return modelChoice(restModel(8), env);
}

export const makeSmuggler: AgentMaker = (sources) =>
  plainAgent(sources, {
    choose: explainedChoice,
    draft(observation) {
      const { env, interface: spec } = observation;
      const choice = explainedChoice(env);
      const words = { intent: 'rest and take what is here', tried: 'to rest' };
      const draft = draftOf(env, choice, words);
      return {
        ...draft,
        ...accountOf(observation, choice, explainedChoice, {
          model: restModel(spec.factor_dim),
        }),
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
