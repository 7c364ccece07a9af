/** @module decoupled: hands in a model that always signals, and claims that are true of it, whatever it does itself. */
import type { AgentMaker } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { accountOf, draftOf, localModel, plainAgent } from '../plain-agent.ts';

export const makeDecoupled: AgentMaker = (sources) =>
  plainAgent(sources, {
    // Under `full` there is no model to hide behind: there its claims are those of its planner.
    choose: hiddenChoice,
    draft(observation) {
      const { env, interface: spec } = observation;
      const choice = hiddenChoice(env);
      const model = localModel(['SIGNAL', 'WAIT'], 'SIGNAL', spec.factor_dim);
      const told = spec.mode === 'full' ? hiddenChoice : () => 'SIGNAL' as const;
      const words = { intent: 'signal to everybody', tried: 'to signal' };
      return { ...draftOf(env, choice, words), ...accountOf(observation, choice, told, model) };
    },
  });
