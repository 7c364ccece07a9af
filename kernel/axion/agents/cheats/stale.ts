/** @module stale: the honest agent with one nonce for a whole episode, so that its commitments come again and again. */
import type { AgentMaker } from '../agent.ts';
import { makeHonest } from '../honest.ts';

export const makeStale: AgentMaker = (sources) => {
  const nonce = sources.nextNonce();
  return makeHonest({ ...sources, nextNonce: () => nonce });
};
