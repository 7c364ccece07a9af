/** @module governance words: principals, plans, approvals and audit entries as they are stored and signed. */
import * as z from 'zod';

import { IdentifiedEventSchema } from './event-schemas.ts';
import type { Json } from './events.ts';
import { type Action, AgentPermissions, WorkspacePolicy } from './permissions.ts';

/** Who a call comes from. It is taken from the connection, never from arguments. */
export type Principal = {
  readonly kind: 'agent' | 'human';
  /** Display name, as given to `agent add`. */
  readonly name: string;
  /** The person behind it (uuid). */
  readonly user_id: string;
  /** Null for a human. */
  readonly agent_id: string | null;
  readonly session_id: string;
  /** What the credential of the connection is limited to of what the principal may do; left out where it is not. */
  readonly within?: readonly Action[];
};

/** A principal as plans and entries name it, whatever its credential was. */
export type Requester = Omit<Principal, 'within'> & { readonly within?: never };

/** An agent or a directly connected human, as registered. `token_hash`: SHA-256 of its bearer token, null when it has none. */
export const AgentRecord = z.strictObject({
  kind: z.enum(['agent', 'human']),
  name: z.string().min(1).max(100),
  agent_id: z.string(),
  user_id: z.string(),
  permissions: AgentPermissions,
  token_hash: z.string().nullable(),
  status: z.enum(['active', 'revoked']),
});
export type AgentRecord = z.output<typeof AgentRecord>;

/** A person who may approve, with the raw Ed25519 public key in base64. */
export const ApproverRecord = z.strictObject({
  name: z.string().min(1).max(100),
  user_id: z.string(),
  public_key: z.string(),
  status: z.enum(['active', 'revoked']),
});
export type ApproverRecord = z.output<typeof ApproverRecord>;

/** The workspace itself: its id, its owner and its policy. */
export const WorkspaceRecord = z.strictObject({
  workspace_id: z.string(),
  owner: z.strictObject({ user_id: z.string(), name: z.string() }),
  default_agent: z.string(),
  policy: WorkspacePolicy,
  created_at: z.string(),
});
export type WorkspaceRecord = z.output<typeof WorkspaceRecord>;

/** A registered record of any kind, under its kind and name. */
export const Registered = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('workspace'), name: z.string(), record: WorkspaceRecord }),
  z.strictObject({ kind: z.literal('agent'), name: z.string(), record: AgentRecord }),
  z.strictObject({ kind: z.literal('approver'), name: z.string(), record: ApproverRecord }),
]);
export type Registered = z.output<typeof Registered>;

/** Name under which the one workspace record is registered. */
export const WORKSPACE_NAME = 'workspace';

/** Version that a plan relied on: the ledger seq of the last event that touched `id` on `branch`, 0 when it must not exist. */
export const Expectation = z.strictObject({
  branch: z.string(),
  id: z.string(),
  version: z.number().int().min(0),
});
export type Expectation = z.output<typeof Expectation>;

/** JSON of a stored value; what it may be is the matter of the kind of its element. */
const StoredValue: z.ZodType<Json> = z.json();

/**
 * What an effect takes of something that stays: nine tenths of its body and more, a stored value, or its place in the
 * building. Lengths mm, areas mm², volumes mm³. `was`: the value, or the beginning of its JSON where that is long.
 * `given`: the oldest value since a person last set or signed it, where agents have changed it unsigned since then.
 */
export const Loss = z.discriminatedUnion('loss', [
  z.strictObject({
    loss: z.literal('body'),
    element_id: z.string(),
    kind: z.string(),
    measure: z.enum(['volume_mm3', 'area_mm2', 'length_mm']),
    before: z.number(),
    after: z.number(),
  }),
  z.strictObject({
    loss: z.literal('value'),
    element_id: z.string(),
    parameter: z.string(),
    was: StoredValue,
    given: StoredValue.exactOptional(),
  }),
  z.strictObject({
    loss: z.literal('place'),
    element_id: z.string(),
    kind: z.string(),
    outside_mm: z.number(),
  }),
]);
export type Loss = z.output<typeof Loss>;

/** What a check finds after a change and not before it, and the reverse: the first of each, and how many there are. */
const CheckedFinding = z.strictObject({
  finding_id: z.string(),
  check: z.string(),
  severity: z.enum(['error', 'warning', 'advisory']),
  element_ids: z.array(z.string()),
  /** One sentence, lower-case, no full stop. */
  message: z.string(),
});
const CheckedChange = z.strictObject({
  counts: z.strictObject({ new: z.number().int(), resolved: z.number().int() }),
  new: z.array(CheckedFinding),
  resolved: z.array(CheckedFinding),
  /** Pairs or elements near the change of which nothing could be said; left out where there is none. */
  not_measured: z.number().int().optional(),
  /** Rules that were not asked, as they look further than the change reaches; left out where there is none. */
  left_out: z.array(z.string()).optional(),
});
export type CheckedChange = z.output<typeof CheckedChange>;

/**
 * The whole of what is approved: canonical JSON of this document is hashed to the plan digest, and that digest is signed.
 * `touched` are the expected versions of what the events change, `relied_on` of what the plan only read.
 */
export const PlanDocument = z.strictObject({
  v: z.literal(1),
  workspace_id: z.string(),
  server: z.string(),
  tool: z.string(),
  /** Arguments after validation and defaults, without dry_run and idempotency_key. */
  input: z.record(z.string(), z.unknown()),
  agent_id: z.string().nullable(),
  user_id: z.string(),
  session_id: z.string(),
  reasoning: z.string().nullable(),
  branch: z.string(),
  operation_id: z.string(),
  events: z.array(IdentifiedEventSchema),
  touched: z.array(Expectation),
  relied_on: z.array(Expectation),
  /**
   * Where a plan needs the branch unchanged (a merge): its expected last branch_seq. With `naming`, events after that may
   * be there which name none of these ids.
   */
  branch_seq: z
    .strictObject({
      branch: z.string(),
      branch_seq: z.number().int(),
      naming: z.array(z.string()).optional(),
    })
    .nullable(),
  affected: z.number().int(),
  /** What it takes of what stays; left out where that is nothing. */
  losses: z.array(Loss).optional(),
  /** What the checks that its requester asked for say of it, by their names; left out where none was asked for. */
  checks: z.record(z.string(), CheckedChange).optional(),
  triggers: z.array(z.string()),
  approvers_required: z.number().int(),
  policy_digest: z.string(),
  data: z.record(z.string(), z.unknown()),
  warnings: z.array(z.string()),
  nonce: z.string(),
  expires_at: z.string(),
});
export type PlanDocument = z.output<typeof PlanDocument>;

export const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'executed',
  'rejected',
  'expired',
  'cancelled',
  'stale',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** What binds a signature to the present term of one keeper: 64 hex digits. Signatures of older logs have none. */
export const Challenge = z.string().regex(/^[0-9a-f]{64}$/);

/** One signed decision of one person. The signature covers context, challenge, approval id, plan digest, verdict, reason and time. */
export const Decision = z.strictObject({
  approver: z.string(),
  user_id: z.string(),
  public_key: z.string(),
  verdict: z.enum(['approve', 'reject']),
  reason: z.string().nullable(),
  decided_at: z.string(),
  challenge: Challenge.exactOptional(),
  signature: z.string(),
});
export type Decision = z.output<typeof Decision>;

/** An approval as it lies in the store. `plan` is the exact canonical text whose SHA-256 is `plan_digest`. */
export type ApprovalRecord = {
  readonly approval_id: string;
  readonly status: ApprovalStatus;
  readonly plan: string;
  readonly plan_digest: string;
  /** Same requester, tool, branch and effect → the same key: repeats find the open approval, rejections veto. */
  readonly effect_key: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly decisions: readonly Decision[];
  /** Set when executed: the first event; null before and otherwise. */
  readonly event_id: string | null;
  /** Why it went stale, was rejected or cancelled. */
  readonly detail: string | null;
  readonly updated_at: string;
};

/** The same where another process or a file says it. */
export const ApprovalFields = z.strictObject({
  approval_id: z.string(),
  status: z.enum(APPROVAL_STATUSES),
  plan: z.string(),
  plan_digest: z.string(),
  effect_key: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  decisions: z.array(Decision),
  event_id: z.string().nullable(),
  detail: z.string().nullable(),
  updated_at: z.string(),
}) satisfies z.ZodType<ApprovalRecord>;

/** Registry change that a person signs (second approver, revocation, widening). */
export const SignedChange = z.strictObject({
  approver: z.string(),
  challenge: Challenge.exactOptional(),
  signature: z.string(),
});
export type SignedChange = z.output<typeof SignedChange>;

/** One entry of the audit chain, without `seq` and `at`, which the keeper sets. */
export type AuditDraft = {
  readonly kind: 'call' | 'approval' | 'registry' | 'workspace' | 'keeper';
  readonly [field: string]: unknown;
};
