/** @module log-entry: the fields of audit entries that a report reads. */
import * as z from 'zod';

import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import type { AuditRow } from '../../../kernel/ledger/ledger.ts';
import { Mark } from '../../../schemas/governance.ts';

const Principal = z.looseObject({
  kind: z.enum(['agent', 'human']).optional(),
  name: z.string(),
  user_id: z.string(),
  agent_id: z.string().nullable(),
});

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

/** One entry; which fields it has depends on its kind and step. */
const LogEntry = z.looseObject({
  seq: z.number().int(),
  at: z.string(),
  kind: z.string(),
  step: z.string().optional(),
  outcome: z.string().optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  session_id: z.string().optional(),
  principal: Principal.optional(),
  branch: z.string().nullish(),
  reasoning: z.string().nullish(),
  dry_run: z.boolean().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  approval_id: z.string().nullish(),
  operation_id: z.string().optional(),
  first_seq: z.number().int().optional(),
  last_seq: z.number().int().optional(),
  plan: z.looseObject({ branch: z.string() }).optional(),
  plan_digest: z.string().optional(),
  decision: DecisionFields.optional(),
  comment: CommentFields.optional(),
  via: z.string().optional(),
  detail: z.string().nullish(),
  registered: z.looseObject({ kind: z.string(), name: z.string() }).optional(),
  revision: z.number().int().optional(),
  signed: z.looseObject({ approver: z.string() }).nullish(),
  change: z.string().optional(),
  name: z.string().optional(),
  approver: z.string().optional(),
  verdict: z.string().optional(),
  files: z
    .array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() }))
    .optional(),
});
/** One entry of the audit log, with the fields that a report reads. */
export type LogEntry = z.output<typeof LogEntry>;

/** The principal of an entry. */
export type EntryPrincipal = NonNullable<LogEntry['principal']>;

/** The entry of a row; null if the row is no entry of this form or states another number. */
export function entryOf({ seq, body }: Pick<AuditRow, 'seq' | 'body'>): LogEntry | null {
  const read = LogEntry.safeParse(parseJson(body));
  return read.success && read.data.seq === seq ? read.data : null;
}
