/**
 * @module m1-malformed-proposal-rejected: a proposal that is invalid by the schema or the invariants is denied and
 * logged.
 */
import { describe, expect, test } from 'vitest';

import { AUDIT_GENESIS, chainLine } from '../../../kernel/axion/kernel/audit-log.ts';
import type { GateDecision } from '../../../kernel/axion/kernel/policy-gate.ts';
import type { Proposal } from '../../../kernel/axion/proposal.ts';
import { checkAuditEntry, SCHEMA_NAMES } from '../../../kernel/axion/schema-load.ts';
import { gate, goodProposal, submitted, withTrace } from './played.ts';

/** Expects a denial with one audit entry that is valid by its schema. */
function expectDenied(decision: GateDecision, invariant: string): void {
  expect([decision.verdict, decision.tokens]).toEqual(['deny', []]);
  expect(decision.witnesses.map((found) => found.invariant)).toContain(invariant);
  expect(decision.audit).toHaveLength(1);
  const [draft] = decision.audit;
  if (draft === undefined) throw new Error('no entry');
  expect(checkAuditEntry(JSON.parse(chainLine(draft, AUDIT_GENESIS).line))).toMatchObject({
    ok: true,
  });
}

/** The proposal with the member at a path replaced; undefined removes it. */
function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  const next = changed(copy[key], rest, to);
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}

test('the kernel loads 19 schemas', () => {
  expect(SCHEMA_NAMES).toHaveLength(19);
});

test('the unchanged proposals of these tests are allowed', () => {
  for (const mode of ['full', 'mci_latent', 'mci_minimal'] as const) {
    const { state, proposal } = goodProposal({ interface: mode });
    expect(gate(state, proposal)).toMatchObject({ verdict: 'allow', witnesses: [] });
  }
});

describe('schema', () => {
  test.each<readonly [string, readonly (string | number)[], unknown]>([
    ['no interface', ['interface'], undefined],
    ['no trace', ['trace'], undefined],
    ['an unknown member', ['env_flags'], []],
    ['an unknown member of the state', ['env', 'env_flags'], []],
    ['an unknown member of the trace', ['trace', 'salted_factors'], [1]],
    ['a UUID of version 7', ['proposal_id'], '0190a5c4-7b1e-7cc3-98c4-dc0c0c07398f'],
    ['an unknown type', ['proposal_type'], 'order'],
    ['trace version 0.2', ['trace', 'trace_version'], '0.2'],
    ['an unknown mode', ['interface', 'mode'], 'mci'],
    ['no factor dimension', ['interface', 'factor_dim'], 0],
    ['an empty plan', ['payload', 'plan', 'steps'], []],
    ['an unknown operation', ['payload', 'plan', 'steps', 0, 'op'], 'fly'],
    ['an upper-case hash', ['trace', 'trace_commit'], 'A'.repeat(64)],
    ['text for a number', ['env', 'tick'], '0'],
    ['a fraction for an integer', ['env', 'self', 'x'], 1.5],
    ['NaN in a factor', ['trace', 'factors', 0], Number.NaN],
    ['infinity in a factor', ['trace', 'factors', 0], Number.POSITIVE_INFINITY],
    ['1e308 in a weight', ['trace', 'replay_model', 'params', 'W', 0, 0], 1e308],
    ['NaN in a bias', ['trace', 'replay_model', 'params', 'b', 0], Number.NaN],
    ['W beside params', ['trace', 'replay_model', 'W'], [[1]]],
    ['another kind of model', ['trace', 'replay_model', 'model_type'], 'tree'],
    ['a mass above 1', ['trace', 'counterfactuals', 0, 'prob_mass'], 1.01],
    ['waiting as a capability', ['requested_capabilities'], [{ capability: 'wait' }]],
  ])('%s', (_, path, to) => {
    const { state, proposal } = goodProposal();
    expectDenied(gate(state, changed(proposal, path, to)), 'schema');
  });

  test.each<readonly [readonly (string | number)[], unknown, string]>([
    [['env_flags'], [], 'additional properties: `env_flags`'],
    [['\ud800'], 1, 'additional properties: `\ufffd`'],
    [['trace', 'trace_version'], '0.2', 'equal to constant: `0.3`'],
    [['proposal_type'], 'order', 'values: `action, self_modify, delegate, capability_request`'],
    [['interface'], undefined, "required property 'interface'"],
  ])('the message for %j names the error', (path, to, words) => {
    const { state, proposal } = goodProposal();
    const decision = gate(state, changed(proposal, path, to));
    expectDenied(decision, 'schema');
    expect(decision.witnesses[0]?.message).toContain(words);
  });

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'proposal'],
    ['a list', []],
    ['a deep nest', JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
  ])('%s is not a valid proposal', (_, value) => {
    expectDenied(gate(goodProposal().state, value), 'schema');
  });
});

describe('canonical form', () => {
  const cycle: Record<string, unknown> = {};
  cycle['again'] = cycle;
  test.each<readonly [string, unknown]>([
    ['NaN', { value: Number.NaN }],
    ['infinity', { value: Number.NEGATIVE_INFINITY }],
    ['a cycle', cycle],
    ['a bigint', { value: 1n }],
    ['a lone surrogate', { value: '\ud800' }],
  ])('%s in a member of any type is denied', (_, payload) => {
    const { state, proposal } = goodProposal();
    expectDenied(
      gate(state, changed(proposal, ['trace', 'nodes', 0, 'payload'], payload)),
      'canonical_json',
    );
  });
});

describe('invariants', () => {
  const masses = (proposal: Proposal, values: readonly number[]): Proposal =>
    withTrace(proposal, {
      counterfactuals: values.map((prob_mass, i) => ({
        ...(proposal.trace.counterfactuals[0] as Proposal['trace']['counterfactuals'][0]),
        cf_id: `cf-${i}`,
        prob_mass,
      })),
    });

  test('I0: a trace that was changed after its commitment is denied', () => {
    const { state, proposal } = goodProposal();
    const trace = { ...proposal.trace, edges: [] };
    expectDenied(gate(state, { ...proposal, trace }), 'I0');
  });

  test.each([[[0.3, 0.3, 0.3]], [[0.9, 0, 0]], [[1, 1, 1]]])(
    'I1: probability masses %j are sufficient',
    (values) => {
      const { state, proposal } = goodProposal();
      expect(gate(state, masses(proposal, values)).verdict).toBe('allow');
    },
  );

  test.each([[[0.3, 0.3, 0.29]], [[0.5, 0.4]], [[0, 0, 0]]])(
    'I1: probability masses %j are insufficient',
    (values) => {
      const { state, proposal } = goodProposal();
      expectDenied(gate(state, masses(proposal, values)), 'I1');
    },
  );

  test('I2: a claim supported by a missing node is a warning', () => {
    const { state, proposal } = goodProposal();
    const causal_claims = proposal.trace.causal_claims.map((claim) => ({
      ...claim,
      supporting_nodes: [99],
    }));
    const decision = gate(state, withTrace(proposal, { causal_claims }));
    expect(decision.verdict).toBe('allow');
    expect(decision.witnesses).toMatchObject([{ invariant: 'I2', severity: 'warn' }]);
  });

  test.each(['full', 'mci_latent', 'mci_minimal'] as const)(
    'I3: a proposal without a snapshot is denied under %s',
    (mode) => {
      const { state, proposal } = goodProposal({ interface: mode });
      const { factor_snapshot: _, ...rest } = proposal.trace;
      const bare = { ...proposal, trace: { ...rest, fork_snapshots: [] } } as Proposal;
      expectDenied(gate(state, withTrace(bare, {})), 'I3');
    },
  );

  test('I3: a fork snapshot of another state is denied', () => {
    const { state, proposal } = goodProposal({ interface: 'full' });
    const fork_snapshots = proposal.trace.fork_snapshots.map((fork) => ({
      ...fork,
      state_digest: 'a'.repeat(64),
    }));
    expectDenied(gate(state, withTrace(proposal, { fork_snapshots })), 'I3');
  });
});

describe('policy', () => {
  test('a proposal about another state is denied', () => {
    const { state, proposal } = goodProposal();
    const env = { ...proposal.env, self: { ...proposal.env.self, energy: 99 } };
    expectDenied(gate(state, { ...proposal, env }), 'env_binding');
  });

  test.each(['self_modify', 'delegate'] as const)('%s is denied', (proposal_type) => {
    const { state, proposal } = goodProposal();
    expectDenied(gate(state, { ...proposal, proposal_type }), 'policy');
  });

  test('a move without a direction is denied', () => {
    const { state, proposal } = goodProposal();
    const payload = { ...proposal.payload, plan: { steps: [{ op: 'move' as const, args: {} }] } };
    expectDenied(gate(state, { ...proposal, payload }), 'policy');
  });

  test('capabilities that are physical or exceed their operation are refused, all others are granted', () => {
    const { state, proposal } = goodProposal();
    const [request] = proposal.requested_capabilities;
    if (request === undefined) throw new Error('no request');
    const wide = { ...request, scope: { ...request.scope, allowed_ops: ['move', 'pickup'] } };
    const physical = {
      ...request,
      capability: 'actuate_physical_stub' as const,
      scope: { ...request.scope, allowed_ops: ['actuate_physical_stub'] },
    };
    const decision = gate(state, {
      ...proposal,
      requested_capabilities: [request, wide, physical],
    });
    expect(decision.verdict).toBe('allow_with_constraints');
    expect(decision.tokens.map((token) => token.capability)).toEqual(['move']);
    expect(decision.audit.map((entry) => entry.event)).toEqual([
      'CAPABILITY_ISSUED',
      'CAPABILITY_DENIED',
    ]);
  });

  test('a denied proposal costs a step and does not change the world', () => {
    const { state } = goodProposal();
    const turn = submitted(state, {});
    expect(turn.state.env).toBe(state.env);
    expect([turn.state.step, turn.audit.length]).toEqual([1, 1]);
  });
});
