/** @module agents: the agents of the experiment by name. */
import type { AgentMaker } from './agent.ts';
import { makeHonest } from './honest.ts';
import { makeCoherentLiar, makePseudo } from './pseudo.ts';

export const AGENTS = ['honest', 'pseudo', 'coherent'] as const;
export type AgentName = (typeof AGENTS)[number];

/** An agent that a suite plays: one that is built in, or `own`, from a file or a command. */
export type PlayedName = AgentName | 'own';

export const AGENT_MAKERS: Readonly<Record<AgentName, AgentMaker>> = {
  honest: makeHonest,
  pseudo: makePseudo,
  coherent: makeCoherentLiar,
};

/** Whether an agent of an episode is built in; `own` and `live` are outside. */
export function isBuiltIn(agent: PlayedName | 'live'): agent is AgentName {
  return agent !== 'own' && agent !== 'live';
}
