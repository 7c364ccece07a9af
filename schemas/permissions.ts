/** @module permissions: what an agent may do and where, and the policy of a workspace. */
import * as z from 'zod';

import type { EventType, RunType } from './events.ts';
import { BoxMm } from './units.ts';
import { parsedWebhookFault } from './webhook-address.ts';

/** Classes of action. No agent can have APPROVE. */
export const ACTIONS = ['READ', 'CREATE', 'MODIFY', 'DELETE'] as const;
export type Action = (typeof ACTIONS)[number];

/** Categories of the results of runs, which a scope may name in addition to categories of elements. */
export const RUN_CATEGORIES = {
  'tool.run': 'ToolRuns',
  'experiment.run': 'Experiments',
  'schedule.generated': 'Schedules',
  'export.created': 'Exports',
} as const satisfies Partial<Record<RunType, string>>;

/** Category of views and sheets in scopes. */
export const VIEW_CATEGORY = 'Views';

/** Category in scopes of topics that name no element of the branch, or something that it does not have. */
export const TOPIC_CATEGORY = 'Topics';

/** Category of runs of a type; null for checks, which read only what their agent may read. */
export function runCategory(run: RunType): string | null {
  return run === 'validation.run' ? null : RUN_CATEGORIES[run];
}

/** The scope of a permission; a missing field means unrestricted. */
export const PermissionScope = z.strictObject({
  categories: z.array(z.string().min(1).max(40)).max(100).optional(),
  levels: z.array(z.string().min(1).max(100)).max(1000).optional(),
  regions: z.array(BoxMm).max(100).optional(),
  branch_patterns: z.array(z.string().min(1).max(200)).max(100).optional(),
});
export type PermissionScope = z.output<typeof PermissionScope>;

/** Not an event type but an effect of several types: an element keeps at most a tenth of its body, or loses a value or its place. */
type Diminished = 'element.diminished';

/**
 * Whether an effect of each type can require approval. The other types only record what has already happened. A new event
 * type does not compile without an entry here.
 */
const CAN_REQUIRE_APPROVAL = {
  'element.created': true,
  'model.imported': true,
  'import.reverted': true,
  'element.modified': true,
  'element.deleted': true,
  'element.diminished': true,
  'elements.joined': true,
  'level.created': true,
  'view.created': true,
  'sheet.created': true,
  'schedule.generated': true,
  'export.created': true,
  'branch.created': true,
  'branch.discarded': true,
  'branch.merged': true,
  'branch.restored': true,
  'event.reverted': true,
  'tool.run': true,
  'experiment.run': true,
  'validation.run': true,
  'clash.excluded': true,
  'topic.created': true,
  'topic.updated': true,
  'element.hosted': false,
  'import.matched': false,
  'name.given': false,
  'event.passed_over': false,
  'event.voided': false,
  'run.permitted': false,
  'run.started': false,
  'run.begun': false,
  'run.unfinished': false,
} as const satisfies Readonly<Record<EventType | Diminished, boolean>>;
type Flags = typeof CAN_REQUIRE_APPROVAL;
type ApprovalTrigger = {
  [Type in keyof Flags]: Flags[Type] extends true ? Type : never;
}[keyof Flags];

const APPROVABLE: ReadonlyMap<string, boolean> = new Map(Object.entries(CAN_REQUIRE_APPROVAL));
const ApprovalTrigger = z.enum(
  [...APPROVABLE.keys()].filter((type): type is ApprovalTrigger => APPROVABLE.get(type) === true),
);

/** Effects that always require approval. INVARIANT: a permission file can only add to these, never remove one. */
export const ALWAYS_REQUIRE_APPROVAL = [
  'element.deleted',
  'element.diminished',
  'branch.discarded',
  'branch.merged',
] as const satisfies readonly ApprovalTrigger[];

/** The permission file of the CLI (docs/permissions.md). A missing permission means denied. */
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
  /** Elements of one import. Default: `max_elements_per_operation`. */
  max_import_elements: z.number().int().min(1).max(1_000_000).optional(),
  max_operations_per_session: z.number().int().min(1).max(1_000_000_000).default(1000),
});
export type AgentPermissions = z.output<typeof AgentPermissions>;

/** Maximum number of pending approvals of one requester: more than a person will review. */
export const PENDING_DEFAULT = 100;

/** Snap distance of wall ends to other walls, mm. */
export const SNAP_DEFAULT = 20;

/** Number of elements that an agent may change within an hour without approval. */
export const UNAPPROVED_DEFAULT = 500;

/** Settings of a workspace that determine how strict governance is. Weakening one requires the signature of an approver. */
export const WorkspacePolicy = z.strictObject({
  /** Whether a mutating call without `dry_run` is a preview. */
  dry_run_default: z
    .strictObject({ agent: z.boolean().default(true), human: z.boolean().default(false) })
    .default({ agent: true, human: false }),
  /** A change of more elements than this requires approval. */
  bulk_threshold: z.number().int().min(0).max(1_000_000).default(50),
  /** Number of distinct people who must approve, by trigger. */
  approvers_required: z
    .strictObject({
      'element.deleted': z.number().int().min(1).max(10).default(1),
      /** Default: as many as for a deletion; `audit verify` checks them only if it is set. */
      'element.diminished': z.number().int().min(1).max(10).optional(),
      'branch.merged': z.number().int().min(1).max(10).default(1),
      bulk: z.number().int().min(1).max(10).default(1),
      other: z.number().int().min(1).max(10).default(1),
    })
    .default({ 'element.deleted': 1, 'branch.merged': 1, bulk: 1, other: 1 }),
  approval_ttl_s: z.number().int().min(1).max(604_800).default(3600),
  /** Seconds after a rejection during which the same effect is refused without a new approval. */
  rejection_cooldown_s: z.number().int().min(0).max(604_800).default(600),
  /** Maximum number of pending approvals of one requester. Default: `PENDING_DEFAULT`. */
  max_pending_approvals: z.number().int().min(1).max(10_000).optional(),
  /** Existing elements that an agent may change within an hour; further changes require approval. Default: `UNAPPROVED_DEFAULT`. */
  max_unapproved_elements_per_hour: z.number().int().min(0).max(1_000_000).optional(),
  /** Whether a connection without credentials acts as the default agent. Default: true. */
  default_agent: z.boolean().optional(),
  /**
   * Absolute path of a file outside the workspace to which every checkpoint of the log is appended, or `URL#VKEY` of a
   * witness that cosigns each.
   */
  witness: z.string().min(1).max(4096).optional(),
  /** Address that is notified of each pending approval: https, or any on this machine. */
  approval_webhook: z
    .string()
    .max(2000)
    .refine((address) => parsedWebhookFault(address) === null, {
      error: ({ input }) => `the address ${parsedWebhookFault(String(input)) ?? ''}`,
    })
    .optional(),
  /** Wall ends within this distance (mm) of another wall snap onto it. Default: `SNAP_DEFAULT`. */
  snap_mm: z.number().min(0.5).max(100).optional(),
  /** Calls per minute and principal; null means no limit. */
  rate_limit_per_minute: z.number().int().min(1).max(100_000_000).nullable().default(6000),
});
export type WorkspacePolicy = z.output<typeof WorkspacePolicy>;

/** Number of people who must approve a loss of an element. */
export function approversForLoss(required: WorkspacePolicy['approvers_required']): number {
  return required['element.diminished'] ?? required['element.deleted'];
}
