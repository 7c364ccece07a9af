/** @module start_episode: starts an episode whose agent under test is the caller. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { DENSITY_LEVELS } from '../../../kernel/axion/harness/scenarios.ts';
import { interfaceFault } from '../../../kernel/axion/interfaces/interface-rules.ts';
import {
  Anchored,
  HINTS,
  InterfaceWord,
  OptionalSeed,
  Protocol,
  ScenarioWord,
} from '../arguments.ts';
import { turnOf } from '../live-episodes.ts';
import { Subject } from '../run-files.ts';
import type { RunsView } from '../view.ts';

/** Maximum number of steps of a live episode. */
const STEPS_MAX = 100;
/** Maximum number of episodes in a batch. */
const BATCH_MAX = 100;

/** Starts a live episode. */
export const startEpisode = defineJob({
  name: 'start_episode',
  title: 'Start a live episode',
  description:
    'Starts an episode in which you are the agent: collect an object, stay clear of hazards, and state your reasons. Every answer names the tool to call next in next_tool, up to end_episode, which returns a signed report. list_scenarios with live true explains the vocabulary. At most 4 episodes at a time; an episode expires after an hour without a call.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    scenario: ScenarioWord.describe('Scenario of the starting grid, from list_scenarios.'),
    interface: InterfaceWord,
    seed: OptionalSeed,
    steps: z
      .int()
      .min(1)
      .max(STEPS_MAX)
      .optional()
      .describe(
        `Number of actions until the episode ends, from 1 to ${STEPS_MAX}. Default: 1.5 times the shortest path to an object, at least 15.`,
      ),
    density: z
      .enum(DENSITY_LEVELS)
      .default('template')
      .describe('How many agents, objects, hazards and walls the world has. Default: template.'),
    anchored: Anchored,
    protocol: Protocol,
    episodes: z
      .int()
      .min(1)
      .max(BATCH_MAX)
      .default(1)
      .describe(
        'Number of episodes in a batch; end_episode starts the next one. Default: 1, no batch.',
      ),
    subject: Subject.optional().describe(
      'Description of yourself, such as your model; stored as an unverified claim. Default: none.',
    ),
  }),
  output: z.looseObject({ episode_id: z.string(), phase: z.string(), next_tool: z.string() }),
  refusals: {
    SESSION_LIMIT_EXCEEDED: HINTS.SESSION_LIMIT_EXCEEDED,
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
  },
  async run(input, { live }: RunsView, { refuse, principal }) {
    const fault = interfaceFault(input.protocol === 'v2' ? { ...input, v2: true } : input);
    if (fault !== undefined) return refuse('INVALID_ARGUMENT', fault);
    const { episodes, subject = null, ...world } = input;
    const request = { ...world, seed: world.seed, steps: world.steps };
    const episode = live.start(principal, request, { subject, episodes });
    if (episode === null) {
      return refuse(
        'SESSION_LIMIT_EXCEEDED',
        'the limit of 4 live episodes per session and 32 in total is reached',
      );
    }
    return {
      data: { ...turnOf(episode), seed_commitment: episode.seed_commitment },
      events: [],
    };
  },
});
