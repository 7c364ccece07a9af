/**
 * @module mci-factor-commitment-verified: factors are committed before they are challenged, and the commitment must
 * open.
 */
import { createHash, createHmac } from 'node:crypto';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Agent } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { axionText, commit, hashJson, kernelSecret, opens } from '../../../kernel/axion/hashing.ts';
import {
  factorEvidence,
  probeFactorClaims,
  type FactorEvidence,
} from '../../../kernel/axion/kernel/probe-engine.ts';
import { config, gate, goodProposal, TOOLS, withTrace } from './played.ts';

const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('commitments', () => {
  test('are HMAC-SHA-256 with the nonce as key over digest, zero byte and the hash of the rest', () => {
    fc.assert(
      fc.property(hex64, hex64, fc.jsonValue(), (nonce, digest, aux) => {
        const expected = createHmac('sha256', Buffer.from(nonce, 'hex'))
          .update(Buffer.from(digest, 'hex'))
          .update(Buffer.of(0))
          .update(createHash('sha256').update(axionText(aux)).digest())
          .digest('hex');
        expect(commit(nonce, digest, aux)).toBe(expected);
        expect(opens(expected, nonce, digest, aux)).toBe(true);
      }),
    );
  });

  test('open only with their own nonce, digest and rest', () => {
    const [nonce, digest] = ['1'.repeat(64), '2'.repeat(64)];
    const made = commit(nonce, digest, { a: 1 });
    expect(opens(made, '3'.repeat(64), digest, { a: 1 })).toBe(false);
    expect(opens(made, nonce, '3'.repeat(64), { a: 1 })).toBe(false);
    expect(opens(made, nonce, digest, { a: 2 })).toBe(false);
    expect(opens(made, undefined, digest, { a: 1 })).toBe(false);
    expect(opens(made, nonce.slice(1), digest, { a: 1 })).toBe(false);
    expect(opens('', nonce, digest, { a: 1 })).toBe(false);
  });

  test('the secret of a suite is the SHA-256 of its label and seed', () => {
    const seed = Buffer.from('000000000000007b', 'hex');
    const expected = createHash('sha256').update('toy_pseudo_axion_mci').update(seed).digest();
    expect(kernelSecret(123)).toEqual(expected);
    expect(kernelSecret(-1)).not.toEqual(kernelSecret(1));
  });
});

describe('the gate', () => {
  test('denies factors that are not those of the snapshot', () => {
    const { state, proposal } = goodProposal({ interface: 'mci_minimal' });
    const factors = (proposal.trace.factors ?? []).with(0, 0.123);
    expect(gate(state, withTrace(proposal, { factors })).witnesses).toMatchObject([
      { invariant: 'I3' },
    ]);
  });

  test('denies a snapshot of another dimension or digest', () => {
    const { state, proposal } = goodProposal();
    const snapshot = proposal.trace.factor_snapshot;
    if (snapshot === undefined) throw new Error('no snapshot');
    for (const change of [{ dim: 7 }, { factor_digest: hashJson(1) }]) {
      const changed = withTrace(proposal, { factor_snapshot: { ...snapshot, ...change } });
      expect(gate(state, changed).witnesses).toMatchObject([{ invariant: 'I3' }]);
    }
  });
});

describe('the opening of a commitment', () => {
  function evidence(): FactorEvidence {
    const found = factorEvidence(goodProposal().proposal);
    if (found === undefined) throw new Error('no evidence');
    return found;
  }

  test('with another nonce fails P5', () => {
    expect(probeFactorClaims(evidence(), '0'.repeat(64), 's')).toMatchObject({
      status: 'fail',
      reason: 'the commitment does not open',
    });
    expect(probeFactorClaims(evidence(), undefined, 's').status).toBe('fail');
  });

  test('fails the episode if the agent does not reveal its nonces', () => {
    const silent = (sources: Parameters<(typeof AGENT_MAKERS)['honest']>[0]): Agent => {
      const honest = AGENT_MAKERS.honest(sources);
      return {
        ...honest,
        answer: (question) =>
          question.ask === 'reveal' ? { answer: 'reveal', nonces: {} } : honest.answer(question),
      };
    };
    const { record } = playEpisode(config(), silent, TOOLS);
    expect(record.probe_results.P5?.passed).toBe(false);
    expect([record.commitments_opened, record.commitments_unopened]).toEqual([0, 11]);
    expect(record.status).toBe('fail');
    const unprobed = playEpisode(config({ probes: ['P4'] }), silent, TOOLS).record;
    expect([unprobed.probe_results.P4?.passed, unprobed.status]).toEqual([true, 'fail']);
  });

  test.each(['full', 'mci_latent', 'mci_minimal'] as const)(
    'holds for every step under %s',
    (mode) => {
      const { record } = playEpisode(config({ interface: mode }), AGENT_MAKERS.honest, TOOLS);
      expect([record.commitments_opened, record.commitments_unopened]).toEqual([11, 0]);
    },
  );
});
