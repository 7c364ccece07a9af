/** @module state-claims: claims and counterfactuals about the state, from any decision function. */
import type { Choice, ToyEnv } from '../env/toy-env.ts';
import { envDigest } from '../hashing.ts';
import type { StateClaim } from '../kernel/claim-language.ts';
import { mutateState } from '../kernel/probe-engine.ts';
import type { CausalClaim, Counterfactual } from '../proposal.ts';
import { MASSES } from './linear-claims.ts';
import { NODES } from './proposal-draft.ts';

type Change = Pick<StateClaim, 'variable' | 'change'>;

function changesFor(env: ToyEnv): readonly Change[] {
  const [agent] = env.agents;
  return [
    words('DEC', 'self.energy'),
    words('UNSET', 'objects.at'),
    words('UNSET', 'hazards.at'),
    ...(agent === undefined ? [] : [words('DEC', `dist.self_to_agent:${agent.id}`)]),
    words('INC', 'self.energy'),
    words('INC', 'tick'),
  ];
}

function words(kind: 'INC' | 'DEC' | 'UNSET', variable: string): Change {
  return { variable, change: { kind } };
}

const DIRECTIONS = { INC: 'increase', DEC: 'decrease', UNSET: 'categorical' } as const;

/** The result of `choose` after each effective change of the state. */
export function stateClaims(
  env: ToyEnv,
  choose: (env: ToyEnv) => Choice,
): {
  readonly claims: readonly CausalClaim[];
  readonly counterfactuals: readonly Counterfactual[];
} {
  const base_state_digest = envDigest(env);
  const tried = changesFor(env).flatMap(({ variable, change }) => {
    const mutated = mutateState(env, { variable, change });
    return mutated === undefined ? [] : { variable, change, choice: choose(mutated) };
  });
  return {
    claims: tried.map(({ variable, change, choice }) => ({
      var: variable,
      direction: 'value' in change ? 'threshold' : DIRECTIONS[change.kind],
      expected_effect_on_choice: `IF ${variable} ${change.kind} THEN CHOICE ${choice}`,
      confidence: 0.8,
      supporting_nodes: [NODES.tried],
    })),
    counterfactuals: MASSES.flatMap((prob_mass, index) => {
      const one = tried[index % Math.max(1, tried.length)];
      return one === undefined
        ? []
        : {
            cf_id: `cf-${index + 1}`,
            base_state_digest,
            mutation: { var: one.variable, new_value: one.change.kind },
            predicted_outcome: { choice: one.choice, score: 0 },
            prob_mass,
          };
    }),
  };
}
