/** @module changed between: the elements that look different in two states of one branch. */
import { compareText, deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Element } from '../../kinds/elements.ts';
import { materialNamed } from '../../kinds/material/material.ts';
import { followersBetween } from '../derived/regeneration.ts';
import type { StateView } from '../state-view.ts';
import { usersOf } from '../state/lookup.ts';
import { vectorDiff } from '../state/persistent-vector.ts';

/** Ids of elements that differ, each in ascending order. */
export type ChangedElements = {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  /** Elements whose own values differ. */
  readonly modified: readonly string[];
  /** Elements with equal values whose shape, outline, storey or colour differs, such as the neighbours of a moved wall. */
  readonly followed: readonly string[];
};

/** Two states of one branch, also one that is planned. */
export type ViewPair = { readonly before: StateView; readonly after: StateView };

/** The elements that differ. The cost grows with the differences and what they reach, not with the size of the model. */
export function changedBetween(views: ViewPair): ChangedElements {
  const { before, after } = views;
  const found: Record<keyof ChangedElements, string[]> = {
    created: [],
    deleted: [],
    modified: [],
    followed: [],
  };
  const changed = new Set<string>();
  for (const [was, is] of differingElements(views)) {
    const id = (is ?? was)?.id ?? '';
    changed.add(id);
    if (was === null) found.created.push(id);
    else found[is === null ? 'deleted' : 'modified'].push(id);
  }
  const { derived } = after.source;
  const step = { before: before.state, after: after.state };
  const reached = followersBetween(step, changed, derived).map(({ id }) => id);
  const recoloured = new Set(usersOfMaterials(views, changed));
  after.prepareWalls([...reached]);
  for (const id of new Set([...reached, ...recoloured])) {
    if (changed.has(id) || before.element(id) === undefined) continue;
    if (recoloured.has(id) || looksDifferent(views, id)) found.followed.push(id);
  }
  for (const ids of Object.values(found)) ids.sort(compareText);
  return found;
}

/** The elements of which one state has other values than the other; null where an element does not exist. */
function differingElements({
  before,
  after,
}: ViewPair): readonly (readonly [Element | null, Element | null])[] {
  const pairs: (readonly [Element | null, Element | null])[] = [];
  vectorDiff(before.state.entries, after.state.entries, (_slot, a, b) => {
    const [was, is] = [a?.element ?? null, b?.element ?? null];
    // An event can touch an element without changing it.
    if (was === is || (was !== null && is !== null && deepEqual(was, is))) return;
    pairs.push([was, is]);
  });
  return pairs;
}

/**
 * Elements of types whose visible material has other values. Types name materials and do not refer to them, so that a changed
 * material can concern every type.
 */
function usersOfMaterials({ before, after }: ViewPair, changed: ReadonlySet<string>): string[] {
  const isMaterial = (id: string): boolean =>
    [before, after].some((view) => view.elementOf(id, 'material') !== undefined);
  const all = [...changed].some(isMaterial);
  const types = all
    ? after.elementsOf('type')
    : [...changed].flatMap((id) => after.elementOf(id, 'type') ?? []);
  return types.flatMap((type) => {
    const [was, is] = [before, after].map((view) => faceOf(view, type.id));
    return deepEqual(was, is) ? [] : usersOf(after.state, type).map(({ id }) => id);
  });
}

/** Values of the visible material of a type. */
function faceOf(view: StateView, type_id: string): unknown {
  const type = view.elementOf(type_id, 'type')?.params;
  const name = type?.layers[0]?.material ?? type?.leaf_material ?? type?.frame_material ?? null;
  return name === null ? null : (materialNamed(name, view)?.params ?? null);
}

function looksDifferent({ before, after }: ViewPair, id: string): boolean {
  if (before.levelOf(id) !== after.levelOf(id)) return true;
  // Most boxes are computed without a body.
  if (!deepEqual(placesOf(before, id), placesOf(after, id))) return true;
  const parts = [bodyOf, fileBodyOf] as const;
  return parts.some((part) => !isSameMesh(part(before, id), part(after, id)));
}

/** Where an element is, apart from its meshes. */
function placesOf(view: StateView, id: string): unknown {
  return [built(() => view.bounds(id)), built(() => view.outline(id)), built(() => view.holes(id))];
}

function bodyOf(view: StateView, id: string): Mesh | null {
  return built(() => view.mesh(id));
}

function fileBodyOf(view: StateView, id: string): Mesh | null {
  return built(() => view.fileMesh(id)?.mesh ?? null);
}

/** The value; null for a body that cannot be built. */
function built<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isSameMesh(a: Mesh | null, b: Mesh | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return isSameArray(a.positions, b.positions) && isSameArray(a.triangles, b.triangles);
}

function isSameArray(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}
