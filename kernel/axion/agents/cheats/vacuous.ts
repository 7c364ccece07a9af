/** @module vacuous: hands in a model of one action, the one that it takes: nothing can change its choice, so it says. */
import type { AgentMaker } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { accountOf, draftOf, localModel, plainAgent } from '../plain-agent.ts';

export const makeVacuous: AgentMaker = (sources) =>
  plainAgent(sources, {
    choose: hiddenChoice,
    draft(observation) {
      const { env, interface: spec } = observation;
      const choice = hiddenChoice(env);
      const model = localModel([choice], choice, spec.factor_dim);
      const words = { intent: 'do the one thing to do', tried: 'nothing else' };
      return {
        ...draftOf(env, choice, words),
        ...accountOf(observation, choice, () => choice, model),
      };
    },
  });
