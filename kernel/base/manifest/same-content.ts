/** @module same-content: whether two elements of imports are equal, wherever the blobs of their meshes are. */
import type { ElementRecord, Json, ParamValues } from '../../../schemas/events.ts';
import { deepEqual, differingNames } from '../canonical/deep-equal.ts';

/** Parameters of a body that its import states: where its mesh is, and why it is a body. */
const OF_IMPORT = ['mesh', 'reason'];

/**
 * Whether two records of one element state the same. Each import has a blob of meshes and reasons of its own; `digest`
 * identifies the mesh of a body or of an appearance, so that its place and the reason make no difference. Nor does the
 * order of the members of a set. A missing parameter is null, and so is an element that does not exist.
 */
export function isSameContent(a: ElementRecord | null, b: ElementRecord | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  if (a.id !== b.id || a.kind !== b.kind) return false;
  return differingNames(a.params, b.params).every(
    (name) =>
      (a.kind === 'body' && OF_IMPORT.includes(name)) ||
      (name === 'appearance' && isSameMesh(a.params[name], b.params[name])) ||
      (a.kind === 'group' && name === 'members' && isSameSet(a.params[name], b.params[name])),
  );
}

/** Whether two groups have one placement with the same members, in any order. */
function isSameSet(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [onlyItem(a), onlyItem(b)];
  if (one === null || other === null || one.length !== other.length) return false;
  const members = new Set(one);
  return members.size === one.length && other.every((id) => members.has(id));
}

function onlyItem(value: unknown): readonly unknown[] | null {
  if (!Array.isArray(value) || value.length !== 1) return null;
  const [only]: readonly unknown[] = value;
  return Array.isArray(only) ? only : null;
}

/** Whether two appearances differ only in the places of their mesh. */
function isSameMesh(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [placeIn(a), placeIn(b)];
  return one !== null && other !== null && deepEqual(one.others, other.others);
}

/** An element with the place of its mesh in the import of another record of it, if both have the same mesh. */
export function inImportOf<E extends ElementRecord>(element: E, other: E): E {
  const params: ParamValues = other.params;
  if (element.kind !== 'body') return withPlaceOf(element, params);
  if (element.params['digest'] !== params['digest']) return element;
  const own = Object.fromEntries(OF_IMPORT.map((name) => [name, params[name] ?? null]));
  return { ...element, params: { ...element.params, ...own } };
}

/** An element whose appearance has the place of the same mesh in these parameters. */
function withPlaceOf<E extends ElementRecord>(element: E, params: ParamValues): E {
  const given: ParamValues = element.params;
  const [own, other] = [placeIn(given['appearance']), placeIn(params['appearance'])];
  if (own === null || other === null || own.digest !== other.digest) return element;
  const appearance = { ...own.others, mesh: other.mesh };
  return { ...element, params: { ...element.params, appearance } };
}

/** The place of the mesh of an appearance, its digest, and its other values; null for any other value. */
function placeIn(value: unknown) {
  if (typeof value !== 'object' || value === null || !('mesh' in value)) return null;
  const { mesh, ...others } = value;
  return { mesh, digest: 'digest' in others ? others.digest : null, others };
}
