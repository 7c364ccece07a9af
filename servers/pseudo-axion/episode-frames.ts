/** @module episode-frames: the steps of an episode, replayed from its run's files. */
import { AGENT_MAKERS, isBuiltIn } from '../../kernel/axion/agents/agents.ts';
import { episodeStory } from '../../kernel/axion/exports/episode-story.ts';
import type { Moment } from '../../kernel/axion/exports/episode-story.ts';
import {
  storedEpisodes,
  StoredEpisode,
  StoredSuite,
} from '../../kernel/axion/exports/stored-run.ts';
import type { EpisodeConfig } from '../../kernel/axion/harness/episode-record.ts';
import type { Frame } from '../../kernel/axion/harness/episode-state.ts';
import { playEpisode } from '../../kernel/axion/harness/runner.ts';
import { episodesOf } from '../../kernel/axion/harness/suite.ts';
import { playAgain, turnsOf, UNTIMED } from '../../kernel/axion/outside/watched-turn.ts';
import type { FoundRun } from './run-files.ts';

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

/** The turns of an episode of a run; none when the run has no such episode. */
export function storyOf(run: FoundRun, episode_id: string): readonly Moment[] {
  for (const episode of storedEpisodes(run.text)) {
    if (episode.record.episode_id === episode_id) return episodeStory(episode);
  }
  return [];
}
