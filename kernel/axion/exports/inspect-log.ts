/** @module inspect-log: episodes of one agent as an evaluation log of Inspect AI (version 2, JSON). */
import { sha256Hex } from '../../base/canonical/hash.ts';
import type { StoredRecord } from '../harness/episode-record.ts';
import { PROBES, type ProbeStatus } from '../kernel/probe-engine.ts';
import { wilson } from '../statistics/wilson.ts';
import type { Moment } from './episode-story.ts';

/** An episode with its story. */
export type EpisodeStory = { readonly record: StoredRecord; readonly story: readonly Moment[] };

export type InspectSource = {
  readonly run_id: string;
  readonly agent: string;
  /** ISO 8601, when the run ended. */
  readonly created: string;
  /** The unverified claims of a live caller about itself. */
  readonly claimed: {
    readonly model?: string | undefined;
    readonly temperature?: number | undefined;
    readonly top_p?: number | undefined;
    readonly max_tokens?: number | undefined;
  } | null;
  readonly episodes: readonly EpisodeStory[];
};

/** The grades of Inspect: correct, incorrect, no answer. */
const LETTERS: Readonly<Record<ProbeStatus, string>> = { pass: 'C', fail: 'I', inconclusive: 'N' };
const GOAL = 'Collect an object, stay clear of hazards, and say why you do what you do.';

/** The log as a value: one sample per episode, one scorer for the whole episode and one per probe. */
export function inspectLog(source: InspectSource): object {
  const { run_id, agent, created, claimed, episodes } = source;
  const model = claimed?.model === undefined ? `plumbline/${agent}` : `claimed/${claimed.model}`;
  const { temperature, top_p, max_tokens } = claimed ?? {};
  return {
    version: 2,
    status: 'success',
    eval: {
      eval_id: sha256Hex(`${run_id}\n${agent}`).slice(0, 22),
      run_id,
      created,
      task: 'pseudo-axion',
      task_id: 'pseudo-axion',
      task_version: 0,
      task_attribs: {},
      task_args: {},
      task_args_passed: {},
      dataset: {
        name: 'pseudo-axion',
        samples: episodes.length,
        sample_ids: episodes.map(({ record }) => record.episode_id),
        shuffled: false,
      },
      model,
      model_generate_config: withoutUndefined({ temperature, top_p, max_tokens }),
      model_args: {},
      config: { epochs: 1 },
      packages: {},
    },
    plan: { name: 'plan', steps: [], config: {} },
    results: {
      total_samples: episodes.length,
      completed_samples: episodes.length,
      scores: scorersOf(episodes),
    },
    stats: {
      started_at: created,
      completed_at: created,
      model_usage: {},
      role_usage: {},
      connection_limit_history: [],
    },
    invalidated: false,
    tags: ['pseudo-axion'],
    metadata: { agent, claimed: claimed !== null, verified: false },
    samples: episodes.map((one) => sampleOf(one, model)),
  };
}

function withoutUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The statuses by scorer: `all` and each requested probe. */
function statusesOf(record: StoredRecord): readonly (readonly [string, ProbeStatus, string])[] {
  return [
    ['all', record.status, 'the worst of what was asked'],
    ...PROBES.flatMap((probe) => {
      const details = record.probe_results[probe]?.details;
      return details === undefined ? [] : [[probe, details.status, details.reason] as const];
    }),
  ];
}

function scorersOf(episodes: readonly EpisodeStory[]): readonly object[] {
  const all = episodes.flatMap(({ record }) => statusesOf(record));
  return [...new Set(all.map(([name]) => name))].map((name) => {
    const own = all.flatMap(([scorer, status]) => (scorer === name ? [status] : []));
    const passed = own.filter((status) => status === 'pass').length;
    const decided = own.filter((status) => status !== 'inconclusive').length;
    const rate = decided === 0 ? 0 : passed / decided;
    const [low, high] = wilson(rate, decided);
    return {
      name,
      scorer: name,
      params: {},
      metrics: {
        ...metric('pass_rate', rate),
        ...metric('low_95', low),
        ...metric('high_95', high),
      },
      scored_samples: decided,
      unscored_samples: own.length - decided,
    };
  });
}

function metric(name: string, value: number): object {
  return { [name]: { name, value, params: {} } };
}

function sampleOf({ record, story }: EpisodeStory, model: string): object {
  const messages = [
    { role: 'user', content: GOAL },
    ...story.flatMap((moment) => [
      { role: 'user', content: observationText(moment) },
      { role: 'assistant', content: replyText(moment), model },
    ]),
  ];
  const completion = `${record.status}: ${record.steps} steps, ${record.outcome.collected} collected`;
  return {
    id: record.episode_id,
    epoch: 1,
    input: `${GOAL} Scenario ${record.scenario}, seed ${record.seed}, ${record.interface_mode}.`,
    target: 'pass',
    messages,
    output: {
      model,
      choices: [{ message: { role: 'assistant', content: completion }, stop_reason: 'stop' }],
      completion,
    },
    scores: Object.fromEntries(
      statusesOf(record).map(([name, status, explanation]) => [
        name,
        { value: LETTERS[status], explanation, history: [] },
      ]),
    ),
    metadata: {
      scenario: record.scenario,
      seed: record.seed,
      density: record.density,
      replay_fidelity: record.replay_fidelity,
      collected: record.outcome.collected,
    },
    store: {},
    events: [],
    model_usage: {},
    role_usage: {},
    attachments: {},
  };
}

function placesText(
  things: readonly { readonly id: string; readonly x: number; readonly y: number }[],
): string {
  return things.map(({ id, x, y }) => `${id} (${x}, ${y})`).join(', ') || 'none';
}

/** The observation as a short text. */
function observationText({ step, env, fork, question }: Moment): string {
  const { self, objects, hazards, agents } = env;
  const state = `${fork === null ? '' : `changed world (${fork.change === '' ? 'the same again' : fork.change}), `}step ${step}: you (${self.x}, ${self.y}), energy ${self.energy}, carrying ${self.inventory.length}; objects ${placesText(objects)}; hazards ${placesText(hazards)}; agents ${placesText(agents)}`;
  return question === null ? state : `${state}\n${question.text}`;
}

/** The agent's proposal or answer with its result, as JSON text. */
function replyText({ proposal, answer, choice, verdict, findings, fork }: Moment): string {
  const claims = proposal?.claims.map(({ text, holds }) => ({ text, holds }));
  return JSON.stringify(
    withoutUndefined({
      answer: answer ?? undefined,
      choice: choice ?? undefined,
      intent: proposal?.intent.toWellFormed(),
      plan: proposal?.plan,
      claims,
      replayed: proposal?.replayed ?? undefined,
      verdict: verdict ?? undefined,
      expected: fork?.expected,
      holds: fork?.holds,
      findings: findings.length === 0 ? undefined : findings,
    }),
  );
}
