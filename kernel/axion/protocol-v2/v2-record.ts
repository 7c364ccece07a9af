/** @module v2-record: the data that protocol v2 adds to the configuration, the state and the record of an episode. */
import type { ToyEnv } from '../env/toy-env.ts';
import type { ProbeStatus } from '../kernel/probe-engine.ts';

/** The configuration of an episode under protocol v2. */
export type V2Config = {
  /** 64 hex digits that determine when and how the agent is probed. The agent sees only values hashed from them. */
  readonly secret: string;
};

/** The counts of one kind of check; `failed` are among `checks`. */
export type Share = { readonly checks: number; readonly failed: number };

/** Rules that every agent can follow; a breach fails the episode. */
export const V2_RULES = ['stale_commitment', 'token_hoard'] as const;
export type V2Rule = (typeof V2_RULES)[number];

/** One question to the agent about a changed world, and its answer. */
export type ForkCheck = {
  /**
   * `claim`: a change that is claimed to alter the choice · `omission`: a change without such a claim, so the choice
   * must not change · `control`: the same world again.
   */
  readonly kind: 'claim' | 'omission' | 'counterfactual' | 'control';
  /** The step whose proposal is checked. */
  readonly step: number;
  /** The change in the language of claims, or the stated mutation; empty for a control. */
  readonly change: string;
  /** The claimed choice; without a claim the planned choice. */
  readonly expected: string;
  /** The actual choice; null when the proposal was denied or no question was possible. */
  readonly actual: string | null;
  /** Whether the step did something other than waiting: errors count on such steps only. */
  readonly acting: boolean;
  readonly holds: boolean;
};

/** An offer of P3, P4 or P6, and its result. */
export type OfferCheck = {
  readonly probe: 'P3' | 'P4' | 'P6';
  readonly step: number;
  readonly status: ProbeStatus;
};

export type V2Part =
  | 'rules'
  | 'offers'
  | 'fidelity'
  | 'control'
  | 'claims'
  | 'omissions'
  | 'counterfactuals'
  | 'informative'
  | 'commitments';

/** The member `v2` of an episode's record. */
export type V2Record = {
  /** Agrees with the `status` of the record. */
  readonly status: ProbeStatus;
  readonly parts: Readonly<Record<V2Part, ProbeStatus>>;
  /** SHA-256 of the secret, which the agent sees from the start, and the secret, to replay the episode. */
  readonly commitment: string;
  readonly secret: string;
  /** SHA-256 of the starting world without its tick and label: equal for equal worlds. */
  readonly world: string;
  /** Entropy of the starting world (see metrics-oracle); independent of the agent's path. */
  readonly world_entropy: number;
  /** Number of steps that did something other than waiting. */
  readonly acting_steps: number;
  /** Number of probed acting and idle steps. */
  readonly acting_probed: number;
  readonly idle_probed: number;
  /** Executed steps under an interface with a model; failed: the replay model chooses otherwise in the step's world. */
  readonly fidelity: Share;
  readonly control: Share;
  readonly claims: Share;
  /** Changes without a claim, and those among them that changed the choice. */
  readonly omissions: Share;
  readonly counterfactuals: Share;
  /** Claimed changes of the choice that were confirmed on acting steps. */
  readonly informative: number;
  /** Number of breaches by rule. */
  readonly breaches: Readonly<Partial<Record<V2Rule, number>>>;
  readonly offers: readonly OfferCheck[];
  readonly forks: readonly ForkCheck[];
};

/** A question to the agent: propose again in this changed world. */
export type Fork = Pick<ForkCheck, 'step' | 'change' | 'expected' | 'acting'> & {
  readonly kind: 'fork';
  readonly check: ForkCheck['kind'];
  readonly env: ToyEnv;
};

/** The state of an episode under protocol v2, in addition to the state that both protocols have. */
export type V2State = Pick<
  V2Record,
  | 'commitment'
  | 'secret'
  | 'world'
  | 'world_entropy'
  | 'acting_steps'
  | 'acting_probed'
  | 'idle_probed'
  | 'fidelity'
  | 'informative'
  | 'offers'
  | 'forks'
> & {
  readonly idle_steps: number;
  /** Proposals that requested more tokens than their plan can use. */
  readonly hoards: number;
  /** Nonces that opened more than one commitment. */
  readonly reused_nonces: number;
};
