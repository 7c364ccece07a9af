/** @module permissions: what an agent may do and where, and the policy of a workspace. */
import * as z from 'zod';

import { EVENT_TYPES } from './events.ts';
import { BoxMm } from './units.ts';

/** Classes of action. APPROVE exists in the words of the system but no agent can hold it. */
export const ACTIONS = ['READ', 'CREATE', 'MODIFY', 'DELETE'] as const;
export type Action = (typeof ACTIONS)[number];

/** Where a permission holds; a missing field means unrestricted. */
export const PermissionScope = z.strictObject({
  categories: z.array(z.string().min(1).max(40)).max(100).optional(),
  levels: z.array(z.string().min(1).max(100)).max(1000).optional(),
  regions: z.array(BoxMm).max(100).optional(),
  branch_patterns: z.array(z.string().min(1).max(200)).max(100).optional(),
});
export type PermissionScope = z.output<typeof PermissionScope>;

/** Events that need a human before they are committed; the others only tell of what has happened. */
const ApprovalTrigger = z
  .enum(EVENT_TYPES)
  .exclude([
    'element.hosted',
    'validation.run',
    'conflict.resolved',
    'run.permitted',
    'run.started',
  ]);

/** Events that always need a person. INVARIANT: no permission file can switch these off; it only adds to them. */
export const ALWAYS_ASKED = [
  'element.deleted',
  'branch.discarded',
  'branch.merged',
] as const satisfies readonly z.output<typeof ApprovalTrigger>[];

/** The permission file as the CLI reads it (docs/permissions.md). A missing permission means denied. */
export const AgentPermissions = z.strictObject({
  agent_id: z.string().min(1).max(100).optional(),
  permissions: z.strictObject({
    READ: PermissionScope.optional(),
    CREATE: PermissionScope.optional(),
    MODIFY: PermissionScope.optional(),
    DELETE: PermissionScope.optional(),
  }),
  requires_approval: z.array(ApprovalTrigger).default(['element.deleted', 'branch.merged']),
  max_elements_per_operation: z.number().int().min(1).max(1_000_000).default(100),
  max_operations_per_session: z.number().int().min(1).max(1_000_000_000).default(1000),
});
export type AgentPermissions = z.output<typeof AgentPermissions>;

/** Approvals of one requester that may wait at once: more than a person will look at. */
export const PENDING_DEFAULT = 100;

/** Settings of a workspace that decide how strict governance is. Weakening one is signed by an approver. */
export const WorkspacePolicy = z.strictObject({
  /** Whether a mutating call previews when the caller does not say. */
  dry_run_default: z
    .strictObject({ agent: z.boolean().default(true), human: z.boolean().default(false) })
    .default({ agent: true, human: false }),
  /** More affected elements than this need a human. */
  bulk_threshold: z.number().int().min(0).max(1_000_000).default(50),
  /** How many distinct people must approve, by what triggered it. */
  approvers_required: z
    .strictObject({
      'element.deleted': z.number().int().min(1).max(10).default(1),
      'branch.merged': z.number().int().min(1).max(10).default(1),
      bulk: z.number().int().min(1).max(10).default(1),
      other: z.number().int().min(1).max(10).default(1),
    })
    .default({ 'element.deleted': 1, 'branch.merged': 1, bulk: 1, other: 1 }),
  approval_ttl_s: z.number().int().min(1).max(604_800).default(3600),
  /** For this long after a rejection, the same effect is refused without asking again. */
  rejection_cooldown_s: z.number().int().min(0).max(604_800).default(600),
  /** How many approvals of one requester may wait at once; where it is not said, `PENDING_DEFAULT`. */
  max_pending_approvals: z.number().int().min(1).max(10_000).optional(),
  /** Calls per minute and principal; null means no limit. */
  rate_limit_per_minute: z.number().int().min(1).max(100_000_000).nullable().default(6000),
});
export type WorkspacePolicy = z.output<typeof WorkspacePolicy>;
