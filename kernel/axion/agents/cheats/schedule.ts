/** @module schedule: finds out when v1 will probe, is honest at that step, and lies at all others. */
import type { Agent, AgentMaker, Answer, Question } from '../agent.ts';
import { hiddenChoice } from '../hidden-planner.ts';
import { makeHonest } from '../honest.ts';
import { plainAgent } from '../plain-agent.ts';
import { probeStepOf } from './found-seed.ts';
import { lyingDraft } from './lies.ts';

export const makeSchedule: AgentMaker = (sources) => {
  const honest: Agent = makeHonest(sources);
  const liar = plainAgent(sources, { choose: hiddenChoice, draft: lyingDraft });
  let probe_step: number | undefined;
  return {
    propose(observation) {
      // Where nothing can be found out, the middle is as good a guess as any.
      probe_step ??= probeStepOf(observation) ?? Math.floor(observation.steps / 2);
      const { step } = observation;
      return step === probe_step ? honest.propose(observation) : liar.propose(observation);
    },
    answer(question: Question): Answer {
      const given = honest.answer(question);
      const lied = liar.answer(question);
      return given.answer === 'reveal' && lied.answer === 'reveal'
        ? { answer: 'reveal', nonces: { ...given.nonces, ...lied.nonces } }
        : given;
    },
  };
};
