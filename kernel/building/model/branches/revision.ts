/** @module revision: a branch with an imported building meets a later revision of its file, as a three-way merge. */
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { isSameElement, revisedElement } from '../../../base/manifest/revised-element.ts';
import { inImportOf, isSameContent } from '../../../base/manifest/same-content.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { StateView } from '../state-view.ts';
import { evolve } from '../state/evolve.ts';
import { newBatch } from '../state/persistent-vector.ts';
import { readElement, withNulls } from '../state/read-element.ts';
import { TrialSlots } from '../state/slots.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import { mergedDifferences, type MergeConflict } from './branches.ts';
import { type Difference, eventsFor } from './differences.ts';

/** Which side of a conflict is taken: the element of the branch, or that of the file. */
export type Side = 'branch' | 'file';

/** The elements of an import and of its revision, and the decisions about conflicts, by id of the element. */
export type RevisedImport = {
  readonly superseded: readonly ElementRecord[];
  readonly revision: readonly ElementRecord[];
  readonly taken: ReadonlyMap<string, Side>;
};

/** The events that follow the import of the revision; none if there are conflicts. */
export type RevisionMerge = {
  readonly events: readonly PlannedEvent[];
  readonly conflicts: readonly MergeConflict[];
  /** Ids of elements that were edited on the branch since the import. */
  readonly edited: readonly string[];
};

/**
 * Merges a revision into a branch by element and parameter: the base is the import, one side the branch, the other the
 * revision. The import of the revision changes the elements that are as the superseded import has them; the returned
 * events change the others as the merge decides.
 *
 * @throws {ModelFault} if an element does not fit its kind
 */
export function mergeRevision(
  view: StateView,
  { superseded, revision, taken }: RevisedImport,
): RevisionMerge {
  const { kinds } = view;
  const known = elementsById(superseded, kinds);
  const after = elementsById(revision, kinds);
  const now = (id: string): Element | null => elementIn(view.state, id) ?? null;
  // Elements of the branch that the file has, too, count as imported as it has them, and edited since.
  const adopted = [...after].filter(([id]) => !known.has(id) && now(id) !== null);
  const before = new Map([...known, ...adopted]);
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const edited = [...before.keys()].filter((id) => !isSameContent(now(id), before.get(id) ?? null));
  const dropped = [...taken].flatMap(([id, side]) => (side === 'file' ? [id] : []));
  // On all sides, the same mesh is where the revision has it, else where the superseded import has it.
  const there = (id: string, element: Element | null): Element | null =>
    inPlaceOf(inPlaceOf(element, before.get(id) ?? null), after.get(id) ?? null);
  const isDropped = new Set(dropped);
  const ours = changedView(
    view,
    [...new Set([...before.keys(), ...dropped])].map((id) => {
      const own = isDropped.has(id) ? (before.get(id) ?? null) : now(id);
      return { id, before: now(id), after: there(id, own) };
    }),
  );
  const ourElement = (id: string): Element | null => elementIn(ours.state, id) ?? null;
  const base = changedView(
    ours,
    [...before].map(([id, was]) => ({ id, before: ourElement(id), after: there(id, was) })),
  );
  const theirs = changedView(
    base,
    ids.map((id) => {
      const [was, is] = [before.get(id) ?? null, after.get(id) ?? null];
      const wanted = taken.get(id) === 'branch' ? inPlaceOf(was, is) : is;
      // A deletion of the branch meets no change of the file that only says where the mesh is.
      const isLost = now(id) === null && was !== null && is !== null && isSameContent(was, is);
      return { id, before: there(id, was), after: isLost ? there(id, was) : wanted };
    }),
  );
  const { differences, conflicts } = mergedDifferences(base, theirs, ours);
  if (conflicts.length > 0) return { events: [], conflicts, edited };
  const merged = new Map(differences.map((one) => [one.id, one.after]));
  const later = new Set([...ids, ...dropped, ...merged.keys()]);
  const events = eventsFor(
    [...later].flatMap((id): readonly Difference[] => {
      const imported = importedElement(now(id), known.get(id) ?? null, after.get(id) ?? null);
      const result = merged.get(id);
      const wanted = result === undefined ? ourElement(id) : result;
      // An edited element keeps the place of its mesh, which stays readable: nothing but its edits is shown and undone.
      return different(id, imported, filled(inPlaceOf(wanted, imported), imported, kinds));
    }),
    kinds,
  );
  return { events, conflicts: [], edited };
}

/** An element with the place of its mesh in another record of it, if both have the same mesh. */
function inPlaceOf(element: Element | null, other: Element | null): Element | null {
  return element === null || other === null ? element : inImportOf(element, other);
}

/** The element after the event of the revision. */
function importedElement(
  now: Element | null,
  superseded: Element | null,
  revision: Element | null,
): Element | null {
  const found = revisedElement({ now, superseded, revision, isReference: false });
  return found === undefined ? now : found;
}

function different(id: string, a: Element | null, b: Element | null): readonly Difference[] {
  return isSameElement(a, b) ? [] : [{ id, before: a, after: b }];
}

function elementsById(
  records: readonly ElementRecord[],
  kinds: Kinds,
): ReadonlyMap<string, Element> {
  return new Map(records.map((record) => [record.id, readElement(record, kinds)]));
}

/** The view with these differences, without regenerated bodies and with keys of its own. */
function changedView(view: StateView, differences: readonly Difference[]): StateView {
  const { keys } = view.state;
  const trial = {
    kinds: keys.kinds,
    elements: new TrialSlots(keys.elements),
    cells: new TrialSlots(keys.cells),
    manifests: keys.manifests,
    products: keys.products,
  };
  const batch = newBatch();
  let state: BranchState = { ...view.state, keys: trial };
  const real = differences.flatMap(({ id, before, after }) =>
    different(id, before, filled(after, before, view.kinds)),
  );
  for (const event of eventsFor(real, view.kinds)) {
    state = evolve(state, event, state.last_seq + 1, batch);
  }
  return new StateView({ ...view.source, state });
}

/** An element with null for parameters that only its predecessor has, so that events remove them. */
function filled(element: Element | null, before: Element | null, kinds: Kinds): Element | null {
  return element === null || before === null ? element : withNulls(element, before, kinds);
}
