/** @module undo import: the inverse of an operation with an import, such as a merge of a branch that has it. */
import type { PlannedEvent, StoredEvent, StoredEventOf } from '../../../../schemas/events.ts';
import { isSameElement } from '../../../base/manifest/revised-element.ts';
import type { Element } from '../../kinds/elements.ts';
import type { StateView } from '../state-view.ts';
import { everyElement } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';

/** The only import of an operation, or the reason why its undo is refused; null for an operation without imports. */
export type UndoneImport =
  | { readonly ok: true; readonly event: StoredEventOf<'model.imported'> }
  | { readonly ok: false; readonly reason: string };

/** The import that the inverse of an operation deletes. */
export function importOf(operation: readonly StoredEvent[], view: StateView): UndoneImport | null {
  if (operation.some(({ type }) => type === 'import.reverted')) {
    return refuse('an undone import is not restored: import the file again');
  }
  const [event, another] = operation.filter((one) => one.type === 'model.imported');
  if (event === undefined) return null;
  if (event.payload.supersedes !== null) {
    return refuse('the revision of an import cannot be undone: revise it with the earlier file');
  }
  if (another !== undefined) {
    return refuse(
      'it brought several imports, which cannot be undone at once: delete what is wrong',
    );
  }
  const { import_id, manifest } = event.payload;
  const last = Math.max(...operation.map(({ seq }) => seq));
  if (view.version(import_id) > last) {
    return refuse(`the import \`${import_id}\` was undone, merged again or revised since`);
  }
  if (!view.state.keys.manifests.has(manifest.sha256)) {
    return refuse('the manifest of the import is not in the store');
  }
  return { ok: true, event };
}

function refuse(reason: string): UndoneImport {
  return { ok: false, reason };
}

/** The elements that an import created, by id. */
export function importedBy(
  { payload }: StoredEventOf<'model.imported'>,
  { keys }: BranchState,
): ReadonlyMap<string, Element> {
  const elements = keys.manifests.elements(payload.manifest.sha256, keys.kinds);
  return new Map(elements.map((element) => [element.id, element]));
}

/** The event that deletes the elements of an import. */
export function revertOf({
  payload: { counts, import_id, manifest },
}: Pick<StoredEventOf<'model.imported'>, 'payload'>): PlannedEvent {
  const { elements, sha256 } = manifest;
  const payload = { counts, import_id, manifest: { elements, sha256 } };
  return { type: 'import.reverted', aggregate_id: import_id, payload };
}

/** Ids of the rows that are not as imported in a state, by what happened to them. */
export function changedRows(
  rows: ReadonlyMap<string, Element>,
  at: (id: string) => Element | null,
): { readonly changed: readonly string[]; readonly deleted: readonly string[] } {
  const [changed, deleted]: [string[], string[]] = [[], []];
  for (const [id, row] of rows) {
    const now = at(id);
    if (now === null) deleted.push(id);
    else if (!isSameElement(now, row)) changed.push(id);
  }
  return { changed, deleted };
}

/** An element that stays and names one that is deleted, with that one; null if there is none. */
export function dependantOf(
  gone: ReadonlySet<string>,
  state: BranchState,
  after: ReadonlyMap<string, Element | null>,
): { readonly id: string; readonly needs: string } | null {
  const { kinds } = state.keys;
  const named = (element: Element): readonly string[] =>
    element.kind === 'group'
      ? element.params.members.flat()
      : kinds.named(element).map(([, id]) => id);
  for (const now of everyElement(state)) {
    const element = after.has(now.id) ? (after.get(now.id) ?? null) : now;
    if (element === null || gone.has(element.id)) continue;
    const needs = named(element).find((id) => gone.has(id));
    if (needs !== undefined) return { id: element.id, needs };
  }
  return null;
}

/** The element of a state, or null. */
export function presentIn(state: BranchState): (id: string) => Element | null {
  return (id) => elementIn(state, id) ?? null;
}
