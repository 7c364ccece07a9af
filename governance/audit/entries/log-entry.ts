/** @module log-entry: one form of all entries of the audit log, for those who show the log. */
import * as z from 'zod';

import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import type { AuditRow } from '../../../kernel/ledger/ledger.ts';
import { Mark } from '../../../schemas/governance.ts';

/** A text of a request as the log has it: what masking replaces becomes an object, and what was not given is null. */
const RequestText = z.union([z.string(), z.looseObject({})]).nullish();

const EntryPrincipal = z.looseObject({
  name: z.string(),
  /** Absent in reduced entries of people. */
  agent_id: z.string().nullish(),
  /** Absent in entries of executed approvals. */
  kind: z.enum(['agent', 'human']).optional(),
  user_id: z.string(),
});
/** The principal of an entry. */
export type EntryPrincipal = z.output<typeof EntryPrincipal>;

const DecisionFields = z.looseObject({
  approver: z.string(),
  public_key: z.string(),
  verdict: z.enum(['approve', 'reject']),
  reason: z.string().nullable(),
  decided_at: z.string(),
  signature: z.string(),
  marks: z.array(Mark).optional(),
});

const CommentFields = z.looseObject({
  approver: z.string(),
  public_key: z.string(),
  text: z.string(),
  commented_at: z.string(),
  marks: z.array(Mark).optional(),
});

/** One entry; which fields it has depends on its kind and step. Fields that nobody shows are kept as they are. */
const LogEntry = z.looseObject({
  seq: z.number().int(),
  at: z.string(),
  kind: z.string(),
  step: z.string().optional(),
  outcome: z.string().optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  approval_id: RequestText,
  error: z.string().optional(),
  message: z.string().optional(),
  reasoning: z.string().nullish(),
  change: z.string().optional(),
  registered: z.looseObject({ kind: z.string(), name: z.string() }).optional(),
  name: RequestText,
  principal: EntryPrincipal.optional(),
  approver: RequestText,
  branch: z.string().nullish(),
  comment: CommentFields.optional(),
  decision: DecisionFields.optional(),
  detail: z.string().nullish(),
  dry_run: z.boolean().optional(),
  files: z
    .array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() }))
    .optional(),
  first_seq: z.number().int().optional(),
  last_seq: z.number().int().optional(),
  operation_id: z.string().optional(),
  plan: z.looseObject({ branch: z.string() }).optional(),
  plan_digest: z.string().optional(),
  revision: z.number().int().optional(),
  session_id: z.string().nullish(),
  signed: z.looseObject({ approver: z.string() }).nullish(),
  verdict: RequestText,
  via: z.string().optional(),
});
/** One entry of the audit log, with the fields that are shown or by which entries are selected. */
export type LogEntry = z.output<typeof LogEntry>;

/** The entry of a row; null if the row is no entry of this form or states another number. */
export function entryOf({ seq, body }: Pick<AuditRow, 'seq' | 'body'>): LogEntry | null {
  const read = LogEntry.safeParse(parseJson(body));
  return read.success && read.data.seq === seq ? read.data : null;
}

/** A text of a request; null if it was not given or is masked. */
export function requestText(value: z.output<typeof RequestText>): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whether an entry states a refusal or a fault. A stopped run is a commit, and no refusal. */
export function isRefusal({ outcome, step }: LogEntry): boolean {
  return step === undefined && (outcome === 'refused' || outcome === 'fault');
}
