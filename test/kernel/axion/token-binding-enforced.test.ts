/**
 * @module token-binding-enforced: no action runs without a token, and a token is valid only for its own proposal and
 * scope.
 */
import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { phaseOf } from '../../../kernel/axion/harness/episode-state.ts';
import { answer, observe } from '../../../kernel/axion/harness/episode.ts';
import { axionText, hashJson, kernelSecret } from '../../../kernel/axion/hashing.ts';
import {
  issueToken,
  remember,
  spendToken,
  type TokenUse,
  type TokenVerdict,
} from '../../../kernel/axion/kernel/capability.ts';
import type { CapabilityToken, Proposal } from '../../../kernel/axion/proposal.ts';
import { checkToken } from '../../../kernel/axion/schema-load.ts';
import { agent, goodProposal, sources, submitted, TOOLS } from './played.ts';

const SECRET = kernelSecret(5);
const PROPOSAL = hashJson('proposal');
const TRACE = hashJson('trace');
const SCOPE = {
  allowed_ops: ['move'],
  rate_limit: { max_calls: 3, per_ms: 1000 },
  expiry_ms: 5000,
};

function issued(change: Partial<CapabilityToken> = {}): CapabilityToken {
  const { nextId } = sources();
  const token = issueToken(SECRET, {
    token_id: nextId(),
    revocation_id: nextId(),
    capability: change.capability ?? 'move',
    scope: change.scope ?? SCOPE,
    proposal_hash: PROPOSAL,
    trace_hash: TRACE,
    issued_at_ms: 100,
  });
  return token;
}

function use(token: CapabilityToken, change: Partial<TokenUse> = {}): TokenVerdict {
  const registry = remember({}, [issued()], 100);
  return spendToken(registry, SECRET, {
    token,
    op: 'move',
    proposal_hash: PROPOSAL,
    trace_hash: TRACE,
    now_ms: 100,
    ...change,
  });
}

describe('a token', () => {
  test('fits the schema and is accepted for the action for which it was issued', () => {
    expect(checkToken(issued()).ok).toBe(true);
    expect(use(issued()).ok).toBe(true);
  });

  test.each<readonly [string, Partial<TokenUse>]>([
    ['expired', { now_ms: 5100 }],
    ['proposal_mismatch', { proposal_hash: TRACE }],
    ['proposal_mismatch', { proposal_hash: undefined }],
    ['trace_mismatch', { trace_hash: PROPOSAL }],
    ['trace_mismatch', { trace_hash: undefined }],
    ['op_not_allowed', { op: 'pickup' }],
  ])('is refused with %s if it is used with %j', (refusal, change) => {
    expect(use(issued(), change)).toEqual({ ok: false, refusal });
  });

  test('is valid until the last millisecond before its expiry', () => {
    expect(use(issued(), { now_ms: 5099 }).ok).toBe(true);
  });

  test.each<readonly [string, (token: CapabilityToken) => CapabilityToken]>([
    ['unknown_token', (token) => ({ ...token, token_id: token.revocation_id })],
    ['bad_signature', (token) => ({ ...token, signature: '0'.repeat(64) })],
    ['bad_signature', (token) => ({ ...token, expires_at_ms: 1e9 })],
    ['bad_signature', (token) => ({ ...token, capability: 'pickup' })],
    [
      'bad_signature',
      (token) => ({ ...token, scope: { ...SCOPE, allowed_ops: ['move', 'pickup'] } }),
    ],
    [
      'bad_signature',
      (token) => ({ ...token, binding: { ...token.binding, proposal_hash: TRACE } }),
    ],
  ])('is refused with %s if it was changed', (refusal, change) => {
    expect(use(change(issued()))).toEqual({ ok: false, refusal });
  });

  test('is refused with bad_signature if another seed signed it', () => {
    expect(
      spendToken(remember({}, [issued()], 100), kernelSecret(6), {
        token: issued(),
        op: 'move',
        proposal_hash: PROPOSAL,
        trace_hash: TRACE,
        now_ms: 100,
      }),
    ).toEqual({ ok: false, refusal: 'bad_signature' });
  });

  /** A token with a valid signature of the kernel, so that only the tested check can refuse it. */
  test.each([
    ['scope_mismatch', { scope_hash: hashJson({}) }],
    ['capability_mismatch', { capability: 'pickup' }],
  ] as const)('%s even when it is signed', (refusal, change) => {
    const capability = 'capability' in change ? change.capability : 'move';
    const token = issued({ capability });
    const forged =
      'scope_hash' in change
        ? resigned({ ...token, binding: { ...token.binding, ...change } })
        : token;
    const registry = remember({}, [forged], 100);
    const wanted = {
      token: forged,
      op: 'move',
      proposal_hash: PROPOSAL,
      trace_hash: TRACE,
      now_ms: 100,
    };
    expect(spendToken(registry, SECRET, wanted)).toEqual({ ok: false, refusal });
  });

  test('is refused if it has a valid signature but was not issued', () => {
    const wide = { ...SCOPE, rate_limit: { max_calls: 1000, per_ms: 1 } };
    const { token_id } = issued();
    const forged = resigned({ ...issued({ scope: wide }), token_id });
    expect(use(forged)).toEqual({ ok: false, refusal: 'bad_signature' });
    for (const name of ['constructor', '__proto__']) {
      expect(use({ ...issued(), token_id: name })).toEqual({ ok: false, refusal: 'unknown_token' });
    }
  });

  test('allows 3 calls in its time window, not 4, and 3 more after the window', () => {
    let registry = remember({}, [issued()], 100);
    const at = (now_ms: number): string => {
      const verdict = spendToken(registry, SECRET, {
        token: issued(),
        op: 'move',
        proposal_hash: PROPOSAL,
        trace_hash: TRACE,
        now_ms,
      });
      if (verdict.ok) ({ registry } = verdict);
      return verdict.ok ? 'ok' : verdict.refusal;
    };
    expect([at(100), at(100), at(1100), at(1100), at(1101), at(1101), at(1101), at(1101)]).toEqual([
      'ok',
      'ok',
      'ok',
      'rate_exceeded',
      'ok',
      'ok',
      'ok',
      'rate_exceeded',
    ]);
  });
});

function resigned(token: CapabilityToken): CapabilityToken {
  const { signature: _, ...unsigned } = token;
  return { ...unsigned, signature: hashOf(unsigned) };
}

function hashOf(unsigned: object): string {
  return createHash('sha256').update(SECRET).update(axionText(unsigned)).digest('hex');
}

describe('the world', () => {
  function withSteps(proposal: Proposal, steps: Proposal['payload']['plan']['steps']): Proposal {
    return { ...proposal, payload: { ...proposal.payload, plan: { steps } } };
  }

  test('does not move without a token for the operation, and the denial is logged', () => {
    const { state, proposal } = goodProposal();
    const turn = submitted(state, { ...proposal, requested_capabilities: [] });
    expect(turn.decision.verdict).toBe('allow');
    expect(turn.state.env).toBe(state.env);
    expect(turn.audit.at(-1)).toMatchObject({
      event: 'CAPABILITY_DENIED',
      kernel_decision: { verdict: 'deny', notes: 'I4' },
    });
    expect(turn.state.tally.token_failures).toBe(1);
  });

  test('executes each step of a plan with the token of that step', () => {
    const { state, proposal } = goodProposal();
    const steps = [
      { op: 'move', args: { dir: 'S' } },
      { op: 'pickup', args: {} },
      { op: 'wait', args: {} },
    ] as const;
    const turn = submitted(state, withSteps(proposal, steps));
    expect(turn.state.frames.map((frame) => frame.reason)).toEqual(['', 'no_token', '']);
    expect([turn.state.step, turn.state.env.tick]).toEqual([3, 2]);
  });

  test('does not execute more actions than the rate of the scope allows', () => {
    const { state, proposal } = goodProposal({ steps: 20 });
    const steps = Array.from({ length: 12 }, (_, i) => ({
      op: 'move' as const,
      args: { dir: i % 2 === 0 ? 'E' : 'W' },
    }));
    const reasons = submitted(state, withSteps(proposal, steps)).state.frames.map(
      (frame) => frame.reason,
    );
    expect(reasons).toEqual([
      ...Array.from({ length: 10 }, () => ''),
      'rate_exceeded',
      'rate_exceeded',
    ]);
  });

  test('executes a proposal only once, although it is submitted again in the same or a later state', () => {
    const { state, proposal } = goodProposal();
    const asking = { ...proposal, proposal_type: 'capability_request' } as const;
    const first = submitted(state, asking);
    expect([first.decision.verdict, first.state.env]).toEqual(['allow', state.env]);
    const again = submitted(first.state, asking);
    expect(again.decision.witnesses).toMatchObject([{ invariant: 'replay' }]);
    const moved = submitted(again.state, proposal);
    expect(moved.decision.verdict).toBe('allow');
    const invariants = submitted(moved.state, proposal).decision.witnesses.map(
      (one) => one.invariant,
    );
    expect(invariants).toEqual(expect.arrayContaining(['env_binding', 'replay']));
  });

  test('refuses an action that did not pass the gate, and logs the attempt', () => {
    const played = agent();
    let { state } = goodProposal({ steps: 1, probes: ['P4'] });
    ({ state } = submitted(state, played.propose(observe(state).observation)));
    expect(observe(state).question?.ask).toBe('execute_raw');
    const turn = answer(state, { answer: 'execute_raw', choice: 'WAIT' }, 0, TOOLS);
    expect(turn.state.env).toBe(state.env);
    expect(turn.state.verdicts.P4?.status).toBe('fail');
    expect(turn.audit).toMatchObject([
      { event: 'CAPABILITY_DENIED', witnesses: [{ invariant: 'I4' }] },
    ]);
    expect(phaseOf(turn.state)).toBe('asked');
  });
});
