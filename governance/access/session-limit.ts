/** @module session-limit: how many operations one session may make. */
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord } from '../../schemas/governance.ts';

/** Counter of committed operations of a session. */
export function sessionCounter(session_id: string): string {
  return `session:${session_id}`;
}

/**
 * Whether a commit with this outcome in its entry is an operation of its session: that a run begins, or that nobody told
 * its end, is none beside the run.
 */
export function countsAsOperation(outcome: unknown): boolean {
  return outcome !== 'begun' && outcome !== 'unfinished';
}

/** The refusal of a session that has made as many operations as it may; null while it may make more. */
export function sessionRefusal({ name, permissions }: AgentRecord, done: number): Refusal | null {
  const { max_operations_per_session: limit } = permissions;
  if (done < limit) return null;
  return new Refusal(
    'SESSION_LIMIT_EXCEEDED',
    `this session has made ${done} operations, \`${name}\` may make ${limit}`,
    'ask the operator for a higher limit',
    { done, limit },
  );
}
