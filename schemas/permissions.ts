/** @module permissions: what an agent may do and where, and the policy of a workspace. */
import * as z from 'zod';

import type { EventType, RunType } from './events.ts';
import { BoxMm } from './units.ts';
import { parsedWebhookFault } from './webhook-address.ts';

/** Classes of action. APPROVE exists in the words of the system but no agent can hold it. */
export const ACTIONS = ['READ', 'CREATE', 'MODIFY', 'DELETE'] as const;
export type Action = (typeof ACTIONS)[number];

/** Categories of what runs leave behind, as a scope may name them beside those of elements. */
export const RUN_CATEGORIES = {
  'tool.run': 'ToolRuns',
  'experiment.run': 'Experiments',
  'schedule.generated': 'Schedules',
  'export.created': 'Exports',
} as const satisfies Partial<Record<RunType, string>>;

/** Category of views and sheets, as a scope may name it. */
export const VIEW_CATEGORY = 'Views';

/** Category of runs of a type; null for checks, which look at what their agent may read and at nothing else. */
export function runCategory(run: RunType): string | null {
  return run === 'validation.run' ? null : RUN_CATEGORIES[run];
}

/** Where a permission holds; a missing field means unrestricted. */
export const PermissionScope = z.strictObject({
  categories: z.array(z.string().min(1).max(40)).max(100).optional(),
  levels: z.array(z.string().min(1).max(100)).max(1000).optional(),
  regions: z.array(BoxMm).max(100).optional(),
  branch_patterns: z.array(z.string().min(1).max(200)).max(100).optional(),
});
export type PermissionScope = z.output<typeof PermissionScope>;

/** No event, but what several can do: they leave an element with a tenth of its body, without its name or far away. */
type Diminished = 'element.diminished';

/** What can wait for a human before it is committed, by type of event; the other types only tell of what has happened. */
const APPROVAL_TRIGGERS = [
  'element.created',
  'element.modified',
  'element.deleted',
  'element.diminished',
  'elements.joined',
  'level.created',
  'view.created',
  'sheet.created',
  'schedule.generated',
  'export.created',
  'branch.created',
  'branch.discarded',
  'branch.merged',
  'event.reverted',
  'tool.run',
  'experiment.run',
  'validation.run',
  'clash.excluded',
] as const satisfies readonly (EventType | Diminished)[];
const ApprovalTrigger = z.enum(APPROVAL_TRIGGERS);

/** Events that always need a person. INVARIANT: no permission file can switch these off; it only adds to them. */
export const ALWAYS_REQUIRE_APPROVAL = [
  'element.deleted',
  'element.diminished',
  'branch.discarded',
  'branch.merged',
] as const satisfies readonly (typeof APPROVAL_TRIGGERS)[number][];

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

/** How far wall ends go onto a wall that they miss, mm. */
export const SNAP_DEFAULT = 20;

/** Elements that an agent may change within an hour with nobody's approval. */
export const UNAPPROVED_DEFAULT = 500;

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
      /** Where it is not said, as many as for a deletion; `audit verify` asks for them where it is said. */
      'element.diminished': z.number().int().min(1).max(10).optional(),
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
  /** How many elements that already stood an agent may change within an hour before the next change waits for a person; where it is not said, `UNAPPROVED_DEFAULT`. */
  max_unapproved_elements_per_hour: z.number().int().min(0).max(1_000_000).optional(),
  /** Whether a connection without credentials is the default agent; where it is not said, it is. */
  default_agent: z.boolean().optional(),
  /**
   * Absolute path of a file outside the workspace to which every checkpoint of the log is appended, or `URL#VKEY` of a
   * witness that cosigns each.
   */
  witness: z.string().min(1).max(4096).optional(),
  /** Address that is told of each approval that waits: https, or on this machine. */
  approval_webhook: z
    .string()
    .max(2000)
    .refine((address) => parsedWebhookFault(address) === null, {
      error: ({ input }) => `the address ${parsedWebhookFault(String(input)) ?? ''}`,
    })
    .optional(),
  /** Wall ends that miss another wall by no more than this (mm) go onto it; where it is not said, `SNAP_DEFAULT`. */
  snap_mm: z.number().min(0.5).max(100).optional(),
  /** Calls per minute and principal; null means no limit. */
  rate_limit_per_minute: z.number().int().min(1).max(100_000_000).nullable().default(6000),
});
export type WorkspacePolicy = z.output<typeof WorkspacePolicy>;

/** How many people must approve what diminishes an element. */
export function diminishedBy(required: WorkspacePolicy['approvers_required']): number {
  return required['element.diminished'] ?? required['element.deleted'];
}
