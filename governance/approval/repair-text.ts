/** @module repair-text: the exact text an approver signs to take an event that no model can apply out of the model. */
import type { KeyObject } from 'node:crypto';

import { canonicalJson } from '../../kernel/canonical/json.ts';
import { signText, verifyText } from '../../kernel/canonical/signature.ts';

const CONTEXT = 'repair/v2';
/** The purpose in older logs, whose statements have no challenge. It is verified, and no longer signed or accepted. */
const CONTEXT_V1 = 'repair/v1';

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

function repairText(statement: RepairStatement): string {
  const { workspace_id, seq, event_id, event_digest, reason, approver, decided_at } = statement;
  const { challenge } = statement;
  return canonicalJson({
    of: contextOf(statement),
    ...(challenge === undefined ? {} : { challenge }),
    workspace_id,
    seq,
    event_id,
    event_digest,
    reason,
    approver,
    decided_at,
  });
}

function contextOf({ challenge }: RepairStatement): string {
  return challenge === undefined ? CONTEXT_V1 : CONTEXT;
}

/** Signs a repair with the approver's Ed25519 key: base64. */
export function signRepair(
  privateKey: KeyObject,
  statement: RepairStatement & { readonly challenge: string },
): string {
  return signText(privateKey, repairText(statement), CONTEXT);
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
  return verifyText(publicKey, repairText(statement), signature, contextOf(statement));
}
