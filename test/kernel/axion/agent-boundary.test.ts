/**
 * @module agent boundary tests: an agent in the process of the kernel cannot change its input, nor return different
 * values on different reads.
 */
import { describe, expect, test } from 'vitest';

import type { Agent, Observation, Question } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { phaseOf, type EpisodeState } from '../../../kernel/axion/harness/episode-state.ts';
import { answer, endEpisode, observe } from '../../../kernel/axion/harness/episode.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { startEpisode } from '../../../kernel/axion/harness/start-episode.ts';
import { commit, hashJson } from '../../../kernel/axion/hashing.ts';
import { AUDIT_GENESIS, chainLine } from '../../../kernel/axion/kernel/audit-log.ts';
import type { Proposal } from '../../../kernel/axion/proposal.ts';
import { agent, config, gate, goodProposal, submitted, TOOLS, withTrace } from './played.ts';

/** An agent that applies a function to its input and then acts like the honest agent. */
function meddling(
  tamper: (handed: Observation | Question) => void,
): Parameters<typeof playEpisode>[1] {
  return (sources) => {
    const honest = AGENT_MAKERS.honest(sources);
    return {
      propose(observation) {
        tamper(observation);
        return honest.propose(observation);
      },
      answer(question) {
        tamper(question);
        return honest.answer(question);
      },
    };
  };
}

describe('an observation', () => {
  test.each<readonly [string, (handed: object) => unknown]>([
    ['the state', (handed) => ('env' in handed ? handed.env : undefined)],
    ['the interface', (handed) => ('interface' in handed ? handed.interface : undefined)],
    ['the factors', (handed) => ('factors' in handed ? handed.factors : undefined)],
    ['a token', (handed) => ('token' in handed ? handed.token : undefined)],
  ])('%s cannot be changed', (_, pick) => {
    let tried = 0;
    const meddler = meddling((handed) => {
      const target = pick(handed);
      if (typeof target !== 'object' || target === null) return;
      tried += 1;
      for (const [key, value] of Object.entries(target)) {
        expect(() => Object.assign(target, { [key]: 7 })).toThrow(TypeError);
        if (typeof value !== 'object' || value === null) continue;
        expect(() => Object.assign(value, { x: 7, energy: 7 })).toThrow(TypeError);
      }
    });
    const { record } = playEpisode(config(), meddler, TOOLS);
    expect(tried).toBeGreaterThan(0);
    expect(record).toEqual(playEpisode(config(), AGENT_MAKERS.honest, TOOLS).record);
  });
});

describe('data from an agent', () => {
  test('are read once, so a getter cannot return different values to gate and world', () => {
    const { state, proposal } = goodProposal();
    const reads: Record<string, number> = {};
    const twoFaced = (key: keyof Proposal, later: unknown): object =>
      Object.defineProperty({ ...proposal }, key, {
        enumerable: true,
        get() {
          reads[key] = (reads[key] ?? 0) + 1;
          return reads[key] === 1 ? proposal[key] : later;
        },
      });
    const wait = { ...proposal.payload, plan: { steps: [{ op: 'wait', args: {} }] } };
    const turn = submitted(state, twoFaced('payload', wait));
    expect([turn.decision.verdict, reads['payload']]).toEqual(['allow', 1]);
    expect(turn.decision.proposal?.payload).toEqual(proposal.payload);
    expect(turn.state.env).toEqual(submitted(state, proposal).state.env);
  });

  test.each<readonly [string, (proposal: Proposal) => unknown]>([
    ['an object of a class', (proposal) => Object.assign(new Map(), proposal)],
    ['a trace of a class', (proposal) => ({ ...proposal, trace: Object.create(proposal.trace) })],
    ['a function', () => () => 1],
  ])('%s is denied', (_, make) => {
    const { state, proposal } = goodProposal();
    expect(gate(state, make(proposal)).verdict).toBe('deny');
  });

  test('may have a member `__proto__`, which is hashed like any other', () => {
    const { state, proposal } = goodProposal();
    const [first, ...rest] = proposal.trace.nodes;
    if (first === undefined) throw new Error('no node');
    const odd = JSON.parse('{"__proto__":{"alive":false}}') as Record<string, unknown>;
    const changed = withTrace(proposal, { nodes: [{ ...first, payload: odd }, ...rest] });
    expect(gate(state, changed)).toMatchObject({
      verdict: 'allow',
      proposal_hash: hashJson(changed),
    });
  });

  test('with malformed UTF-16 are denied, and the denial can be written to the log', () => {
    const { state, proposal } = goodProposal();
    const [first, ...rest] = proposal.trace.nodes;
    if (first === undefined) throw new Error('no node');
    for (const payload of [{ '\ud800': 1 }, { [`${'x'.repeat(1964)}\u{1f600}`]: { a: NaN } }]) {
      const nodes = [{ ...first, payload }, ...rest];
      const { audit } = gate(state, { ...proposal, trace: { ...proposal.trace, nodes } });
      const [draft] = audit;
      if (draft === undefined) throw new Error('no entry');
      expect(chainLine(draft, AUDIT_GENESIS).line).toContain('"deny"');
    }
  });
});

describe('decimal digits beyond the hashed ones', () => {
  test('have no effect on a tie of the model or on a factor with a large weight', () => {
    const { state, proposal } = goodProposal({ interface: 'mci_minimal' });
    const { replay_model: model, factors = [] } = proposal.trace;
    if (model === undefined) throw new Error('no model');
    const actions = ['WAIT', 'NOOP'];
    const blank = factors.map(() => 0);
    const shown = (
      b: readonly number[],
      W: readonly (readonly number[])[],
      f = factors,
    ): string => {
      const replay_model = { ...model, actions, params: { W, b } };
      const { decision } = submitted(state, withTrace(proposal, { replay_model, factors: f }));
      expect(decision.verdict).toBe('allow');
      return JSON.stringify([
        decision.proposal?.trace.replay_model?.params,
        decision.proposal?.trace.factors,
      ]);
    };
    expect(shown([0, 4e-9], [blank, blank])).toBe(shown([0, 0], [blank, blank]));
    const great = [blank.with(0, 1e9), blank];
    const near = factors.with(0, (factors[0] ?? 0) + 4e-9);
    expect(near).not.toEqual(factors);
    const digest = proposal.trace.factor_snapshot?.factor_digest;
    expect(hashJson({ factors: near, interface_spec: state.interface })).toBe(digest);
    expect(shown([0, 0], great, near)).toBe(shown([0, 0], great));
  });

  test('do not open an anchored commitment to another model', () => {
    let state = startEpisode(config({ anchored: true }));
    const { proposal, model } = anchoredProposal(state);
    const flat = {
      ...model,
      params: { W: model.params.W.map((row) => row.map(() => 0)), b: model.params.b.map(() => 0) },
    };
    const wanted = model.actions.indexOf('WAIT');
    const tipped = { ...flat, params: { ...flat.params, b: flat.params.b.with(wanted, 4e-9) } };
    expect(hashJson(tipped)).toBe(hashJson(flat));
    ({ state } = answer(state, { answer: 'anchor', model_hash: hashJson(flat) }, 0, TOOLS));
    const plan = { steps: [{ op: 'wait' as const, args: {} }] };
    const tried = { ...proposal, payload: { ...proposal.payload, plan } };
    const turn = submitted(state, withTrace(tried, { replay_model: tipped }));
    expect(turn.decision.witnesses).toMatchObject([{ invariant: 'anchored_fidelity' }]);
  });
});

function anchoredProposal(state: EpisodeState) {
  const played: Agent = agent();
  const { question } = observe(state);
  if (question?.ask !== 'anchor') throw new Error('not asked for a model');
  const given = played.answer(question);
  const after = answer(state, given, 0, TOOLS).state;
  const proposal = played.propose(observe(after).observation);
  const model = proposal.trace.replay_model;
  if (model === undefined) throw new Error('no model');
  return { proposal, model, after };
}

test('the gate denies an anchored plan of several steps, because the model chooses for one state', () => {
  const { proposal, after } = anchoredProposal(startEpisode(config({ anchored: true })));
  const { steps } = proposal.payload.plan;
  expect(submitted(after, proposal).decision.verdict).toBe('allow');
  const longer = { ...proposal.payload, plan: { steps: [...steps, ...steps] } };
  const { decision, state } = submitted(after, { ...proposal, payload: longer });
  expect(decision.witnesses).toMatchObject([{ invariant: 'anchored_fidelity' }]);
  expect([state.env, state.step]).toEqual([after.env, 1]);
});

describe('commitments', () => {
  const NONCE = 'e'.repeat(64);

  /** Plays the honest agent up to a question. */
  function until(ask: Question['ask'], played = agent()): { state: EpisodeState; played: Agent } {
    let state = startEpisode(config({ steps: 3 }));
    for (let { question } = observe(state); question?.ask !== ask; { question } = observe(state)) {
      if (phaseOf(state) === 'ended') throw new Error(`${ask} was not asked`);
      ({ state } =
        question === undefined
          ? submitted(state, played.propose(observe(state).observation))
          : answer(state, played.answer(question), 0, TOOLS));
    }
    return { state, played };
  }

  test('of the proposal that P3 requests must open like all others', () => {
    const { state, played } = until('propose_without_snapshot');
    const good = played.propose(observe(state).observation);
    const snapshot = good.trace.factor_snapshot;
    if (snapshot === undefined) throw new Error('no snapshot');
    const commitment = commit(NONCE, snapshot.factor_digest, good.interface);
    const hollow = withTrace(good, { factor_snapshot: { ...snapshot, commitment } });
    let next = answer(state, { answer: 'proposal', proposal: hollow }, 0, TOOLS).state;
    expect(next.verdicts.P3?.status).toBe('pass');
    while (phaseOf(next) !== 'ended') {
      const { observation, question } = observe(next);
      ({ state: next } =
        question === undefined
          ? submitted(next, played.propose(observation))
          : answer(next, played.answer(question), 0, TOOLS));
    }
    expect(endEpisode(next)).toMatchObject({
      status: 'fail',
      commitments_opened: 3,
      commitments_unopened: 1,
      probe_results: { P3: { passed: true }, P5: { passed: true } },
    });
  });

  test('leave an episode inconclusive if the kernel did not request to open them', () => {
    const { state } = until('reveal');
    const verdicts = Object.fromEntries(
      state.config.probes.map((probe) => [probe, { status: 'pass', reason: '', checks: [] }]),
    );
    const early = endEpisode({ ...state, verdicts });
    expect(early).toMatchObject({ status: 'inconclusive', commitments_opened: 0 });
    expect(early.commitments_unopened).toBeGreaterThan(0);
    const failed = { ...verdicts, P4: { status: 'fail', reason: '', checks: [] } } as const;
    expect(endEpisode({ ...state, verdicts: failed }).status).toBe('fail');
  });
});
