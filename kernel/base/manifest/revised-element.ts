/** @module revised-element: what the revision of an import, and its undo, make of one element; model and keeper agree on it. */
import type { ElementRecord } from '../../../schemas/events.ts';
import { differingNames } from '../canonical/deep-equal.ts';
import { isSameContent } from './same-content.ts';

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
 * equal element is the same object. The place of a mesh is no difference from the superseded manifest, but the element gets
 * that of the new one. An element that only the new manifest has, and that exists, is the branch's own: it stays.
 * `undefined` if the revision cannot be applied, because such an element exists and the import has none of the branch.
 *
 * @param sides `isReference`: whether the import is a reference model, whose elements are all of its file
 */
export function revisedElement<E extends ElementRecord>({
  now,
  superseded,
  revision,
  isReference,
}: RevisedSides<E> & { readonly isReference: boolean }): E | null | undefined {
  if (superseded === null && revision !== null && now !== null) {
    return isReference ? undefined : now;
  }
  return isSameContent(now, superseded) && !isSameElement(now, revision) ? revision : now;
}

/**
 * Whether a revision leaves an element as it is although the manifests differ: it was changed, created or deleted after
 * the superseded import.
 *
 * @param sides the element before the revision
 */
export function isLeftByRevision({
  now,
  superseded,
  revision,
}: RevisedSides<ElementRecord>): boolean {
  return !isSameContent(now, superseded) && !isSameContent(superseded, revision);
}

/**
 * The element after the undo of the revision: as the superseded manifest has it if the revision changed, created or
 * deleted it, else unchanged. `undefined` if the undo cannot be applied, because that element has been changed since. The
 * revision did not change an element by giving it another place of the same mesh: one that was changed since keeps that
 * place, which stays readable.
 *
 * @param sides the element before the undo; `isLeft`: whether the revision left it (`isLeftByRevision`)
 */
export function restoredElement<E extends ElementRecord>({
  now,
  superseded,
  revision,
  isLeft,
}: RevisedSides<E> & { readonly isLeft: boolean }): E | null | undefined {
  if (isLeft) return now;
  if (isSameContent(superseded, revision)) return isSameElement(now, revision) ? superseded : now;
  return isSameContent(now, revision) ? superseded : undefined;
}
