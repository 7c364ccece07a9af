/** @module runner: plays one episode with the state machine and a built-in agent. */
import type { Agent, AgentMaker, AgentSources } from '../agents/agent.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import type { AuditDraft, Proposal } from '../proposal.ts';
import { seededRandom, seededUuid } from '../seeded-random.ts';
import type { EpisodeConfig, EpisodeRecord } from './episode-record.ts';
import { phaseOf, startEpisode } from './episode-state.ts';
import type { EpisodeState, EpisodeTools, Frame, Turn } from './episode-state.ts';
import { answer, endEpisode, observe, recordHang, submit } from './episode.ts';

/** Episode time of one action. */
const STEP_MS = 1000;

/** The state in which the probes began, and the range of their entries, with that of the probed proposal. */
type ProbedState = { readonly state: EpisodeState; readonly from: number; to: number };

/** Why a probe failed, with the data to check it again. */
export type Counterexample = {
  readonly episode_id: string;
  readonly probe_name: Probe;
  readonly failure_reason: string;
  readonly env_state: ToyEnv;
  readonly proposal: Proposal | null;
  readonly trace: Proposal['trace'] | null;
  /** The entries of the episode from the probed proposal to the denials of the probes; `to` is exclusive. */
  readonly audit_slice: { readonly from: number; readonly to: number };
};

export type PlayedEpisode = {
  readonly record: EpisodeRecord;
  readonly audit: readonly AuditDraft[];
  readonly counterexamples: readonly Counterexample[];
  readonly frames: readonly Frame[];
};

/**
 * An episode to its end, turn by turn: gives the state in which the agent is to act or to answer, and takes the turn that
 * was made of it.
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

/** The episode's time of a state. */
export function timeOf(state: EpisodeState): number {
  return state.step * STEP_MS;
}

function turnOrHang(state: EpisodeState, agent: Agent, tools: EpisodeTools): Turn {
  try {
    return nextTurn(state, agent, timeOf(state), tools);
  } catch (error) {
    if (!(error instanceof KnownHang)) throw error;
    return recordHang(state, timeOf(state));
  }
}

/** Marks the evaluation that the watchdog ended when the episode was played before. */
class KnownHang extends Error {
  override readonly name = 'KnownHang';
}

function nextTurn(state: EpisodeState, agent: Agent, now_ms: number, tools: EpisodeTools): Turn {
  const { observation, question } = frozen(observe(state));
  if (question === undefined) return submit(state, agent.propose(observation), now_ms, tools);
  return answer(state, agent.answer(question), now_ms, tools);
}

/** Freezes the kernel's own objects before they are passed to an agent in this process. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
}

/** The ids and nonces of an episode's agent. */
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
