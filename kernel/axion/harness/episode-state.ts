/** @module episode-state: the state of a running episode as plain data, and values derived from it. */
import type { Outcome } from '../env/metrics-oracle.ts';
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import type { TokenRegistry } from '../kernel/capability.ts';
import type { ClaimCheck, Probe, ProbeVerdict } from '../kernel/probe-engine.ts';
import type {
  AuditDraft,
  CapabilityToken,
  InterfaceSpec,
  Proposal,
  Verdict,
  Witness,
} from '../proposal.ts';
import type { Fork, V2State } from '../protocol-v2/v2-record.ts';
import { seededRandom, seededUuid } from '../seeded-random.ts';
import type { EpisodeConfig } from './episode-record.ts';

/** An unanswered question to the agent. */
export type Pending =
  | { readonly kind: 'anchor' | 'final_reveal' }
  /** An offer. `step`: under protocol v2 the probed step. */
  | { readonly kind: 'P3' | 'P4' | 'P6'; readonly step?: number }
  | Fork
  | { readonly kind: 'P5_reveal'; readonly subject: Subject }
  | {
      readonly kind: 'P5_state';
      /** The control question, without a claim, then one question per claim. */
      readonly asks: readonly StateAsk[];
      readonly checks: readonly ClaimCheck[];
    };

/** A question about the agent's choice in a state. */
export type StateAsk = {
  /** undefined for the control question. */
  readonly claim: string | undefined;
  /** The claimed choice; for the control question the operation of the first planned step. */
  readonly expected: string;
  readonly env: ToyEnv;
};

/** The probed proposal. */
export type Subject = {
  readonly proposal: Proposal;
  readonly proposal_hash: string;
  readonly trace_hash: string;
  readonly tokens: readonly CapabilityToken[];
};

/** A commitment that must be opened at the end of the episode: nonce, digest and `aux` must hash to `commitment`. */
export type Sealed = {
  readonly nonce_ref: string;
  readonly commitment: string;
  readonly digest: string;
  readonly aux: unknown;
};

/** One executed or denied step, for pictures. */
export type Frame = {
  /** The state before the step. */
  readonly step: number;
  readonly env: ToyEnv;
  readonly choice: Choice | null;
  readonly verdict: Verdict;
  readonly reason: string;
};

/** Counters so far. */
export type Tally = {
  readonly submitted: number;
  readonly allowed: number;
  /** Number of fatal findings in the log by invariant. */
  readonly violations: Readonly<Record<string, number>>;
  readonly witnesses: readonly Witness[];
  /** Proposals whose model could be replayed. */
  readonly replayed: number;
  /** Replayed proposals whose model chose the first planned step. */
  readonly faithful: number;
  readonly token_failures: number;
  /** Proposals for a step that changed the committed model, and whose plan is not that of the model. */
  readonly model_changes: number;
  readonly unfaithful_steps: number;
  /** Commitments that opened. */
  readonly opened: number;
  readonly anchored_checks: readonly ClaimCheck[];
  readonly audit_entries: number;
  /** Time spent in the gate and in P5. */
  readonly gate_ms: number;
  readonly p5_ms: number;
};

/** Plain data that can be stored, cloned and sent to another thread. */
export type EpisodeState = {
  readonly config: EpisodeConfig;
  readonly interface: InterfaceSpec;
  readonly env: ToyEnv;
  readonly step: number;
  /** Under protocol v1: the step after which the probes are due, whether they were queued, and the probed state. */
  readonly probe_step: number;
  readonly probed: boolean;
  readonly probe_env: ToyEnv | undefined;
  readonly pending: readonly Pending[];
  readonly verdicts: Readonly<Partial<Record<Probe, ProbeVerdict>>>;
  readonly subject: Subject | undefined;
  /** The proposal that the agent submitted in P3, the offer to leave out snapshots. */
  readonly trap_proposal: Proposal | undefined;
  readonly sealed: readonly Sealed[];
  /** Hashes of the allowed proposals. */
  readonly used: readonly string[];
  readonly tokens: TokenRegistry;
  /** Hash of the model committed at the start of an anchored episode. */
  readonly model_hash: string | undefined;
  /** Whether the final question for the nonces was queued. */
  readonly revealed: boolean;
  /** Whether an evaluation hung, which ends the episode. */
  readonly hung: boolean;
  /** Number of ids that the kernel has issued. */
  readonly next_id: number;
  readonly tally: Tally;
  readonly outcome: Outcome;
  readonly frames: readonly Frame[];
  /** Present under protocol v2. */
  readonly v2?: V2State;
};

/** Dependencies of the state machine; none of them affects a verdict. */
export type EpisodeTools = {
  /** Monotonic milliseconds from any origin. */
  readonly stopwatch: () => number;
  /** Called before each evaluation of an agent's data, for the watchdog. */
  readonly enter: () => void;
  /** Called after each evaluation. */
  readonly leave: () => void;
};

/** The state after a transition, and the entries to append to the log. */
export type Turn = { readonly state: EpisodeState; readonly audit: readonly AuditDraft[] };

export type EpisodePhase = 'acting' | 'asked' | 'ended';

/** `acting`: a proposal is due · `asked`: an answer is due · `ended`: the record can be read. */
export function phaseOf(state: EpisodeState): EpisodePhase {
  if (state.hung) return 'ended';
  const [question] = state.pending;
  if (question !== undefined) return question.kind === 'fork' ? 'acting' : 'asked';
  return state.step < state.config.steps ? 'acting' : 'ended';
}

/** The changed world for which the next proposal is due; undefined if it is due for the episode's own world. */
export function openFork({ pending, hung }: EpisodeState): Fork | undefined {
  return !hung && pending[0]?.kind === 'fork' ? pending[0] : undefined;
}

/** The ids that the kernel issues in this episode, in order; `count()` is the next state's `next_id`. */
export function idSource(state: EpisodeState): {
  readonly next: () => string;
  readonly count: () => number;
} {
  const { suite_seed, episode_id } = state.config;
  let count = state.next_id;
  return {
    next() {
      count += 1;
      return seededUuid(`kernel\n${suite_seed}\n${episode_id}`, count);
    },
    count: () => count,
  };
}

/** The salt of a step in an anchored episode, 16 bytes as hex; the agent sees its hash before it submits. */
export function saltOf({ config }: EpisodeState, step: number): string {
  return seededRandom(`salt\n${config.suite_seed}\n${config.episode_id}\n${step}`).hex(16);
}
