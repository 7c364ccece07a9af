/** @module decision.test: the text of a decision, all of which its signature covers. */
import { describe, expect, it } from 'vitest';

import { commentText, signComment, verifyComment } from '../../../governance/approval/comment.ts';
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
  it('marks are part of the text, and their absence leaves it as it was', () => {
    const marks = [{ text: 'keep', element_id: 'w1' }];
    const marked = decisionText({ ...BOUND, marks });
    expect(marked).toBe(
      decisionText(BOUND).replace(',"of":', ',"marks":[{"element_id":"w1","text":"keep"}],"of":'),
    );
    expect(decisionText({ ...BOUND, marks: undefined })).toBe(decisionText(BOUND));
    const signature = signDecision(privateKey, { ...BOUND, marks });
    expect(verifyDecision(publicKey, { ...BOUND, marks }, signature)).toBe(true);
    expect(verifyDecision(publicKey, BOUND, signature)).toBe(false);
    const other = { ...BOUND, marks: [{ text: 'keep', element_id: 'w2' }] };
    expect(verifyDecision(publicKey, other, signature)).toBe(false);
  });
  it('a comment has one canonical text, and no decision or other comment verifies with its signature', () => {
    const { verdict: _verdict, reason: _reason, decided_at, ...rest } = BOUND;
    const comment = { ...rest, text: 'look', commented_at: decided_at };
    expect(commentText(comment)).toBe(
      `{"approval_id":"apr_1","approver":"ann","challenge":"${'c'.repeat(64)}","commented_at":"2026-03-01T08:00:00.000Z","of":"comment/v2","plan_digest":"${'d'.repeat(64)}","text":"look","workspace_id":"ws"}`,
    );
    const signature = signComment(privateKey, comment);
    expect(verifyComment(publicKey, comment, signature)).toBe(true);
    expect(verifyDecision(publicKey, BOUND, signature)).toBe(false);
    const others = Object.keys(comment).filter((field) =>
      verifyComment(publicKey, { ...comment, [field]: 'other' }, signature),
    );
    expect(others).toEqual([]);
    const marked = { ...comment, marks: [{ text: 'keep', element_id: 'w1' }] };
    expect(verifyComment(publicKey, marked, signature)).toBe(false);
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
