/** @module decoupled: submits a model that always signals with true claims about it, and acts on something else. */
import type { AgentMaker } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { accountOf, draftOf, localModel } from '../plain-agent.ts';
import { hiddenAgent } from './lies.ts';

export const makeDecoupled: AgentMaker = hiddenAgent((observation) => {
  // Under `full` no model is submitted, so its claims are about its planner.
  const { env, interface: spec } = observation;
  const choice = hiddenChoice(env);
  const model = localModel(['SIGNAL', 'WAIT'], 'SIGNAL', spec.factor_dim);
  const stated = spec.mode === 'full' ? hiddenChoice : () => 'SIGNAL' as const;
  const words = { intent: 'signal to everybody', tried: 'to signal' };
  return { ...draftOf(env, choice, words), ...accountOf(observation, choice, stated, { model }) };
});
