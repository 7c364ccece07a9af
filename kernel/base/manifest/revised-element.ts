/** @module revised-element: what the revision of an import makes of one element; the model and the keeper agree on it. */
import type { ElementRecord } from '../../../schemas/events.ts';
import { differingNames } from '../canonical/deep-equal.ts';

/** Whether two elements are equal. A parameter that was introduced after an element was stored is absent, like null. */
export function isSameElement(a: ElementRecord | null, b: ElementRecord | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  if (a.id !== b.id || a.kind !== b.kind) return false;
  return differingNames(a.params, b.params).length === 0;
}

/** One element now, and in the superseded and the new manifest; null where it does not exist. */
export type RevisedSides<E extends ElementRecord> = {
  readonly now: E | null;
  readonly superseded: E | null;
  readonly revision: E | null;
};

/**
 * The element after the revision: as the new manifest has it if it is as the superseded manifest has it, else unchanged. An
 * equal element is the same object.
 * `undefined` if the revision cannot be applied, because its new element already exists.
 */
export function revisedElement<E extends ElementRecord>({
  now,
  superseded,
  revision,
}: RevisedSides<E>): E | null | undefined {
  if (superseded === null && revision !== null && now !== null) return undefined;
  return isSameElement(now, superseded) && !isSameElement(now, revision) ? revision : now;
}
