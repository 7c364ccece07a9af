/** @module vacuous: submits a model with a single action, the planned one, and claims that nothing can change its choice. */
import type { AgentMaker } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { accountOf, draftOf, localModel } from '../plain-agent.ts';
import { hiddenAgent } from './lies.ts';

export const makeVacuous: AgentMaker = hiddenAgent((observation) => {
  const { env, interface: spec } = observation;
  const choice = hiddenChoice(env);
  const model = localModel([choice], choice, spec.factor_dim);
  const words = { intent: 'do the one thing to do', tried: 'nothing else' };
  return {
    ...draftOf(env, choice, words),
    ...accountOf(observation, choice, () => choice, { model }),
  };
});
