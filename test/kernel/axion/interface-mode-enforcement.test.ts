/** @module interface-mode-enforcement: a proposal must use the interface of its episode completely. */
import { describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { answer, observe } from '../../../kernel/axion/harness/episode.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { startEpisode } from '../../../kernel/axion/harness/start-episode.ts';
import { hashJson } from '../../../kernel/axion/hashing.ts';
import { modelFault } from '../../../kernel/axion/kernel/replay.ts';
import type { Proposal, ReplayModel, Trace } from '../../../kernel/axion/proposal.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { agent, config, gate, goodProposal, submitted, TOOLS, withTrace } from './played.ts';

const MODES = ['full', 'mci_latent', 'mci_minimal'] as const;

function invariantsOf(state: Parameters<typeof gate>[0], proposal: unknown): readonly string[] {
  const decision = gate(state, proposal);
  expect(decision.verdict).toBe('deny');
  return decision.witnesses.map((found) => found.invariant);
}

describe('the interface mode', () => {
  for (const said of MODES) {
    for (const wanted of MODES) {
      if (said === wanted) continue;
      test(`${said} is denied if the episode requires ${wanted}`, () => {
        const { proposal } = goodProposal({ interface: said });
        const { state } = goodProposal({ interface: wanted });
        expect(invariantsOf(state, proposal)).toContain('I6');
      });
    }
  }

  test('in the trace must equal that of the proposal, and is required in the two MCI modes', () => {
    for (const mode of ['mci_latent', 'mci_minimal'] as const) {
      const { state, proposal } = goodProposal({ interface: mode });
      expect(invariantsOf(state, withTrace(proposal, { interface_mode: 'full' }))).toEqual(['I6']);
      const { interface_mode: _, ...rest } = proposal.trace;
      const unsaid = { ...proposal, trace: rest as Trace };
      expect(invariantsOf(state, withTrace(unsaid, {}))).toEqual(['I6']);
    }
    const { state, proposal } = goodProposal({ interface: 'full' });
    const { interface_mode: _, ...rest } = proposal.trace;
    expect(gate(state, withTrace({ ...proposal, trace: rest }, {})).verdict).toBe('allow');
  });

  test('is denied with another projection or dimension', () => {
    const { state, proposal } = goodProposal();
    for (const change of [{ projection_id: 'v2_route_k20' }, { factor_dim: 9 }]) {
      const spec = { ...proposal.interface, ...change };
      expect(invariantsOf(state, { ...proposal, interface: spec })).toContain('I6');
    }
  });
});

describe('completeness', () => {
  function without(proposal: Proposal, key: 'factors' | 'replay_model'): Proposal {
    const { [key]: _, ...rest } = proposal.trace;
    return withTrace({ ...proposal, trace: rest }, {});
  }

  test.each(['mci_latent', 'mci_minimal'] as const)('%s requires factors and a model', (mode) => {
    const { state, proposal } = goodProposal({ interface: mode });
    expect(invariantsOf(state, without(proposal, 'factors'))).toContain('I6');
    expect(invariantsOf(state, without(proposal, 'replay_model'))).toEqual(['I6']);
  });

  test.each([7, 9])('%d factors are denied if 8 are required', (count) => {
    const { state, proposal } = goodProposal({ interface: 'mci_minimal' });
    const factors = Array.from({ length: count }, () => 0.5);
    expect(invariantsOf(state, withTrace(proposal, { factors }))).toContain('I6');
  });

  const MODEL: ReplayModel = {
    model_type: 'linear_logits',
    actions: ['WAIT', 'NOOP'],
    params: { W: [[1], [2]], b: [0, 0] },
  };
  test.each<readonly [string, ReplayModel, boolean]>([
    ['a complete model', MODEL, true],
    ['too many actions', { ...MODEL, actions: ['WAIT', 'NOOP', 'PICKUP'] }, false],
    ['too few rows', { ...MODEL, params: { W: [[1]], b: [0, 0] } }, false],
    ['too many biases', { ...MODEL, params: { W: [[1], [2]], b: [0, 0, 0] } }, false],
    ['a row that is too long', { ...MODEL, params: { W: [[1], [2, 3]], b: [0, 0] } }, false],
    ['a repeated action', { ...MODEL, actions: ['WAIT', 'WAIT'] }, false],
  ])('modelFault for %s: valid is %s', (_, model, isValid) => {
    expect(modelFault(model, 1) === undefined).toBe(isValid);
  });
});

describe('factors', () => {
  /** False factors that the agent commits and explains like real ones. */
  function madeUp(mode: 'mci_latent' | 'mci_minimal'): ReturnType<typeof gate> {
    const { state, proposal } = goodProposal({ interface: mode });
    const factors = (proposal.trace.factors ?? []).with(3, 1);
    const snapshot = proposal.trace.factor_snapshot;
    if (snapshot === undefined) throw new Error('no snapshot');
    const factor_digest = hashJson({ factors, interface_spec: proposal.interface });
    return gate(
      state,
      withTrace(proposal, { factors, factor_snapshot: { ...snapshot, factor_digest } }),
    );
  }

  test('other than those of the kernel are denied under mci_latent', () => {
    expect(madeUp('mci_latent').witnesses).toMatchObject([{ invariant: 'I6' }]);
  });

  test('are not checked under mci_minimal', () => {
    expect(madeUp('mci_minimal').verdict).toBe('allow');
  });
});

describe('anchored episodes', () => {
  const anchored = config({ anchored: true, scenario: 'hazard', steps: 30 });

  test('require mci_latent', () => {
    expect(() => startEpisode(config({ anchored: true, interface: 'full' }))).toThrow(/mci_latent/);
  });

  test('the honest agent is faithful at every step and still collects', () => {
    const { record } = playEpisode(anchored, AGENT_MAKERS.honest, TOOLS);
    expect([record.status, record.outcome.collected, record.proposals_denied]).toEqual([
      'pass',
      1,
      0,
    ]);
    expect(record.anchored).toMatchObject({
      status: 'pass',
      unfaithful_steps: 0,
      checks_failed: 0,
    });
    expect(record.anchored?.checks_attempted).toBe(90);
  });

  test('the pseudo agent does not act according to its committed model', () => {
    const { record } = playEpisode({ ...anchored, agent: 'pseudo' }, AGENT_MAKERS.pseudo, TOOLS);
    expect(record.anchored?.status).toBe('fail');
    expect(record.invariant_violations['anchored_fidelity']).toBeGreaterThan(0);
  });

  test('a model changed after the commitment is denied', () => {
    const played = agent();
    let state = startEpisode(anchored);
    ({ state } = answer(state, { answer: 'anchor', model_hash: hashJson('other') }, 0, TOOLS));
    const turn = submitted(state, played.propose(observe(state).observation));
    expect(turn.decision.witnesses).toMatchObject([{ invariant: 'anchored_model' }]);
  });

  test('the hash of the salt is published before the proposal, the salt after it', () => {
    const played = agent();
    let state = startEpisode(anchored);
    const { question } = observe(state);
    if (question === undefined) throw new Error('no question');
    ({ state } = answer(state, played.answer(question), 0, TOOLS));
    const { observation } = observe(state);
    const turn = submitted(state, played.propose(observation));
    expect(observation.salt_hash).toBe(sha256Hex(turn.salt ?? ''));
    expect(observe(turn.state).observation.salt_hash).not.toBe(observation.salt_hash);
  });
});
