/** @module planned events for elements: creation, hosting, modification. */
import type { Json, PlannedEvent } from '../../../../schemas/events.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { membersChangeOf } from '../../kinds/group/members-change.ts';
import type { AnyElement, KindTable } from '../../kinds/kind.ts';
import { level } from '../../kinds/level/level.ts';

/** Returns the value with every number rounded to the 0.001 mm grid and −0 replaced by 0. */
function toGridDeep(value: unknown): unknown {
  if (typeof value === 'number') return toGrid(value);
  if (Array.isArray(value)) return value.map(toGridDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, toGridDeep(item)]),
  );
}

/** Rounds every length to the 0.001 mm grid. Parameters named in `plain_numbers` keep all digits. */
export function paramsOnGrid<P extends object>(params: P, plain_numbers: object): P;
export function paramsOnGrid(params: object, plain_numbers: object): object {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => [
      name,
      Object.hasOwn(plain_numbers, name) ? value : toGridDeep(value),
    ]),
  );
}

/** Returns the element with every length on the 0.001 mm grid. */
export function onGrid<E extends AnyElement>(element: E, kinds: KindTable): E {
  return { ...element, params: paramsOnGrid(element.params, kinds.of(element).plain_numbers) };
}

/** Returns the event that creates this element. */
function createdEvent(element: AnyElement): PlannedEvent {
  const type = element.kind === level.kind ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** Returns the events that create an element, including the hosting event if it has a host. */
export function created(element: AnyElement, kinds: KindTable): readonly PlannedEvent[] {
  const host_id = kinds.references(element).host;
  return host_id === null
    ? [createdEvent(element)]
    : [createdEvent(element), hosted(host_id, element.id)];
}

/** Returns the event that ties a filling to its host, so that concurrent fillings of one host conflict. */
export function hosted(host_id: string, hosted_id: string): PlannedEvent {
  return { type: 'element.hosted', aggregate_id: host_id, payload: { host_id, hosted_id } };
}

/**
 * Returns the event that sets all parameters that differ between the two states; null if none differs. Of a large set, it
 * states which members differ.
 */
export function modified(before: AnyElement, after: AnyElement): PlannedEvent | null {
  const updates: Record<string, Json> = {};
  const previous: Record<string, Json> = {};
  const members = membersChangeOf(before, after);
  for (const [name, value] of Object.entries(after.params)) {
    if (name === 'members' && members !== null) continue;
    const was = before.params[name] ?? null;
    if (deepEqual(was, value)) continue;
    updates[name] = value;
    previous[name] = was;
  }
  if (Object.keys(updates).length === 0 && members === null) return null;
  const payload = { updates, previous, ...(members === null ? {} : { members }) };
  return { type: 'element.modified', aggregate_id: before.id, payload };
}
