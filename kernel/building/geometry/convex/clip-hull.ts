/**
 * @module clip hull: clips a convex body by half-spaces; its faces share corners, so it stays closed. All numbers are
 * in a few flat arrays that are reused for the next body, so that a cut allocates nothing.
 */

import { at, doubleAt } from '../indexed.ts';
import { GRID_MM, ON_PLANE_MM } from '../tolerances.ts';
import type { Point3 } from '../vector.ts';

const INITIAL_CAPACITY = 256;
/** Index of no corner. */
const NONE = -1;

type Origin = readonly [number, number, number];

/** A body before clipping; faces run counter-clockwise seen from outside. */
type Whole = {
  readonly corners: readonly number[];
  readonly faces: readonly (readonly number[])[];
  readonly bounds: readonly [number, number, number, number, number, number];
};

/** An element that exists. Each kind of array has its own function: one function for both is several times slower. */
function float64OrZero(list: Float64Array, place: number): number {
  return list[place] ?? 0;
}

function int32OrZero(list: Int32Array, place: number): number {
  return list[place] ?? 0;
}

function float64WithCapacity(list: Float64Array, length: number): Float64Array {
  if (length <= list.length) return list;
  const longer = new Float64Array(2 * length);
  longer.set(list);
  return longer;
}

function int32WithCapacity(list: Int32Array, length: number): Int32Array {
  if (length <= list.length) return list;
  const longer = new Int32Array(2 * length);
  longer.set(list);
  return longer;
}

/** Faces as concatenated lists of corner indices. */
class Faces {
  corners: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Start of each face in `corners`, and the end of the last one. */
  starts: Int32Array = new Int32Array(INITIAL_CAPACITY);
  count = 0;
  /** Number of corner indices in use, including those of a face that is not closed yet. */
  length = 0;

  /** Removes all faces and reserves capacity for `count` faces with `length` corner indices. */
  clear(count: number, length: number): void {
    this.count = 0;
    this.length = 0;
    this.corners = int32WithCapacity(this.corners, length);
    this.starts = int32WithCapacity(this.starts, count + 1);
  }

  copy({ corners, starts }: FlatFaces): void {
    this.clear(starts.length - 1, corners.length);
    this.corners.set(corners);
    this.starts.set(starts);
    this.count = starts.length - 1;
    this.length = corners.length;
  }

  /** Adds a face of the corner indices from the end of the last face up to `length`; fewer than three make no face. */
  close(length: number): void {
    if (length - this.length < 3) return;
    this.count += 1;
    this.length = length;
    this.starts[this.count] = length;
  }
}

type FlatFaces = { readonly corners: Int32Array; readonly starts: Int32Array };

const FLAT = new WeakMap<Whole['faces'], FlatFaces>();

/** Concatenated faces, cached for all bodies that share them. */
function flatFaces(faces: Whole['faces']): FlatFaces {
  const known = FLAT.get(faces);
  if (known !== undefined) return known;
  const starts = [0];
  for (const face of faces) starts.push(at(starts, starts.length - 1) + face.length);
  const flat = { corners: Int32Array.from(faces.flat()), starts: Int32Array.from(starts) };
  FLAT.set(faces, flat);
  return flat;
}

/** The corners that a cut makes, by the edge that they are on. */
class CutEdges {
  /** For each corner before the cut, the last corner made on an edge to a corner with a greater index. */
  #last: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** For each corner made: the greater end of its edge, and the corner made before it for the same lesser end. */
  #to: Int32Array = new Int32Array(INITIAL_CAPACITY);
  #previous: Int32Array = new Int32Array(INITIAL_CAPACITY);
  #made = 0;

  /** Removes all edges and reserves capacity for `most` new corners. */
  clear(corners: number, most: number): void {
    this.#last = int32WithCapacity(this.#last, corners);
    this.#last.fill(NONE, 0, corners);
    this.#to = int32WithCapacity(this.#to, most);
    this.#previous = int32WithCapacity(this.#previous, most);
    this.#made = 0;
  }

  /** Index of the corner made on an edge; the next free index if there is none yet. */
  take(low: number, high: number): number {
    const [to, previous] = [this.#to, this.#previous];
    const last = int32OrZero(this.#last, low);
    for (let made = last; made !== NONE; made = int32OrZero(previous, made)) {
      if (int32OrZero(to, made) === high) return made;
    }
    const next = this.#made;
    to[next] = high;
    previous[next] = last;
    this.#last[low] = next;
    this.#made = next + 1;
    return next;
  }
}

/**
 * A convex body that is clipped in place. Corners that are cut off stay in the list as `NaN`, which fails every
 * comparison, so the faces need no renumbering.
 */
export class CutBody {
  /** x, y, z of each corner, mm. */
  #corners: Float64Array = new Float64Array(INITIAL_CAPACITY);
  #count = 0;
  #faces = new Faces();
  /** Faces of the body before the last cut, overwritten by the next one. */
  #spare = new Faces();
  /** Signed distance of each corner from the current plane, mm. */
  #reach: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Predecessor of each corner in the current plane. */
  #before: Int32Array = new Int32Array(INITIAL_CAPACITY);
  readonly #cuts = new CutEdges();
  /** Lower and upper x, y, z of the body before clipping. */
  readonly #box: Float64Array = new Float64Array(6);

  /** Replaces the body; coordinates become relative to the origin. */
  begin({ corners, faces, bounds }: Whole, [ox, oy, oz]: Origin): void {
    const box = this.#box;
    box[0] = bounds[0] - ox;
    box[1] = bounds[1] - oy;
    box[2] = bounds[2] - oz;
    box[3] = bounds[3] - ox;
    box[4] = bounds[4] - oy;
    box[5] = bounds[5] - oz;
    this.#count = Math.floor(corners.length / 3);
    this.#corners = float64WithCapacity(this.#corners, corners.length);
    for (let k = 0; k + 2 < corners.length; k += 3) {
      this.#corners[k] = doubleAt(corners, k) - ox;
      this.#corners[k + 1] = doubleAt(corners, k + 1) - oy;
      this.#corners[k + 2] = doubleAt(corners, k + 2) - oz;
    }
    this.#faces.copy(flatFaces(faces));
  }

  /** Upper bound of the body along a direction, from its box. */
  #boxReach(nx: number, ny: number, nz: number): number {
    const box = this.#box;
    return (
      nx * float64OrZero(box, nx > 0 ? 3 : 0) +
      ny * float64OrZero(box, ny > 0 ? 4 : 1) +
      nz * float64OrZero(box, nz > 0 ? 5 : 2)
    );
  }

  /** Keeps the points with `x nx + y ny + z nz <= d`; false if at most a face, an edge or a corner remains. */
  keepBelow(nx: number, ny: number, nz: number, d: number): boolean {
    if (this.#boxReach(nx, ny, nz) < d - GRID_MM) return true;
    const corners = this.#corners;
    const count = this.#count;
    const reach = float64WithCapacity(this.#reach, count);
    this.#reach = reach;
    let [outside, inside] = [0, 0];
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const over =
        nx * float64OrZero(corners, k) +
        ny * float64OrZero(corners, k + 1) +
        nz * float64OrZero(corners, k + 2) -
        d;
      const signed = Math.abs(over) <= ON_PLANE_MM ? 0 : over;
      reach[i] = signed;
      if (signed > 0) outside += 1;
      if (signed < 0) inside += 1;
    }
    if (inside === 0) return false;
    if (outside > 0) this.#cutFaces(count);
    return true;
  }

  #cutFaces(count: number): void {
    const faces = this.#faces;
    const kept = this.#spare;
    // A cut adds at most one corner between two corners of a face; the cap has at most the corners of all faces.
    kept.clear(faces.count + 1, 4 * faces.length + 4);
    this.#corners = float64WithCapacity(this.#corners, 3 * (count + faces.length));
    this.#reach = float64WithCapacity(this.#reach, count + faces.length);
    this.#cuts.clear(count, faces.length);
    this.#keepFaces(faces, kept, count);
    this.#cap(kept);
    const [corners, reach] = [this.#corners, this.#reach];
    for (let i = 0; i < count; i++) {
      if (!(float64OrZero(reach, i) > 0)) continue;
      corners[3 * i] = Number.NaN;
      corners[3 * i + 1] = Number.NaN;
      corners[3 * i + 2] = Number.NaN;
    }
    this.#faces = kept;
    this.#spare = faces;
  }

  /** Keeps the remainder of each face that still has an area. */
  #keepFaces(faces: Faces, kept: Faces, count: number): void {
    const [reach, order, into] = [this.#reach, faces.corners, kept.corners];
    for (let f = 0; f < faces.count; f++) {
      const [start, end] = [int32OrZero(faces.starts, f), int32OrZero(faces.starts, f + 1)];
      let length = kept.length;
      let corner = int32OrZero(order, start);
      let a = float64OrZero(reach, corner);
      for (let k = start; k < end; k++) {
        const next = int32OrZero(order, k + 1 === end ? start : k + 1);
        const b = float64OrZero(reach, next);
        if (a <= 0) into[length++] = corner;
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) into[length++] = this.#cut(corner, next, count);
        corner = next;
        a = b;
      }
      kept.close(length);
    }
  }

  /** The intersection of an edge with the plane, made once for the two faces that share the edge. */
  #cut(from: number, to: number, count: number): number {
    const [low, high] = from < to ? [from, to] : [to, from];
    const made = count + this.#cuts.take(low, high);
    if (made < this.#count) return made;
    const [corners, reach] = [this.#corners, this.#reach];
    const [a, b] = [float64OrZero(reach, low), float64OrZero(reach, high)];
    const share = a / (a - b);
    for (let axis = 0; axis < 3; axis++) {
      const start = float64OrZero(corners, 3 * low + axis);
      corners[3 * made + axis] = start + (float64OrZero(corners, 3 * high + axis) - start) * share;
    }
    reach[made] = 0;
    this.#count = made + 1;
    return made;
  }

  /** Adds the face in the cutting plane that closes the body, unless a face of the body is there already. */
  #cap(kept: Faces): void {
    const [reach, order, starts] = [this.#reach, kept.corners, kept.starts];
    const before = int32WithCapacity(this.#before, this.#count);
    this.#before = before;
    before.fill(NONE, 0, this.#count);
    let [first, edges] = [NONE, 0];
    for (let f = 0; f < kept.count; f++) {
      const [start, end] = [int32OrZero(starts, f), int32OrZero(starts, f + 1)];
      let from = int32OrZero(order, start);
      for (let k = start; k < end; k++) {
        const to = int32OrZero(order, k + 1 === end ? start : k + 1);
        // An edge in the plane is an edge of the cap, because the body is convex.
        if (float64OrZero(reach, from) === 0 && float64OrZero(reach, to) === 0) {
          if (first === NONE) first = to;
          if (int32OrZero(before, to) === NONE) edges += 1;
          before[to] = from;
        }
        from = to;
      }
    }
    let length = kept.length;
    for (let corner = first, k = 0; corner !== NONE && k <= edges; k++) {
      order[length++] = corner;
      corner = int32OrZero(before, corner);
      if (corner === first) break;
    }
    kept.close(length);
  }

  /** The clipped body: x, y, z of its corners from the origin, and the corners of each face, counter-clockwise. */
  shape(): { readonly corners: readonly number[]; readonly faces: readonly (readonly number[])[] } {
    const { corners: order, starts, count } = this.#faces;
    const places = new Map<number, number>();
    const corners: number[] = [];
    const faces: number[][] = [];
    for (let f = 0; f < count; f++) {
      const face: number[] = [];
      const end = int32OrZero(starts, f + 1);
      for (let k = int32OrZero(starts, f); k < end; k++) {
        const corner = int32OrZero(order, k);
        let place = places.get(corner);
        if (place === undefined) {
          place = places.size;
          places.set(corner, place);
          for (let axis = 0; axis < 3; axis++) {
            corners.push(float64OrZero(this.#corners, 3 * corner + axis));
          }
        }
        face.push(place);
      }
      faces.push(face);
    }
    return { corners, faces };
  }

  /** Volume in mm³ and centre of mass from the origin; faces are convex. */
  moments(): { readonly volume: number; readonly centre: Point3 } {
    const corners = this.#corners;
    const { corners: order, starts, count } = this.#faces;
    const first = 3 * int32OrZero(order, 0);
    const [ox, oy, oz] = [
      float64OrZero(corners, first),
      float64OrZero(corners, first + 1),
      float64OrZero(corners, first + 2),
    ];
    let [six, x, y, z] = [0, 0, 0, 0];
    for (let f = 0; f < count; f++) {
      const [start, end] = [int32OrZero(starts, f), int32OrZero(starts, f + 1)];
      const a = 3 * int32OrZero(order, start);
      const ax = float64OrZero(corners, a) - ox;
      const ay = float64OrZero(corners, a + 1) - oy;
      const az = float64OrZero(corners, a + 2) - oz;
      for (let k = start + 1; k + 1 < end; k++) {
        const [b, c] = [3 * int32OrZero(order, k), 3 * int32OrZero(order, k + 1)];
        const bx = float64OrZero(corners, b) - ox;
        const by = float64OrZero(corners, b + 1) - oy;
        const bz = float64OrZero(corners, b + 2) - oz;
        const cx = float64OrZero(corners, c) - ox;
        const cy = float64OrZero(corners, c + 1) - oy;
        const cz = float64OrZero(corners, c + 2) - oz;
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
