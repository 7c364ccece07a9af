/** @module planned-names: checks the names that a plan assigns to elements for its requester. */
import { NamePlanned } from '../../../../schemas/event-schemas.ts';
import { MAX_NAMED_ELEMENTS, nameOf } from '../../../../schemas/events.ts';
import type { PlanDocument } from '../../../../schemas/governance.ts';

/** Maximum number of characters of a text in a message. */
const QUOTED = 80;

/**
 * The fault of the names of a plan; null when there is none. Valid names belong to the requester, are assigned once, have the
 * form that tools use, and refer to a limited number of elements.
 */
export function nameFault(
  plan: Pick<PlanDocument, 'agent_id' | 'user_id' | 'events'>,
): string | null {
  const given = plan.events.flatMap((event) => (event.type === 'name.given' ? [event] : []));
  const names = new Set<string>();
  let elements = 0;
  for (const { aggregate_id, payload } of given) {
    const { error, data } = NamePlanned.safeParse(payload);
    const name = payload.name.slice(0, QUOTED);
    if (error !== undefined) {
      const [issue] = error.issues;
      return `the name \`${name}\` is invalid: \`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? ''}`;
    }
    if (aggregate_id !== nameOf(plan, data.name)) {
      return `it assigns the name \`${name}\` as \`${aggregate_id.slice(0, QUOTED)}\``;
    }
    if (names.has(name)) return `it assigns the name \`${name}\` twice`;
    names.add(name);
    elements += data.elements.length;
  }
  if (elements <= MAX_NAMED_ELEMENTS && names.size <= MAX_NAMED_ELEMENTS) return null;
  return `it assigns ${names.size} names to ${elements} elements; expected at most ${MAX_NAMED_ELEMENTS}`;
}
