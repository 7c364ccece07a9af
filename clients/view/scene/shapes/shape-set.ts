/** @module shape-set: all loaded shapes: parts are added, changed elements replaced, and the earlier shapes of a comparison kept. */
import type { PartColumns } from '../../../../servers/view/protocol/scene.ts';
import { type ElementStore, FLAG } from './element-store.ts';
import { FaceWriter } from './face-codes.ts';
import { PartBuffers, writeRow } from './part-buffers.ts';
import { type Part, readPart } from './part-reader.ts';

/** Parts made by deltas before they are merged into one. */
const MOST_OVERFLOWS = 16;

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
  /** Parts that deltas have made. */
  #overflow: PartBuffers[] = [];
  /** The parts that the last change has written. */
  readonly #touched = new Set<PartBuffers>();
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
    return this.#make(this.#movedPart(part), spatialOrder(part.header.columns), false);
  }

  /** The parts with the elements that the last change has brought. */
  get touched(): readonly PartBuffers[] {
    return [...this.#touched];
  }

  /** Replaces the elements of a part and removes others. Returns whether everything must be loaded again. */
  change(bytes: ArrayBuffer): boolean {
    this.#touched.clear();
    const part = readPart(bytes);
    if (part.header.reload === true) return true;
    const kept = new Set(part.header.columns.id);
    for (const id of part.header.removed ?? []) {
      if (kept.has(id)) continue;
      this.#erase(id);
      const slot = this.#store.slotOf(id);
      if (slot !== undefined) this.#store.release(slot);
    }
    const moved = this.#movedPart(part);
    const rows = spatialOrder(part.header.columns).filter((row) => !this.#replace(moved, row));
    for (const row of rows) this.#erase(part.header.columns.id[row] ?? '');
    const made = this.#make(moved, rows, false);
    if (made !== null) this.#overflow.push(made);
    if (this.#overflow.length >= MOST_OVERFLOWS) this.#mergeOverflow();
    const last = this.#overflow.at(-1);
    if (made !== null && last !== undefined) this.#touched.add(last);
    return false;
  }

  /** Writes a row into the place of its element. Returns whether it fits there. */
  #replace(part: Part, row: number): boolean {
    const { columns } = part.header;
    const slot = this.#store.slotOf(columns.id[row] ?? '');
    const buffers = slot === undefined ? undefined : this.partOf(slot);
    if (slot === undefined || buffers === undefined) return false;
    const vertices = columns.vertices[row]?.[1] ?? 0;
    const faces = new FaceWriter(
      vertices * 2,
      [columns.opaque[row]?.[1] ?? 0, columns.glass[row]?.[1] ?? 0, columns.space[row]?.[1] ?? 0],
      this.#isFirst,
    );
    writeRow(faces, part, row, slot);
    if (!buffers.replace(this.#store, slot, faces)) return false;
    this.#takeSlot(columns, row, false);
    this.#touched.add(buffers);
    return true;
  }

  /** Makes one part of those that deltas have made. */
  #mergeOverflow(): void {
    const parts = this.#overflow.filter((part) => this.#parts.has(part.number));
    this.#numbers += 1;
    const merged = PartBuffers.merge(this.#gl, this.#numbers, parts, this.#store);
    this.made += 1;
    for (const part of parts) {
      part.dispose();
      this.#parts.delete(part.number);
    }
    this.#parts.set(merged.number, merged);
    this.#overflow = [merged];
  }

  /** Takes the shapes of the earlier moment of a comparison, or with null drops them. */
  setBefore(bytes: ArrayBuffer | null): void {
    if (this.before !== null) {
      for (const slot of this.before.slots) this.#store.release(slot);
      this.before.dispose();
      this.before = null;
    }
    if (bytes === null) return;
    const part = readPart(bytes);
    this.before = this.#make(this.#movedPart(part), spatialOrder(part.header.columns), true);
  }

  clear(): void {
    this.setBefore(null);
    for (const part of this.#parts.values()) part.dispose();
    this.#parts.clear();
    this.#overflow = [];
    this.#store.clear();
    this.#origin = null;
  }

  #make(part: Part, rows: Uint32Array, isBefore: boolean): PartBuffers | null {
    if (rows.length === 0) return null;
    const slots = rows.map((row) => this.#takeSlot(part.header.columns, row, isBefore));
    this.#numbers += 1;
    const source = { number: this.#numbers, part, rows, slots };
    const buffers = PartBuffers.make(this.#gl, source, this.#store, this.#isFirst);
    this.made += 1;
    if (!isBefore) this.#parts.set(buffers.number, buffers);
    return buffers;
  }

  /** The part with coordinates relative to the origin of the picture. */
  #movedPart(part: Part): Part {
    const { origin_mm, columns } = part.header;
    this.#origin ??= origin_mm;
    const [x, y, z] = this.#origin;
    const shift = [origin_mm[0] - x, origin_mm[1] - y, origin_mm[2] - z].map((mm) => mm / 1000);
    if (shift.every((metres) => metres === 0)) return part;
    const [dx = 0, dy = 0, dz = 0] = shift;
    const box = columns.box.map(
      ([x0, y0, z0, x1, y1, z1]) => [x0 + dx, y0 + dy, z0 + dz, x1 + dx, y1 + dy, z1 + dz] as const,
    );
    return {
      ...part,
      header: { ...part.header, columns: { ...columns, box } },
      positions: part.positions.map((value, at) => value + (shift[at % 3] ?? 0)),
    };
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
