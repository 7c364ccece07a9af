/** @module unapplied-event: the refusal and the warning for a log with an event that cannot be applied. */
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import type { Domain, UnappliedEvent } from '../tool/domain.ts';
import { isPlaced } from './scope.ts';

const NEXT = 'an approver can void it: run `plumbline repair`';

/** The event without its reason for an agent with a restricted READ, because the reason may name elements outside it. */
function visibleTo({ permissions }: AgentRecord, event: UnappliedEvent): UnappliedEvent {
  const { READ } = permissions.permissions;
  const seesAll = READ !== undefined && !isPlaced(READ) && READ.branch_patterns === undefined;
  return seesAll ? event : { ...event, why: 'it does not fit' };
}

function sentenceOf({ seq, event_id, type, why }: UnappliedEvent): string {
  return `event ${seq} (\`${event_id}\`, \`${type}\`) of the log cannot be applied: ${why}`;
}

/** Refuses STORE_UNAVAILABLE for a change while the log has an event that cannot be applied. */
export function assertApplied(
  domain: Pick<Domain<unknown>, 'unapplied'>,
  agent: AgentRecord,
): void {
  const found = domain.unapplied();
  if (found === null) return;
  const event = visibleTo(agent, found);
  throw new Refusal(
    'STORE_UNAVAILABLE',
    `nothing can be changed: ${sentenceOf(event)}`,
    NEXT,
    event,
  );
}

/** The warnings for an answer that is computed from the state before such an event. */
export function unappliedWarnings(
  domain: Pick<Domain<unknown>, 'unapplied'>,
  agent: AgentRecord,
): readonly string[] {
  const found = domain.unapplied();
  if (found === null) return [];
  const event = visibleTo(agent, found);
  return [`this is the state before event ${event.seq}: ${sentenceOf(event)}; ${NEXT}`];
}
