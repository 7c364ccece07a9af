/** @module decision: the exact text a person signs about one plan, and its check. */
import type { KeyObject } from 'node:crypto';

import type { Decision } from '../../schemas/governance.ts';
import { signStatement, statementText, verifyStatement } from './statement-text.ts';

/** A keeper accepts a decision whose time is at most this far from its own clock: 10 min. */
export const DECISION_SKEW_MS = 600_000;

/** Everything the signature covers. `plan_digest` covers the whole effect. */
export type DecisionStatement = {
  readonly workspace_id: string;
  readonly approval_id: string;
  /** 64 hex digits. */
  readonly plan_digest: string;
  readonly verdict: Decision['verdict'];
  readonly reason: string | null;
  /** Registered name of the approver. */
  readonly approver: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly decided_at: string;
  /** Binds it to the keeper's present term (`challengeAt`); left out in decisions of older logs. */
  readonly challenge?: string | undefined;
};

/** What is signed: exactly these fields. */
function signedFields({
  workspace_id,
  approval_id,
  plan_digest,
  verdict,
  reason,
  approver,
  decided_at,
  challenge,
}: DecisionStatement): DecisionStatement {
  return {
    workspace_id,
    approval_id,
    plan_digest,
    verdict,
    reason,
    approver,
    decided_at,
    challenge,
  };
}

/** The canonical text of a decision. */
export function decisionText(statement: DecisionStatement): string {
  return statementText('approval', signedFields(statement));
}

/** Signs a decision with the approver's Ed25519 key: base64. */
export function signDecision(
  privateKey: KeyObject,
  statement: DecisionStatement & { readonly challenge: string },
): string {
  const { challenge } = statement;
  return signStatement(privateKey, 'approval', { ...signedFields(statement), challenge });
}

/**
 * Whether the signature is that of `publicKey` over exactly this statement. Never throws.
 *
 * @param publicKey 32 bytes in base64
 */
export function verifyDecision(
  publicKey: string,
  statement: DecisionStatement,
  signature: string,
): boolean {
  const texts = [statement.approver, statement.decided_at, statement.reason ?? ''];
  if (!texts.every((text) => text.isWellFormed())) return false;
  return verifyStatement(publicKey, 'approval', signedFields(statement), signature);
}
