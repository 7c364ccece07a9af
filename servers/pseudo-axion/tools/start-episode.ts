/** @module start_episode: an episode whose agent under test is the caller. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { DENSITY_LEVELS } from '../../../kernel/axion/harness/scenarios.ts';
import { anchoredFault, v2Fault } from '../../../kernel/axion/interfaces/interface-rules.ts';
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

const STEPS_MAX = 100;
const BATCH_MAX = 100;

/** Starts a live episode. */
export const startEpisode = defineJob({
  name: 'start_episode',
  title: 'Start a live episode',
  description:
    'Starts an episode in which you are the agent: collect an object, stay clear of hazards, and say why. Each answer names in next_tool what to call next, up to end_episode with a signed report. list_scenarios with live true explains the words. At most 4 at once; forgotten after an hour.',
  action: 'CREATE',
  openWorld: false,
  input: z.strictObject({
    scenario: ScenarioWord.describe('Starting grid.'),
    interface: InterfaceWord,
    seed: OptionalSeed,
    steps: z
      .int()
      .min(1)
      .max(STEPS_MAX)
      .optional()
      .describe('Enough if left out: 1.5 times the shortest way, at least 15.'),
    density: z.enum(DENSITY_LEVELS).default('template').describe('How full the world is.'),
    anchored: Anchored,
    protocol: Protocol,
    episodes: z
      .int()
      .min(1)
      .max(BATCH_MAX)
      .default(1)
      .describe('Of a batch: end_episode starts the next.'),
    subject: Subject.optional().describe('What you say you are; kept as a claim.'),
  }),
  output: z.looseObject({ episode_id: z.string(), phase: z.string(), next_tool: z.string() }),
  refusals: {
    SESSION_LIMIT_EXCEEDED: HINTS.SESSION_LIMIT_EXCEEDED,
    INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
  },
  async run(input, { live }: RunsView, { refuse, principal }) {
    const under = input.protocol === 'v2' ? { ...input, v2: true } : input;
    const fault = anchoredFault(input) ?? v2Fault(under);
    if (fault !== undefined) return refuse('INVALID_ARGUMENT', fault);
    const { episodes, subject = null, ...world } = input;
    const wanted = { ...world, seed: world.seed, steps: world.steps };
    const episode = live.start(principal, wanted, { subject, episodes });
    if (episode === null) {
      return refuse('SESSION_LIMIT_EXCEEDED', 'as many live episodes as may be are under way');
    }
    return {
      data: { ...turnOf(episode), seed_commitment: episode.seed_commitment },
      events: [],
    };
  },
});
