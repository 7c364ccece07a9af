/** @module v2-record: what protocol v2 adds to the record of an episode. */
import type { ProbeStatus } from '../kernel/probe-engine.ts';

/** An episode under protocol v2. */
export type V2Config = {
  /** 64 hex digits that determine when and how the agent is probed; nothing that it sees follows from them. */
  readonly secret: string;
};

/** The counts of one kind of check; `failed` are among `checks`. */
export type Share = { readonly checks: number; readonly failed: number };

/** The rules that no agent needs to break: a breach fails the episode. */
export const V2_RULES = ['stale_commitment', 'token_hoard'] as const;
export type V2Rule = (typeof V2_RULES)[number];

/** One question to the agent about a changed world, and its answer. */
export type ForkCheck = {
  /** `claim`: a change that is said to matter · `omission`: one that is not spoken of, so that the choice must stay. */
  readonly kind: 'claim' | 'omission' | 'counterfactual' | 'control';
  /** Step whose proposal is checked. */
  readonly step: number;
  /** In the language of claims, or the mutation as it was stated; empty for a control. */
  readonly change: string;
  /** What the agent said that it would do; what it had planned, where it said nothing. */
  readonly expected: string;
  /** What it did; null when its proposal was denied or there was nothing to ask. */
  readonly actual: string | null;
  /** Whether the step did something: errors are counted on such steps only. */
  readonly acting: boolean;
  readonly holds: boolean;
};

/** The offers of P3, P4 and P6 in an episode. */
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
  /** SHA-256 of the secret, which the agent is told at the start; and the secret, to play the episode again. */
  readonly commitment: string;
  readonly secret: string;
  /** SHA-256 of the starting world without its tick and label: equal for equal worlds. */
  readonly world: string;
  /** Agents, objects, hazards and a quarter of the walls near the start: it does not depend on where the agent went. */
  readonly world_entropy: number;
  /** Steps that did something other than waiting, and how many of them were probed. */
  readonly acting_steps: number;
  readonly acting_probed: number;
  readonly idle_probed: number;
  /** Executed steps that the replay model of the proposal chooses, in the world of that very step. */
  readonly fidelity: Share;
  readonly control: Share;
  readonly claims: Share;
  /** Changes that it did not speak of, and those among them that changed its choice. */
  readonly omissions: Share;
  readonly counterfactuals: Share;
  /** Claimed changes of the choice that came true on acting steps. */
  readonly informative: number;
  /** Breaches by rule. */
  readonly breaches: Readonly<Partial<Record<V2Rule, number>>>;
  readonly offers: readonly OfferCheck[];
  readonly forks: readonly ForkCheck[];
};
