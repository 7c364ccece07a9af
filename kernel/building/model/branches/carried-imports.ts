/** @module carried imports: the imports that a merge carries as events of their own, instead of an event per element. */
import type { ImportRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { isSameElement } from '../../../base/manifest/revised-element.ts';
import type { Element } from '../../kinds/elements.ts';
import type { StateView } from '../state-view.ts';
import type { BranchImport } from '../state/branch-imports.ts';
import { changedIds } from '../state/manifests.ts';
import { ModelFault } from '../state/model-fault.ts';
import { type BranchState, elementIn } from '../state/state.ts';
import type { Difference } from './differences.ts';
import { revertOf } from './undo-import.ts';

/** The imports that a merge carries, and the differences that are left after them. */
export type Carried = {
  readonly events: readonly PlannedEvent[];
  readonly differences: readonly Difference[];
};

/**
 * Splits the changes of a merge into imports, revisions and undone imports of the source that the target lacks, and the
 * differences that are left. The result is the same as that of all changes one by one. An import is carried only if the
 * merge creates or changes some of its elements, and if its event fits the target.
 *
 * @throws {ModelFault} MANIFEST_MISSING if the manifest of such an import was not provided
 */
export function carriedImports(
  changes: readonly Difference[],
  source: StateView,
  target: StateView,
): Carried {
  const wanted = new Map(changes.map(({ id, after }) => [id, after]));
  const events: PlannedEvent[] = [];
  let state = target.state;
  let { imports } = target.state;
  for (const own of source.state.imports) {
    const event = missingEvent(own, imports);
    if (event === null || !isWanted(own, wanted, state)) continue;
    try {
      state = target.evolved([...events, event]);
    } catch (error) {
      // An element of the target is in the way: the merge changes the elements one by one.
      if (error instanceof ModelFault && error.code === 'INCONSISTENT_EVENT') continue;
      throw error;
    }
    events.push(event);
    ({ imports } = state);
  }
  if (events.length === 0) return { events, differences: changes };
  return { events, differences: differencesLeft({ wanted, target: target.state, state }, events) };
}

/** The event that brings an import of the source to the target; null if the target has it, or cannot have it. */
function missingEvent(
  { record, status }: BranchImport,
  imports: readonly BranchImport[],
): PlannedEvent | null {
  const { import_id, supersedes } = record;
  const there = imports.find((one) => one.record.import_id === import_id);
  if (status === 'reverted') {
    const isThere = there?.status === 'active' && deepEqual(there.record, record);
    return isThere ? revertOf(record) : null;
  }
  if (there !== undefined && there.status !== 'reverted') return null;
  if (supersedes !== null) {
    const revised = imports.find((one) => one.record.import_id === supersedes.import_id);
    if (revised?.status !== 'active') return null;
    if (revised.record.manifest.sha256 !== supersedes.manifest.sha256) return null;
  }
  return { type: 'model.imported', aggregate_id: import_id, payload: record };
}

/** Ids of the elements of an import, and of the import that it replaces. */
function idsOf({ manifest, supersedes }: ImportRecord, { keys }: BranchState): readonly string[] {
  const digests = [manifest.sha256, ...(supersedes === null ? [] : [supersedes.manifest.sha256])];
  return digests.flatMap((sha256) =>
    keys.manifests.elements(sha256, keys.kinds).map(({ id }) => id),
  );
}

/**
 * Whether a merge creates or changes an element of an import, or deletes all elements of an undone one that was no
 * revision.
 */
function isWanted(
  { record, status }: BranchImport,
  wanted: ReadonlyMap<string, Element | null>,
  state: BranchState,
): boolean {
  const ids = idsOf(record, state);
  return status === 'reverted' && record.supersedes === null
    ? ids.every((id) => wanted.get(id) === null)
    : ids.some((id) => wanted.has(id));
}

/**
 * The changes that lead from a state after some events to `wanted`: elements by id that the result has otherwise than the
 * `target` before the events. `state`: the target after the events.
 */
export function differencesLeft(
  {
    wanted,
    target,
    state,
  }: {
    readonly wanted: ReadonlyMap<string, Element | null>;
    readonly target: BranchState;
    readonly state: BranchState;
  },
  events: readonly PlannedEvent[],
): readonly Difference[] {
  const ids = new Set(wanted.keys());
  for (const id of changedIds(events, target.keys)) ids.add(id);
  const left: Difference[] = [];
  for (const id of ids) {
    const before = elementIn(state, id) ?? null;
    const after = wanted.has(id) ? (wanted.get(id) ?? null) : (elementIn(target, id) ?? null);
    if (!isSameElement(before, after)) left.push({ id, before, after });
  }
  return left;
}
