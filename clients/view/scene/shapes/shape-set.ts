/** @module shape-set: all loaded shapes: parts are added, changed elements replaced, and the earlier shapes of a comparison kept. */
import type { PartColumns } from '../../../../servers/view/protocol/scene.ts';
import { type ElementStore, FLAG } from './element-store.ts';
import { PartBuffers } from './part-buffers.ts';
import { type Part, readPart } from './part-reader.ts';

/** The loaded shapes. Owner of their buffers. */
export class ShapeSet {
  readonly #gl: WebGL2RenderingContext;
  readonly #store: ElementStore;
  readonly #isFirst: boolean;
  readonly #parts = new Map<number, PartBuffers>();
  before: PartBuffers | null = null;
  /** Number of buffers made since the start. */
  made = 0;
  #numbers = 0;
  /** Point of the world at the origin of the first part, mm. */
  #origin: readonly [number, number, number] | null = null;

  /** `isFirst`: whether a flat value comes from the first corner of a triangle. */
  constructor(gl: WebGL2RenderingContext, store: ElementStore, isFirst: boolean) {
    this.#gl = gl;
    this.#store = store;
    this.#isFirst = isFirst;
  }

  get parts(): readonly PartBuffers[] {
    return [...this.#parts.values()];
  }

  partOf(slot: number): PartBuffers | undefined {
    const number = this.#store.parts[slot] ?? 0;
    return this.before?.number === number ? this.before : this.#parts.get(number);
  }

  get bytes(): number {
    return [...this.#parts.values(), ...(this.before === null ? [] : [this.before])].reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    );
  }

  /** Whether anything is glass, of the earlier moment or, if they are shown, a space. */
  hasClear(withSpaces: boolean): boolean {
    return (
      this.before !== null ||
      this.parts.some(({ counts: [, glass, space] }) => glass > 0 || (withSpaces && space > 0))
    );
  }

  get triangles(): number {
    return this.parts.reduce((sum, { counts }) => sum + (counts[0] + counts[1] + counts[2]) / 3, 0);
  }

  /** Adds a part. Elements that are there already are replaced. Returns the buffers, null for an empty part. */
  add(bytes: ArrayBuffer): PartBuffers | null {
    const part = readPart(bytes);
    for (const id of part.header.columns.id) this.#erase(id);
    return this.#make(part, false);
  }

  /** Replaces the elements of a part and removes others. Returns whether everything must be loaded again. */
  change(bytes: ArrayBuffer): boolean {
    const part = readPart(bytes);
    if (part.header.reload === true) return true;
    const kept = new Set(part.header.columns.id);
    for (const id of part.header.removed ?? []) {
      if (kept.has(id)) continue;
      this.#erase(id);
      const slot = this.#store.slotOf(id);
      if (slot !== undefined) this.#store.release(slot);
    }
    for (const id of kept) this.#erase(id);
    this.#make(part, false);
    return false;
  }

  /** Takes the shapes of the earlier moment of a comparison, or with null drops them. */
  setBefore(bytes: ArrayBuffer | null): void {
    if (this.before !== null) {
      for (const slot of this.before.slots) this.#store.release(slot);
      this.before.dispose();
      this.before = null;
    }
    if (bytes !== null) this.before = this.#make(readPart(bytes), true);
  }

  clear(): void {
    this.setBefore(null);
    for (const part of this.#parts.values()) part.dispose();
    this.#parts.clear();
    this.#store.clear();
    this.#origin = null;
  }

  #make(part: Part, isBefore: boolean): PartBuffers | null {
    const { columns } = part.header;
    const rows = spatialOrder(columns);
    if (rows.length === 0) return null;
    const shift = this.#shiftOf(part);
    const slots = rows.map((row) => this.#takeSlot(columns, row, isBefore));
    for (const slot of slots) {
      for (let k = 0; k < 6; k += 1) {
        this.#store.boxes[slot * 6 + k] =
          (this.#store.boxes[slot * 6 + k] ?? 0) + (shift[k % 3] ?? 0);
      }
    }
    this.#numbers += 1;
    const positions = moved(part.positions, shift);
    const source = { number: this.#numbers, part: { ...part, positions }, rows, slots };
    const buffers = PartBuffers.make(this.#gl, source, this.#store, this.#isFirst);
    this.made += 1;
    if (!isBefore) this.#parts.set(buffers.number, buffers);
    return buffers;
  }

  /** From the origin of a part to that of the picture, metres. */
  #shiftOf({ header: { origin_mm } }: Part): readonly number[] {
    this.#origin ??= origin_mm;
    const [x, y, z] = this.#origin;
    return [origin_mm[0] - x, origin_mm[1] - y, origin_mm[2] - z].map((value) => value / 1000);
  }

  #takeSlot(columns: PartColumns, row: number, isBefore: boolean): number {
    const store = this.#store;
    const slot = store.take(columns.id[row] ?? '', isBefore);
    store.boxes.set(columns.box[row] ?? [0, 0, 0, 0, 0, 0], slot * 6);
    const colour = columns.colour[row] ?? 0x999999;
    store.natural[slot] = colour;
    store.colours[slot] = colour;
    if (isBefore) store.flags[slot] = FLAG.before;
    const level = columns.level.texts[columns.level.rows[row] ?? -1] ?? '';
    store.storeys[slot] = store.levelNumber(level);
    return slot;
  }

  /** Makes the present shape of an element invisible. A part without elements loses its buffers. */
  #erase(id: string): void {
    const slot = this.#store.slotOf(id);
    const part = slot === undefined ? undefined : this.partOf(slot);
    if (slot === undefined || part === undefined) return;
    part.erase(this.#store, slot);
    this.#store.parts[slot] = 0;
    if (part.slots.some((one) => this.#store.parts[one] === part.number)) return;
    part.dispose();
    this.#parts.delete(part.number);
  }
}

function moved(positions: Float32Array, shift: readonly number[]): Float32Array {
  if (shift.every((value) => value === 0)) return positions;
  return positions.map((value, at) => value + (shift[at % 3] ?? 0));
}

/** The rows so that near ones follow each other: what is outside the picture is then left out in long ranges. */
function spatialOrder({ box, id }: PartColumns): Uint32Array {
  const low: [number, number] = [Infinity, Infinity];
  const high: [number, number] = [-Infinity, -Infinity];
  const centres = box.map(([x0, y0, , x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2] as const);
  for (const [x, y] of centres) {
    low[0] = Math.min(low[0], x);
    low[1] = Math.min(low[1], y);
    high[0] = Math.max(high[0], x);
    high[1] = Math.max(high[1], y);
  }
  const scale = 1023 / Math.max(high[0] - low[0], high[1] - low[1], 1e-3);
  const keys = centres.map(([x, y]) => interleaved((x - low[0]) * scale, (y - low[1]) * scale));
  const rows = Uint32Array.from(id, (_, row) => row);
  return rows.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
}

/** The bits of two numbers below 1024 in turn. */
function interleaved(x: number, y: number): number {
  let key = 0;
  for (let bit = 0; bit < 10; bit += 1) {
    key |= ((x >> bit) & 1) << (2 * bit);
    key |= ((y >> bit) & 1) << (2 * bit + 1);
  }
  return key;
}
