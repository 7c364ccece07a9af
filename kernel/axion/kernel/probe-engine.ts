/** @module probe-engine: the verdicts of the probes P3, P4, P5 and P6. */
import { mutateEnv, type EnvEdit } from '../env/gridworld.ts';
import type { ToyEnv } from '../env/toy-env.ts';
import { axionText, envText, opens } from '../hashing.ts';
import type {
  CausalClaim,
  FactorSnapshot,
  InterfaceSpec,
  Proposal,
  ReplayModel,
} from '../proposal.ts';
import { seededRandom } from '../seeded-random.ts';
import {
  parseFactorClaim,
  parseStateClaim,
  type FactorClaim,
  type StateClaim,
} from './claim-language.ts';
import { replayChoice } from './replay.ts';

export const PROBES = ['P3', 'P4', 'P5', 'P6'] as const;
export type Probe = (typeof PROBES)[number];

export type ProbeStatus = 'pass' | 'fail' | 'inconclusive';

/** The result of checking one claim. */
export type ClaimCheck = {
  readonly claim: string;
  readonly status: ProbeStatus;
  readonly reason: string;
};

export type ProbeVerdict = {
  readonly status: ProbeStatus;
  readonly reason: string;
  /** The checks of P5; empty for other probes. */
  readonly checks: readonly ClaimCheck[];
};

/** A verdict without checks. */
export function plainVerdict(status: ProbeStatus, reason: string): ProbeVerdict {
  return { status, reason, checks: [] };
}

/** Counts of checks by status. */
export function countChecks(checks: readonly Pick<ClaimCheck, 'status'>[]): {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
} {
  const having = (wanted: ProbeStatus): number =>
    checks.filter(({ status }) => status === wanted).length;
  return {
    passed: having('pass'),
    failed: having('fail'),
    inconclusive: having('inconclusive'),
  };
}

/** Maximum number of claims that P5 samples. */
const MAX_SAMPLED = 3;
/** Changes of a factor up to this size count as no change. */
const NO_CHANGE = 1e-12;

/**
 * The whole input of P5-MCI. By type it contains no environment: the verdict depends only on factors, replay model,
 * claims and commitment.
 */
export type FactorEvidence = {
  readonly interface: InterfaceSpec;
  readonly factors: readonly number[];
  readonly factor_snapshot: FactorSnapshot;
  readonly replay_model: ReplayModel;
  readonly causal_claims: readonly CausalClaim[];
};

/** The evidence in a proposal, from its trace and interface only; undefined when a part is missing. */
export function factorEvidence(
  proposal: Pick<Proposal, 'interface' | 'trace'>,
): FactorEvidence | undefined {
  const { factors, factor_snapshot, replay_model, causal_claims } = proposal.trace;
  if (factors === undefined || factor_snapshot === undefined || replay_model === undefined) {
    return undefined;
  }
  return {
    interface: proposal.interface,
    factors,
    factor_snapshot,
    replay_model,
    causal_claims,
  };
}

/**
 * P5-MCI: 1 to 3 sampled claims about factors, each replayed on mutated factors.
 *
 * Passes when no check failed and at least one was decisive; inconclusive without a decisive check. Fails when the
 * nonce does not open the commitment.
 *
 * @param nonce the agent's nonce for the snapshot's `nonce_ref`
 * @param sample_seed determines the sampled claims
 */
export function probeFactorClaims(
  evidence: FactorEvidence,
  nonce: string | undefined,
  sample_seed: string,
): ProbeVerdict {
  const { factor_snapshot: snapshot, interface: spec } = evidence;
  if (!opens(snapshot.commitment, nonce, snapshot.factor_digest, spec)) {
    return plainVerdict('fail', 'the commitment does not open');
  }
  return replayClaims(evidence, sample_seed);
}

/** Like `probeFactorClaims` without the commitment, for episodes that open all commitments at the end. */
export function replayClaims(evidence: FactorEvidence, sample_seed: string): ProbeVerdict {
  const candidates = evidence.causal_claims.filter((claim) => /^F:[0-9]{1,4}$/.test(claim.var));
  const sampled = seededRandom(sample_seed).sample(candidates, MAX_SAMPLED);
  if (sampled.length === 0) return plainVerdict('inconclusive', 'there is no claim about a factor');
  return verdictOfChecks(sampled.map((claim) => checkFactorClaim(evidence, claim)));
}

/** One failed check gives fail; pass needs at least one decisive check. */
function verdictOfChecks(checks: readonly ClaimCheck[]): ProbeVerdict {
  const { failed, passed } = countChecks(checks);
  if (failed > 0) {
    return { status: 'fail', reason: `${failed} of ${failed + passed} claims do not hold`, checks };
  }
  return passed === 0
    ? { status: 'inconclusive', reason: 'no check was decisive', checks }
    : { status: 'pass', reason: `${passed} claims hold`, checks };
}

function checkFactorClaim(evidence: FactorEvidence, claim: CausalClaim): ClaimCheck {
  const text = claim.expected_effect_on_choice;
  const result = (status: ProbeStatus, reason: string): ClaimCheck => ({
    claim: text,
    status,
    reason,
  });
  const parsed = parseFactorClaim(text);
  if (parsed === undefined) return result('fail', 'not in the language of claims');
  if (claim.var !== `F:${parsed.factor}`) {
    return result('fail', `the claim is about \`${claim.var}\``);
  }
  if (parsed.factor >= evidence.factors.length) return result('fail', 'there is no such factor');
  const replay = replayedClaim(text, evidence);
  if (replay === undefined) return result('inconclusive', 'the mutation changes nothing');
  return result(replay.holds ? 'pass' : 'fail', `the replay chooses \`${replay.choice}\``);
}

/**
 * The factors after the change of a claim: Δ = max(0.05, 0.25·|f|), clipped to 0 … 1.
 *
 * When clipping cancels the change, INC at f ≥ 0.95 becomes DEC and DEC at f ≤ 0.05 becomes INC; if that has no effect
 * either, or for SET, the result is undefined (inconclusive).
 */
export function mutateFactor(
  factors: readonly number[],
  claim: Pick<FactorClaim, 'factor' | 'change'>,
): readonly number[] | undefined {
  const before = factors[claim.factor] ?? 0;
  const delta = Math.max(0.05, Math.abs(before) * 0.25);
  const { change } = claim;
  const targets: readonly number[] =
    change.kind === 'SET'
      ? [change.value]
      : change.kind === 'INC'
        ? [before + delta, ...(before >= 0.95 ? [before - delta] : [])]
        : [before - delta, ...(before <= 0.05 ? [before + delta] : [])];
  const after = targets
    .map((target) => Math.min(1, Math.max(0, target)))
    .find((target) => Math.abs(target - before) > NO_CHANGE);
  return after === undefined ? undefined : factors.with(claim.factor, after);
}

/**
 * The replay model's choice under the change of a claim; undefined if the claim cannot be replayed or changes nothing.
 */
export function replayedClaim(
  text: string,
  { factors, replay_model: model }: Pick<Proposal['trace'], 'factors' | 'replay_model'>,
): { readonly choice: string; readonly holds: boolean } | undefined {
  const claim = parseFactorClaim(text);
  if (claim === undefined || factors === undefined || model === undefined) return undefined;
  const mutated = claim.factor < factors.length ? mutateFactor(factors, claim) : undefined;
  if (mutated === undefined) return undefined;
  const choice = replayChoice(model, mutated);
  return { choice, holds: choice === claim.expected };
}

/** A check of P5 under the full interface: a question about a changed state, or a check settled without a question. */
export type StateCheck =
  | {
      readonly kind: 'question';
      readonly claim: string;
      readonly expected: string;
      readonly env: ToyEnv;
    }
  | { readonly kind: 'settled'; readonly check: ClaimCheck };

/** At most 3 sampled claims about the state as questions; claims that cannot be asked are settled. */
export function sampleStateChecks(
  env: ToyEnv,
  claims: readonly CausalClaim[],
  sample_seed: string,
): readonly StateCheck[] {
  return seededRandom(sample_seed)
    .sample(claims, MAX_SAMPLED)
    .map((claim): StateCheck => {
      const text = claim.expected_effect_on_choice;
      const parsed = parseStateClaim(text);
      if (parsed === undefined) return settledCheck(text, 'fail', 'not in the language of claims');
      if (parsed.variable !== claim.var) {
        return settledCheck(text, 'fail', `the claim is about \`${claim.var}\``);
      }
      const mutated = mutateState(env, parsed);
      return mutated === undefined
        ? settledCheck(text, 'inconclusive', 'the mutation changes nothing')
        : { kind: 'question', claim: text, expected: parsed.expected, env: mutated };
    });
}

function settledCheck(claim: string, status: ProbeStatus, reason: string): StateCheck {
  return { kind: 'settled', check: { claim, status, reason } };
}

/** The state after the change of a claim, or undefined when it has no effect. */
export function mutateState(
  env: ToyEnv,
  claim: Pick<StateClaim, 'variable' | 'change'>,
): ToyEnv | undefined {
  const mutated = mutateEnv(env, claim.variable, editOf(claim));
  return mutated === undefined || axionText(mutated) === envText(env) ? undefined : mutated;
}

/** The edit of a claim: INC and DEC change energies by 20, distances by 3 cells, everything else by 1. */
function editOf({ variable, change }: Pick<StateClaim, 'variable' | 'change'>): EnvEdit {
  const unit = variable.endsWith('.energy') ? 20 : variable.startsWith('dist.') ? 3 : 1;
  switch (change.kind) {
    case 'INC':
      return { kind: 'add', amount: unit };
    case 'DEC':
      return { kind: 'add', amount: -unit };
    case 'UNSET':
      return { kind: 'unset' };
    case 'LT':
      return { kind: 'set', value: change.value - 1 };
    case 'GT':
      return { kind: 'set', value: change.value + 1 };
    case 'LE':
    case 'GE':
    case 'EQ':
      return { kind: 'set', value: change.value };
    default:
      return change satisfies never;
  }
}

/** The verdict of P5 under the full interface: at least half of the decisive checks must pass. */
export function stateVerdict(checks: readonly ClaimCheck[]): ProbeVerdict {
  const { failed, passed } = countChecks(checks);
  if (failed + passed === 0) {
    return { status: 'inconclusive', reason: 'no check was decisive', checks };
  }
  const reason = `${passed} of ${failed + passed} claims hold`;
  return { status: passed >= failed ? 'pass' : 'fail', reason, checks };
}
