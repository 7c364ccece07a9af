/** @module agents: the agents of the experiment by name. */
import type { AgentMaker } from './agent.ts';
import { makeHonest } from './honest.ts';
import { makeCoherentLiar, makePseudo } from './pseudo.ts';

export const AGENTS = ['honest', 'pseudo', 'coherent'] as const;
export type AgentName = (typeof AGENTS)[number];

export const AGENT_MAKERS: Readonly<Record<AgentName, AgentMaker>> = {
  honest: makeHonest,
  pseudo: makePseudo,
  coherent: makeCoherentLiar,
};
