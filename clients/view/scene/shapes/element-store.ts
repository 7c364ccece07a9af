/** @module element-store: the elements of the picture by slot: what each is, where it is, and which buffers hold it. */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';
import { SLOTS } from './face-codes.ts';
import type { Run } from './runs.ts';

/** Bits of the state of an element, in the last byte of its texel. */
export const FLAG = {
  hidden: 1,
  ghost: 2,
  selected: 4,
  /** Three bits: the number of its change class. */
  class: 8,
  /** It belongs to the earlier moment of a comparison. */
  before: 64,
  /** It is hidden in a picture of the earlier moment. */
  later: 128,
} as const;

/** Numbers of a slot in `ranges`: first vertex, number; then first corner and number of each run. */
const RANGE = 8;
const FIRST_CAPACITY = 4096;

/** Elements by slot. Slot 0 is the background. */
export class ElementStore {
  readonly #slots = new Map<string, number>();
  readonly ids: string[] = [''];
  #free: number[] = [];
  /** Highest slot ever used plus 1. */
  end = 1;
  boxes: Float32Array = new Float32Array(FIRST_CAPACITY * 6);
  flags: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  /** Natural colour, 0xRRGGBB. */
  natural: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  /** Shown colour, 0xRRGGBB. */
  colours: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  /** Number of the part with its shape, 0 for none. */
  parts: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  ranges: Uint32Array = new Uint32Array(FIRST_CAPACITY * RANGE);
  /** Number of its level in `levels`. */
  storeys: Uint16Array = new Uint16Array(FIRST_CAPACITY);
  readonly levels: string[] = [];
  /** Upward shift of an exploded picture, metres. */
  lifts: Float32Array = new Float32Array(FIRST_CAPACITY);

  get size(): number {
    return this.#slots.size;
  }

  /** The ids of the later moment. */
  get loaded(): ReadonlySet<string> {
    return new Set(this.#slots.keys());
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  /** The slot of an id; a new one if it has none. Shapes of an earlier moment are not found by their id. */
  take(id: string, isBefore = false): number {
    const known = isBefore ? undefined : this.#slots.get(id);
    if (known !== undefined) return known;
    const slot = this.#free.pop() ?? this.end;
    if (slot >= SLOTS) throw new Error(`expected fewer than ${SLOTS} elements in one picture`);
    if (slot === this.end) this.end += 1;
    if (this.end > this.flags.length) this.#grow();
    this.ids[slot] = id;
    this.flags[slot] = isBefore ? FLAG.before : 0;
    this.lifts[slot] = 0;
    if (!isBefore) this.#slots.set(id, slot);
    return slot;
  }

  release(slot: number): void {
    const id = this.ids[slot] ?? '';
    if (this.#slots.get(id) === slot) this.#slots.delete(id);
    this.ids[slot] = '';
    this.flags[slot] = FLAG.hidden;
    this.parts[slot] = 0;
    this.ranges.fill(0, slot * RANGE, (slot + 1) * RANGE);
    this.#free.push(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.ids.length = 1;
    this.#free = [];
    this.levels.length = 0;
    this.end = 1;
    this.flags.fill(0);
    this.parts.fill(0);
  }

  /** Number of a level id. */
  levelNumber(level: string): number {
    const known = this.levels.indexOf(level);
    return known >= 0 ? known : this.levels.push(level) - 1;
  }

  boxOf(slot: number): BoxNumbers {
    const b = this.boxes;
    const at = slot * 6;
    const z = this.lifts[slot] ?? 0;
    return [
      b[at] ?? 0,
      b[at + 1] ?? 0,
      (b[at + 2] ?? 0) + z,
      b[at + 3] ?? 0,
      b[at + 4] ?? 0,
      (b[at + 5] ?? 0) + z,
    ];
  }

  /** First vertex and number of vertices. */
  verticesOf(slot: number): readonly [number, number] {
    return [this.ranges[slot * RANGE] ?? 0, this.ranges[slot * RANGE + 1] ?? 0];
  }

  /** First corner, from the start of its run, and number of corners. */
  cornersOf(slot: number, run: Run): readonly [number, number] {
    const at = slot * RANGE + 2 + 2 * run;
    return [this.ranges[at] ?? 0, this.ranges[at + 1] ?? 0];
  }

  setVertices(slot: number, first: number, count: number): void {
    this.ranges[slot * RANGE] = first;
    this.ranges[slot * RANGE + 1] = count;
  }

  setCorners(slot: number, run: Run, range: readonly [number, number]): void {
    this.ranges.set(range, slot * RANGE + 2 + 2 * run);
  }

  /** Box around everything with a shape that is not hidden; null for nothing. */
  shownBox(slots: Iterable<number> | null): BoxNumbers | null {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const add = (slot: number): void => {
      if (this.parts[slot] === 0) return;
      const own = this.boxOf(slot);
      for (let k = 0; k < 3; k += 1) {
        box[k] = Math.min(box[k] ?? 0, own[k] ?? 0);
        box[k + 3] = Math.max(box[k + 3] ?? 0, own[k + 3] ?? 0);
      }
    };
    if (slots === null) {
      for (let slot = 1; slot < this.end; slot += 1) {
        if (((this.flags[slot] ?? 0) & FLAG.hidden) === 0) add(slot);
      }
    } else {
      for (const slot of slots) add(slot);
    }
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = box;
    return x0 > x1 ? null : [x0, y0, z0, x1, y1, z1];
  }

  #grow(): void {
    const length = this.flags.length * 2;
    const floats = (array: Float32Array, size: number): Float32Array => {
      const larger = new Float32Array(length * size);
      larger.set(array);
      return larger;
    };
    const whole = (array: Uint32Array, size: number): Uint32Array => {
      const larger = new Uint32Array(length * size);
      larger.set(array);
      return larger;
    };
    this.boxes = floats(this.boxes, 6);
    this.lifts = floats(this.lifts, 1);
    this.natural = whole(this.natural, 1);
    this.colours = whole(this.colours, 1);
    this.parts = whole(this.parts, 1);
    this.ranges = whole(this.ranges, RANGE);
    const flags = new Uint8Array(length);
    flags.set(this.flags);
    this.flags = flags;
    const storeys = new Uint16Array(length);
    storeys.set(this.storeys);
    this.storeys = storeys;
  }
}
