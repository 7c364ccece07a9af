/** @module evolve: pure transition from a state and an event to the next state; throws if the event does not fit. */
import { touchedIds } from '../../../../schemas/events.ts';
import type { ImportRecord, ImportReverted, PlannedEvent } from '../../../../schemas/events.ts';
import { isLeftByRevision } from '../../../base/manifest/revised-element.ts';
import type { Element, ElementKind } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { type BranchImport, importsAfter } from './branch-imports.ts';
import type { ElementChange, Elements } from './element-changes.ts';
import { changesOf } from './element-changes.ts';
import { indexChanged } from './persistent-index.ts';
import type { Batch } from './persistent-vector.ts';
import { vectorGet, vectorSet } from './persistent-vector.ts';
import { withoutElement, withReference } from './references.ts';
import type { BranchState } from './state.ts';
import { elementAt } from './state.ts';

function counted(
  counts: readonly number[],
  kind: ElementKind,
  by: number,
  kinds: Kinds,
): readonly number[] {
  const next = counts.slice();
  const number = kinds.numberOf(kind);
  while (next.length <= number) next.push(0);
  next[number] = (next[number] ?? 0) + by;
  return next;
}

/** New counters after an event, and the batch under which nodes may be changed in place. */
type Move = { readonly version: number; readonly branch_seq: number; readonly batch: Batch | null };

function changed(
  state: BranchState,
  { place: slot, after }: ElementChange<number>,
  { version, branch_seq, batch }: Move,
): BranchState {
  const before = vectorGet(state.entries, slot)?.element ?? null;
  const entries = vectorSet(state.entries, slot, { element: after, version }, batch);
  const index = indexChanged(state.index, state.keys, { slot, before, after }, batch);
  let { counts, references } = state;
  if (before === null && after !== null) counts = counted(counts, after.kind, 1, state.keys.kinds);
  if (before !== null && after === null) {
    counts = counted(counts, before.kind, -1, state.keys.kinds);
    references = withoutElement(references, slot, batch);
  }
  const { keys, imports } = state;
  return { keys, entries, index, counts, references, branch_seq, last_seq: version, imports };
}

/** Adapter from a branch state to `Elements`, with slots as places. */
class StateElements implements Elements<number> {
  readonly #state: BranchState;

  constructor(state: BranchState) {
    this.#state = state;
  }

  get kinds(): Kinds {
    return this.#state.keys.kinds;
  }
  find(id: string): number | undefined {
    return this.#state.keys.elements.find(id);
  }
  place(id: string): number {
    return this.#state.keys.elements.intern(id);
  }
  at(slot: number): Element | undefined {
    return elementAt(this.#state, slot);
  }
  imported(sha256: string): readonly Element[] {
    const { manifests, kinds } = this.#state.keys;
    return manifests.elements(sha256, kinds);
  }
  left(import_id: string): (slot: number) => boolean {
    const left = new Set(recordOf(this.#state, import_id)?.left);
    return (slot) => left.has(slot);
  }
}

/**
 * Returns the state after an event. `version` is the ledger seq of the event; in a dry run, the seq it
 * would get if no other event came first. Events that do not change elements only update versions and
 * counters.
 *
 * References are not checked here, because one operation may delete a host before its fillings;
 * `integrityOf` checks whole operations. Throws `ModelFault` for an event that is unknown, malformed
 * or inconsistent with the state.
 */
export function evolve(
  state: BranchState,
  event: PlannedEvent,
  version: number,
  batch: Batch | null = null,
): BranchState {
  const move: Move = { version, branch_seq: state.branch_seq + 1, batch };
  const changes = changesOf(new StateElements(state), event);
  // Computed before the changes, which may change nodes of the state in place.
  const left = leftBy(state, event);
  let next = state;
  for (const change of changes) next = changed(next, change, move);
  if (event.type === 'model.imported') next = withImport(next, event.payload, batch);
  if (event.type === 'import.reverted') next = withRestored(next, event.payload, batch);
  const ofManifest = event.type === 'model.imported' || event.type === 'import.reverted';
  if (event.type !== 'elements.joined' && !ofManifest && changes.length > 0) return next;
  for (const id of touchedIds(event)) {
    const slot = next.keys.elements.intern(id);
    // Events of manifests touch the import itself, which is no element.
    if (!ofManifest && changes.some((change) => change.place === slot)) continue;
    const element = vectorGet(next.entries, slot)?.element ?? null;
    next = { ...next, entries: vectorSet(next.entries, slot, { element, version }, batch) };
  }
  return {
    ...next,
    branch_seq: move.branch_seq,
    last_seq: version,
    imports: importsAfter(next.imports, event, { seq: version, left }),
  };
}

function recordOf({ imports }: BranchState, import_id: string): BranchImport | undefined {
  return imports.find(({ record }) => record.import_id === import_id);
}

/** Slots of the elements that a revision leaves as they are although the manifests differ; none for other events. */
function leftBy(before: BranchState, event: PlannedEvent): readonly number[] {
  if (event.type !== 'model.imported' || event.payload.supersedes === null) return [];
  const { manifest, supersedes } = event.payload;
  const { manifests, kinds, elements } = before.keys;
  const after = new Map(manifests.elements(manifest.sha256, kinds).map((one) => [one.id, one]));
  const left: number[] = [];
  const old = manifests.elements(supersedes.manifest.sha256, kinds);
  const known = new Map(old.map((one) => [one.id, one]));
  for (const id of new Set([...known.keys(), ...after.keys()])) {
    const slot = elements.intern(id);
    const now = elementAt(before, slot) ?? null;
    const [superseded, revision] = [known.get(id) ?? null, after.get(id) ?? null];
    if (isLeftByRevision({ now, superseded, revision })) left.push(slot);
  }
  return left;
}

/** The state in which the elements of a restored reference model belong to it again. */
function withRestored(
  state: BranchState,
  { restores }: ImportReverted,
  batch: Batch | null,
): BranchState {
  const record = restores === undefined ? null : recordOf(state, restores.import_id)?.record;
  if (record?.reference !== true) return state;
  const { manifests, kinds, elements } = state.keys;
  const rows = manifests.elements(record.manifest.sha256, kinds);
  const slots = rows
    .map(({ id }) => elements.intern(id))
    .filter((slot) => elementAt(state, slot) !== undefined);
  return { ...state, references: withReference(state.references, record, slots, batch) };
}

/** The state that also knows the products of the file, and whether the elements are those of a reference. */
function withImport(state: BranchState, record: ImportRecord, batch: Batch | null): BranchState {
  const { manifest, file } = record;
  const { manifests, kinds, elements, products: table } = state.keys;
  const slots = manifests.elements(manifest.sha256, kinds).map(({ id }) => elements.intern(id));
  manifests.noteProducts(manifest.sha256, slots, { table, file: file.sha256 });
  if (!record.reference) return state;
  return { ...state, references: withReference(state.references, record, slots, batch) };
}
