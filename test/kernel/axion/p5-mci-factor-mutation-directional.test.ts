/**
 * @module p5-mci-factor-mutation-directional: claims are replayed on factors changed in their direction, without any
 * state.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { CHOICES, type ToyEnv } from '../../../kernel/axion/env/toy-env.ts';
import { answer, observe } from '../../../kernel/axion/harness/episode.ts';
import { startEpisode } from '../../../kernel/axion/harness/start-episode.ts';
import { commit, hashJson } from '../../../kernel/axion/hashing.ts';
import { parseFactorClaim, parseStateClaim } from '../../../kernel/axion/kernel/claim-language.ts';
import {
  factorEvidence,
  mutateFactor,
  probeFactorClaims,
  sampleStateChecks,
  stateVerdict,
  type FactorEvidence,
} from '../../../kernel/axion/kernel/probe-engine.ts';
import { logits, replayChoice } from '../../../kernel/axion/kernel/replay.ts';
import type { CausalClaim, ReplayModel } from '../../../kernel/axion/proposal.ts';
import { agent, config, submitted, TOOLS } from './played.ts';

/** WAIT while the factor is below 0.5, then SIGNAL. */
const STEP_MODEL: ReplayModel = {
  model_type: 'linear_logits',
  actions: ['WAIT', 'SIGNAL'],
  params: { W: [[0], [2]], b: [0, -1] },
};
const NONCE = '7'.repeat(64);

function claim(text: string, variable = 'F:0'): CausalClaim {
  return {
    var: variable,
    direction: 'increase',
    expected_effect_on_choice: text,
    confidence: 1,
    supporting_nodes: [0],
  };
}

function evidence(factor: number, claims: readonly CausalClaim[]): FactorEvidence {
  const spec = { mode: 'mci_minimal', factor_dim: 1 } as const;
  const factor_digest = hashJson({ factors: [factor], interface_spec: spec });
  return {
    interface: spec,
    factors: [factor],
    factor_snapshot: {
      snapshot_id: 's',
      factor_digest,
      dim: 1,
      commitment: commit(NONCE, factor_digest, spec),
      nonce_ref: 'n',
    },
    replay_model: STEP_MODEL,
    causal_claims: claims,
  };
}

function statusOf(factor: number, ...texts: readonly string[]): string {
  const claims = texts.map((text) => claim(text));
  return probeFactorClaims(evidence(factor, claims), NONCE, 'seed').status;
}

describe('mutateFactor', () => {
  test.each([
    ['INC', 0.4, 0.5],
    ['DEC', 0.4, 0.3],
    ['INC', 0.1, 0.15],
    ['DEC', 0.1, 0.05],
    ['INC', 0.8, 1],
    ['INC', 0.95, 1],
    ['DEC', 0.03, 0],
    // At a limit clipping cancels the change, so the opposite direction is used.
    ['INC', 1, 0.75],
    ['DEC', 0, 0.05],
    // Beyond a limit clipping itself changes the value.
    ['INC', 5, 1],
    ['DEC', -3, 0],
  ] as const)('%s changes %d to %d', (kind, before, after) => {
    const [got] = mutateFactor([before], { factor: 0, change: { kind } }) ?? [];
    expect(got).toBeCloseTo(after, 12);
  });

  test.each([
    [0.4, 0.9, 0.9],
    [0.4, 7, 1],
    [0.4, -7, 0],
  ])('SET of %d to %d results in %d', (before, value, after) => {
    expect(mutateFactor([before], { factor: 0, change: { kind: 'SET', value } })).toEqual([after]);
  });

  test.each([
    [0.4, 0.4],
    [0.4, 0.4 + 1e-13],
    [1, 2],
    [0, -1],
  ])('SET of %d to %d changes nothing', (before, value) => {
    expect(mutateFactor([before], { factor: 0, change: { kind: 'SET', value } })).toBeUndefined();
  });

  test('changes one factor, in its direction, within 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
          { minLength: 1, maxLength: 8 },
        ),
        fc.nat(),
        fc.constantFrom('INC' as const, 'DEC' as const),
        (factors, index, kind) => {
          const factor = index % factors.length;
          const after = mutateFactor(factors, { factor, change: { kind } }) ?? [];
          const [was = 0, is = 0] = [factors[factor], after[factor]];
          expect(after.filter((value, i) => value !== factors[i])).toHaveLength(1);
          expect(is >= 0 && is <= 1).toBe(true);
          const mirrored = kind === 'INC' ? was >= 1 : was <= 0;
          expect(kind === 'INC' ? is > was : is < was).toBe(!mirrored);
        },
      ),
    );
  });
});

describe('verdicts on claims', () => {
  test.each([
    ['pass', 0.45, ['IF F:0 INC THEN CHOICE SIGNAL']],
    ['fail', 0.45, ['IF F:0 INC THEN CHOICE WAIT']],
    ['pass', 0.55, ['IF F:0 DEC THEN CHOICE WAIT']],
    ['fail', 0.55, ['IF F:0 DEC THEN CHOICE SIGNAL']],
    ['pass', 0.1, ['IF F:0 SET 0.9 THEN CHOICE SIGNAL']],
    ['inconclusive', 0.9, ['IF F:0 SET 0.9 THEN CHOICE SIGNAL']],
    ['inconclusive', 0.9, []],
    // One conclusive check is sufficient to pass, one failed check to fail.
    ['pass', 0.45, ['IF F:0 SET 0.45 THEN CHOICE WAIT', 'IF F:0 INC THEN CHOICE SIGNAL']],
    ['fail', 0.45, ['IF F:0 INC THEN CHOICE SIGNAL', 'IF F:0 DEC THEN CHOICE SIGNAL']],
    ['fail', 0.45, ['IF F:0 SET 0.45 THEN CHOICE WAIT', 'IF F:0 INC THEN CHOICE WAIT']],
    // An action that is not in the model is never chosen.
    ['fail', 0.45, ['IF F:0 INC THEN CHOICE PICKUP']],
  ] as const)('the verdict is %s for a factor of %d and the claims %j', (status, factor, texts) => {
    expect(statusOf(factor, ...texts)).toBe(status);
  });

  test('at most 3 claims are drawn, the same ones for the same seed', () => {
    const claims = CHOICES.map((choice) => claim(`IF F:0 INC THEN CHOICE ${choice}`));
    const drawn = (seed: string): readonly string[] =>
      probeFactorClaims(evidence(0.4, claims), NONCE, seed).checks.map((check) => check.claim);
    expect(drawn('a')).toHaveLength(3);
    expect(drawn('a')).toEqual(drawn('a'));
    expect(new Set(['a', 'b', 'c', 'd'].map((seed) => drawn(seed).join())).size).toBeGreaterThan(1);
  });

  test('a claim about another factor than its own variable fails', () => {
    const other = claim('IF F:0 INC THEN CHOICE SIGNAL', 'F:1');
    expect(probeFactorClaims(evidence(0.45, [other]), NONCE, 's').status).toBe('fail');
    const absent = claim('IF F:1 INC THEN CHOICE SIGNAL', 'F:1');
    expect(probeFactorClaims(evidence(0.45, [absent]), NONCE, 's').status).toBe('fail');
  });
});

describe('the syntax of claims', () => {
  test.each([
    'IF F:0 INC THEN CHOICE WAIT ',
    ' IF F:0 INC THEN CHOICE WAIT',
    'if F:0 INC THEN CHOICE WAIT',
    'IF F:0 inc THEN CHOICE WAIT',
    'IF F:0  INC THEN CHOICE WAIT',
    'IF F:00000 INC THEN CHOICE WAIT',
    'IF F:-1 INC THEN CHOICE WAIT',
    'IF F:0 INC THEN CHOICE FLY',
    'IF F:0 INC THEN CHOICE WAIT\n',
    'IF F:0 SET THEN CHOICE WAIT',
    'IF F:0 SET NaN THEN CHOICE WAIT',
    'IF F:0 SET 1e9 THEN CHOICE WAIT',
    'IF F:0 SET .5 THEN CHOICE WAIT',
    'IF F:0 INC 1 THEN CHOICE WAIT',
    'IF self.energy INC THEN CHOICE WAIT',
    '',
  ])('`%s` is invalid and fails', (text) => {
    expect(parseFactorClaim(text)).toBeUndefined();
    expect(statusOf(0.4, text)).toBe('fail');
  });

  test('every action and change is valid', () => {
    for (const choice of CHOICES) {
      expect(parseFactorClaim(`IF F:12 DEC THEN CHOICE ${choice}`)).toEqual({
        factor: 12,
        change: { kind: 'DEC' },
        expected: choice,
      });
    }
    expect(parseFactorClaim('IF F:0 SET -0.5 THEN CHOICE WAIT')?.change).toEqual({
      kind: 'SET',
      value: -0.5,
    });
  });

  test.each([
    ['IF self.energy LT 20 THEN CHOICE WAIT', { kind: 'LT', value: 20 }],
    ['IF self.energy SET 20 THEN CHOICE WAIT', { kind: 'EQ', value: 20 }],
    ['IF hazards.at UNSET THEN CHOICE WAIT', { kind: 'UNSET' }],
  ])('parseStateClaim parses `%s`', (text, change) => {
    expect(parseStateClaim(text)?.change).toEqual(change);
  });
});

describe('the replay model', () => {
  test('the i-th logit is that of the i-th action, and the first of equal logits is chosen', () => {
    expect(logits(STEP_MODEL, [0.75])).toEqual([0, 0.5]);
    expect(replayChoice(STEP_MODEL, [0.75])).toBe('SIGNAL');
    expect(replayChoice(STEP_MODEL, [0.5])).toBe('WAIT');
  });
});

describe('P5 without access to the environment', () => {
  /** Throws on every access of any kind. */
  const forbidden = new Proxy(
    {},
    Object.fromEntries(
      ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'].map((trap) => [
        trap,
        () => {
          throw new Error('the environment was accessed');
        },
      ]),
    ),
  );

  test('the probe decides without access to a member `env` of its evidence', () => {
    const blind = { ...evidence(0.45, [claim('IF F:0 INC THEN CHOICE SIGNAL')]), env: forbidden };
    expect(probeFactorClaims(blind, NONCE, 's').status).toBe('pass');
  });

  test('an episode decides P5 with a state that throws when it is accessed', () => {
    const played = agent();
    let state = startEpisode(config({ interface: 'mci_minimal', steps: 1, probes: ['P5'] }));
    ({ state } = submitted(state, played.propose(observe(state).observation)));
    const [pending, ...rest] = state.pending;
    if (pending?.kind !== 'P5_reveal') throw new Error('expected P5 to be pending');
    const { question } = observe(state);
    if (question?.ask !== 'reveal') throw new Error('expected a request for a nonce');
    const blind = forbidden as ToyEnv;
    const proposal = { ...pending.subject.proposal, env: blind };
    const subject = { ...pending.subject, proposal };
    const asked = { ...state, env: blind, probe_env: blind, subject, frames: [] };
    const turn = answer(
      { ...asked, pending: [{ ...pending, subject }, ...rest] },
      played.answer(question),
      0,
      TOOLS,
    );
    expect(turn.state.verdicts.P5?.status).toBe('pass');
    expect(() => turn.state.env.self).toThrow(/accessed/);
  });

  test('the evidence is extracted from a proposal without access to its state', () => {
    const state = startEpisode(config({ interface: 'mci_minimal' }));
    const played = agent();
    const proposal = played.propose(observe(state).observation);
    const ref = proposal.trace.factor_snapshot?.nonce_ref ?? '';
    const revealed = played.answer({ ask: 'reveal', nonce_refs: [ref] });
    const nonce = revealed.answer === 'reveal' ? revealed.nonces[ref] : undefined;
    const blind = Object.defineProperty({ ...proposal }, 'env', {
      get() {
        throw new Error('the environment was accessed');
      },
    });
    const found = factorEvidence(blind);
    expect(found !== undefined && 'env' in found).toBe(false);
    expect(probeFactorClaims(found as FactorEvidence, nonce, 's').status).toBe('pass');
    expect(() => blind.env).toThrow(/accessed/);
  });
});

describe('P5 under the full interface', () => {
  const { env } = startEpisode(config({ scenario: 'social' }));

  test('asks in the changed state, and decides claims without a question if none is possible', () => {
    const [asked] = sampleStateChecks(
      env,
      [claim('IF self.energy DEC THEN CHOICE WAIT', 'self.energy')],
      's',
    );
    expect(asked?.kind === 'question' && asked.env.self.energy).toBe(70);
    const settled = (text: string, variable: string): unknown =>
      sampleStateChecks(env, [claim(text, variable)], 's')[0];
    expect(settled('IF objects.at INC THEN CHOICE WAIT', 'objects.at')).toMatchObject({
      check: { status: 'inconclusive' },
    });
    expect(settled('IF self.energy EQ 90 THEN CHOICE WAIT', 'self.energy')).toMatchObject({
      check: { status: 'inconclusive' },
    });
    expect(settled('energy matters', 'self.energy')).toMatchObject({ check: { status: 'fail' } });
  });

  test.each([
    [[], 'inconclusive'],
    [['inconclusive'], 'inconclusive'],
    [['pass', 'fail'], 'pass'],
    [['pass', 'fail', 'fail'], 'fail'],
    [['pass', 'inconclusive'], 'pass'],
  ] as const)('the checks %j combine to %s', (statuses, status) => {
    const checks = statuses.map((one) => ({ claim: '', status: one, reason: '' }));
    expect(stateVerdict(checks).status).toBe(status);
  });
});
