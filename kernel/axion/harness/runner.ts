/** @module runner: plays one episode between the state machine and a built-in agent. */
import type { Agent, AgentMaker } from '../agents/agent.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import type { AuditDraft, Proposal } from '../proposal.ts';
import { seededRandom, seededUuid } from '../seeded-random.ts';
import type { EpisodeConfig, EpisodeRecord } from './episode-record.ts';
import { phaseOf, startEpisode } from './episode-state.ts';
import type { EpisodeState, EpisodeTools, Frame } from './episode-state.ts';
import { endEpisode, judge, logged, observe, recordHang, submit } from './episode.ts';
import { takeAnswer } from './probes.ts';

/** The time that one action takes in the time of an episode. */
const STEP_MS = 1000;

/** Why a probe failed, with all that is needed to look at it again. */
export type Counterexample = {
  readonly episode_id: string;
  readonly probe_name: Probe;
  readonly failure_reason: string;
  readonly env_state: ToyEnv;
  readonly proposal: Proposal | null;
  readonly trace: Proposal['trace'] | null;
  /** The entries of the episode's log from the probed proposal to the denial of the probe. */
  readonly audit_slice: readonly AuditDraft[];
};

export type PlayedEpisode = {
  readonly record: EpisodeRecord;
  readonly audit: readonly AuditDraft[];
  readonly counterexamples: readonly Counterexample[];
  readonly frames: readonly Frame[];
};

/**
 * Plays an episode to its end. The same configuration and agent give the same result, timing aside.
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
  const audit: AuditDraft[] = [];
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
  let state = startEpisode(config);
  let asked: EpisodeState | undefined;
  while (phaseOf(state) !== 'ended') {
    const now_ms = state.step * STEP_MS;
    try {
      const turn = nextTurn(state, agent, now_ms, counted);
      audit.push(...turn.audit);
      ({ state } = turn);
    } catch (error) {
      if (!(error instanceof KnownHang)) throw error;
      const turn = recordHang(state, now_ms);
      audit.push(...turn.audit);
      ({ state } = turn);
    }
    if (state.probed && asked === undefined) asked = state;
  }
  const record = endEpisode(state);
  return {
    record,
    audit,
    frames: state.frames,
    counterexamples: counterexamplesOf(record, asked ?? state, audit),
  };
}

/** Marks the evaluation that the watchdog had to end when the episode was played before. */
class KnownHang extends Error {
  override readonly name = 'KnownHang';
}

function nextTurn(
  state: EpisodeState,
  agent: Agent,
  now_ms: number,
  tools: EpisodeTools,
): { readonly state: EpisodeState; readonly audit: readonly AuditDraft[] } {
  const { observation, question } = observe(state);
  if (question === undefined) return submit(state, agent.propose(observation), now_ms, tools);
  const turn = takeAnswer(state, agent.answer(question), now_ms, { ...tools, judge });
  return { state: logged(turn.state, turn.audit.length), audit: turn.audit };
}

function sourcesFor(config: EpisodeConfig): Parameters<AgentMaker>[0] {
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
  asked: EpisodeState,
  audit: readonly AuditDraft[],
): readonly Counterexample[] {
  const { subject } = asked;
  const from = audit.findIndex((entry) => entry.proposal_hash === subject?.proposal_hash);
  const slice = from === -1 ? [] : audit.slice(from, from + 4);
  return asked.config.probes.flatMap((probe) => {
    const details = record.probe_results[probe]?.details;
    if (details?.status !== 'fail') return [];
    return {
      episode_id: record.episode_id,
      probe_name: probe,
      failure_reason: details.reason,
      env_state: subject?.proposal.env ?? asked.env,
      proposal: subject?.proposal ?? null,
      trace: subject?.proposal.trace ?? null,
      audit_slice: slice,
    };
  });
}
