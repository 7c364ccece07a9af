/** @module repair-text: the exact text an approver signs to take an event that no model can apply out of the model. */
import type { KeyObject } from 'node:crypto';

import { signStatement, verifyStatement } from './statement-text.ts';

/** Everything the signature covers. */
export type RepairStatement = {
  readonly workspace_id: string;
  /** Ledger seq, id and digest of the event; the digest covers all of it. */
  readonly seq: number;
  readonly event_id: string;
  readonly event_digest: string;
  readonly reason: string | null;
  /** Registered name of the approver. */
  readonly approver: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly decided_at: string;
  /** Binds it to the keeper's present term (`challengeAt`); left out in repairs of older logs. */
  readonly challenge?: string | undefined;
};

/** What is signed: exactly these fields. */
function signedFields({
  workspace_id,
  seq,
  event_id,
  event_digest,
  reason,
  approver,
  decided_at,
  challenge,
}: RepairStatement): RepairStatement {
  return { workspace_id, seq, event_id, event_digest, reason, approver, decided_at, challenge };
}

/** Signs a repair with the approver's Ed25519 key: base64. */
export function signRepair(
  privateKey: KeyObject,
  statement: RepairStatement & { readonly challenge: string },
): string {
  const { challenge } = statement;
  return signStatement(privateKey, 'repair', { ...signedFields(statement), challenge });
}

/** Whether the signature is that of `publicKey` over exactly this statement. Never throws. */
export function verifyRepair(
  publicKey: string,
  statement: RepairStatement,
  signature: string,
): boolean {
  const texts = [
    statement.event_id,
    statement.approver,
    statement.decided_at,
    statement.reason ?? '',
  ];
  if (!texts.every((text) => text.isWellFormed())) return false;
  return verifyStatement(publicKey, 'repair', signedFields(statement), signature);
}
