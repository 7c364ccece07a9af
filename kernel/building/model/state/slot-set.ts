/** @module slot sets: persistent sets of slots, as bits for large ones and as sorted lists for small ones. */
import type { Batch, Vector } from './persistent-vector.ts';
import { emptyVector, vectorEach, vectorGet, vectorSet } from './persistent-vector.ts';

/** A set that may hold very many slots: 32 of them in each number. */
export type SlotSet = Vector<number>;

/** A set of few slots, ascending. */
export type SlotList = readonly number[];

const WORD_BITS = 5;

/** A set without slots. */
export const NO_SLOTS: SlotSet = emptyVector<number>();

function bitOf(slot: number): number {
  return 1 << (slot & 31);
}

/** The set with `slot`. O(log n). */
export function withSlot(set: SlotSet, slot: number, batch: Batch | null): SlotSet {
  const word = vectorGet(set, slot >>> WORD_BITS) ?? 0;
  return vectorSet(set, slot >>> WORD_BITS, word | bitOf(slot), batch);
}

/** The set without `slot`. O(log n). */
export function withoutSlot(set: SlotSet, slot: number, batch: Batch | null): SlotSet {
  const word = (vectorGet(set, slot >>> WORD_BITS) ?? 0) & ~bitOf(slot);
  return vectorSet(set, slot >>> WORD_BITS, word === 0 ? undefined : word, batch);
}

/** The slots, ascending. */
export function slotsOf(set: SlotSet): readonly number[] {
  const slots: number[] = [];
  vectorEach(set, (word, index) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      slots.push(index * 32 + 31 - Math.clz32(rest & -rest));
    }
  });
  return slots;
}

/** The list with `slot`. */
export function listWith(list: SlotList | undefined, slot: number): SlotList {
  if (list === undefined) return [slot];
  if ((list[list.length - 1] ?? -1) < slot) return [...list, slot];
  const place = list.findIndex((other) => other >= slot);
  return list[place] === slot ? list : [...list.slice(0, place), slot, ...list.slice(place)];
}

/** The list without `slot`, undefined when nothing is left. */
export function listWithout(list: SlotList | undefined, slot: number): SlotList | undefined {
  const rest = list?.filter((other) => other !== slot);
  return rest === undefined || rest.length === 0 ? undefined : rest;
}
