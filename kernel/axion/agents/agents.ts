/** @module agents: the agents of the experiment by name. */
import type { AgentMaker } from './agent.ts';
import { makeDecoupled } from './cheats/decoupled.ts';
import { makeDiluter } from './cheats/diluter.ts';
import { makeGrinder } from './cheats/grinder.ts';
import { makeSchedule } from './cheats/schedule.ts';
import { makeSilent } from './cheats/silent.ts';
import { makeSmuggler } from './cheats/smuggler.ts';
import { makeStale } from './cheats/stale.ts';
import { makeUntilProbed } from './cheats/until-probed.ts';
import { makeVacuous } from './cheats/vacuous.ts';
import { makeHonest } from './honest.ts';
import { makeNoisy } from './noisy.ts';
import { makeCoherentLiar, makePseudo } from './pseudo.ts';
import { makeGreedy, makeTree, makeWalker } from './simple-policies.ts';

/**
 * Agents that act as they state (the noisy ones with mistakes). `honest` is the reference, the others vary its design.
 */
export const HONEST_AGENTS = ['honest', 'tree', 'greedy', 'walker', 'noisy5', 'noisy10'] as const;

/** Agents that act on other reasons than they state, and agents that try to evade the protocol. */
const LYING_AGENTS = [
  'pseudo',
  'coherent',
  'smuggler',
  'decoupled',
  'vacuous',
  'until_probed',
  'schedule',
  'grinder',
  'diluter',
  'stale',
  'silent',
] as const;

/** All built-in agents in the order of reports: first the three of the specification. */
export const AGENTS = [
  'honest',
  'pseudo',
  'coherent',
  ...HONEST_AGENTS.slice(1),
  ...LYING_AGENTS.slice(2),
] as const;
export type AgentName = (typeof HONEST_AGENTS)[number] | (typeof LYING_AGENTS)[number];

/** An agent that a suite plays: a built-in one, or `own` for an agent from a file or a command. */
export type PlayedName = AgentName | 'own';

export const AGENT_MAKERS: Readonly<Record<AgentName, AgentMaker>> = {
  honest: makeHonest,
  pseudo: makePseudo,
  coherent: makeCoherentLiar,
  tree: makeTree,
  greedy: makeGreedy,
  walker: makeWalker,
  noisy5: makeNoisy(5),
  noisy10: makeNoisy(10),
  smuggler: makeSmuggler,
  decoupled: makeDecoupled,
  vacuous: makeVacuous,
  until_probed: makeUntilProbed,
  schedule: makeSchedule,
  grinder: makeGrinder,
  diluter: makeDiluter,
  stale: makeStale,
  silent: makeSilent,
};

/** Whether an agent of an episode is built in; `own` and `live` are outside. */
export function isBuiltIn(agent: PlayedName | 'live'): agent is AgentName {
  return agent !== 'own' && agent !== 'live';
}

/** Whether an agent is one of the honest built-in agents. */
export function isHonest(agent: PlayedName | 'live'): boolean {
  return HONEST_AGENTS.some((name) => name === agent);
}
