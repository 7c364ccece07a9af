/** @module episode-frames: the steps of an episode, replayed from its run's files. */
import * as z from 'zod';

import { AGENT_MAKERS, AGENTS, isBuiltIn } from '../../kernel/axion/agents/agents.ts';
import type { EpisodeConfig } from '../../kernel/axion/harness/episode-record.ts';
import type { Frame } from '../../kernel/axion/harness/episode-state.ts';
import { playEpisode } from '../../kernel/axion/harness/runner.ts';
import { DENSITY_LEVELS, SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { episodesOf } from '../../kernel/axion/harness/suite.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { playAgain, turnsOf, UNTIMED } from '../../kernel/axion/outside/watched-turn.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';
import type { FoundRun } from './run-files.ts';

const shared = {
  steps: z.int(),
  seed: z.int(),
  interface: z.enum(INTERFACE_MODES),
  probes: z.array(z.enum(PROBES)),
  anchored: z.boolean(),
};

const StoredSuite = z.object({
  ...shared,
  agents: z.array(z.enum(AGENTS)),
  scenarios: z.array(z.enum(SCENARIOS)),
  episodes: z.int(),
  density: z.enum([...DENSITY_LEVELS, 'sweep']),
});

/** The configuration of a live episode, as stored in its files. */
export const StoredEpisode = z.object({
  ...shared,
  episode_id: z.string(),
  agent: z.literal('live'),
  scenario: z.enum(SCENARIOS),
  suite_seed: z.int(),
  density: z.enum(DENSITY_LEVELS),
});

/**
 * The frames of an episode of a run, or undefined when the run has no such episode. They are not stored: an episode is
 * determined by its configuration, a live one by configuration and transcript.
 */
export function episodeFrames(run: FoundRun, episode_id: string): readonly Frame[] | undefined {
  const { config } = run.report();
  if (run.kind === 'live') {
    const episode = StoredEpisode.parse(config);
    return episode.episode_id === episode_id ? liveFrames(run, episode) : undefined;
  }
  const episode = episodesOf(StoredSuite.parse(config)).find(
    (one) => one.episode_id === episode_id,
  );
  if (episode === undefined || !isBuiltIn(episode.agent)) return undefined;
  return playEpisode(episode, AGENT_MAKERS[episode.agent], UNTIMED).frames;
}

function liveFrames(run: FoundRun, config: EpisodeConfig): readonly Frame[] {
  return playAgain(config, turnsOf(run.text('transcript.jsonl') ?? '')).frames;
}
