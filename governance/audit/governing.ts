/** @module governing: the entries that determine what the tables must hold, as they are written and as verification reads them back. */
import * as z from 'zod';

import {
  type AuditDraft,
  Decision,
  PlanDocument,
  Registered,
  SignedChange,
} from '../../schemas/governance.ts';
import { EMPTIED_RULE } from '../approval/emptied.ts';
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
  /** Whether each kept reply of this workspace has an entry; not said by earlier versions, which wrote none. */
  keeps_replies: z.literal(true).optional(),
});

/** The reply that was kept for an idempotency key, with the digest of its row. */
const KeptEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('keeper'),
  step: z.literal('kept'),
  operation_id: z.string(),
  row_digest: z.string(),
});

/** A change of the registry with the whole new record; `signed` where a person had to agree. */
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

/** One person's decision; the signature is inside. */
export const DecidedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('decided'),
  approval_id: z.string(),
  plan_digest: z.string(),
  decision: Decision,
  /** How it came, where not from a client on the machine of the keeper. */
  via: z.literal('hub').optional(),
});

/** The end of an approval that did not run. */
export const ClosedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal(['expired', 'cancelled', 'stale']),
  approval_id: z.string(),
  plan_digest: z.string(),
  detail: z.string().nullable(),
});

/** An attempt to tell the webhook of an approval; it is entered before it is made. */
const NotifyingEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('notifying'),
  approval_id: z.string(),
  attempt: z.number().int().min(1),
});

/** What came of the attempts in the end. */
const NotifiedEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('approval'),
  step: z.literal('notified'),
  approval_id: z.string(),
  attempts: z.number().int().min(1),
  outcome: z.literal(['delivered', 'given_up']),
  detail: z.string(),
});

/** Events that were appended, each with its digest: by a call of its own, or by an approval. */
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
  /** The version of the rule that decided which values are emptied; older entries, by the first one, have none. */
  emptied_rule: z.literal(EMPTIED_RULE).optional(),
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
/** An event of the log that an approver took out, by the one event that says so. */
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

/** Entries that change what the tables must hold. Everything else on the chain records requests and answers only. */
export const GoverningEntry = z.union([
  CommittedEntry,
  ExecutedEntry,
  VoidedEntry,
  OpenedEntry,
  DecidedEntry,
  ClosedEntry,
  RegistryEntry,
  FoundingEntry,
  KeptEntry,
  NotifyingEntry,
  NotifiedEntry,
]);
export type GoverningEntry = z.output<typeof GoverningEntry>;

/** Whether a draft has the form of an entry that only the keeper itself may write. */
export function isKeepersOwn(draft: AuditDraft): boolean {
  return (draft.kind !== 'call' && draft.kind !== 'keeper') || 'step' in draft;
}

const Stepped = z.looseObject({ step: z.string() });

/** Whether a body can be that of a governing entry. Most record reads; searching for the one word is cheaper than parsing. */
export function mayGovern(body: string): boolean {
  return body.includes('"step":"');
}

/**
 * The governing entry in a body; null when it is another one, undefined when it has a `step` and not the form of one.
 */
export function readGoverning(body: string): GoverningEntry | null | undefined {
  if (!mayGovern(body)) return null;
  const value = parsed(body);
  if (!Stepped.safeParse(value).success) return null;
  const entry = GoverningEntry.safeParse(value);
  return entry.success ? entry.data : undefined;
}

const WithNumber = z.looseObject({ seq: z.number().int() });

/** The number that an entry gives itself, null where its text has none. */
export function readNumber(body: string): number | null {
  const entry = WithNumber.safeParse(parsed(body));
  return entry.success ? entry.data.seq : null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // An edited body need not be JSON; the chain names that fault.
    return undefined;
  }
}
