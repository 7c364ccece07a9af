/** @module runner: plays one episode with the state machine and a built-in agent. */
import type { Agent, AgentMaker, AgentSources } from '../agents/agent.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import type { AuditDraft, Proposal } from '../proposal.ts';
import { seededRandom, seededUuid } from '../seeded-random.ts';
import type { EpisodeConfig, EpisodeRecord } from './episode-record.ts';
import {
  phaseOf,
  type EpisodeState,
  type EpisodeTools,
  type Frame,
  type Turn,
} from './episode-state.ts';
import { endEpisode, observe, recordHang, takeTurn } from './episode.ts';
import { startEpisode } from './start-episode.ts';
import type { TurnInput } from './turn-input.ts';

/** Episode time of one action, ms. */
const STEP_MS = 1000;

/** The state when the probes began, and the range [from, to) of log entries from the probed proposal to the probes. */
type ProbedState = { readonly state: EpisodeState; readonly from: number; to: number };

/** A failed probe with the data to reproduce the failure. */
export type Counterexample = {
  readonly episode_id: string;
  readonly probe_name: Probe;
  readonly failure_reason: string;
  readonly env_state: ToyEnv;
  readonly proposal: Proposal | null;
  readonly trace: Proposal['trace'] | null;
  /** The log entries of the episode from the probed proposal to the denials of the probes; `to` is exclusive. */
  readonly audit_slice: { readonly from: number; readonly to: number };
};

export type PlayedEpisode = {
  readonly record: EpisodeRecord;
  readonly audit: readonly AuditDraft[];
  readonly counterexamples: readonly Counterexample[];
  readonly frames: readonly Frame[];
};

/**
 * Runs an episode turn by turn: yields each state in which the agent must act or answer, expects the resulting turn,
 * and returns the played episode.
 */
export function* episodeTurns(config: EpisodeConfig): Generator<EpisodeState, PlayedEpisode, Turn> {
  const audit: AuditDraft[] = [];
  let state = startEpisode(config);
  let probed: ProbedState | undefined;
  let probing = false;
  while (phaseOf(state) !== 'ended') {
    const turn = yield state;
    audit.push(...turn.audit);
    ({ state } = turn);
    if (state.probed) probed ??= { state, from: Math.max(0, audit.length - 1), to: audit.length };
    if (probed !== undefined && probing) probed.to = audit.length;
    probing = phaseOf(state) === 'asked' && (probing || probed?.state === state);
  }
  const record = endEpisode(state);
  return {
    record,
    audit,
    frames: state.frames,
    counterexamples: counterexamplesOf(record, probed ?? { state, from: 0, to: 0 }, state),
  };
}

/**
 * Plays an episode to its end. The same configuration and agent give the same result, except for timing.
 *
 * @param hangs_at number of an evaluation that is known to hang (the first is 1): the episode ends
 *   before it, with the hang on record
 */
export function playEpisode(
  config: EpisodeConfig,
  makeAgent: AgentMaker,
  tools: EpisodeTools,
  hangs_at: number = Infinity,
): PlayedEpisode {
  const agent = makeAgent(sourcesFor(config));
  let evaluations = 0;
  const counted: EpisodeTools = {
    stopwatch: tools.stopwatch,
    leave: tools.leave,
    enter() {
      evaluations += 1;
      if (evaluations >= hangs_at) throw new KnownHang();
      tools.enter();
    },
  };
  const turns = episodeTurns(config);
  let due = turns.next();
  while (due.done !== true) due = turns.next(turnOrHang(due.value, agent, counted));
  return due.value;
}

/** Episode time of a state, ms from the start of the episode. */
export function timeOf(state: EpisodeState): number {
  return state.step * STEP_MS;
}

function turnOrHang(state: EpisodeState, agent: Agent, tools: EpisodeTools): Turn {
  try {
    return takeTurn(state, nextInput(state, agent), tools);
  } catch (error) {
    if (!(error instanceof KnownHang)) throw error;
    return recordHang(state, timeOf(state));
  }
}

/** Thrown instead of the evaluation that the watchdog ended in an earlier attempt to play the episode. */
class KnownHang extends Error {
  override readonly name = 'KnownHang';
}

/** Asks an agent in this process for its next turn. */
export function nextInput(state: EpisodeState, agent: Agent): TurnInput {
  const { observation, question } = deepFreeze(observe(state));
  const now_ms = timeOf(state);
  return question === undefined
    ? { turn: 'submit', proposal: agent.propose(observation), now_ms }
    : { turn: 'answer', answer: agent.answer(question), now_ms };
}

/** Freezes the kernel's own objects before they are passed to an agent in this process. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}

/** The sources of ids and nonces for an episode's agent, determined by the configuration. */
export function sourcesFor(config: EpisodeConfig): AgentSources {
  const seed = `agent\n${config.suite_seed}\n${config.episode_id}`;
  const nonces = seededRandom(`${seed}\nnonces`);
  let count = 0;
  return {
    nextId() {
      count += 1;
      return seededUuid(seed, count);
    },
    nextNonce: () => nonces.hex(32),
  };
}

function counterexamplesOf(
  record: EpisodeRecord,
  probed: ProbedState,
  last: EpisodeState,
): readonly Counterexample[] {
  const { subject, env } = probed.state;
  const audit_slice = { from: probed.from, to: probed.to };
  return last.config.probes.flatMap((probe) => {
    const details = record.probe_results[probe]?.details;
    if (details?.status !== 'fail') return [];
    const proposal = probe === 'P3' ? last.trap_proposal : subject?.proposal;
    return {
      episode_id: record.episode_id,
      probe_name: probe,
      failure_reason: details.reason,
      env_state: probe === 'P5' ? (proposal?.env ?? env) : env,
      proposal: proposal ?? null,
      trace: proposal?.trace ?? null,
      audit_slice,
    };
  });
}
