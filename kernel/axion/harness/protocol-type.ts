/**
 * @module protocol-type: the type of a protocol of the experiment. All protocols share episode, gate, log, record and
 * summary; a protocol value contains the differences: questions, verdict, summary members and limits.
 */
import type { Answer, Observation } from '../agents/agent.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import type { GateDecision } from '../kernel/policy-gate.ts';
import type { Probe, ProbeStatus, ProbeVerdict } from '../kernel/probe-engine.ts';
import type { V2Record, V2State } from '../protocol-v2/v2-record.ts';
import type { V2AgentSummary } from '../protocol-v2/v2-summary.ts';
import type { EpisodeConfig, EpisodeRecord } from './episode-record.ts';
import type { EpisodeState, EpisodeTools } from './episode-state.ts';
import type { AgentSummary, SuiteConfig, Threshold } from './suite-summary.ts';

/** The members of an episode's initial state that a protocol sets. */
type ProtocolStart = Pick<EpisodeState, 'probed'> & { readonly v2?: V2State };

/** The results of an episode that depend on its protocol. */
export type EpisodeVerdict = {
  readonly status: ProbeStatus;
  /** Verdicts by probe; a probe without one was not answered. */
  readonly verdicts: Readonly<Partial<Record<Probe, ProbeVerdict>>>;
  /** Entropy of the state that decides the entropy bin of the episode. */
  readonly entropy: number;
  readonly probe_step: number | null;
  readonly v2?: V2Record;
};

export type Protocol = {
  readonly start: (config: EpisodeConfig, env: ToyEnv) => ProtocolStart;
  /** The members that the protocol adds to an observation of this world. */
  readonly observation: (state: EpisodeState, env: ToyEnv) => Pick<Observation, 'v2'>;
  /** Queues the questions that are due after a proposal has been decided and executed. */
  readonly afterStep: (
    state: EpisodeState,
    turn: { readonly before: EpisodeState; readonly decision: GateDecision },
    tools: EpisodeTools,
  ) => EpisodeState;
  /** Records the answer to the first of the `asked` questions (the pending ones before the answer). */
  readonly afterAnswer: (
    asked: EpisodeState['pending'],
    state: EpisodeState,
    answer: Answer,
  ) => EpisodeState;
  /** The verdict at the end of an episode or earlier. */
  readonly verdict: (state: EpisodeState) => EpisodeVerdict;
  /** The members that the protocol adds to the summary of an agent; `seed` determines the samples of the bootstrap. */
  readonly summary: (records: readonly EpisodeRecord[], seed: string) => V2AgentSummary | undefined;
  /** The limits for the pass rates of the agents of a suite. */
  readonly thresholds: (
    config: SuiteConfig,
    agents: Readonly<Partial<Record<string, AgentSummary>>>,
  ) => Readonly<Record<string, Threshold>>;
};
