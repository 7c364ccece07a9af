/**
 * @module clip hull: a convex body cut by half-spaces, with its corners shared, so that it stays closed. All its numbers
 * lie in a few flat arrays, which the next body takes over: a cut makes no objects.
 */
import { at, realAt } from '../indexed.ts';
import type { Point3 } from '../vector.ts';

/**
 * A corner within this of a plane lies on it, mm. Faces in one plane are the norm in buildings: what lies on a plane is
 * neither cut nor lost.
 */
const ON_PLANE_MM = 1e-7;

/** Numbers that each array has room for at first. */
const ROOM = 256;
const NONE = -1;

type Origin = readonly [number, number, number];

/** The number at a place that is there. One function for each kind of array: one for both is far slower. */
function real(list: Float64Array, place: number): number {
  return list[place] ?? 0;
}

function whole(list: Int32Array, place: number): number {
  return list[place] ?? 0;
}

function realRoom(list: Float64Array, length: number): Float64Array {
  if (length <= list.length) return list;
  const longer = new Float64Array(2 * length);
  longer.set(list);
  return longer;
}

function wholeRoom(list: Int32Array, length: number): Int32Array {
  if (length <= list.length) return list;
  const longer = new Int32Array(2 * length);
  longer.set(list);
  return longer;
}

/** Corners of faces one after the other. */
class Faces {
  corners: Int32Array = new Int32Array(ROOM);
  /** Where each face begins, and where the last one ends. */
  starts: Int32Array = new Int32Array(ROOM);
  count = 0;
  /** Numbers of corners that are there, those of a face that is not closed yet among them. */
  length = 0;

  /** Takes out all faces and makes room for so many with so many corners altogether. */
  clear(count: number, length: number): void {
    this.count = 0;
    this.length = 0;
    this.corners = wholeRoom(this.corners, length);
    this.starts = wholeRoom(this.starts, count + 1);
  }

  push(corner: number): void {
    this.corners[this.length] = corner;
    this.length += 1;
  }

  /** Makes a face of the corners since the last one; of fewer than three it makes none. */
  close(): void {
    const start = whole(this.starts, this.count);
    if (this.length - start < 3) {
      this.length = start;
      return;
    }
    this.count += 1;
    this.starts[this.count] = this.length;
  }
}

/** A number for each edge that is cut. */
class CutEdges {
  /** Lesser corner, greater corner and number, three by three; the lesser is `NONE` where nothing is. */
  #entries: Int32Array = new Int32Array(3 * ROOM);
  #mask = ROOM - 1;

  /** Takes out all edges and makes room for so many. */
  clear(most: number): void {
    let places = 16;
    while (places < 2 * most) places *= 2;
    this.#mask = places - 1;
    this.#entries = wholeRoom(this.#entries, 3 * places);
    this.#entries.fill(NONE, 0, 3 * places);
  }

  /** The number that an edge has; where it had none, it has `number` from now on. */
  take(low: number, high: number, number: number): number {
    const entries = this.#entries;
    let place = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 8;
    for (;;) {
      const entry = 3 * (place & this.#mask);
      const known = whole(entries, entry);
      if (known === low && whole(entries, entry + 1) === high) return whole(entries, entry + 2);
      if (known === NONE) {
        entries[entry] = low;
        entries[entry + 1] = high;
        entries[entry + 2] = number;
        return number;
      }
      place += 1;
    }
  }
}

/**
 * A convex body that is cut in place. Corners that are cut away stay in the list without a place (`NaN`), which no
 * comparison counts, so that the faces need not be numbered again.
 */
export class CutBody {
  /** x, y, z of each corner, mm. */
  #corners: Float64Array = new Float64Array(ROOM);
  #count = 0;
  #faces = new Faces();
  /** Faces of the body before the last cut, which the next one writes over. */
  #spare = new Faces();
  /** How far each corner lies over the plane that cuts now, mm. */
  #reach: Float64Array = new Float64Array(ROOM);
  /** The corner before each one in the plane that cuts now. */
  #before: Int32Array = new Int32Array(ROOM);
  readonly #cuts = new CutEdges();

  /** Takes over a body in place of the one before, seen from an origin; faces run counter-clockwise from outside. */
  begin(
    corners: readonly number[],
    faces: readonly (readonly number[])[],
    [ox, oy, oz]: Origin,
  ): void {
    this.#count = Math.floor(corners.length / 3);
    this.#corners = realRoom(this.#corners, corners.length);
    for (let k = 0; k + 2 < corners.length; k += 3) {
      this.#corners[k] = realAt(corners, k) - ox;
      this.#corners[k + 1] = realAt(corners, k + 1) - oy;
      this.#corners[k + 2] = realAt(corners, k + 2) - oz;
    }
    let length = 0;
    for (const face of faces) length += face.length;
    this.#faces.clear(faces.length, length);
    for (const face of faces) {
      for (let k = 0; k < face.length; k++) this.#faces.push(at(face, k));
      this.#faces.close();
    }
  }

  /** Keeps the points with `x nx + y ny + z nz <= d`; false where nothing but a face, an edge or a corner is left. */
  keepBelow(nx: number, ny: number, nz: number, d: number): boolean {
    const corners = this.#corners;
    const count = this.#count;
    const reach = realRoom(this.#reach, count);
    this.#reach = reach;
    let [outside, inside] = [0, 0];
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const over =
        nx * real(corners, k) + ny * real(corners, k + 1) + nz * real(corners, k + 2) - d;
      const settled = Math.abs(over) <= ON_PLANE_MM ? 0 : over;
      reach[i] = settled;
      if (settled > 0) outside += 1;
      if (settled < 0) inside += 1;
    }
    if (inside === 0) return false;
    if (outside > 0) this.#cutFaces(count);
    return true;
  }

  #cutFaces(count: number): void {
    const faces = this.#faces;
    const kept = this.#spare;
    // A cut puts at most one corner more between two of a face, and its own face has at most the corners of all.
    kept.clear(faces.count + 1, 4 * faces.length + 4);
    this.#corners = realRoom(this.#corners, 3 * (count + faces.length));
    this.#cuts.clear(faces.length);
    for (let f = 0; f < faces.count; f++) {
      this.#keepOf(kept, { faces, from: whole(faces.starts, f), to: whole(faces.starts, f + 1) });
    }
    this.#cap(kept, count);
    for (let i = 0; i < count; i++) {
      if (real(this.#reach, i) > 0) this.#corners.fill(Number.NaN, 3 * i, 3 * i + 3);
    }
    this.#faces = kept;
    this.#spare = faces;
  }

  /** Keeps what is left of a face, if that has an area. */
  #keepOf(
    kept: Faces,
    { faces, from, to }: { readonly faces: Faces; readonly from: number; readonly to: number },
  ): void {
    const reach = this.#reach;
    let corner = whole(faces.corners, from);
    let a = real(reach, corner);
    for (let k = from; k < to; k++) {
      const next = whole(faces.corners, k + 1 === to ? from : k + 1);
      const b = real(reach, next);
      if (a <= 0) kept.push(corner);
      if ((a < 0 && b > 0) || (a > 0 && b < 0)) kept.push(this.#cut(corner, next));
      corner = next;
      a = b;
    }
    kept.close();
  }

  /** The corner where an edge is cut, made once for the two faces that share it. */
  #cut(from: number, to: number): number {
    const [low, high] = from < to ? [from, to] : [to, from];
    const made = this.#cuts.take(low, high, this.#count);
    if (made < this.#count) return made;
    const corners = this.#corners;
    const [a, b] = [real(this.#reach, low), real(this.#reach, high)];
    const share = a / (a - b);
    for (let axis = 0; axis < 3; axis++) {
      const start = real(corners, 3 * low + axis);
      corners[3 * made + axis] = start + (real(corners, 3 * high + axis) - start) * share;
    }
    this.#count += 1;
    return made;
  }

  /** Adds the face in the plane that closes what is left, unless a face of the body lies there already. */
  #cap(kept: Faces, count: number): void {
    const reach = this.#reach;
    const before = wholeRoom(this.#before, this.#count);
    this.#before = before;
    before.fill(NONE, 0, this.#count);
    const isOn = (corner: number): boolean => corner >= count || real(reach, corner) === 0;
    let [first, edges] = [NONE, 0];
    for (let f = 0; f < kept.count; f++) {
      const [start, end] = [whole(kept.starts, f), whole(kept.starts, f + 1)];
      for (let k = start; k < end; k++) {
        const from = whole(kept.corners, k);
        if (!isOn(from)) continue;
        const to = whole(kept.corners, k + 1 === end ? start : k + 1);
        if (!isOn(to)) continue;
        // Behind an edge in the plane lies nothing that is kept, since the body is convex.
        if (first === NONE) first = to;
        if (whole(before, to) === NONE) edges += 1;
        before[to] = from;
      }
    }
    for (let corner = first, k = 0; corner !== NONE && k <= edges; k++) {
      kept.push(corner);
      corner = whole(before, corner);
      if (corner === first) break;
    }
    kept.close();
  }

  /** Volume in mm³ and centre of mass from the origin; faces are convex. */
  moments(): { readonly volume: number; readonly centre: Point3 } {
    const corners = this.#corners;
    const { corners: order, starts, count } = this.#faces;
    const first = 3 * whole(order, 0);
    const [ox, oy, oz] = [real(corners, first), real(corners, first + 1), real(corners, first + 2)];
    let [six, x, y, z] = [0, 0, 0, 0];
    for (let f = 0; f < count; f++) {
      const [start, end] = [whole(starts, f), whole(starts, f + 1)];
      const a = 3 * whole(order, start);
      const ax = real(corners, a) - ox;
      const ay = real(corners, a + 1) - oy;
      const az = real(corners, a + 2) - oz;
      for (let k = start + 1; k + 1 < end; k++) {
        const [b, c] = [3 * whole(order, k), 3 * whole(order, k + 1)];
        const bx = real(corners, b) - ox;
        const by = real(corners, b + 1) - oy;
        const bz = real(corners, b + 2) - oz;
        const cx = real(corners, c) - ox;
        const cy = real(corners, c + 1) - oy;
        const cz = real(corners, c + 2) - oz;
        const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
        six += det;
        x += det * (ax + bx + cx);
        y += det * (ay + by + cy);
        z += det * (az + bz + cz);
      }
    }
    const scale = six === 0 ? 0 : 1 / (4 * six);
    return { volume: six / 6, centre: { x: ox + x * scale, y: oy + y * scale, z: oz + z * scale } };
  }
}
