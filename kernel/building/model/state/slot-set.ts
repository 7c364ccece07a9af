/** @module slot sets: persistent sets of slots, stored as bits if large and as sorted lists if small. */
import type { Batch, Vector } from './persistent-vector.ts';
import { emptyVector, vectorEach, vectorGet, vectorSet } from './persistent-vector.ts';

/** A set for many slots; each number holds 32 of them as bits. */
export type SlotSet = Vector<number>;

/** A set of few slots, in ascending order. */
export type SlotList = readonly number[];

const WORD_BITS = 5;

/** A set without slots. */
export const NO_SLOTS: SlotSet = emptyVector<number>();

function bitOf(slot: number): number {
  return 1 << (slot & 31);
}

/** Returns the set with `slot` added. O(log n). */
export function withSlot(set: SlotSet, slot: number, batch: Batch | null): SlotSet {
  const word = vectorGet(set, slot >>> WORD_BITS) ?? 0;
  return vectorSet(set, slot >>> WORD_BITS, word | bitOf(slot), batch);
}

/** Returns the set with `slot` removed. O(log n). */
export function withoutSlot(set: SlotSet, slot: number, batch: Batch | null): SlotSet {
  const word = (vectorGet(set, slot >>> WORD_BITS) ?? 0) & ~bitOf(slot);
  return vectorSet(set, slot >>> WORD_BITS, word === 0 ? undefined : word, batch);
}

/** Returns whether the set has `slot`. O(log n). */
export function hasSlot(set: SlotSet, slot: number): boolean {
  return ((vectorGet(set, slot >>> WORD_BITS) ?? 0) & bitOf(slot)) !== 0;
}

/** The slots in ascending order. */
export function slotsOf(set: SlotSet): readonly number[] {
  const slots: number[] = [];
  vectorEach(set, (word, index) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      slots.push(index * 32 + 31 - Math.clz32(rest & -rest));
    }
  });
  return slots;
}

/** Returns the list with `slot` added. */
export function listWith(list: SlotList | undefined, slot: number): SlotList {
  if (list === undefined) return [slot];
  if ((list[list.length - 1] ?? -1) < slot) return [...list, slot];
  const place = list.findIndex((other) => other >= slot);
  return list[place] === slot ? list : [...list.slice(0, place), slot, ...list.slice(place)];
}

/** Returns the list with `slot` removed; undefined if it is then empty. */
export function listWithout(list: SlotList | undefined, slot: number): SlotList | undefined {
  const rest = list?.filter((other) => other !== slot);
  return rest === undefined || rest.length === 0 ? undefined : rest;
}
