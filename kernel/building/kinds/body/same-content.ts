/** @module same-content: whether two elements of imports are equal, wherever the blobs of their meshes are. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';

/**
 * Whether two records of one element state the same. Each import has a blob of meshes and reasons of its own; `digest`
 * identifies the mesh of a body, so that its place and the reason make no difference. A missing parameter is null.
 */
export function isSameContent(a: ElementRecord, b: ElementRecord): boolean {
  if (a.id !== b.id || a.kind !== b.kind) return false;
  const names = new Set([...Object.keys(a.params), ...Object.keys(b.params)]);
  if (a.kind === 'body') for (const name of ['mesh', 'reason']) names.delete(name);
  return [...names].every((name) => deepEqual(a.params[name] ?? null, b.params[name] ?? null));
}
