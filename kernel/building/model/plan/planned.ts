/** @module planned events for elements: made, hosted, changed. */
import type { Json, PlannedEvent } from '../../../schemas/events.ts';
import { toGrid } from '../../../schemas/units.ts';
import { deepEqual } from '../../canonical/deep-equal.ts';
import type { AnyElement, KindTable } from '../../kinds/kind.ts';
import { level } from '../../kinds/level.ts';

/** The value with every number on the 0.001 mm grid and no −0. */
function toGridDeep(value: unknown): unknown {
  if (typeof value === 'number') return toGrid(value);
  if (Array.isArray(value)) return value.map(toGridDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, toGridDeep(item)]),
  );
}

/** Parameters with every length on the 0.001 mm grid; those named in `plain_numbers` keep their digits. */
export function paramsOnGrid<P extends object>(params: P, plain_numbers: object): P;
export function paramsOnGrid(params: object, plain_numbers: object): object {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => [
      name,
      Object.hasOwn(plain_numbers, name) ? value : toGridDeep(value),
    ]),
  );
}

/** The element with every length on the 0.001 mm grid. */
export function onGrid<E extends AnyElement>(element: E, kinds: KindTable): E {
  return { ...element, params: paramsOnGrid(element.params, kinds.of(element).plain_numbers) };
}

/** The event that makes this element. */
function createdEvent(element: AnyElement): PlannedEvent {
  const type = element.kind === level.kind ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** The events that make an element, with the one that ties it to its host where it sits in one. */
export function created(element: AnyElement, kinds: KindTable): readonly PlannedEvent[] {
  const host_id = kinds.references(element).host;
  return host_id === null
    ? [createdEvent(element)]
    : [createdEvent(element), hosted(host_id, element.id)];
}

/** The event that ties a filling to its host, so that concurrent fillings of one host conflict. */
export function hosted(host_id: string, hosted_id: string): PlannedEvent {
  return { type: 'element.hosted', aggregate_id: host_id, payload: { host_id, hosted_id } };
}

/** The event that sets the parameters that differ between the two states; null when none does. */
export function modified(before: AnyElement, after: AnyElement): PlannedEvent | null {
  const updates: Record<string, Json> = {};
  const previous: Record<string, Json> = {};
  for (const [name, value] of Object.entries(after.params)) {
    const was = before.params[name] ?? null;
    if (deepEqual(was, value)) continue;
    updates[name] = value;
    previous[name] = was;
  }
  if (Object.keys(updates).length === 0) return null;
  return { type: 'element.modified', aggregate_id: before.id, payload: { updates, previous } };
}
