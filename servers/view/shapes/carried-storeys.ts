/** @module carried-storeys: the storeys of a state by those of the state before it, without reading all elements. */
import { isFileId } from '../../../kernel/base/manifest/file-ids.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { ChangedElements } from '../../../kernel/building/model/effect/changed-between.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Storey } from './storey.ts';

/** Two states as one person sees them, and what differs. */
export type Step = {
  readonly before: BuildingView;
  readonly after: BuildingView;
  readonly changes: ChangedElements;
  /** Place of an id in the log; null for an unknown one. */
  readonly placeOf: (id: string) => number | null;
};

/** The changes of one storey. */
type Edits = {
  readonly gone: Set<string>;
  readonly replaced: Map<string, Element>;
  readonly added: Element[];
};

/**
 * The storeys of the later state; null if they must be listed from all elements: if levels differ, if an element is on another
 * level, or if a new element is not the last one of its storey. SECURITY: otherwise the time of an answer would tell a person how
 * much is hidden, and when that changes.
 */
export function carriedStoreys(storeys: readonly Storey[], step: Step): readonly Storey[] | null {
  const { before, after, changes } = step;
  const edits = new Map<string | null, Edits>();
  const editsOf = (level_id: string | null): Edits => {
    const known = edits.get(level_id) ?? { gone: new Set(), replaced: new Map(), added: [] };
    edits.set(level_id, known);
    return known;
  };
  for (const id of changes.deleted) {
    const element = before.element(id);
    if (element?.kind === 'level') return null;
    if (hasBody(element, before)) editsOf(before.levelOf(id)).gone.add(id);
  }
  for (const id of [...changes.modified, ...changes.followed]) {
    const element = after.element(id);
    if (element === undefined || element.kind === 'level') return null;
    if (before.levelOf(id) !== after.levelOf(id)) return null;
    if (hasBody(element, after)) editsOf(after.levelOf(id)).replaced.set(id, element);
  }
  for (const id of changes.created) {
    const element = after.element(id);
    if (element === undefined || element.kind === 'level') return null;
    if (hasBody(element, after)) editsOf(after.levelOf(id)).added.push(element);
  }
  return edited(storeys, edits, step);
}

function hasBody(element: Element | undefined, view: BuildingView): element is Element {
  return element !== undefined && view.kinds.of(element).body !== 'none';
}

function edited(
  storeys: readonly Storey[],
  edits: ReadonlyMap<string | null, Edits>,
  step: Step,
): readonly Storey[] | null {
  const levels = new Set(storeys.map(({ level }) => level?.id ?? null));
  if ([...edits.keys()].some((level_id) => !levels.has(level_id))) return null;
  const made: Storey[] = [];
  for (const storey of storeys) {
    const own = edits.get(storey.level?.id ?? null);
    const next = own === undefined ? storey : editedStorey(storey, own, step);
    if (next === null) return null;
    made.push(next);
  }
  return made;
}

function editedStorey(
  { level, elements }: Storey,
  { gone, replaced, added }: Edits,
  { placeOf }: Step,
): Storey | null {
  const kept = elements
    .filter(({ id }) => !gone.has(id))
    .map((element) => replaced.get(element.id) ?? element);
  if (level === null && kept.length + added.length === 0) return null;
  if (added.length === 0) return { level, elements: kept };
  const last = kept.at(-1);
  const places = added.map(({ id }) => (isFileId(id) ? null : placeOf(id)));
  const from = last === undefined ? -1 : placeOf(last.id);
  if (from === null || places.some((place) => place === null || place <= from)) return null;
  const ordered = added.toSorted((a, b) => (placeOf(a.id) ?? 0) - (placeOf(b.id) ?? 0));
  return { level, elements: [...kept, ...ordered] };
}
