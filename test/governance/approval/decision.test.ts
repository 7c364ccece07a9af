/** @module decision.test: the text of a decision, all of which its signature covers. */
import { describe, expect, it } from 'vitest';

import {
  DECISION_SKEW_MS,
  decisionText,
  signDecision,
  verifyDecision,
} from '../../../governance/approval/decision.ts';
import { generateKeyPair, signText } from '../../../kernel/base/canonical/signature.ts';

describe('decisions', () => {
  const STATEMENT = {
    workspace_id: 'ws',
    approval_id: 'apr_1',
    plan_digest: 'd'.repeat(64),
    verdict: 'approve',
    reason: null,
    approver: 'ann',
    decided_at: '2026-03-01T08:00:00.000Z',
  } as const;
  const BOUND = { ...STATEMENT, challenge: 'c'.repeat(64) };
  const { publicKey, privateKey } = generateKeyPair();

  it('decisions have one canonical text', () => {
    expect(decisionText(BOUND)).toBe(
      `{"approval_id":"apr_1","approver":"ann","challenge":"${'c'.repeat(64)}","decided_at":"2026-03-01T08:00:00.000Z","of":"approval/v2","plan_digest":"${'d'.repeat(64)}","reason":null,"verdict":"approve","workspace_id":"ws"}`,
    );
    expect(DECISION_SKEW_MS).toBe(600_000);
  });
  it('decisions of older logs keep their text and still verify', () => {
    const text = decisionText(STATEMENT);
    expect(text).toBe(
      `{"approval_id":"apr_1","approver":"ann","decided_at":"2026-03-01T08:00:00.000Z","of":"approval/v1","plan_digest":"${'d'.repeat(64)}","reason":null,"verdict":"approve","workspace_id":"ws"}`,
    );
    const signature = signText(privateKey, text, 'approval/v1');
    expect(verifyDecision(publicKey, STATEMENT, signature)).toBe(true);
    expect(verifyDecision(publicKey, BOUND, signature)).toBe(false);
  });
  it('a decision verifies, and no longer does when any field is changed', () => {
    const signature = signDecision(privateKey, BOUND);
    expect(verifyDecision(publicKey, BOUND, signature)).toBe(true);
    const others = Object.keys(BOUND).filter((field) =>
      verifyDecision(publicKey, { ...BOUND, [field]: 'reject' }, signature),
    );
    expect(others).toEqual([]);
    expect(verifyDecision(publicKey, STATEMENT, signature)).toBe(false);
    expect(verifyDecision(generateKeyPair().publicKey, BOUND, signature)).toBe(false);
    expect(verifyDecision(publicKey, { ...BOUND, reason: '\uD800' }, signature)).toBe(false);
  });
});
