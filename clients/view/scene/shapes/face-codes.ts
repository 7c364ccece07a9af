/**
 * @module face-codes: one number per vertex: the slot of its element in the low 20 bits, a direction in the high 12.
 *
 * WebGL takes a flat value from one corner of each triangle. The corners are turned so that this one carries the
 * direction of the face; a vertex that has to carry two directions is doubled. A picture of these numbers is therefore
 * at the same time an id buffer and a buffer of exact flat directions.
 */
import type { Run } from './runs.ts';

/** Number of slots. Slot 0 is the background. */
export const SLOTS = 1 << 20;
/** The code of a cut through a body; no direction has it. */
export const CUT_CODE = 0xfff;
/** Steps of each of the two coordinates of a direction; even, so that the axes are exact. */
const STEPS = 62;

/** A direction in 12 bits, by octahedral projection; the vector need not have unit length. */
export function directionCode(x: number, y: number, z: number): number {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (sum === 0) return 0;
  let u = x / sum;
  let v = y / sum;
  if (z < 0) {
    const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1);
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1);
    u = folded;
  }
  const half = STEPS / 2;
  return (Math.round((u + 1) * half) << 6) | Math.round((v + 1) * half);
}

/** The direction of a code, of unit length. */
export function directionOf(code: number): readonly [number, number, number] {
  let x = ((code >> 6) * 2) / STEPS - 1;
  let y = ((code & 63) * 2) / STEPS - 1;
  const z = 1 - Math.abs(x) - Math.abs(y);
  if (z < 0) {
    const unfolded = (1 - Math.abs(y)) * (x < 0 ? -1 : 1);
    y = (1 - Math.abs(x)) * (y < 0 ? -1 : 1);
    x = unfolded;
  }
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Vertices and corners of one element after another, in growing arrays. */
export class FaceWriter {
  positions: Float32Array;
  codes: Uint32Array;
  /** Corners of each run, and their numbers. */
  readonly corners: [Uint32Array, Uint32Array, Uint32Array];
  readonly counts: [number, number, number] = [0, 0, 0];
  vertices = 0;
  /** Whether the flat value comes from the first corner of a triangle, not from the last. */
  readonly #isFirst: boolean;
  /** The direction that each vertex of the current element carries, −1 for none. */
  #carried = new Int32Array(64);
  #doubles = new Map<number, number>();
  #source: Float32Array = new Float32Array();
  /** First vertex of the current element in the source and here, its number and its slot. */
  #from = 0;
  #to = 0;
  #count = 0;
  #slot = 0;
  #run: Run = 0;

  constructor(vertices: number, corners: readonly [number, number, number], isFirst: boolean) {
    this.positions = new Float32Array(vertices * 3);
    this.codes = new Uint32Array(vertices);
    this.corners = [
      new Uint32Array(corners[0]),
      new Uint32Array(corners[1]),
      new Uint32Array(corners[2]),
    ];
    this.#isFirst = isFirst;
  }

  /** Begins an element with `count` vertices of `source` from number `first`. */
  begin(source: Float32Array, [first, count]: readonly [number, number], slot: number): void {
    this.#source = source;
    this.#from = first;
    this.#to = this.vertices;
    this.#count = count;
    this.#slot = slot;
    this.#doubles.clear();
    if (this.#carried.length < count) this.#carried = new Int32Array(count * 2);
    this.#carried.fill(-1, 0, count);
    this.#reserve(count);
    this.positions.set(source.subarray(first * 3, (first + count) * 3), this.vertices * 3);
    this.codes.fill(slot, this.vertices, this.vertices + count);
    this.vertices += count;
  }

  /**
   * Writes triangles of the current element into a run. Returns the first corner and the number of corners written: triangles without an area are left out.
   * @throws Error for a corner outside the element.
   */
  triangles(
    run: Run,
    corners: Uint32Array,
    [first, count]: readonly [number, number],
  ): readonly [number, number] {
    this.#run = run;
    const before = this.counts[run];
    const end = first + count - (count % 3);
    for (let at = first; at < end; at += 3) {
      this.#triangle(corners[at] ?? 0, corners[at + 1] ?? 0, corners[at + 2] ?? 0);
    }
    return [before, this.counts[run] - before];
  }

  #triangle(a: number, b: number, c: number): void {
    const from = this.#from;
    const count = this.#count;
    const p = this.#source;
    if (a - from >= count || b - from >= count || c - from >= count || Math.min(a, b, c) < from) {
      throw new Error('expected the corners of an element to be its own vertices');
    }
    const code = faceCode(p, a, b, c);
    if (code < 0) return;
    const carried = this.#carried;
    const ka = carried[a - from] ?? -1;
    const kb = carried[b - from] ?? -1;
    const kc = carried[c - from] ?? -1;
    if (kc === code) this.#write(a, b, c);
    else if (ka === code) this.#write(b, c, a);
    else if (kb === code) this.#write(c, a, b);
    else if (kc < 0) this.#carry(c, code, a, b);
    else if (ka < 0) this.#carry(a, code, b, c);
    else if (kb < 0) this.#carry(b, code, c, a);
    else this.#emit(a - from + this.#to, b - from + this.#to, this.#double(c, code));
  }

  /** Lets vertex `c` carry a direction, and writes the triangle a, b, c. */
  #carry(c: number, code: number, a: number, b: number): void {
    this.#carried[c - this.#from] = code;
    this.codes[c - this.#from + this.#to] = ((code << 20) | this.#slot) >>> 0;
    this.#write(a, b, c);
  }

  #write(a: number, b: number, c: number): void {
    const shift = this.#to - this.#from;
    this.#emit(a + shift, b + shift, c + shift);
  }

  /** Writes a triangle whose last corner carries its direction. */
  #emit(a: number, b: number, c: number): void {
    const at = this.counts[this.#run];
    const corners = this.corners[this.#run];
    corners[at] = this.#isFirst ? c : a;
    corners[at + 1] = this.#isFirst ? a : b;
    corners[at + 2] = this.#isFirst ? b : c;
    this.counts[this.#run] = at + 3;
  }

  /** A copy of a vertex of the source that carries this direction. */
  #double(vertex: number, code: number): number {
    const key = (vertex - this.#from) * 4096 + code;
    const known = this.#doubles.get(key);
    if (known !== undefined) return known;
    this.#reserve(1);
    const made = this.vertices;
    this.vertices += 1;
    this.positions.set(this.#source.subarray(vertex * 3, vertex * 3 + 3), made * 3);
    this.codes[made] = ((code << 20) | this.#slot) >>> 0;
    this.#doubles.set(key, made);
    return made;
  }

  #reserve(count: number): void {
    const needed = this.vertices + count;
    if (this.codes.length >= needed) return;
    this.codes = grown(this.codes, needed, (length) => new Uint32Array(length));
    this.positions = grown(
      this.positions,
      this.codes.length * 3,
      (length) => new Float32Array(length),
    );
  }
}

/** Code of the direction of a triangle, −1 for one without an area. */
function faceCode(p: Float32Array, a: number, b: number, c: number): number {
  const x = p[a * 3] ?? 0;
  const y = p[a * 3 + 1] ?? 0;
  const z = p[a * 3 + 2] ?? 0;
  const ux = (p[b * 3] ?? 0) - x;
  const uy = (p[b * 3 + 1] ?? 0) - y;
  const uz = (p[b * 3 + 2] ?? 0) - z;
  const vx = (p[c * 3] ?? 0) - x;
  const vy = (p[c * 3 + 1] ?? 0) - y;
  const vz = (p[c * 3 + 2] ?? 0) - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return nx === 0 && ny === 0 && nz === 0 ? -1 : directionCode(nx, ny, nz);
}

function grown<A extends Uint32Array | Float32Array>(
  array: A,
  needed: number,
  make: (length: number) => A,
): A {
  const larger = make(Math.max(needed, Math.ceil(array.length * 1.25)));
  larger.set(array);
  return larger;
}
