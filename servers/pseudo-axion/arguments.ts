/** @module arguments: shared arguments and hints of the experiment's tools. */
import * as z from 'zod';

import { AGENTS } from '../../kernel/axion/agents/agents.ts';
import { DENSITY_LEVELS, SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';

/** Bounds of steps and of episodes per agent and scenario; suite-job bounds their product. */
const STEPS_MAX = 500;
const EPISODES_MAX = 500;

export const AgentWord = z.enum(AGENTS);
export const ScenarioWord = z.enum(SCENARIOS);
export const ProbeWord = z.enum(PROBES);
export const RunId = z.string().min(1).max(100).describe('From the answer of a run.');
export const EpisodeId = z.string().min(1).max(100);

const seed = z
  .int()
  .min(0)
  .max(2 ** 47);
export const Seed = seed.default(123).describe('Same seed, same worlds and verdicts.');
export const OptionalSeed = seed.optional().describe('Of the world; drawn if left out.');
export const Steps = z
  .int()
  .min(1)
  .max(STEPS_MAX)
  .default(50)
  .describe(`Per episode, at most ${STEPS_MAX}.`);
export const Episodes = z
  .int()
  .min(1)
  .max(EPISODES_MAX)
  .default(20)
  .describe('Per agent and scenario.');
export const InterfaceWord = z
  .enum(INTERFACE_MODES)
  .default('mci_latent')
  .describe('Full state, kernel-made factors, own factors.');
export const Density = z
  .enum([...DENSITY_LEVELS, 'sweep'])
  .optional()
  .describe('How full the worlds are.');
export const Anchored = z
  .boolean()
  .default(false)
  .describe('Commit the model before the first step; mci_latent only.');
/** The protocols of suites and of live episodes. */
export const Protocol = z
  .enum(['v1', 'v2'])
  .default('v1')
  .describe('v2: asks again in changed worlds.');
export const WatchdogMs = z
  .int()
  .min(10)
  .max(60_000)
  .default(200)
  .describe('Processor time for one evaluation, in milliseconds.');

/** Hints of refusals that several tools share. */
export const HINTS = {
  RUN_NOT_FOUND: 'use a run_id or episode_id exactly as it was answered',
  EXTERNAL_FAILURE: 'call again to run it afresh',
  EXPORT_FAILED: 'a person can move the file away; then call again',
  SESSION_LIMIT_EXCEEDED: 'wait until one of those under way has ended, or end it',
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was done',
} as const;
