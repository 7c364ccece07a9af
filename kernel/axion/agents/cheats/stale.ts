/** @module stale: the honest agent with a single nonce for a whole episode, so that commitments repeat. */
import type { AgentMaker } from '../agent.ts';
import { makeHonest } from '../honest.ts';

export const makeStale: AgentMaker = (sources) => {
  const nonce = sources.nextNonce();
  return makeHonest({ ...sources, nextNonce: () => nonce });
};
