/** @module widening: whether a change of rules permits more than before; a change that is not provably narrower counts as wider. */
import type { AgentRecord } from '../../schemas/governance.ts';
import {
  ACTIONS,
  type AgentPermissions,
  approversForLoss,
  PENDING_DEFAULT,
  type PermissionScope,
  UNAPPROVED_DEFAULT,
  type WorkspacePolicy,
} from '../../schemas/permissions.ts';
import { isInsideBox } from './scope.ts';

type Rules = Pick<AgentRecord, 'permissions' | 'status'>;

/**
 * Whether the record after the change lets an agent do anything that it could not do before.
 * A new record is a widening when it allows more than READ.
 */
export function widens(before: Rules | null, after: Rules): boolean {
  if (after.status === 'revoked') return false;
  if (before === null) {
    const { CREATE, MODIFY, DELETE } = after.permissions.permissions;
    return CREATE !== undefined || MODIFY !== undefined || DELETE !== undefined;
  }
  return before.status === 'revoked' || permissionsWiden(before.permissions, after.permissions);
}

function permissionsWiden(before: AgentPermissions, after: AgentPermissions): boolean {
  return (
    ACTIONS.some((action) => scopeWidens(before.permissions[action], after.permissions[action])) ||
    after.max_elements_per_operation > before.max_elements_per_operation ||
    importLimit(after) > importLimit(before) ||
    after.max_operations_per_session > before.max_operations_per_session ||
    before.requires_approval.some((trigger) => !after.requires_approval.includes(trigger))
  );
}

function importLimit({
  max_import_elements,
  max_elements_per_operation,
}: AgentPermissions): number {
  return max_import_elements ?? max_elements_per_operation;
}

/** A missing scope is no permission; a missing field in a scope is no restriction. */
function scopeWidens(
  before: PermissionScope | undefined,
  after: PermissionScope | undefined,
): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  return (
    listWidens(before.categories, after.categories, (a, b) => a === b) ||
    listWidens(before.levels, after.levels, (a, b) => a === b) ||
    listWidens(before.regions, after.regions, isInsideBox) ||
    listWidens(before.branch_patterns, after.branch_patterns, isNarrowerGlob)
  );
}

/** Each item after must lie inside one item before. */
function listWidens<T>(
  before: readonly T[] | undefined,
  after: readonly T[] | undefined,
  inside: (inner: T, outer: T) => boolean,
): boolean {
  if (before === undefined) return false;
  if (after === undefined) return true;
  return !after.every((inner) => before.some((outer) => inside(inner, outer)));
}

/**
 * Whether `outer` provably matches everything that `inner` matches: they are equal, or `outer` is a literal prefix followed
 * by one `**` (any run) or `*` (any run without `/`). False when in doubt.
 */
function isNarrowerGlob(inner: string, outer: string): boolean {
  if (inner === outer) return true;
  const [, prefix, stars] = /^([^*?]*)(\*\*?)$/.exec(outer) ?? [];
  if (prefix === undefined || !inner.startsWith(prefix)) return false;
  if (stars === '**') return true;
  const rest = inner.slice(prefix.length);
  return !rest.includes('/') && !rest.includes('**');
}

/** Whether a policy is less strict than the one before in any of its fields. */
export function weakens(before: WorkspacePolicy, after: WorkspacePolicy): boolean {
  const triggers = ['element.deleted', 'branch.merged', 'bulk', 'other'] as const;
  return (
    (before.witness !== undefined && after.witness !== before.witness) ||
    (before.default_agent === false && after.default_agent !== false) ||
    (before.dry_run_default.agent && !after.dry_run_default.agent) ||
    (before.dry_run_default.human && !after.dry_run_default.human) ||
    after.bulk_threshold > before.bulk_threshold ||
    triggers.some(
      (trigger) => after.approvers_required[trigger] < before.approvers_required[trigger],
    ) ||
    approversForLoss(after.approvers_required) < approversForLoss(before.approvers_required) ||
    // Without a number for this trigger `audit verify` no longer checks that emptied values were approved.
    (before.approvers_required['element.diminished'] !== undefined &&
      after.approvers_required['element.diminished'] === undefined) ||
    after.approval_ttl_s > before.approval_ttl_s ||
    after.rejection_cooldown_s < before.rejection_cooldown_s ||
    limitsOf(after).some((limit, index) => limit > (limitsOf(before)[index] ?? 0)) ||
    (before.rate_limit_per_minute !== null &&
      (after.rate_limit_per_minute === null ||
        after.rate_limit_per_minute > before.rate_limit_per_minute))
  );
}

/** Limits with a default for policies that do not set them, in a fixed order. */
function limitsOf(policy: WorkspacePolicy): readonly number[] {
  return [
    policy.max_pending_approvals ?? PENDING_DEFAULT,
    policy.max_unapproved_elements_per_hour ?? UNAPPROVED_DEFAULT,
  ];
}
