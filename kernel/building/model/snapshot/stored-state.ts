/** @module stored state: one state of a branch, stored as the roots of its vectors. */
import * as z from 'zod';

import { ImportRecordSchema } from '../../../../schemas/imports.ts';
import type { GridName } from '../../kinds/kind.ts';
import type { Keys } from '../state/persistent-index.ts';
import type { Vector } from '../state/persistent-vector.ts';
import type { LevelReach, PlanGrid } from '../state/plan-grid.ts';
import type { SlotList, SlotSet } from '../state/slot-set.ts';
import type { BranchState, Entry } from '../state/state.ts';
import type { Sections } from './sections.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { ElementWriter, StoredElements } from './stored-elements.ts';
import { numberIn, numbersIn } from './stored-numbers.ts';
import {
  type StoredVector,
  storedVectorIn,
  StoredVectors,
  VectorWriter,
} from './stored-vectors.ts';

const VectorRef = z.tuple([z.number(), z.number()]);
const GridRef = z.strictObject({ cells: VectorRef, levels: VectorRef });

/** A state in the header of a snapshot. */
export const StateRef = z.strictObject({
  entries: VectorRef,
  byKind: VectorRef,
  byLevel: VectorRef,
  byTop: VectorRef,
  hosted: VectorRef,
  walls: GridRef,
  bodies: GridRef,
  heads: GridRef,
  tall: GridRef,
  thickest_wall_mm: z.number(),
  branch_seq: z.number(),
  last_seq: z.number(),
  counts: z.array(z.number()),
  references: z.array(
    z.strictObject({
      import_id: z.string(),
      name: z.string(),
      slots: VectorRef,
      elements: z.number(),
    }),
  ),
  imports: z.array(
    z.strictObject({
      record: ImportRecordSchema,
      status: z.enum(['active', 'reverted', 'superseded']),
      seq: z.number(),
      left: z.array(z.number()),
    }),
  ),
});
export type StateRef = z.output<typeof StateRef>;

/** Names of the sections with nodes, one for each type of value. */
const NAMES = ['elements', 'entries', 'words', 'sets', 'lists', 'reaches'] as const;
const [ELEMENTS, ENTRIES, WORDS, SETS, LISTS, REACHES] = NAMES;

/** Writes states; nodes that several states share are written once. */
export class StateWriter {
  readonly #elements: ElementWriter;
  readonly #entries: VectorWriter<Entry>;
  readonly #words: VectorWriter<number>;
  readonly #sets: VectorWriter<SlotSet>;
  readonly #lists: VectorWriter<SlotList>;
  readonly #reaches: VectorWriter<LevelReach>;

  constructor(keys: Keys) {
    const elements = new ElementWriter(keys);
    const words = new VectorWriter<number>((word) => word);
    this.#elements = elements;
    this.#words = words;
    this.#entries = new VectorWriter(({ element, version }) => [version, elements.write(element)]);
    this.#sets = new VectorWriter((set) => words.write(set));
    this.#lists = new VectorWriter((list) => list);
    this.#reaches = new VectorWriter(({ sizes, low, high, box: { min, max } }) => [
      sizes,
      low,
      high,
      min.x,
      min.y,
      max.x,
      max.y,
    ]);
  }

  write({
    entries,
    index,
    counts,
    references,
    branch_seq,
    last_seq,
    imports,
  }: BranchState): StateRef {
    const { byKind, byLevel, byTop, hosted, grids, thickest_wall_mm } = index;
    return {
      entries: pair(this.#entries.write(entries)),
      byKind: pair(this.#sets.write(byKind)),
      byLevel: pair(this.#sets.write(byLevel)),
      byTop: pair(this.#sets.write(byTop)),
      hosted: pair(this.#lists.write(hosted)),
      walls: this.#grid(grids.walls),
      bodies: this.#grid(grids.bodies),
      heads: this.#grid(grids.heads),
      tall: this.#grid(grids.tall),
      thickest_wall_mm,
      branch_seq,
      last_seq,
      counts: [...counts],
      references: references.map((reference) => {
        return { ...reference, slots: pair(this.#words.write(reference.slots)) };
      }),
      imports: imports.map((one) => ({ ...one, left: [...one.left] })),
    };
  }

  #grid({ cells, levels }: PlanGrid): z.output<typeof GridRef> {
    return { cells: pair(this.#lists.write(cells)), levels: pair(this.#reaches.write(levels)) };
  }

  sections(): readonly (readonly [name: string, bytes: Uint8Array])[] {
    return [
      ...this.#elements.sections(ELEMENTS),
      ...this.#entries.sections(ENTRIES),
      ...this.#words.sections(WORDS),
      ...this.#sets.sections(SETS),
      ...this.#lists.sections(LISTS),
      ...this.#reaches.sections(REACHES),
    ];
  }
}

function pair([root, shift]: StoredVector): [number, number] {
  return [root, shift];
}

/** Returns states whose vectors load their nodes from a snapshot. */
export class StoredStates {
  readonly #keys: Keys;
  readonly #entries: StoredVectors<Entry>;
  readonly #words: StoredVectors<number>;
  readonly #sets: StoredVectors<SlotSet>;
  readonly #lists: StoredVectors<SlotList>;
  readonly #reaches: StoredVectors<LevelReach>;

  constructor(sections: Sections, keys: Keys) {
    const elements = new StoredElements(sections, ELEMENTS, keys);
    const words = new StoredVectors(sections, WORDS, numberIn);
    this.#keys = keys;
    this.#words = words;
    this.#entries = new StoredVectors(sections, ENTRIES, (stored) => entryIn(stored, elements));
    this.#sets = new StoredVectors(sections, SETS, (stored) =>
      words.vector(storedVectorIn(stored)),
    );
    this.#lists = new StoredVectors(sections, LISTS, numbersIn);
    this.#reaches = new StoredVectors(sections, REACHES, reachIn);
  }

  state(stored: StateRef): BranchState {
    const { branch_seq, last_seq, counts, imports, thickest_wall_mm } = stored;
    const sets = (ref: StoredVector): Vector<SlotSet> => this.#sets.vector(ref);
    const grids: { readonly [name in GridName]: PlanGrid } = {
      walls: this.#grid(stored.walls),
      bodies: this.#grid(stored.bodies),
      heads: this.#grid(stored.heads),
      tall: this.#grid(stored.tall),
    };
    return {
      keys: this.#keys,
      entries: this.#entries.vector(stored.entries),
      index: {
        byKind: sets(stored.byKind),
        byLevel: sets(stored.byLevel),
        byTop: sets(stored.byTop),
        hosted: this.#lists.vector(stored.hosted),
        grids,
        thickest_wall_mm,
      },
      counts,
      references: stored.references.map((reference) => {
        return { ...reference, slots: this.#words.vector(reference.slots) };
      }),
      branch_seq,
      last_seq,
      imports,
    };
  }

  #grid({ cells, levels }: z.output<typeof GridRef>): PlanGrid {
    return { cells: this.#lists.vector(cells), levels: this.#reaches.vector(levels) };
  }
}

const REACH_NUMBERS = 7;

function entryIn(stored: unknown, elements: StoredElements): Entry {
  const [version, element, ...rest] = numbersIn(stored);
  if (version === undefined || element === undefined || rest.length > 0) {
    throw new SnapshotFault('expected an entry');
  }
  return { element: elements.element(element), version };
}

function reachIn(stored: unknown): LevelReach {
  const numbers = numbersIn(stored);
  const [sizes = 0, low = 0, high = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers;
  if (numbers.length !== REACH_NUMBERS) throw new SnapshotFault('expected the reach of a level');
  return { sizes, low, high, box: { min: { x: x0, y: y0 }, max: { x: x1, y: y1 } } };
}
