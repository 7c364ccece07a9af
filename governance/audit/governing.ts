/** @module governing: the entries that say what the tables must hold, as they are written and as verification reads them back. */
import * as z from 'zod';

import {
  AgentRecord,
  type AuditDraft,
  ApproverRecord,
  Decision,
  PlanDocument,
  SignedChange,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import { ENTRY_VERSION } from './entry.ts';

/** A registered record of any kind, under its kind and name. */
export const Registered = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('workspace'), name: z.string(), record: WorkspaceRecord }),
  z.strictObject({ kind: z.literal('agent'), name: z.string(), record: AgentRecord }),
  z.strictObject({ kind: z.literal('approver'), name: z.string(), record: ApproverRecord }),
]);
export type Registered = z.output<typeof Registered>;

/** Name under which the one workspace record is registered. */
export const WORKSPACE_NAME = 'workspace';

const Numbered = { v: z.literal(ENTRY_VERSION), seq: z.number().int(), at: z.string() };

/** The founding entry: the first records, and the key that signs checkpoints. */
const FoundingEntry = z.looseObject({
  ...Numbered,
  kind: z.literal('workspace'),
  step: z.literal('founded'),
  records: z.array(Registered),
  log_name: z.string(),
  log_public_key: z.string(),
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
export type EffectEntry = z.output<typeof CommittedEntry> | z.output<typeof ExecutedEntry>;

/** Entries that change what the tables must hold. Everything else on the chain only tells what was asked and answered. */
export const GoverningEntry = z.union([
  CommittedEntry,
  ExecutedEntry,
  OpenedEntry,
  DecidedEntry,
  ClosedEntry,
  RegistryEntry,
  FoundingEntry,
]);
export type GoverningEntry = z.output<typeof GoverningEntry>;

/** Whether a draft claims what only the keeper itself may say. */
export function isKeepersOwn(draft: AuditDraft): boolean {
  return (draft.kind !== 'call' && draft.kind !== 'keeper') || 'step' in draft;
}

const Stepped = z.looseObject({ step: z.string() });

/** Whether a body can be that of a governing entry. Most tell of reads; to look for the one word is cheaper than to parse. */
export function mayGovern(body: string): boolean {
  return body.includes('"step":"');
}

/**
 * The governing entry in a body; null when it is another one, undefined when it claims to be one and has not the form.
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
