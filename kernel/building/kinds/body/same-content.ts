/** @module same-content: whether two elements of imports are equal, wherever the blobs of their meshes are. */
import type { ElementRecord, ParamValues } from '../../../../schemas/events.ts';
import { differingNames } from '../../../base/canonical/deep-equal.ts';

/** Parameters of a body that its import states: where its mesh is, and why it is a body. */
const OF_IMPORT = ['mesh', 'reason'];

/**
 * Whether two records of one element state the same. Each import has a blob of meshes and reasons of its own; `digest`
 * identifies the mesh of a body, so that its place and the reason make no difference. A missing parameter is null.
 */
export function isSameContent(a: ElementRecord, b: ElementRecord): boolean {
  if (a.id !== b.id || a.kind !== b.kind) return false;
  const names = differingNames(a.params, b.params);
  return a.kind === 'body' ? names.every((name) => OF_IMPORT.includes(name)) : names.length === 0;
}

/** A body with the place of its mesh in the import of another record of it, if both have the same mesh. */
export function inImportOf<E extends ElementRecord>(element: E, other: E): E {
  const isSameMesh = element.params['digest'] === other.params['digest'];
  if (element.kind !== 'body' || !isSameMesh) return element;
  const params: ParamValues = other.params;
  const own = Object.fromEntries(OF_IMPORT.map((name) => [name, params[name] ?? null]));
  return { ...element, params: { ...element.params, ...own } };
}
