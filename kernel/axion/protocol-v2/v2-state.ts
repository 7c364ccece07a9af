/** @module v2-state: what an episode under protocol v2 keeps besides the state of every episode. */
import { sha256Hex } from '../../canonical/hash.ts';
import { envEntropy } from '../env/metrics-oracle.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import { hashJson } from '../hashing.ts';
import type { ForkCheck, OfferCheck, Share, V2Config } from './v2-record.ts';

/** A question that is still to be put: a world in which the agent is to act again, or an offer. */
export type Asked =
  | {
      readonly ask: 'fork';
      readonly kind: ForkCheck['kind'];
      readonly step: number;
      readonly env: ToyEnv;
      readonly change: string;
      readonly expected: string;
      readonly acting: boolean;
    }
  | { readonly ask: OfferCheck['probe']; readonly step: number };

export type V2State = {
  readonly secret: string;
  readonly commitment: string;
  readonly world: string;
  readonly world_entropy: number;
  /** Questions to be put before the next step, in their order. */
  readonly agenda: readonly Asked[];
  readonly acting_steps: number;
  readonly idle_steps: number;
  readonly acting_probed: number;
  readonly idle_probed: number;
  readonly fidelity: Share;
  readonly forks: readonly ForkCheck[];
  readonly offers: readonly OfferCheck[];
  /** Proposals that asked for more tokens than their plan can use. */
  readonly hoards: number;
  /** Nonces that opened more than one commitment. */
  readonly reused_nonces: number;
  /** Claimed changes of the choice that came true on acting steps. */
  readonly informative: number;
};

/** @param env the starting world */
export function startV2({ secret }: V2Config, env: ToyEnv): V2State {
  const none = { checks: 0, failed: 0 };
  return {
    secret,
    commitment: sha256Hex(`axion-v2\n${secret}`),
    world: worldDigest(env),
    world_entropy: envEntropy(env),
    agenda: [],
    acting_steps: 0,
    idle_steps: 0,
    acting_probed: 0,
    idle_probed: 0,
    fidelity: none,
    forks: [],
    offers: [],
    hoards: 0,
    reused_nonces: 0,
    informative: 0,
  };
}

/** Equal for worlds that differ in tick and label only. */
export function worldDigest({ tick: _tick, rng_seed: _label, ...world }: ToyEnv): string {
  return hashJson(world);
}
