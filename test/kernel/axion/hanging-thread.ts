/** @module hanging-thread: a thread whose agents submit a fourth proposal on which the gate hangs. */
import type { AgentMaker } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { serveEpisodes } from '../../../kernel/axion/harness/episode-tasks.ts';
import type { Proposal } from '../../../kernel/axion/proposal.ts';

function computeForEver(): never {
  for (;;);
}

function sleepForEver(): never {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('woke up');
}

function hangingAtFourth(hang: () => never): AgentMaker {
  return (sources) => {
    const honest = AGENT_MAKERS.honest(sources);
    let proposals = 0;
    return {
      answer: honest.answer,
      propose(observation): Proposal {
        proposals += 1;
        const proposal = honest.propose(observation);
        return proposals < 4
          ? proposal
          : Object.defineProperty({ ...proposal }, 'trace', { get: hang });
      },
    };
  };
}

serveEpisodes((agent) => {
  if (agent === 'pseudo') return hangingAtFourth(computeForEver);
  return agent === 'coherent' ? hangingAtFourth(sleepForEver) : AGENT_MAKERS.honest;
});
