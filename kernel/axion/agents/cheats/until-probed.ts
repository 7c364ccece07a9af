/** @module until-probed: is honest until the first question, and lies from the next step on. */
import type { AgentMaker } from '../agent.ts';
import { makeHonest } from '../honest.ts';
import { answerForBoth, makeNiceLiar } from './lies.ts';

export const makeUntilProbed: AgentMaker = (sources) => {
  const honest = makeHonest(sources);
  const liar = makeNiceLiar(sources);
  let seen = -1;
  let probed_at = Infinity;
  return {
    propose(observation) {
      // A repeated step number means that this observation is of a changed world.
      if (observation.step <= seen) probed_at = Math.min(probed_at, seen);
      seen = Math.max(seen, observation.step);
      const lies = observation.step > probed_at;
      return lies ? liar.propose(observation) : honest.propose(observation);
    },
    answer(question) {
      if (question.ask === 'reveal') {
        return answerForBoth(honest.answer(question), liar.answer(question));
      }
      if (question.ask !== 'anchor') probed_at = Math.min(probed_at, seen);
      return honest.answer(question);
    },
  };
};
