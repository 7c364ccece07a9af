/** @module session-limit: how many operations one session may make. */
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord } from '../../schemas/governance.ts';

/** Counter of committed operations of a session. */
export function sessionCounter(session_id: string): string {
  return `session:${session_id}`;
}

/**
 * Whether a commit with this outcome counts as an operation of its session. The start of a run and its unfinished end do
 * not count in addition to the run.
 */
export function countsAsOperation(outcome: unknown): boolean {
  return outcome !== 'begun' && outcome !== 'unfinished';
}

/** The refusal of a session that has used up its operations; null while it has some left. */
export function sessionRefusal({ name, permissions }: AgentRecord, done: number): Refusal | null {
  const { max_operations_per_session: limit } = permissions;
  if (done < limit) return null;
  return new Refusal(
    'SESSION_LIMIT_EXCEEDED',
    `this session has made ${done} operations; \`${name}\` may make ${limit}`,
    `ask the operator for a higher \`max_operations_per_session\`: \`plumbline agent grant ${name} --max-operations N --by APPROVER\``,
    { done, limit },
  );
}
