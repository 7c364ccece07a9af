/** @module undo import: the inverse of the imports and revisions of an operation, such as a merge of a branch that has them. */
import { manifestsOf } from '../../../../schemas/element-changes.ts';
import type {
  ImportRecord,
  PlannedEvent,
  StoredEvent,
  StoredEventOf,
} from '../../../../schemas/events.ts';
import { isSameElement } from '../../../base/manifest/revised-element.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';
import type { Element } from '../../kinds/elements.ts';
import type { StateView } from '../state-view.ts';
import { type BranchImport, revisionAmong } from '../state/branch-imports.ts';
import { everyElement } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';

type Import = StoredEventOf<'model.imported'>;

/** The imports and revisions of an operation, in order, or the reason why they cannot be undone. */
export type UndoneImports =
  | { readonly ok: true; readonly imports: readonly Import[] }
  | { readonly ok: false; readonly reason: string };

/** The imports and revisions that the inverse of an operation undoes. */
export function undoneImports(operation: readonly StoredEvent[], view: StateView): UndoneImports {
  const reverted = operation.find(({ type }) => type === 'import.reverted');
  if (reverted?.type === 'import.reverted') {
    return refuse(
      reverted.payload.restores === undefined
        ? 'this is the undo of an import: restore the state before it, or import the file again'
        : 'this is the undo of a revision: restore the state before it, or import its file again as a revision',
    );
  }
  const imports = operation.filter((one) => one.type === 'model.imported');
  const undone = new Set(imports.map(({ aggregate_id }) => aggregate_id));
  for (const event of imports) {
    const { import_id } = event.payload;
    if (!isNewest(event, undone, view.state.imports)) {
      return refuse(`the import \`${import_id}\` was undone, merged again or revised since`);
    }
    if (!manifestsOf(event).every((sha256) => view.state.keys.manifests.has(sha256))) {
      return refuse('the manifest of the import is not in the store');
    }
  }
  return { ok: true, imports };
}

/** Whether a branch has an import by this very event, and no revision of it other than those that are undone, too. */
function isNewest(
  { seq, aggregate_id: id }: Import,
  undone: ReadonlySet<string>,
  imports: readonly BranchImport[],
): boolean {
  const own = imports.find(({ record }) => record.import_id === id);
  if (own?.seq !== seq) return false;
  const revision = own.status === 'superseded' ? revisionAmong(imports, id) : null;
  return own.status === 'active' || (revision !== null && undone.has(revision.import_id));
}

function refuse(reason: string): UndoneImports {
  return { ok: false, reason };
}

/** An element that an import or a revision created, changed or deleted: as it made it, and as it was before. */
export type Exchanged = {
  readonly id: string;
  readonly made: Element | null;
  readonly before: Element | null;
};

/** What an import or a revision of the branch did to elements. */
export function exchangedBy(
  payload: ImportRecord,
  { keys, imports }: BranchState,
): readonly Exchanged[] {
  const elementsOf = (sha256: string): ReadonlyMap<string, Element> =>
    new Map(keys.manifests.elements(sha256, keys.kinds).map((element) => [element.id, element]));
  const made = elementsOf(payload.manifest.sha256);
  if (payload.supersedes === null) {
    return [...made.values()].map((element) => ({ id: element.id, made: element, before: null }));
  }
  const before = elementsOf(payload.supersedes.manifest.sha256);
  const own = imports.find(({ record }) => record.import_id === payload.import_id);
  const left = new Set(own?.left);
  return [...new Set([...before.keys(), ...made.keys()])].flatMap((id) => {
    const sides = { id, made: made.get(id) ?? null, before: before.get(id) ?? null };
    const slot = keys.elements.find(id);
    const isLeft = slot !== undefined && left.has(slot);
    return isLeft || isSameElement(sides.made, sides.before) ? [] : [sides];
  });
}

/** The elements after the undo of imports, and those that are not as the imports made them. */
export type UndoneElements = {
  /** Elements by id that the imports created, changed or deleted, as they were before; null for those that they created. */
  readonly after: ReadonlyMap<string, Element | null>;
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
};

/** Undoes imports and revisions, the last one first. `at`: the present elements, without other changes of the operation. */
export function withoutImports(
  imports: readonly Import[],
  state: BranchState,
  at: (id: string) => Element | null,
): UndoneElements {
  const after = new Map<string, Element | null>();
  const changed = new Set<string>();
  const deleted = new Set<string>();
  for (const event of imports.toReversed()) {
    for (const { id, made, before } of exchangedBy(event.payload, state)) {
      const now = after.has(id) ? (after.get(id) ?? null) : at(id);
      // A change since of an element that the revision gave only another place of its mesh stays.
      if (isSameContent(made, before) && !isSameElement(now, made)) continue;
      after.set(id, before);
      if (isSameContent(now, made)) continue;
      (now === null ? deleted : changed).add(id);
    }
  }
  return { after, changed: [...changed], deleted: [...deleted] };
}

/** The event that undoes an import: it deletes its elements or, of a revision, restores the import that it replaced. */
export function revertOf({ counts, import_id, manifest, supersedes }: ImportRecord): PlannedEvent {
  const { elements, sha256 } = manifest;
  const restores = supersedes === null ? {} : { restores: supersedes };
  const payload = { counts, import_id, manifest: { elements, sha256 }, ...restores };
  return { type: 'import.reverted', aggregate_id: import_id, payload };
}

/** An element that exists afterwards and names one that does not, with that one; null if there is none. */
export function dependantOf(
  state: BranchState,
  after: ReadonlyMap<string, Element | null>,
): { readonly id: string; readonly needs: string; readonly isRestored: boolean } | null {
  const { kinds } = state.keys;
  const namedIn = (element: Element): readonly string[] => [
    ...kinds.named(element).map(([, id]) => id),
    ...(element.kind === 'group' ? element.params.members.flat() : []),
  ];
  const isGone = (id: string): boolean => after.get(id) === null;
  const isMissing = (id: string): boolean => !after.has(id) && elementIn(state, id) === undefined;
  for (const element of after.values()) {
    if (element === null) continue;
    const needs = namedIn(element).find((id) => isGone(id) || isMissing(id));
    if (needs !== undefined) return { id: element.id, needs, isRestored: isMissing(needs) };
  }
  for (const element of everyElement(state)) {
    const needs = after.has(element.id) ? undefined : namedIn(element).find(isGone);
    if (needs !== undefined) return { id: element.id, needs, isRestored: false };
  }
  return null;
}

/** The element of a state, or null. */
export function presentIn(state: BranchState): (id: string) => Element | null {
  return (id) => elementIn(state, id) ?? null;
}
