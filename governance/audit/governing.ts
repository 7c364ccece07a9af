/** @module governing: schemas of the entries that determine the content of the tables, for writing and for verification. */
import * as z from 'zod';

import { parseJson } from '../../kernel/base/canonical/parse-json.ts';
import {
  type AuditDraft,
  Comment,
  COMMENTS_MAX,
  Decision,
  PlanDocument,
  Registered,
  SignedChange,
} from '../../schemas/governance.ts';
import { EMPTIED_RULES } from '../approval/emptied-values.ts';
import { ENTRY_VERSION } from './entry.ts';

const Numbered = { v: z.literal(ENTRY_VERSION), seq: z.number().int(), at: z.string() };

/** The founding entry: the first records, and the key that signs checkpoints. */
const FoundingEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('workspace'),
  step: z.literal('founded'),
  records: z.array(Registered),
  log_name: z.string(),
  log_public_key: z.string(),
  /** Whether each stored reply of this workspace has an entry; absent in workspaces of earlier versions, which wrote none. */
  keeps_replies: z.literal(true).optional(),
});

/** The stored reply of an idempotency key, with the digest of its row. */
const KeptEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('keeper'),
  step: z.literal('kept'),
  operation_id: z.string(),
  row_digest: z.string(),
});

/** A change of the registry with the whole new record; `signed` if it needed a signature. */
export const RegistryEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('registry'),
  step: z.literal('changed'),
  registered: Registered,
  /** Audit seq of the entry that set this record before, 0 for a new one. */
  revision: z.number().int(),
  signed: SignedChange.nullable(),
});

/** An approval that was opened; `plan` is the whole document whose canonical text hashes to `plan_digest`. */
export const OpenedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('opened'),
  approval_id: z.string(),
  plan: PlanDocument,
  plan_digest: z.string(),
  effect_key: z.string(),
});

/** One person's decision, with its signature. */
export const DecidedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('decided'),
  approval_id: z.string(),
  plan_digest: z.string(),
  decision: Decision,
  /** Origin of a decision that does not come from a client on the keeper's machine. */
  via: z.literal('hub').optional(),
});

/** One person's comment on a pending approval, with its signature. */
export const CommentedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('commented'),
  approval_id: z.string(),
  plan_digest: z.string(),
  comment: Comment,
  /** Number of the comment among those on its approval, from 1. */
  number: z.number().int().min(1).max(COMMENTS_MAX),
  /** Audit seq of the entry of the comment before it, 0 for the first one. */
  previous: z.number().int().min(0),
  /** Origin of a comment that does not come from a client on the keeper's machine. */
  via: z.literal('hub').optional(),
});
export type CommentedEntry = z.output<typeof CommentedEntry>;

/** The end of an approval that did not run. */
export const ClosedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal(['expired', 'cancelled', 'stale']),
  approval_id: z.string(),
  plan_digest: z.string(),
  detail: z.string().nullable(),
});

/** An attempt to notify the webhook of an approval, recorded before it is made. */
const NotifyingEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('notifying'),
  approval_id: z.string(),
  attempt: z.number().int().min(1),
});

/** The final outcome of the attempts. */
const NotifiedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('notified'),
  approval_id: z.string(),
  attempts: z.number().int().min(1),
  outcome: z.literal(['delivered', 'given_up']),
  detail: z.string(),
});

/** Appended events, each with its digest, by a call or by an approval. */
const Effect = {
  ...Numbered,
  server: z.string(),
  tool: z.string(),
  session_id: z.string(),
  principal: z.looseObject({
    name: z.string(),
    user_id: z.string(),
    agent_id: z.string().nullable(),
  }),
  operation_id: z.string(),
  branch: z.string(),
  first_seq: z.number().int(),
  last_seq: z.number().int(),
  events_digest: z.array(z.string()).min(1),
  /** Version of the rule on emptied values; absent in older entries, which use version 1. */
  emptied_rule: z.literal(EMPTIED_RULES).optional(),
};
export const CommittedEntry = z.looseObject({
  ...Effect,
  kind: z.literal('call'),
  step: z.literal('committed'),
  approval_id: z.null(),
});
export const ExecutedEntry = z.looseObject({
  ...Effect,
  kind: z.literal('approval'),
  step: z.literal('executed'),
  approval_id: z.string(),
  plan_digest: z.string(),
});
/** The event by which an approver voided another event of the log. */
export const VoidedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('voided'),
  operation_id: z.string(),
  branch: z.string(),
  first_seq: z.number().int(),
  last_seq: z.number().int(),
  events_digest: z.array(z.string()).length(1),
});

export type EffectEntry = z.output<typeof CommittedEntry> | z.output<typeof ExecutedEntry>;

/** Entries that change the expected content of the tables. All others only record requests and answers. */
export const GoverningEntry = z.union([
  CommittedEntry,
  ExecutedEntry,
  VoidedEntry,
  OpenedEntry,
  DecidedEntry,
  CommentedEntry,
  ClosedEntry,
  RegistryEntry,
  FoundingEntry,
  KeptEntry,
  NotifyingEntry,
  NotifiedEntry,
]);
export type GoverningEntry = z.output<typeof GoverningEntry>;

/** Whether a draft has the form of an entry that only the keeper may write. */
export function isKeepersOwn(draft: AuditDraft): boolean {
  return (draft.kind !== 'call' && draft.kind !== 'keeper') || 'step' in draft;
}

const Stepped = z.looseObject({ step: z.string() });

/** Whether a body can be a governing entry. Most entries record reads, and searching for one word is cheaper than parsing. */
export function mayGovern(body: string): boolean {
  return body.includes('"step":"');
}

/**
 * The governing entry in a body; null for any other entry, undefined for a malformed one with a `step`.
 */
export function readGoverning(body: string): GoverningEntry | null | undefined {
  if (!mayGovern(body)) return null;
  const value = parseJson(body);
  if (!Stepped.safeParse(value).success) return null;
  const entry = GoverningEntry.safeParse(value);
  return entry.success ? entry.data : undefined;
}

const WithNumber = z.looseObject({ seq: z.number().int() });

/** The number in the text of an entry; null if it has none. */
export function readNumber(body: string): number | null {
  const entry = WithNumber.safeParse(parseJson(body));
  return entry.success ? entry.data.seq : null;
}
