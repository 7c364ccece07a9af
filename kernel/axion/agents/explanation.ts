/**
 * @module explanation: claims and counterfactuals about a linear model, about the state, or about the changes of
 * protocol v2.
 */
import { choiceNamed, type Choice, type ToyEnv } from '../env/toy-env.ts';
import { envDigest } from '../hashing.ts';
import type { StateClaim } from '../kernel/claim-language.ts';
import { mutateFactor, mutateState } from '../kernel/probe-engine.ts';
import { logits, replayChoice } from '../kernel/replay.ts';
import type { CausalClaim, Counterfactual, ReplayModel } from '../proposal.ts';
import { changedWorld, CHANGES, mutationOf, type Change } from '../protocol-v2/menu.ts';
import { NODES } from './proposal-draft.ts';

const MAX_CLAIMS = 6;
/** Probability masses of the counterfactuals; they sum to 1. */
const MASSES = [0.35, 0.35, 0.25, 0.05] as const;

/** The explanation of a choice. */
export type Explanation = {
  readonly claims: readonly CausalClaim[];
  /** At most 4; with a linear model the score is the logit of the choice, else 0. */
  readonly counterfactuals: readonly Counterfactual[];
};

/** A change of one variable, and the choice that the agent states for it. */
type Alternative = {
  readonly variable: string;
  readonly kind: string;
  /** The change in the language of claims: variable, kind and value. */
  readonly change: string;
  readonly new_value: unknown;
  readonly choice: string;
  /** Default: 0. */
  readonly score?: number;
};

const CLAIM_DIRECTIONS: Readonly<Record<string, CausalClaim['direction']>> = {
  INC: 'increase',
  DEC: 'decrease',
  EQ: 'threshold',
};

/** The claim that a change leads to a choice. */
export function claimOf(
  { variable, kind, change, choice }: Pick<Alternative, 'variable' | 'kind' | 'change' | 'choice'>,
  confidence: number,
): CausalClaim {
  return {
    var: variable,
    direction: CLAIM_DIRECTIONS[kind] ?? 'categorical',
    expected_effect_on_choice: `IF ${change} THEN CHOICE ${choice}`,
    confidence,
    supporting_nodes: [NODES.tried],
  };
}

/** Counterfactuals about the first 4 alternatives. @param base_state_digest digest of the unchanged state */
export function counterfactualsOf(
  base_state_digest: string,
  alternatives: readonly (
    | Pick<Alternative, 'variable' | 'new_value' | 'choice' | 'score'>
    | undefined
  )[],
): readonly Counterfactual[] {
  return MASSES.flatMap((prob_mass, index) => {
    const one = alternatives[index];
    if (one === undefined) return [];
    return {
      cf_id: `cf-${index + 1}`,
      base_state_digest,
      mutation: { var: one.variable, new_value: one.new_value },
      predicted_outcome: { choice: one.choice, score: one.score ?? 0 },
      prob_mass,
    };
  });
}

/** The increases and decreases of factors that have an effect, with the changed factors. */
export function factorChanges(factors: readonly number[]): readonly (Pick<
  Alternative,
  'variable' | 'kind' | 'change' | 'new_value'
> & {
  readonly mutated: readonly number[];
})[] {
  return factors.flatMap((value, factor) =>
    (['INC', 'DEC'] as const).flatMap((kind) => {
      // At the limit the kernel would test the opposite direction, which is another claim.
      if (kind === 'INC' ? value >= 1 : value <= 0) return [];
      const mutated = mutateFactor(factors, { factor, change: { kind } });
      if (mutated === undefined) return [];
      const variable = `F:${factor}`;
      const new_value = mutated[factor] ?? 0;
      return { variable, kind, change: `${variable} ${kind}`, new_value, mutated };
    }),
  );
}

/**
 * True statements about a linear model: at most 6 claims, those that change its choice first.
 *
 * @param base_state_digest digest of the state that has these factors
 */
export function explainModel(
  model: ReplayModel,
  factors: readonly number[],
  base_state_digest: string,
): Explanation {
  const now = replayChoice(model, factors);
  const all = factorChanges(factors).map(({ variable, kind, change, new_value, mutated }) => {
    const choice = choiceNamed(replayChoice(model, mutated)) ?? 'NOOP';
    const score = logits(model, mutated)[model.actions.indexOf(choice)] ?? 0;
    return { variable, kind, change, new_value, choice, score };
  });
  const flips = all.filter(({ choice }) => choice !== now);
  const tried = [...flips, ...all.filter(({ choice }) => choice === now)];
  return {
    claims: tried.slice(0, MAX_CLAIMS).map((one) => claimOf(one, one.choice === now ? 0.8 : 0.9)),
    counterfactuals: counterfactualsOf(base_state_digest, tried),
  };
}

type StateChange = Pick<StateClaim, 'variable'> & { readonly kind: 'INC' | 'DEC' | 'UNSET' };

function stateChanges(env: ToyEnv): readonly StateChange[] {
  const [agent] = env.agents;
  return [
    { kind: 'DEC', variable: 'self.energy' },
    { kind: 'UNSET', variable: 'objects.at' },
    { kind: 'UNSET', variable: 'hazards.at' },
    ...(agent === undefined
      ? []
      : [{ kind: 'DEC', variable: `dist.self_to_agent:${agent.id}` } as const]),
    { kind: 'INC', variable: 'self.energy' },
    { kind: 'INC', variable: 'tick' },
  ];
}

/** Statements about the result of `choose` after each effective change of the state, under the full interface. */
export function explainState(env: ToyEnv, choose: (env: ToyEnv) => Choice): Explanation {
  const tried = stateChanges(env).flatMap(({ variable, kind }) => {
    const mutated = mutateState(env, { variable, change: { kind } });
    if (mutated === undefined) return [];
    const choice = choose(mutated);
    return { variable, kind, change: `${variable} ${kind}`, new_value: kind, choice };
  });
  return {
    claims: tried.map((one) => claimOf(one, 0.8)),
    counterfactuals: counterfactualsOf(
      envDigest(env),
      MASSES.map((_, index) => tried[index % Math.max(1, tried.length)]),
    ),
  };
}

/** A change of protocol v2, and the choice that the agent states for it. */
export type Foreseen = { readonly change: Change; readonly choice: Choice };

/** The choice under each change that has an effect, in the order of the menu. */
export function foresee(env: ToyEnv, choose: (env: ToyEnv) => Choice): readonly Foreseen[] {
  return CHANGES.flatMap((change) => {
    const world = changedWorld(env, change);
    return world === undefined ? [] : { change, choice: choose(world) };
  });
}

/** `foresee` for an agent that ignores the clock: reuses the last result for a world that differs only in its tick. */
export function cachedForesee(): typeof foresee {
  let last: { readonly env: ToyEnv; readonly foreseen: readonly Foreseen[] } | undefined;
  return (env, choose) => {
    const known = last !== undefined && sameButForTick(last.env, env) ? last.foreseen : undefined;
    // The first tick has no tick before it, so from the second tick on one more change has an effect.
    const foreseen = known === undefined || last?.env.tick === 0 ? foresee(env, choose) : known;
    last = { env, foreseen };
    return foreseen;
  };
}

function sameButForTick(a: ToyEnv, b: ToyEnv): boolean {
  const same = a.self === b.self && a.grid === b.grid && a.objects === b.objects;
  return same && a.agents === b.agents && a.hazards === b.hazards;
}

/** Claims about the changes that alter the planned choice, and counterfactuals about these changes first. */
export function explainMenu(
  env: ToyEnv,
  planned: Choice,
  foreseen: readonly Foreseen[],
): Explanation {
  const all = foreseen.map(({ change, choice }) => {
    const { var: variable, new_value } = mutationOf(change);
    return { variable, kind: change.split(' ')[1] ?? '', change, new_value, choice };
  });
  const flips = all.filter(({ choice }) => choice !== planned);
  const tried = [...flips, ...all.filter(({ choice }) => choice === planned)];
  return {
    claims: flips.map((one) => claimOf(one, 0.9)),
    counterfactuals: counterfactualsOf(envDigest(env), tried),
  };
}
