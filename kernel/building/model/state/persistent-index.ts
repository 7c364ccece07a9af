/** @module persistent index: reverse references and positions of elements, stored in vectors shared by branches. */
import type { Element, ElementKind } from '../../kinds/elements.ts';
import type { GridName, Reach } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import type { ProductTable } from './imported-products.ts';
import type { Manifests } from './manifests.ts';
import type { Batch, Vector } from './persistent-vector.ts';
import { emptyVector, vectorGet, vectorSet } from './persistent-vector.ts';
import type { Placement } from './placement.ts';
import { placementOf } from './placement.ts';
import type { GridPlace, PlanGrid } from './plan-grid.ts';
import { cellOf, emptyGrid, withPlaced, withoutPlaced } from './plan-grid.ts';
import type { SlotList, SlotSet } from './slot-set.ts';
import { NO_SLOTS, listWith, listWithout, slotsOf, withSlot, withoutSlot } from './slot-set.ts';
import type { Interner } from './slots.ts';

/** The kinds of a model, the slots of element ids and grid cells, and the imported elements with their products, shared by all branches. */
export type Keys = {
  readonly kinds: Kinds;
  readonly elements: Interner<string>;
  readonly cells: Interner<number>;
  readonly manifests: Manifests;
  readonly products: ProductTable;
};

/** Reverse references; all keys and values are slots. */
export type ModelIndex = {
  /** Kind (by its number) → elements. */
  readonly byKind: Vector<SlotSet>;
  /** Level and kind → elements that stand on the level. */
  readonly byLevel: Vector<SlotSet>;
  /** Level → columns and stairs that end at it. */
  readonly byTop: Vector<SlotSet>;
  /** Host → openings, doors and windows. */
  readonly hosted: Vector<SlotList>;
  readonly grids: { readonly [name in GridName]: PlanGrid };
  /**
   * Thickness of the thickest wall that ever existed (mm); bounds the length of mitres, which is at
   * most a multiple of it.
   */
  readonly thickest_wall_mm: number;
};

/** Upper bound for the number of kinds; a level and a kind are combined into one key. */
const MAX_KINDS = 64;

/** An index without elements. */
export function emptyIndex(): ModelIndex {
  return {
    byKind: emptyVector(),
    byLevel: emptyVector(),
    byTop: emptyVector(),
    hosted: emptyVector(),
    grids: { walls: emptyGrid(), bodies: emptyGrid(), heads: emptyGrid(), tall: emptyGrid() },
    thickest_wall_mm: 0,
  };
}

/** Slots of a kind, in order of creation. */
export function slotsOfKind(index: ModelIndex, kind_number: number): readonly number[] {
  return slotsOf(vectorGet(index.byKind, kind_number) ?? NO_SLOTS);
}

/** Slots of a kind on a level, in order of creation. */
export function slotsOnLevel(
  index: ModelIndex,
  level: number,
  kind_number: number,
): readonly number[] {
  return slotsOf(vectorGet(index.byLevel, level * MAX_KINDS + kind_number) ?? NO_SLOTS);
}

/** Slots of columns and stairs whose top is the level. */
export function slotsEndingAt(index: ModelIndex, level: number): readonly number[] {
  return slotsOf(vectorGet(index.byTop, level) ?? NO_SLOTS);
}

type SetChange = { readonly at: number; readonly slot: number; readonly present: boolean };

function changedSet(
  sets: Vector<SlotSet>,
  { at, slot, present }: SetChange,
  batch: Batch | null,
): Vector<SlotSet> {
  const set = vectorGet(sets, at) ?? NO_SLOTS;
  const changed = present ? withSlot(set, slot, batch) : withoutSlot(set, slot, batch);
  return vectorSet(sets, at, changed, batch);
}

function gridPlace(reach: Reach, level: number): GridPlace {
  // Reaches of `tall` elements are not relative to a level; one bucket holds them for all levels.
  return {
    level: reach.grid === 'tall' ? 0 : level,
    box: reach.box,
    low: reach.low,
    high: reach.high,
  };
}

/** A change of one element for all indexes. `before` is null for a creation, `after` for a deletion. */
export type IndexChange = {
  readonly slot: number;
  readonly before: Element | null;
  readonly after: Element | null;
};

type Half = {
  readonly slot: number;
  readonly kind: ElementKind;
  readonly placement: Placement;
  readonly present: boolean;
};

function references(index: ModelIndex, keys: Keys, half: Half, batch: Batch | null): ModelIndex {
  const { slot, kind, placement, present } = half;
  const number = keys.kinds.numberOf(kind);
  let { byLevel, byTop, hosted } = index;
  if (placement.level !== null) {
    const at = keys.elements.intern(placement.level) * MAX_KINDS + number;
    byLevel = changedSet(byLevel, { at, slot, present }, batch);
  }
  if (placement.top !== null) {
    const at = keys.elements.intern(placement.top);
    byTop = changedSet(byTop, { at, slot, present }, batch);
  }
  if (placement.host !== null) {
    const at = keys.elements.intern(placement.host);
    const list = vectorGet(hosted, at);
    const changed = present ? listWith(list, slot) : listWithout(list, slot);
    hosted = vectorSet(hosted, at, changed, batch);
  }
  const byKind = changedSet(index.byKind, { at: number, slot, present }, batch);
  // Under a batch, the vectors are mostly changed in place and keep their identity.
  const same =
    byKind === index.byKind &&
    byLevel === index.byLevel &&
    byTop === index.byTop &&
    hosted === index.hosted;
  if (same) return index;
  const { grids, thickest_wall_mm } = index;
  return { byKind, byLevel, byTop, hosted, grids, thickest_wall_mm };
}

function regrid(
  index: ModelIndex,
  keys: Keys,
  change: {
    readonly slot: number;
    readonly before: Placement | null;
    readonly after: Placement | null;
  },
  batch: Batch | null,
): ModelIndex {
  const { slot } = change;
  const from = placeOf(change.before, keys);
  const to = placeOf(change.after, keys);
  if (from === null && to === null) return index;
  let grids = index.grids;
  if (from !== null && (to === null || from.cell !== to.cell || from.grid !== to.grid)) {
    grids = { ...grids, [from.grid]: withoutPlaced(grids[from.grid], from.cell, slot, batch) };
  }
  if (to !== null) {
    const placed = withPlaced(grids[to.grid], to.cell, { slot, place: to.place }, batch);
    if (placed !== grids[to.grid]) grids = { ...grids, [to.grid]: placed };
  }
  return grids === index.grids ? index : { ...index, grids };
}

type Placed = { readonly grid: GridName; readonly place: GridPlace; readonly cell: number };

function placeOf(placement: Placement | null, keys: Keys): Placed | null {
  const reach = placement?.reach ?? null;
  if (placement === null || reach === null || placement.level === null) return null;
  const place = gridPlace(reach, keys.elements.intern(placement.level));
  return { grid: reach.grid, place, cell: keys.cells.intern(cellOf(place)) };
}

function sameReferences(a: Placement, b: Placement): boolean {
  return a.level === b.level && a.top === b.top && a.host === b.host;
}

/** Returns the index after a change of one element. O(log n). */
export function indexChanged(
  index: ModelIndex,
  keys: Keys,
  { slot, before, after }: IndexChange,
  batch: Batch | null,
): ModelIndex {
  const from = before === null ? null : placementOf(before, keys.kinds);
  const to = after === null ? null : placementOf(after, keys.kinds);
  let changed = index;
  const moved = from === null || to === null || !sameReferences(from, to);
  if (moved && before !== null && from !== null) {
    changed = references(
      changed,
      keys,
      { slot, kind: before.kind, placement: from, present: false },
      batch,
    );
  }
  if (moved && after !== null && to !== null) {
    changed = references(
      changed,
      keys,
      { slot, kind: after.kind, placement: to, present: true },
      batch,
    );
  }
  changed = regrid(changed, keys, { slot, before: from, after: to }, batch);
  if (after?.kind !== 'wall' || after.params.thickness <= changed.thickest_wall_mm) return changed;
  return { ...changed, thickest_wall_mm: after.params.thickness };
}
