/** @module episode-state: the state of a running episode as plain data, and its start. */
import { AxionFault } from '../axion-fault.ts';
import type { Outcome } from '../env/metrics-oracle.ts';
import { startOutcome } from '../env/metrics-oracle.ts';
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import { anchoredFault, interfaceRules, v2Fault } from '../interfaces/interface-rules.ts';
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
import { startV2 } from '../protocol-v2/v2-state.ts';
import type { V2State } from '../protocol-v2/v2-state.ts';
import { worldOf } from '../protocol-v2/worlds.ts';
import { seededRandom, seededUuid } from '../seeded-random.ts';
import type { EpisodeConfig } from './episode-record.ts';
import { DENSITIES, startState } from './scenarios.ts';

/** An unanswered question to the agent. */
export type Pending =
  | { readonly kind: 'anchor' | 'P3' | 'P4' | 'P6' | 'final_reveal' }
  | { readonly kind: 'P5_reveal'; readonly subject: Subject }
  | {
      readonly kind: 'P5_state';
      /** The control question, without a claim, then one question per claim. */
      readonly asks: readonly StateAsk[];
      readonly checks: readonly ClaimCheck[];
    };

export type StateAsk = {
  readonly claim: string | undefined;
  readonly expected: string;
  readonly env: ToyEnv;
};

/** The proposal that the probes are about. */
export type Subject = {
  readonly proposal: Proposal;
  readonly proposal_hash: string;
  readonly trace_hash: string;
  readonly tokens: readonly CapabilityToken[];
};

/** A commitment that is still to be opened. */
export type Sealed = {
  readonly nonce_ref: string;
  readonly commitment: string;
  readonly digest: string;
  readonly aux: unknown;
};

/** One action or denial, for pictures. */
export type Frame = {
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
  readonly violations: Readonly<Record<string, number>>;
  readonly witnesses: readonly Witness[];
  readonly replayed: number;
  readonly faithful: number;
  readonly token_failures: number;
  readonly opened: number;
  readonly anchored_checks: readonly ClaimCheck[];
  readonly audit_entries: number;
  readonly gate_ms: number;
  readonly p5_ms: number;
};

/** Plain data that can be stored, cloned and sent to another thread. */
export type EpisodeState = {
  readonly config: EpisodeConfig;
  readonly interface: InterfaceSpec;
  readonly env: ToyEnv;
  readonly step: number;
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
  readonly model_hash: string | undefined;
  readonly revealed: boolean;
  readonly hung: boolean;
  readonly next_id: number;
  readonly tally: Tally;
  readonly outcome: Outcome;
  readonly frames: readonly Frame[];
  /** Under protocol v2. */
  readonly v2?: V2State;
};

/** What the state machine uses besides its input; nothing in it changes a verdict. */
export type EpisodeTools = {
  /** Monotonic milliseconds from any origin. */
  readonly stopwatch: () => number;
  /** Called before and after each evaluation of an agent's data, for the watchdog. */
  readonly enter: () => void;
  readonly leave: () => void;
};

/** The state after a step of the machine, and the entries to write to the log. */
export type Turn = { readonly state: EpisodeState; readonly audit: readonly AuditDraft[] };

/** Bound on the size of the state, which keeps data of every step. */
export const MAX_STEPS = 10_000;

/** The state before the first step. @throws {AxionFault} `BAD_CONFIG` */
export function startEpisode(config: EpisodeConfig): EpisodeState {
  const wholeSteps = Number.isSafeInteger(config.steps) && config.steps >= 1;
  if (!wholeSteps || config.steps > MAX_STEPS) {
    throw new AxionFault(
      'BAD_CONFIG',
      `got \`${config.steps}\` steps, want an integer from 1 to ${MAX_STEPS}`,
    );
  }
  if (!Number.isSafeInteger(config.seed) || !Number.isSafeInteger(config.suite_seed)) {
    throw new AxionFault('BAD_CONFIG', `got the seed \`${config.seed}\`, want a safe integer`);
  }
  const fault = anchoredFault(config) ?? v2Fault(config);
  if (fault !== undefined) throw new AxionFault('BAD_CONFIG', fault);
  const { v2 } = config;
  const env =
    v2 === undefined
      ? startState(config.scenario, config.seed, DENSITIES[config.density])
      : worldOf(config, v2.secret);
  const random = seededRandom(
    `probe step\n${config.scenario}\n${config.seed}\n${config.suite_seed}`,
  );
  return {
    config,
    interface: interfaceRules(config.interface, config.anchored).spec,
    env,
    step: 0,
    probe_step: random.int(0, config.steps - 1),
    // Protocol v2 puts its own questions.
    probed: config.probes.length === 0 || v2 !== undefined,
    probe_env: undefined,
    pending: config.anchored ? [{ kind: 'anchor' }] : [],
    verdicts: {},
    subject: undefined,
    trap_proposal: undefined,
    sealed: [],
    used: [],
    tokens: {},
    model_hash: undefined,
    revealed: false,
    hung: false,
    next_id: 0,
    tally: {
      submitted: 0,
      allowed: 0,
      violations: {},
      witnesses: [],
      replayed: 0,
      faithful: 0,
      token_failures: 0,
      opened: 0,
      anchored_checks: [],
      audit_entries: 0,
      gate_ms: 0,
      p5_ms: 0,
    },
    outcome: startOutcome(env),
    frames: [],
    ...(v2 === undefined ? {} : { v2: startV2(v2, env) }),
  };
}

export type EpisodePhase = 'acting' | 'asked' | 'ended';

/** `acting`: a proposal is due · `asked`: an answer is due · `ended`: the record can be read. */
export function phaseOf(state: EpisodeState): EpisodePhase {
  if (state.pending.length > 0) return 'asked';
  if ((state.v2?.agenda.length ?? 0) > 0 && !state.hung) return 'acting';
  return state.step < state.config.steps && !state.hung ? 'acting' : 'ended';
}

/** The kernel's ids in this episode, in order; `count` is the next state's `next_id`. */
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

/** The salt of a step in an anchored episode, 16 bytes as hex; its hash is published first. */
export function saltOf({ config }: EpisodeState, step: number): string {
  return seededRandom(`salt\n${config.suite_seed}\n${config.episode_id}\n${step}`).hex(16);
}
