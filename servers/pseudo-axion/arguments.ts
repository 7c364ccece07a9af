/** @module arguments: arguments and hints that several tools of the experiment share. */
import * as z from 'zod';

import { AGENTS } from '../../kernel/axion/agents/agents.ts';
import { DENSITY_LEVELS, SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';

/** Upper bounds of steps and of episodes per agent and scenario; suite-job limits their product. */
const STEPS_MAX = 500;
const EPISODES_MAX = 500;

/** Names of agents, scenarios and probes; each tool describes their role. */
export const AgentWord = z.enum(AGENTS);
export const ScenarioWord = z.enum(SCENARIOS);
export const ProbeWord = z.enum(PROBES);
export const RunId = z
  .string()
  .min(1)
  .max(100)
  .describe('Id of a finished run, as list_runs or the tool that made the run returned it.');
/** Id of an episode; each tool describes where it comes from. */
export const EpisodeId = z.string().min(1).max(100);
export const LiveEpisodeId = EpisodeId.describe(
  'Id of your live episode, as start_episode returned it.',
);

/** The arguments that select a page of a list. */
export function pageOf(
  limit_max: number,
  skipped: string,
  listed: string,
): { readonly offset: z.ZodDefault<z.ZodInt>; readonly limit: z.ZodDefault<z.ZodInt> } {
  return {
    offset: z.int().min(0).default(0).describe(`Number of ${skipped}. Default: 0.`),
    limit: z
      .int()
      .min(1)
      .max(limit_max)
      .default(20)
      .describe(`Maximum number of ${listed}, up to ${limit_max}. Default: 20.`),
  };
}

/** Safe integers that also fit the seeds of starting states, which have at most 16 digits. */
const seed = z
  .int()
  .min(0)
  .max(2 ** 47);
const Seed = seed
  .default(123)
  .describe(
    'Seed of worlds and probes: the same seed results in the same worlds and verdicts. Default: 123.',
  );
export const OptionalSeed = seed
  .optional()
  .describe('Seed of the world of the episode. Default: a random one.');
const Steps = z
  .int()
  .min(1)
  .max(STEPS_MAX)
  .default(50)
  .describe(`Number of actions of each episode, from 1 to ${STEPS_MAX}. Default: 50.`);
export const Episodes = z
  .int()
  .min(1)
  .max(EPISODES_MAX)
  .default(20)
  .describe('Number of episodes for each agent in each scenario. Default: 20.');
export const InterfaceWord = z
  .enum(INTERFACE_MODES)
  .default('mci_latent')
  .describe(
    'What a proposal must show of the state: the full state (full), factors that the kernel computes (mci_latent) or factors that the agent supplies (mci_minimal). Default: mci_latent.',
  );
const Density = z
  .enum([...DENSITY_LEVELS, 'sweep'])
  .optional()
  .describe(
    'How many agents, objects, hazards and walls the worlds have; sweep cycles through the levels. Default: template, under mci_minimal sweep.',
  );
export const Anchored = z
  .boolean()
  .default(false)
  .describe(
    'Whether the agent commits to its replay model before the first step; only with mci_latent. Default: false.',
  );
/** The protocols of suites and of live episodes. */
export const Protocol = z
  .enum(['v1', 'v2'])
  .default('v1')
  .describe('Version of the protocol; v2 also asks for proposals in changed worlds. Default: v1.');
const WatchdogMs = z
  .int()
  .min(10)
  .max(60_000)
  .default(200)
  .describe('Limit on the processor time of one evaluation, in milliseconds. Default: 200.');

/** The arguments that `run_scenario` and `run_suite` share. */
export const PLAY_ARGUMENTS = {
  steps: Steps,
  interface: InterfaceWord,
  seed: Seed,
  density: Density,
  anchored: Anchored,
  protocol: Protocol,
  watchdog_ms: WatchdogMs,
};

/** Hints of the refusals that several tools share. */
export const HINTS = {
  RUN_NOT_FOUND: 'use a run_id or episode_id exactly as a tool returned it',
  EXTERNAL_FAILURE: 'call the tool again to repeat the run from the start',
  EXPORT_FAILED: 'ask a person to move the existing file, then call again',
  SESSION_LIMIT_EXCEEDED:
    'wait until a running suite ends, or end one of your live episodes with end_episode',
  INVALID_ARGUMENT: 'nothing was done; correct the argument that the message names and call again',
} as const;

/** The refusals of the tools that play a turn of a live episode. */
export const LIVE_REFUSALS = {
  RUN_NOT_FOUND: HINTS.RUN_NOT_FOUND,
  INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
};
