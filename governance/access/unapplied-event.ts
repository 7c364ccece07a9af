/** @module unapplied: what a call is told of a log with an event that cannot be applied. */
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import type { Domain, UnappliedEvent } from '../tool/domain.ts';
import { isPlaced } from './scope.ts';

const NEXT = 'an approver can take it out: run `plumbline repair`';

/** The reason may name what this agent may not see. */
function told(event: UnappliedEvent, { permissions }: AgentRecord): UnappliedEvent {
  const { READ } = permissions.permissions;
  const seesAll = READ !== undefined && !isPlaced(READ) && READ.branch_patterns === undefined;
  return seesAll ? event : { ...event, why: 'it does not fit' };
}

function words({ seq, event_id, type, why }: UnappliedEvent): string {
  return `event ${seq} (\`${event_id}\`, \`${type}\`) of the log cannot be applied: ${why}`;
}

/** Refuses STORE_UNAVAILABLE for a change while the log has an event that cannot be applied. */
export function assertApplied(
  domain: Pick<Domain<unknown>, 'unapplied'>,
  agent: AgentRecord,
): void {
  const found = domain.unapplied();
  if (found === null) return;
  const event = told(found, agent);
  throw new Refusal('STORE_UNAVAILABLE', `nothing can be changed: ${words(event)}`, NEXT, event);
}

/** What an answer from before such an event must say. */
export function unappliedWarnings(
  domain: Pick<Domain<unknown>, 'unapplied'>,
  agent: AgentRecord,
): readonly string[] {
  const found = domain.unapplied();
  if (found === null) return [];
  const event = told(found, agent);
  return [`this is the state before event ${event.seq}: ${words(event)}; ${NEXT}`];
}
