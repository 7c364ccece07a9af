/** @module decision: the statement that an approver signs about one plan. */
import type { Decision, Mark } from '../../schemas/governance.ts';
import { statementForm } from './statement-text.ts';

/** Largest difference between the time of a decision and the clock of the keeper that accepts it: 10 min. */
export const DECISION_SKEW_MS = 600_000;

/** Everything the signature covers. `plan_digest` covers the whole effect. */
export type DecisionStatement = {
  readonly workspace_id: string;
  readonly approval_id: string;
  /** 64 hex digits. */
  readonly plan_digest: string;
  readonly verdict: Decision['verdict'];
  readonly reason: string | null;
  /** Absent if there are none. */
  readonly marks?: readonly Mark[] | undefined;
  /** Registered name of the approver. */
  readonly approver: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly decided_at: string;
  /** Binds it to the keeper's present term (`challengeAt`); absent from decisions in older logs. */
  readonly challenge?: string | undefined;
};

const DECISION = statementForm<DecisionStatement>('approval', {
  workspace_id: true,
  approval_id: true,
  plan_digest: true,
  verdict: true,
  reason: true,
  marks: 'optional',
  approver: true,
  decided_at: true,
  challenge: 'optional',
});

/** The canonical text of a decision, its signature by an approver, and the check of that signature. */
export const { text: decisionText, sign: signDecision, verify: verifyDecision } = DECISION;
