/** @module repair-text: the statement that an approver signs to void an event that no model can apply. */
import { statementForm } from './statement-text.ts';

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
  /** Binds it to the keeper's present term (`challengeAt`); absent from repairs in older logs. */
  readonly challenge?: string | undefined;
};

const REPAIR = statementForm<RepairStatement>('repair', {
  workspace_id: true,
  seq: true,
  event_id: true,
  event_digest: true,
  reason: true,
  approver: true,
  decided_at: true,
  challenge: 'optional',
});

/** The signature of a repair by an approver, and its check. */
export const { sign: signRepair, verify: verifyRepair } = REPAIR;
