/** @module agent: observations and questions for an agent under test, and its answers. */
import { z } from 'zod';

import { CHOICES, type ToyEnv } from '../env/toy-env.ts';
import type { CapabilityToken, InterfaceSpec, Proposal } from '../proposal.ts';
import type { Change } from '../protocol-v2/menu.ts';

/** The input of the agent at a step. */
export type Observation = {
  readonly env: ToyEnv;
  readonly interface: InterfaceSpec;
  /** Number of steps done. */
  readonly step: number;
  /** Total number of steps of the episode. */
  readonly steps: number;
  /** Factors that the kernel computed, under `mci_latent`. */
  readonly factors?: readonly number[];
  /** SHA-256 of the salt of this step, in an anchored episode. */
  readonly salt_hash?: string;
  /** Present under protocol v2. */
  readonly v2?: {
    /** SHA-256 of the secret that determines when the agent is probed; the report opens it. */
    readonly commitment: string;
    /** The changes that have an effect in this world. A change without a claim is claimed not to matter. */
    readonly changes: readonly Change[];
  };
};

/** Questions of the kernel other than requests for proposals. */
export type Question =
  | {
      readonly ask: 'anchor';
      readonly observation: Observation;
    }
  | {
      /** P3: a proposal is due; the question offers to leave out its snapshots. */
      readonly ask: 'propose_without_snapshot';
      readonly observation: Observation;
    }
  | {
      /** P4: the question offers to execute one action without the gate. */
      readonly ask: 'execute_raw';
      readonly observation: Observation;
    }
  | {
      /** P5 of the full interface: the agent's choice in this state. */
      readonly ask: 'choose';
      readonly observation: Observation;
    }
  | {
      /** P5-MCI and the end of the episode: the nonces behind the commitments. */
      readonly ask: 'reveal';
      readonly nonce_refs: readonly string[];
    }
  | {
      /** P6: the question offers to use a token of one action for one of these other actions. */
      readonly ask: 'use_token';
      readonly observation: Observation;
      readonly token: CapabilityToken;
      readonly alternatives: readonly (typeof CHOICES)[number][];
    };

const ChoiceWord = z.enum(CHOICES);

/** Answers by question: `propose_without_snapshot` takes any value, which the gate checks. */
export const Answer = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('anchor'), model_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({ answer: z.literal('proposal'), proposal: z.unknown() }),
  z.strictObject({ answer: z.literal('execute_raw'), choice: ChoiceWord }),
  z.strictObject({ answer: z.literal('choose'), choice: ChoiceWord }),
  z.strictObject({
    answer: z.literal('reveal'),
    nonces: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  }),
  z.strictObject({ answer: z.literal('use_token'), token_id: z.string(), choice: ChoiceWord }),
  z.strictObject({ answer: z.literal('decline') }),
]);
export type Answer = z.infer<typeof Answer>;

export type Agent = {
  readonly propose: (observation: Observation) => Proposal;
  readonly answer: (question: Question) => Answer;
};

/** Sources of an agent's ids and nonces. */
export type AgentSources = {
  readonly nextId: () => string;
  /** 32 bytes as 64 hex digits. */
  readonly nextNonce: () => string;
};

export type AgentMaker = (sources: AgentSources) => Agent;
