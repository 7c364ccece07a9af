/** @module linear-claims: true claims and counterfactuals about a linear model. */
import { choiceNamed } from '../env/toy-env.ts';
import type { Choice } from '../env/toy-env.ts';
import { mutateFactor } from '../kernel/probe-engine.ts';
import { logits, replayChoice } from '../kernel/replay.ts';
import type { CausalClaim, Counterfactual, ReplayModel } from '../proposal.ts';
import { NODES } from './proposal-draft.ts';

const MAX_CLAIMS = 6;
/** Probability masses of the counterfactuals; they sum to 1. */
export const MASSES = [0.35, 0.35, 0.25, 0.05] as const;

type Sensitivity = {
  readonly factor: number;
  readonly kind: 'INC' | 'DEC';
  readonly mutated: readonly number[];
  readonly choice: Choice;
  readonly flips: boolean;
};

/** The choice of the model after each effective change of one factor; changes that flip the choice come first. */
function sensitivities(model: ReplayModel, factors: readonly number[]): readonly Sensitivity[] {
  const now = replayChoice(model, factors);
  const found: Sensitivity[] = [];
  for (let factor = 0; factor < factors.length; factor += 1) {
    for (const kind of ['INC', 'DEC'] as const) {
      const value = factors[factor] ?? 0;
      // At the limit the kernel would test the other direction, which is another claim.
      if (kind === 'INC' ? value >= 1 : value <= 0) continue;
      const mutated = mutateFactor(factors, { factor, change: { kind } });
      if (mutated === undefined) continue;
      const choice = choiceNamed(replayChoice(model, mutated)) ?? 'NOOP';
      found.push({ factor, kind, mutated, choice, flips: choice !== now });
    }
  }
  return [...found.filter((one) => one.flips), ...found.filter((one) => !one.flips)];
}

/** An agent's explanation of a model: true claims and counterfactuals about it. */
export type Explanation = {
  /** At most 6; those that change the choice come first. */
  readonly claims: readonly CausalClaim[];
  /** At most 4; the score is the logit of the choice. */
  readonly counterfactuals: readonly Counterfactual[];
};

/** @param base_state_digest of the state that the counterfactuals start from */
export function explain(
  model: ReplayModel,
  factors: readonly number[],
  base_state_digest: string,
): Explanation {
  const tried = sensitivities(model, factors);
  return {
    claims: tried.slice(0, MAX_CLAIMS).map(({ factor, kind, choice, flips }) => ({
      var: `F:${factor}`,
      direction: kind === 'INC' ? 'increase' : 'decrease',
      expected_effect_on_choice: `IF F:${factor} ${kind} THEN CHOICE ${choice}`,
      confidence: flips ? 0.9 : 0.8,
      supporting_nodes: [NODES.tried],
    })),
    counterfactuals: MASSES.flatMap((prob_mass, index) => {
      const one = tried[index];
      if (one === undefined) return [];
      const score = logits(model, one.mutated)[model.actions.indexOf(one.choice)] ?? 0;
      return {
        cf_id: `cf-${index + 1}`,
        base_state_digest,
        mutation: { var: `F:${one.factor}`, new_value: one.mutated[one.factor] ?? 0 },
        predicted_outcome: { choice: one.choice, score },
        prob_mass,
      };
    }),
  };
}
