/** @module planned events for elements: made, hosted, changed. */
import type { Element, ElementOf } from '../../../schemas/elements.ts';
import type { ParamValues, PlannedEvent } from '../../../schemas/events.ts';
import { toGrid } from '../../../schemas/units.ts';
import { deepEqual } from '../deep-equal.ts';

/** Parameters that are not lengths and keep their digits. */
const OFF_GRID: ReadonlySet<string> = new Set(['slope_deg', 'direction_deg', 'positions']);

/** The value with every length on the 0.001 mm grid and no −0; angles and meshes keep their digits. */
export function onGridDeep<T>(value: T): T;
export function onGridDeep(value: unknown): unknown {
  if (typeof value === 'number') return toGrid(value);
  if (Array.isArray(value)) return value.map((item: unknown) => onGridDeep(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      OFF_GRID.has(key) ? item : onGridDeep(item),
    ]),
  );
}

/** The event that makes this element. */
export function created(element: Element): PlannedEvent {
  return element.kind === 'level'
    ? { type: 'level.created', aggregate_id: element.id, payload: { element } }
    : { type: 'element.created', aggregate_id: element.id, payload: { element } };
}

/** The events that make an opening, door or window in its host. */
export function createdInHost(
  element: ElementOf<'opening' | 'door' | 'window'>,
): readonly PlannedEvent[] {
  return [created(element), hosted(element.params.host_id, element.id)];
}

/** The event that ties a filling to its host, so that concurrent fillings of one host conflict. */
export function hosted(host_id: string, hosted_id: string): PlannedEvent {
  return { type: 'element.hosted', aggregate_id: host_id, payload: { host_id, hosted_id } };
}

/** The event that sets the parameters that differ between the two states; null when none does. */
export function modified(before: Element, after: Element): PlannedEvent | null {
  const old: ParamValues = before.params;
  const updates: Record<string, unknown> = {};
  const previous: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after.params)) {
    if (deepEqual(old[name], value)) continue;
    updates[name] = value;
    previous[name] = old[name];
  }
  if (Object.keys(updates).length === 0) return null;
  return { type: 'element.modified', aggregate_id: before.id, payload: { updates, previous } };
}
