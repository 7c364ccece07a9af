/** @module manifest-changes: the elements that an event with manifests changes, as the model applies it. */
import {
  isLeftByRevision,
  isSameElement,
  restoredElement,
  revisedElement,
} from '../../../kernel/base/manifest/revised-element.ts';
import { isSameContent } from '../../../kernel/base/manifest/same-content.ts';
import { isExchange } from '../../../schemas/element-changes.ts';
import type {
  AppliedEvent,
  ChangedElement,
  CurrentElement,
  EventChecks,
} from '../../../schemas/event-checks.ts';
import type { ElementRecord, PlannedEventOf } from '../../../schemas/events.ts';
import { createdBy } from './imported-elements.ts';

/** An event that changes the elements of manifests. */
export type ManifestEvent = PlannedEventOf<'model.imported' | 'import.reverted'>;

/** Elements of the manifest that an event brings, and of the manifest of the import that it replaces or undoes. */
export type ManifestElements = {
  readonly own: readonly ElementRecord[];
  readonly superseded: readonly ElementRecord[];
  /** Ids of elements that an undone revision had left as they were; none for other events. */
  readonly left: ReadonlySet<string>;
};

/** No element. */
export const NONE_LEFT: ReadonlySet<string> = new Set();

/** Whether an event changes the elements of manifests. */
export function isManifestEvent<E extends { readonly type: string }>(
  event: E,
): event is E & { readonly type: ManifestEvent['type'] } {
  return event.type === 'model.imported' || event.type === 'import.reverted';
}

/** A row as the model reads it; one that no model can read is returned unchanged. */
export function readRow(checks: EventChecks, row: ElementRecord): ElementRecord {
  const result = checks.apply(createdBy(row), () => null);
  return (result.ok ? result.changes[0]?.after : null) ?? row;
}

/**
 * Applies an event to current elements. Elements that a revision or its undo leaves as they are, are not among the
 * changes.
 *
 * @param current must know every element of both manifests
 */
export function manifestChanges(
  checks: EventChecks,
  event: ManifestEvent,
  manifests: ManifestElements,
  current: CurrentElement,
): AppliedEvent {
  if (isExchange(event)) return exchangeChanges(checks, event, manifests, current);
  return event.type === 'import.reverted'
    ? revertedChanges(checks, manifests, current)
    : importedChanges(checks, manifests.own, current);
}

function importedChanges(
  checks: EventChecks,
  elements: readonly ElementRecord[],
  current: CurrentElement,
): AppliedEvent {
  const changes = new Map<string, ChangedElement>();
  for (const element of elements) {
    const known = changes.get(element.id)?.after ?? current(element.id);
    const result = checks.apply(createdBy(element), (id) => (id === element.id ? known : null));
    if (!result.ok) return result;
    for (const change of result.changes) changes.set(change.id, change);
  }
  return { ok: true, changes: [...changes.values()] };
}

function revertedChanges(
  checks: EventChecks,
  { superseded }: ManifestElements,
  current: CurrentElement,
): AppliedEvent {
  const changes: ChangedElement[] = [];
  for (const row of superseded.toReversed()) {
    const now = current(row.id);
    if (now === null) return { ok: false, why: `there is no element \`${row.id}\`` };
    if (!isSameContent(now, readRow(checks, row))) {
      return { ok: false, why: `the element \`${row.id}\` was changed after its import` };
    }
    changes.push({ id: row.id, after: null });
  }
  return { ok: true, changes };
}

/** The changes of a revision, or of the undo of one. */
function exchangeChanges(
  checks: EventChecks,
  event: ManifestEvent,
  { own, superseded, left }: ManifestElements,
  current: CurrentElement,
): AppliedEvent {
  const after = new Map<string, ElementRecord>();
  for (const row of own) {
    const result = checks.apply(createdBy(row), (id) => after.get(id) ?? null);
    if (!result.ok) return result;
    after.set(row.id, result.changes[0]?.after ?? row);
  }
  const before = new Map(superseded.map((row) => [row.id, readRow(checks, row)]));
  const changes: ChangedElement[] = [];
  for (const id of new Set([...after.keys(), ...before.keys()])) {
    const now = current(id);
    const [ended, brought] = [before.get(id) ?? null, after.get(id) ?? null];
    const next =
      event.type === 'model.imported'
        ? revisedElement({
            now,
            superseded: ended,
            revision: brought,
            isReference: event.payload.reference,
          })
        : restoredElement({ now, superseded: brought, revision: ended, isLeft: left.has(id) });
    if (next === undefined) {
      const why =
        event.type === 'model.imported' ? 'already exists' : 'was changed after the revision';
      return { ok: false, why: `the element \`${id}\` ${why}` };
    }
    if (!isSameElement(now, next)) changes.push({ id, after: next });
  }
  return { ok: true, changes };
}

function listed(row: ElementRecord | null): readonly ElementRecord[] {
  return row === null ? [] : [row];
}

/** The rows of one element in the manifests of an event. `isLeft`: whether an undone revision had left it. */
export type ManifestRows = {
  readonly own: ElementRecord | null;
  readonly superseded: ElementRecord | null;
  readonly isLeft: boolean;
};

/** Whether a revision leaves an element, given before it, as it is although its manifests differ. */
export function isLeftBy(
  checks: EventChecks,
  { own, superseded }: Pick<ManifestRows, 'own' | 'superseded'>,
  now: ElementRecord | null,
): boolean {
  const [revision, before] = [own, superseded].map((row) =>
    row === null ? null : readRow(checks, row),
  );
  return isLeftByRevision({ now, superseded: before ?? null, revision: revision ?? null });
}

/** The element after one event, given only its own rows of the manifests. */
export function manifestChange(
  checks: EventChecks,
  event: ManifestEvent,
  rows: ManifestRows,
  now: ElementRecord | null,
):
  | { readonly ok: true; readonly after: ElementRecord | null }
  | Extract<AppliedEvent, { readonly ok: false }> {
  const [row] = [rows.own, rows.superseded].flatMap(listed);
  const left = rows.isLeft && row !== undefined ? new Set([row.id]) : NONE_LEFT;
  const manifests = { own: listed(rows.own), superseded: listed(rows.superseded), left };
  const result = manifestChanges(checks, event, manifests, () => now);
  if (!result.ok) return result;
  const [change] = result.changes;
  return { ok: true, after: change === undefined ? now : change.after };
}
