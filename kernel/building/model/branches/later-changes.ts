/** @module later changes: what events after an operation changed of an element, as their net effect. */
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { Element } from '../../kinds/elements.ts';

/** Earlier values by name of parameters; null if they are not known, so that all of them may have changed. */
export type Earlier = ReadonlyMap<string, unknown> | null;

const UNCHANGED: Earlier = new Map();

/** An element now, the seq of its last change, and that of the operation after which changes count. */
export type Present = {
  readonly element: Element;
  readonly version: number;
  readonly last: number;
};

/**
 * Values that an element had right after an operation, of parameters that its later events name. Null if these do not
 * tell all: if they do not include its last change, as when an import or a join made it, or if they create the element.
 *
 * @param events later events of the branch, in any order
 */
export function earlierValues(
  { element, version, last }: Present,
  events: readonly StoredEvent[],
): Earlier {
  if (version <= last) return UNCHANGED;
  const own = events
    .filter(({ aggregate_id, seq }) => aggregate_id === element.id && seq > last)
    .toSorted((a, b) => a.seq - b.seq);
  if (!own.some(({ seq }) => seq === version)) return null;
  const earlier = new Map<string, unknown>();
  for (const event of own) {
    if (event.type === 'element.modified') {
      for (const [name, value] of Object.entries(event.payload.previous)) {
        if (!earlier.has(name)) earlier.set(name, value);
      }
    } else if (event.type !== 'element.hosted') {
      return null;
    }
  }
  return earlier;
}
