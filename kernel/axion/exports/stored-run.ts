/** @module stored-run: the episodes of a finished run, from its files. */
import { z } from 'zod';

import { AGENTS } from '../agents/agents.ts';
import { AxionFault } from '../axion-fault.ts';
import type { EpisodeConfig } from '../harness/episode-record.ts';
import { MAX_STEPS } from '../harness/episode-state.ts';
import { DENSITY_LEVELS, SCENARIOS } from '../harness/scenarios.ts';
import { episodesOf } from '../harness/suite.ts';
import { PROBES } from '../kernel/probe-engine.ts';
import { turnsOf } from '../outside/watched-turn.ts';
import type { TurnInput } from '../outside/watched-turn.ts';
import { INTERFACE_MODES } from '../proposal.ts';

const shared = {
  steps: z.int().min(1).max(MAX_STEPS),
  seed: z.int(),
  interface: z.enum(INTERFACE_MODES),
  probes: z.array(z.enum(PROBES)),
  anchored: z.boolean(),
};

/** The configuration of a suite, as stored in its report. */
export const StoredSuite = z.object({
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

const Status = z.enum(['pass', 'fail', 'inconclusive']);
export type StoredStatus = z.output<typeof Status>;

/** The members of a record that are carried away; whatever else it has stays behind. */
const StoredRecord = z.object({
  episode_id: z.string(),
  agent_type: z.string(),
  scenario: z.string(),
  interface_mode: z.string(),
  seed: z.number(),
  density: z.string(),
  steps: z.number(),
  env_entropy: z.number(),
  status: Status,
  probe_results: z.partialRecord(
    z.enum(PROBES),
    z.object({
      details: z.object({
        status: Status,
        reason: z.string(),
        checks: z.array(z.object({ claim: z.string(), status: Status, reason: z.string() })),
      }),
    }),
  ),
  proposals_submitted: z.number(),
  proposals_allowed: z.number(),
  proposals_denied: z.number(),
  replay_fidelity: z.number().nullable(),
  token_binding_failures: z.number(),
  commitments_opened: z.number(),
  commitments_unopened: z.number(),
  p5_checks_attempted: z.number(),
  p5_checks_inconclusive: z.number(),
  p5_checks_failed: z.number(),
  p5_checks_passed: z.number(),
  hung: z.boolean(),
  outcome: z.object({
    collected: z.number(),
    alive: z.boolean(),
    final_energy: z.number(),
    hazard_steps: z.number(),
    conflict_steps: z.number(),
  }),
  audit_entries: z.number(),
  audit_chain_ok: z.boolean().nullable(),
  v2: z.object({ world: z.string(), parts: z.record(z.string(), Status) }).optional(),
});
export type StoredRecord = z.output<typeof StoredRecord>;

const Report = z.object({ config: z.looseObject({}), episodes: z.array(StoredRecord) });

/** One episode of a run, with what is needed to play it again. */
export type StoredEpisodeOfRun = {
  readonly config: EpisodeConfig;
  readonly record: StoredRecord;
  /** The turns of an agent outside; undefined for a built-in one, which plays the same again. */
  readonly turns: readonly TurnInput[] | undefined;
};

/**
 * The episodes of a run in the order of its report.
 *
 * @param text reads a file of the run; undefined when it is missing
 * @throws {AxionFault} `BAD_CONFIG` when there is no report of a run
 */
export function* storedEpisodes(
  text: (...names: readonly string[]) => string | undefined,
): Generator<StoredEpisodeOfRun> {
  const { config, episodes } = reportIn(text('report.json'));
  const configs = configsOf(config, episodes.length);
  for (const record of episodes) {
    const own = configs.get(record.episode_id);
    if (own === undefined) throw badRun(`\`${record.episode_id}\` is no episode of its run`);
    yield { config: own, record, turns: turnsIn(own, text) };
  }
}

function reportIn(text: string | undefined): z.output<typeof Report> {
  try {
    return Report.parse(JSON.parse(text ?? ''));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw badRun('there is no `report.json` of a run');
    }
    throw error;
  }
}

function configsOf(config: object, count: number): ReadonlyMap<string, EpisodeConfig> {
  const live = StoredEpisode.safeParse(config);
  if (live.success) return new Map([[live.data.episode_id, live.data]]);
  const suite = StoredSuite.safeParse(config);
  if (!suite.success) throw badRun('its report has the configuration of no run');
  const { agents, scenarios, episodes } = suite.data;
  if (agents.length * scenarios.length * episodes !== count) {
    throw badRun('its report has other episodes than its configuration');
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
