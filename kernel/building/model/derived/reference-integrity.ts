/** @module reference integrity: nothing of a reference model changes, and no other element depends on one. */
import { manifestSwap } from '../../../../schemas/element-changes.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { touchedIds } from '../../../../schemas/events.ts';
import type { Element } from '../../kinds/elements.ts';
import { changedIds } from '../state/manifests.ts';
import { type Reference, referenceIn } from '../state/references.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';

/** Types of events that change the elements that they touch, or what these host. */
const CHANGING: ReadonlySet<string> = new Set([
  'element.modified',
  'element.deleted',
  'element.hosted',
  'elements.joined',
] satisfies readonly PlannedEvent['type'][]);

/**
 * Refuses REGENERATION_FAILED for events that change an element of a reference model, host something in it, or join it.
 * An event that imports, revises or removes a whole reference is none of these, but one that revises or removes another
 * import with elements that belong to the reference now is.
 */
export function assertKeepsReferences(state: BranchState, events: readonly PlannedEvent[]): void {
  if (state.references.length === 0) return;
  const undone = new Set<string>();
  for (const event of events) {
    assertEndsOwn(state, event, undone);
    if (event.type === 'import.reverted') undone.add(event.payload.import_id);
    if (!CHANGING.has(event.type)) continue;
    const { type, payload } = event;
    const hosted = type === 'element.hosted' ? [payload.host_id, payload.hosted_id] : [];
    for (const id of [...touchedIds(event), ...hosted]) {
      const reference = referenceIn(state, id);
      if (reference !== null) throw unchangeable(state, id, reference);
    }
  }
}

/**
 * Refuses REGENERATION_FAILED for a revision or an undo of an import with an element that now belongs to another import,
 * which is a reference. `undone`: imports that the plan has undone before.
 */
function assertEndsOwn(state: BranchState, event: PlannedEvent, undone: ReadonlySet<string>): void {
  const { ended } = manifestSwap(event);
  if (ended === null) return;
  const { import_id, manifest } = ended;
  const others = state.references.filter((one) => one.import_id !== import_id);
  if (others.every((one) => undone.has(one.import_id))) return;
  const { manifests, kinds } = state.keys;
  for (const { id } of manifests.elements(manifest.sha256, kinds)) {
    const reference = referenceIn(state, id);
    if (reference === null || reference.import_id === import_id) continue;
    if (undone.has(reference.import_id)) continue;
    const { message, data } = unchangeable(state, id, reference).body;
    throw new Refusal(
      'REGENERATION_FAILED',
      `${message}; it was part of the import \`${import_id}\` before`,
      'undo the import of the reference model first',
      data,
    );
  }
}

function unchangeable(state: BranchState, id: string, { import_id, name }: Reference): Refusal {
  const kind = elementIn(state, id)?.kind ?? 'element';
  return new Refusal(
    'REGENERATION_FAILED',
    `${kind} \`${id}\` belongs to the reference model \`${name}\`, of which nothing may change`,
    'change elements of the building itself',
    { element_id: id, kind, import_id, file: name },
  );
}

/** Refuses REGENERATION_FAILED if an element that the events changed names an element of another model than its own. */
export function assertModelsApart(state: BranchState, events: readonly PlannedEvent[]): void {
  if (state.references.length === 0) return;
  for (const id of changedIds(events, state.keys)) {
    const element = elementIn(state, id);
    if (element === undefined) continue;
    const own = referenceIn(state, id);
    for (const other of namedIn(state, element)) {
      const reference = referenceIn(state, other);
      if (reference?.import_id !== own?.import_id) {
        throw mixed(state, element, { other, reference, own });
      }
    }
  }
}

/** Ids that an element names: its levels, its host, its type, the elements of a group. */
function namedIn(state: BranchState, element: Element): readonly string[] {
  const named = state.keys.kinds.named(element).map(([, id]) => id);
  return element.kind === 'group' ? [...named, ...element.params.members.flat()] : named;
}

function mixed(
  state: BranchState,
  { id, kind }: Element,
  {
    other,
    reference,
    own,
  }: {
    readonly other: string;
    readonly reference: Reference | null;
    readonly own: Reference | null;
  },
): Refusal {
  const otherKind = elementIn(state, other)?.kind ?? 'element';
  const why =
    reference === null
      ? `${kind} \`${id}\` of the reference model \`${own?.name}\` needs ${otherKind} \`${other}\`, which is not part of it`
      : `${kind} \`${id}\` cannot depend on ${otherKind} \`${other}\`, which belongs to the reference model \`${reference.name}\``;
  return new Refusal(
    'REGENERATION_FAILED',
    why,
    'use levels, hosts and members of the building itself',
    { element_id: id, kind, needs: other, ...fileOf(reference ?? own) },
  );
}

function fileOf(reference: Reference | null): {
  readonly import_id?: string;
  readonly file?: string;
} {
  return reference === null ? {} : { import_id: reference.import_id, file: reference.name };
}
