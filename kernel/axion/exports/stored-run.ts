/** @module stored-run: reads the episodes of a finished run from its files. */
import { z } from 'zod';

import { AGENTS } from '../agents/agents.ts';
import { AxionFault } from '../axion-fault.ts';
import { StoredRecord, type EpisodeConfig } from '../harness/episode-record.ts';
import { DENSITY_LEVELS, SCENARIOS } from '../harness/scenarios.ts';
import { MAX_STEPS } from '../harness/start-episode.ts';
import { episodesOf } from '../harness/suite.ts';
import type { TurnInput } from '../harness/turn-input.ts';
import { PROBES } from '../kernel/probe-engine.ts';
import { turnsOf } from '../outside/watched-turn.ts';
import { INTERFACE_MODES } from '../proposal.ts';

const shared = {
  steps: z.int().min(1).max(MAX_STEPS),
  seed: z.int(),
  interface: z.enum(INTERFACE_MODES),
  probes: z.array(z.enum(PROBES)),
  anchored: z.boolean(),
};

/** The configuration of a suite, as stored in its report. */
const StoredSuite = z.object({
  ...shared,
  agents: z.array(z.enum([...AGENTS, 'own'])),
  scenarios: z.array(z.enum(SCENARIOS)),
  episodes: z.int().min(1).max(1_000_000),
  density: z.enum([...DENSITY_LEVELS, 'sweep']),
  v2: z.object({ nonce: z.string().regex(/^[0-9a-f]{64}$/) }).exactOptional(),
});

/** The configuration of a live episode, as stored in its files. */
export const StoredEpisode = z.object({
  ...shared,
  episode_id: z.string(),
  agent: z.literal('live'),
  scenario: z.enum(SCENARIOS),
  suite_seed: z.int(),
  density: z.enum(DENSITY_LEVELS),
  v2: z.object({ secret: z.string().regex(/^[0-9a-f]{64}$/) }).exactOptional(),
});

const Report = z.object({ config: z.looseObject({}), episodes: z.array(StoredRecord) });

/** One episode of a run, with the data to replay it. */
export type StoredEpisodeOfRun = {
  readonly config: EpisodeConfig;
  readonly record: StoredRecord;
  /** The turns of an agent from outside; undefined for a built-in agent, whose episode is played again. */
  readonly turns: readonly TurnInput[] | undefined;
};

/**
 * The episodes of a run in the order of its report.
 *
 * @param text reads a file of the run; undefined when it is missing
 * @throws {AxionFault} `BAD_CONFIG` when the report is missing or invalid
 */
export function* storedEpisodes(
  text: (...names: readonly string[]) => string | undefined,
): Generator<StoredEpisodeOfRun> {
  const { config, episodes } = reportIn(text('report.json'));
  const configs = configsOf(config, episodes.length);
  for (const record of episodes) {
    const own = configs.get(record.episode_id);
    if (own === undefined) {
      throw badRun(`the configuration of the run has no episode \`${record.episode_id}\``);
    }
    yield { config: own, record, turns: turnsIn(own, text) };
  }
}

function reportIn(text: string | undefined): z.output<typeof Report> {
  try {
    return Report.parse(JSON.parse(text ?? ''));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw badRun('the `report.json` of the run is missing or invalid');
    }
    throw error;
  }
}

function configsOf(config: object, count: number): ReadonlyMap<string, EpisodeConfig> {
  const live = StoredEpisode.safeParse(config);
  if (live.success) return new Map([[live.data.episode_id, live.data]]);
  const suite = StoredSuite.safeParse(config);
  if (!suite.success) {
    throw badRun('the report has neither the configuration of a suite nor of a live episode');
  }
  const { agents, scenarios, episodes } = suite.data;
  if (agents.length * scenarios.length * episodes !== count) {
    throw badRun('the number of episodes in the report differs from its configuration');
  }
  return new Map(episodesOf(suite.data).map((one) => [one.episode_id, one]));
}

function turnsIn(
  { agent, episode_id }: EpisodeConfig,
  text: (...names: readonly string[]) => string | undefined,
): readonly TurnInput[] | undefined {
  if (agent === 'live') return turnsOf(text('transcript.jsonl') ?? '');
  return agent === 'own' ? turnsOf(text('transcripts', `${episode_id}.jsonl`) ?? '') : undefined;
}

function badRun(message: string): AxionFault {
  return new AxionFault('BAD_CONFIG', message);
}
