/** @module references: the reference models of a branch: imports of which nothing may change, and their elements. */
import type { ImportRecord } from '../../../../schemas/events.ts';
import type { Keys } from './persistent-index.ts';
import type { Batch } from './persistent-vector.ts';
import { hasSlot, NO_SLOTS, type SlotSet, withoutSlot, withSlot } from './slot-set.ts';

/** A reference model on a branch. `name`: that of its file; `slots`: its elements, `elements`: their number. */
export type Reference = {
  readonly import_id: string;
  readonly name: string;
  readonly slots: SlotSet;
  readonly elements: number;
};

/** Returns the references with one more, whose elements are in these slots; no other reference has these afterwards. */
export function withReference(
  references: readonly Reference[],
  { import_id, name }: Pick<ImportRecord, 'import_id' | 'name'>,
  slots: readonly number[],
  batch: Batch | null,
): readonly Reference[] {
  let set = NO_SLOTS;
  let others = references;
  for (const slot of slots) {
    set = withSlot(set, slot, batch);
    others = withoutElement(others, slot, batch);
  }
  return [...others, { import_id, name, slots: set, elements: slots.length }];
}

/** Returns the references without a deleted element, and without a reference that has no element left. */
export function withoutElement(
  references: readonly Reference[],
  slot: number,
  batch: Batch | null,
): readonly Reference[] {
  if (!references.some(({ slots }) => hasSlot(slots, slot))) return references;
  return references.flatMap((reference) => {
    if (!hasSlot(reference.slots, slot)) return [reference];
    const elements = reference.elements - 1;
    if (elements === 0) return [];
    return [{ ...reference, slots: withoutSlot(reference.slots, slot, batch), elements }];
  });
}

/** The part of the state of a branch that knows its references. */
type Referring = {
  readonly references: readonly Reference[];
  readonly keys: Pick<Keys, 'elements'>;
};

/** The reference model that an element belongs to; null for elements of the building itself and unknown ids. */
export function referenceIn({ references, keys }: Referring, id: string): Reference | null {
  if (references.length === 0) return null;
  const slot = keys.elements.find(id);
  if (slot === undefined) return null;
  return references.find(({ slots }) => hasSlot(slots, slot)) ?? null;
}
