/** @module schedule: finds the step at which v1 will probe, is honest at that step and lies at all other steps. */
import type { AgentMaker } from '../agent.ts';
import { makeHonest } from '../honest.ts';
import { probeStepOf } from './found-seed.ts';
import { answerForBoth, makeNiceLiar } from './lies.ts';

export const makeSchedule: AgentMaker = (sources) => {
  const honest = makeHonest(sources);
  const liar = makeNiceLiar(sources);
  let probe_step: number | undefined;
  return {
    propose(observation) {
      // Without a found seed, the middle of the episode is as good a guess as any.
      probe_step ??= probeStepOf(observation) ?? Math.floor(observation.steps / 2);
      const { step } = observation;
      return step === probe_step ? honest.propose(observation) : liar.propose(observation);
    },
    answer: (question) => answerForBoth(honest.answer(question), liar.answer(question)),
  };
};
