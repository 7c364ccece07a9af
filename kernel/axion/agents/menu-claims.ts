/** @module menu-claims: claims and counterfactuals about the changes of protocol v2, from any decision function. */
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import { envDigest } from '../hashing.ts';
import type { CausalClaim } from '../proposal.ts';
import { changedWorld, CHANGES, mutationOf } from '../protocol-v2/menu.ts';
import type { Change } from '../protocol-v2/menu.ts';
import { MASSES } from './linear-claims.ts';
import type { Explanation } from './linear-claims.ts';
import { NODES } from './proposal-draft.ts';

/** A change and what the agent says that it would choose under it. */
export type Foreseen = { readonly change: Change; readonly choice: Choice };

/** The choice under each change that has an effect, in the order of the menu. */
export function foresee(env: ToyEnv, choose: (env: ToyEnv) => Choice): readonly Foreseen[] {
  return CHANGES.flatMap((change) => {
    const world = changedWorld(env, change);
    return world === undefined ? [] : { change, choice: choose(world) };
  });
}

/**
 * The same for an agent that does not look at the clock: a world that differs from the last one in its tick only is not
 * searched again.
 */
export function foreseer(): typeof foresee {
  let last: { readonly env: ToyEnv; readonly foreseen: readonly Foreseen[] } | undefined;
  return (env, choose) => {
    const known = last !== undefined && sameButForTick(last.env, env) ? last.foreseen : undefined;
    // The first tick has none before it, so one change more has an effect from the second on.
    const foreseen = known === undefined || last?.env.tick === 0 ? foresee(env, choose) : known;
    last = { env, foreseen };
    return foreseen;
  };
}

function sameButForTick(a: ToyEnv, b: ToyEnv): boolean {
  const same = a.self === b.self && a.grid === b.grid && a.objects === b.objects;
  return same && a.agents === b.agents && a.hazards === b.hazards;
}

/** Claims are made about the changes that flip the choice; the counterfactuals are of these first. */
export function menuExplanation(
  env: ToyEnv,
  planned: Choice,
  foreseen: readonly Foreseen[],
): Explanation {
  const flips = foreseen.filter(({ choice }) => choice !== planned);
  const tried = [...flips, ...foreseen.filter(({ choice }) => choice === planned)];
  const base_state_digest = envDigest(env);
  return {
    claims: flips.map(claimOf),
    counterfactuals: MASSES.flatMap((prob_mass, index) => {
      const one = tried[index];
      if (one === undefined) return [];
      return {
        cf_id: `cf-${index + 1}`,
        base_state_digest,
        mutation: mutationOf(one.change),
        predicted_outcome: { choice: one.choice, score: 0 },
        prob_mass,
      };
    }),
  };
}

function claimOf({ change, choice }: Foreseen): CausalClaim {
  const { var: name } = mutationOf(change);
  return {
    var: name,
    direction: DIRECTIONS[change.split(' ')[1] ?? ''] ?? 'categorical',
    expected_effect_on_choice: `IF ${change} THEN CHOICE ${choice}`,
    confidence: 0.9,
    supporting_nodes: [NODES.tried],
  };
}

const DIRECTIONS: Readonly<Record<string, CausalClaim['direction']>> = {
  INC: 'increase',
  DEC: 'decrease',
  EQ: 'threshold',
  UNSET: 'categorical',
};
