/** @module governance: the stored and signed form of principals, plans, approvals and audit entries. */
import * as z from 'zod';

import { IdentifiedEventSchema } from './event-schemas.ts';
import type { Json } from './events.ts';
import { type Action, AgentPermissions, WorkspacePolicy } from './permissions.ts';
import { SpacePoint } from './units.ts';

/** The caller, identified by the connection and never by arguments. */
export type Principal = {
  readonly kind: 'agent' | 'human';
  /** Display name, from `agent add`. */
  readonly name: string;
  /** The responsible person (uuid). */
  readonly user_id: string;
  /** Null for a human. */
  readonly agent_id: string | null;
  readonly session_id: string;
  /** The actions to which the credential of the connection is limited; absent if it is not limited. */
  readonly within?: readonly Action[];
};

/** A principal in plans and entries, independent of its credential. */
export type Requester = Omit<Principal, 'within'> & { readonly within?: never };

/** A registered agent or directly connected human. `token_hash`: SHA-256 of its bearer token; null without a token. */
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

/** A version on which a plan relies: the ledger seq of the last event that touched `id` on `branch`; 0 if it must not exist. */
export const Expectation = z.strictObject({
  branch: z.string(),
  id: z.string(),
  version: z.number().int().min(0),
});
export type Expectation = z.output<typeof Expectation>;

/** A stored value as JSON; the kind of the element defines its form. */
const StoredValue: z.ZodType<Json> = z.json();

/**
 * A loss of a remaining element: at least nine tenths of its body, a stored value, or its place in the building. Lengths mm,
 * areas mm², volumes mm³. `was`: the value, or the beginning of its JSON if that is long. `given`: the oldest value since a
 * person last set or signed it, if agents have changed it without a signature since then.
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

/** A new or resolved finding of a check. */
const CheckedFinding = z.strictObject({
  finding_id: z.string(),
  check: z.string(),
  severity: z.enum(['error', 'warning', 'advisory']),
  element_ids: z.array(z.string()),
  /** One sentence, lower-case, no full stop. */
  message: z.string(),
});
/** The effect of a change on the findings of a check: total counts, and the first new, worse and resolved findings. */
const CheckedChange = z.strictObject({
  counts: z.strictObject({
    new: z.number().int(),
    worse: z.number().int().optional(),
    resolved: z.number().int(),
  }),
  new: z.array(CheckedFinding),
  /** Findings that remain and are further from what is required; absent if there are none. */
  worse: z.array(CheckedFinding).optional(),
  resolved: z.array(CheckedFinding),
  /** Number of pairs or elements near the change that could not be measured; absent if 0. */
  not_measured: z.number().int().optional(),
  /** Rules that were not checked because they reach beyond the change; absent if there are none. */
  left_out: z.array(z.string()).optional(),
  /** True if the requester may read only a part of the branch: nothing else was checked; absent otherwise. */
  only_readable: z.literal(true).optional(),
  /** For a check against an IDS file: the content of the file, and the first specifications whose results change. */
  ids: z
    .strictObject({
      path: z.string(),
      sha256: z.string(),
      specifications: z.array(
        z.strictObject({
          name: z.string(),
          before: z.enum(['pass', 'fail', 'not_applicable']),
          after: z.enum(['pass', 'fail', 'not_applicable']),
          failed_before: z.number().int(),
          failed_after: z.number().int(),
        }),
      ),
    })
    .optional(),
});
export type CheckedChange = z.output<typeof CheckedChange>;

/**
 * The complete plan that is approved: its canonical JSON is hashed to the plan digest, and that digest is signed.
 * `touched`: expected versions of the elements that the events change; `relied_on`: of those that the plan only read.
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
   * For a plan that needs an unchanged branch, such as a merge: its expected last branch_seq. Later records of runs and
   * generated files are allowed; with `naming`, also other events that name none of these ids.
   */
  branch_seq: z
    .strictObject({
      branch: z.string(),
      branch_seq: z.number().int(),
      naming: z.array(z.string()).optional(),
    })
    .nullable(),
  affected: z.number().int(),
  /** Losses of remaining elements; absent if there are none. */
  losses: z.array(Loss).optional(),
  /** Results of the requested checks, by name; absent if none was requested. */
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

/** Binds a signature to the current term of one keeper: 64 hex digits. Signatures in older logs have none. */
export const Challenge = z.string().regex(/^[0-9a-f]{64}$/);

/** Longest id (UTF-16 units) in a mark: that of imported elements, which is the longest of all. */
const ID_MAX = 100;
/** Longest text (UTF-16 units) of a mark. */
export const MARK_TEXT_MAX = 500;
/** Maximum number of marks of one rejection or comment. */
export const MARKS_MAX = 50;
/** Longest text (UTF-16 units) of a comment. */
export const COMMENT_TEXT_MAX = 2000;
/** Maximum number of comments on one approval. */
export const COMMENTS_MAX = 100;

/**
 * A remark of an approver about an element or a place of a plan, or about both. The element exists before or after the plan.
 * `at`: mm, in world coordinates; `level_id`: the level of the place.
 */
export const Mark = z
  .strictObject({
    text: z.string().max(MARK_TEXT_MAX).regex(/\S/u, 'expected a text'),
    element_id: z.string().min(1).max(ID_MAX).exactOptional(),
    at: SpacePoint.exactOptional(),
    level_id: z.string().min(1).max(ID_MAX).exactOptional(),
  })
  .refine(
    ({ element_id, at }) => element_id !== undefined || at !== undefined,
    'expected `element_id` or `at`',
  )
  .refine(
    ({ level_id, at }) => level_id === undefined || at !== undefined,
    'expected `at` with `level_id`',
  );
export type Mark = z.output<typeof Mark>;

/** The marks of a decision or comment; absent if there are none, as in logs of versions without marks. */
const Marks = z.array(Mark).min(1).max(MARKS_MAX).exactOptional();

/**
 * One signed decision of one person. The signature covers context, challenge, approval id, plan digest, verdict, reason, marks
 * and time.
 */
export const Decision = z.strictObject({
  approver: z.string(),
  user_id: z.string(),
  public_key: z.string(),
  verdict: z.enum(['approve', 'reject']),
  reason: z.string().nullable(),
  marks: Marks,
  decided_at: z.string(),
  challenge: Challenge.exactOptional(),
  signature: z.string(),
});
export type Decision = z.output<typeof Decision>;

/** One signed comment of one person on a pending approval, which stays pending. The signature covers all other fields too. */
export const Comment = z.strictObject({
  approver: z.string(),
  user_id: z.string(),
  public_key: z.string(),
  text: z.string().max(COMMENT_TEXT_MAX).regex(/\S/u, 'expected a text'),
  marks: Marks,
  /** ISO 8601, UTC, milliseconds. */
  commented_at: z.string(),
  challenge: Challenge,
  signature: z.string(),
});
export type Comment = z.output<typeof Comment>;

/** A stored approval. `plan` is the exact canonical text whose SHA-256 is `plan_digest`. */
export const ApprovalFields = z.strictObject({
  approval_id: z.string(),
  status: z.enum(APPROVAL_STATUSES),
  plan: z.string(),
  plan_digest: z.string(),
  /** Equal for equal requester, branch and effect: a repeated request finds the pending approval; a rejection vetoes repetitions. */
  effect_key: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  decisions: z.array(Decision),
  /** The first event of an executed approval; null otherwise. */
  event_id: z.string().nullable(),
  /** The reason why it went stale or was rejected or cancelled. */
  detail: z.string().nullable(),
  updated_at: z.string(),
});
export type ApprovalRecord = Readonly<Omit<z.output<typeof ApprovalFields>, 'decisions'>> & {
  readonly decisions: readonly Decision[];
};

/** The signature of a registry change (second approver, revocation, widening). */
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
