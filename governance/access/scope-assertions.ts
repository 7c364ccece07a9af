/** @module scope-assertions: refuses commands that are outside the scopes and limits of their agent. */
import { importedCount, revertedCount } from '../../schemas/element-changes.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { AgentRecord, PlanDocument } from '../../schemas/governance.ts';
import type { Action } from '../../schemas/permissions.ts';
import { assertImportInside } from './import-scope.ts';
import {
  assertNoFaults,
  branchFault,
  type ScopeFault,
  scopeFaults,
  wholeBranchFaults,
} from './scope.ts';

/** The parts of a call that are checked against scopes; `branch` is `main` when the call names none. */
type Scoped = {
  readonly agent: AgentRecord;
  readonly branch: string;
  readonly tool: { readonly action: Action };
};
/** Elements that a change touches. */
type Touched = Parameters<typeof scopeFaults>[2];

/** Whether READ includes a branch, at least in part. */
export function readsBranch({ permissions }: AgentRecord, branch: string): boolean {
  const { READ } = permissions.permissions;
  return READ !== undefined && branchFault(READ, branch) === null;
}

/**
 * Refuses BRANCH_NOT_FOUND for a branch outside READ, without looking it up, so that no answer depends on whether it
 * exists; `main` always does.
 */
export function assertReadable(agent: AgentRecord, branch: string): void {
  if (branch === 'main' || readsBranch(agent, branch)) return;
  const patterns = agent.permissions.permissions.READ?.branch_patterns;
  throw new Refusal(
    'BRANCH_NOT_FOUND',
    `there is no branch \`${branch}\` that you may read`,
    patterns === undefined
      ? 'leave out `branch`, or ask the operator for the permission READ'
      : 'use a branch that matches the branch patterns of your permission READ',
    { branch, ...(patterns === undefined ? {} : { READ: patterns }) },
  );
}

/** Refuses a branch outside READ, whether or not it exists: SCOPE_DENIED when the agent may not work on it either. */
export function assertReachable({ agent, tool, branch }: Scoped): void {
  const { permissions } = agent.permissions;
  if (branch === 'main') return;
  const [unread, because] = [permissions.READ, permissions[tool.action]].map((scope) =>
    scope === undefined ? 'the permission is missing' : branchFault(scope, branch),
  );
  const isDenied = typeof because === 'string' && unread !== null;
  if (isDenied) assertNoFaults(agent, [{ id: branch, action: tool.action, because }]);
  assertReadable(agent, branch);
}

/**
 * Refuses SCOPE_DENIED when the agent may not work on the target branch of the events, or may not read the branch that they
 * start from. This depends on no state, so checking it first reveals nothing about what exists.
 */
export function assertOnBranch(
  call: Scoped,
  branch: string,
  events: readonly PlannedEvent[],
): void {
  assertNoFaults(call.agent, branchFaults(call, branch, events));
}

/** Refuses SCOPE_DENIED when a change touches something outside the scopes of its agent. */
export function assertInside(
  call: Scoped,
  branch: string,
  {
    events,
    effect,
  }: {
    readonly events: readonly PlannedEvent[];
    readonly effect: { readonly touches: Touched; readonly carried: Touched };
  },
): void {
  const faults = branchFaults(call, branch, events);
  if (faults.length === 0) {
    assertImportInside(call.agent, branch, { events, touches: effect.touches });
  }
  assertNoFaults(call.agent, [
    ...faults,
    ...scopeFaults(call.agent.permissions.permissions, branch, [
      ...effect.touches,
      ...effect.carried,
    ]),
  ]);
}

function branchFaults(
  { agent, tool: { action } }: Scoped,
  branch: string,
  events: readonly PlannedEvent[],
): readonly ScopeFault[] {
  const { permissions } = agent.permissions;
  const own = permissions[action];
  const because = own === undefined ? null : branchFault(own, branch);
  return [
    ...(because === null ? [] : [{ id: branch, action, because }]),
    ...wholeBranchFaults(permissions, events),
  ];
}

/** Refuses ELEMENT_LIMIT_EXCEEDED for imports of more elements than the agent may import, and for their undo. */
export function assertImportLimit(
  { name, permissions }: AgentRecord,
  elements: number,
  { undone }: { readonly undone: boolean },
): void {
  const limit = permissions.max_import_elements ?? permissions.max_elements_per_operation;
  if (elements <= limit) return;
  throw new Refusal(
    'ELEMENT_LIMIT_EXCEEDED',
    `this ${undone ? 'undoes an import of' : 'imports'} ${elements} elements; \`${name}\` may import ${limit}`,
    `ask a person to ${undone ? 'undo it' : 'import the file'}, or the operator for a higher \`max_import_elements\`: \`plumbline agent grant ${name} --max-import-elements ${elements} --by APPROVER\``,
    { affected: elements, limit },
  );
}

/**
 * Refuses ELEMENT_LIMIT_EXCEEDED for a change that affects more elements than the agent may change in one operation, or
 * imports more than it may import, or undoes an import of more. Their elements do not count as changed ones.
 */
export function assertLimit(
  { agent }: Pick<Scoped, 'agent'>,
  plan: Pick<PlanDocument, 'affected'> & { readonly events: readonly PlannedEvent[] },
): void {
  const { max_elements_per_operation: limit } = agent.permissions;
  const [created, deleted] = [importedCount(plan.events), revertedCount(plan.events)];
  assertImportLimit(agent, Math.max(created, deleted), { undone: deleted > created });
  const imported = created + deleted;
  const affected = plan.affected - imported;
  if (affected <= limit) return;
  throw new Refusal(
    'ELEMENT_LIMIT_EXCEEDED',
    `this affects ${affected} elements; \`${agent.name}\` may affect ${limit} per operation`,
    `split it into smaller operations, or ask the operator for a higher \`max_elements_per_operation\`: \`plumbline agent grant ${agent.name} --max-elements ${affected} --by APPROVER\``,
    { affected, limit },
  );
}
