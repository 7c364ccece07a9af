/**
 * @module clip hull: a convex body cut by half-spaces, with its corners shared, so that it stays closed. All its numbers
 * lie in a few flat arrays, which the next body takes over: a cut makes no objects.
 */
import { at, float64At } from '../indexed.ts';
import type { Point3 } from '../vector.ts';

/**
 * A corner within this of a plane lies on it, mm. Faces in one plane are the norm in buildings: what lies on a plane is
 * neither cut nor lost.
 */
const ON_PLANE_MM = 1e-7;

/** Numbers that each array has room for at first. */
const ROOM = 256;
const NONE = -1;
/** A plane further than this from the box of a body cuts none of it, whatever rounding does, mm. */
const CLEAR_MM = 1e-3;

type Origin = readonly [number, number, number];

/** A body before it is cut; faces run counter-clockwise from outside. */
type Whole = {
  readonly corners: Float64Array;
  readonly faces: readonly (readonly number[])[];
  readonly bounds: readonly [number, number, number, number, number, number];
};

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

  /** Takes over faces as they are. */
  copy({ corners, starts }: FlatFaces): void {
    this.clear(starts.length - 1, corners.length);
    this.corners.set(corners);
    this.starts.set(starts);
    this.count = starts.length - 1;
    this.length = corners.length;
  }

  /** Takes in a face of the corners from the last one on up to `length`; of fewer than three it makes none. */
  close(length: number): void {
    if (length - this.length < 3) return;
    this.count += 1;
    this.length = length;
    this.starts[this.count] = length;
  }
}

type FlatFaces = { readonly corners: Int32Array; readonly starts: Int32Array };

const FLAT = new WeakMap<Whole['faces'], FlatFaces>();

/** Faces one after the other, once for all bodies that share them. */
function flatFaces(faces: Whole['faces']): FlatFaces {
  const known = FLAT.get(faces);
  if (known !== undefined) return known;
  const starts = [0];
  for (const face of faces) starts.push(at(starts, starts.length - 1) + face.length);
  const flat = { corners: Int32Array.from(faces.flat()), starts: Int32Array.from(starts) };
  FLAT.set(faces, flat);
  return flat;
}

/** The corners that a cut makes, found again by the edge that they lie on. */
class CutEdges {
  /** For each corner before the cut the last corner made on an edge to a greater one, counted from the first made. */
  #last: Int32Array = new Int32Array(ROOM);
  /** For each corner made the greater end of its edge, and the one made before it for the same lesser end. */
  #to: Int32Array = new Int32Array(ROOM);
  #previous: Int32Array = new Int32Array(ROOM);
  #made = 0;

  /** Takes out all edges and makes room for so many among so many corners. */
  clear(corners: number, most: number): void {
    this.#last = wholeRoom(this.#last, corners);
    this.#last.fill(NONE, 0, corners);
    this.#to = wholeRoom(this.#to, most);
    this.#previous = wholeRoom(this.#previous, most);
    this.#made = 0;
  }

  /** Which of those made lies on an edge; the next one where none does. */
  take(low: number, high: number): number {
    const [to, previous] = [this.#to, this.#previous];
    const last = whole(this.#last, low);
    for (let made = last; made !== NONE; made = whole(previous, made)) {
      if (whole(to, made) === high) return made;
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
  /** Lower and upper x, y, z of the body before it was cut. */
  readonly #box: Float64Array = new Float64Array(6);

  /** Takes over a body in place of the one before, seen from an origin. */
  begin({ corners, faces, bounds }: Whole, [ox, oy, oz]: Origin): void {
    const box = this.#box;
    box[0] = bounds[0] - ox;
    box[1] = bounds[1] - oy;
    box[2] = bounds[2] - oz;
    box[3] = bounds[3] - ox;
    box[4] = bounds[4] - oy;
    box[5] = bounds[5] - oz;
    this.#count = Math.floor(corners.length / 3);
    this.#corners = realRoom(this.#corners, corners.length);
    for (let k = 0; k + 2 < corners.length; k += 3) {
      this.#corners[k] = float64At(corners, k) - ox;
      this.#corners[k + 1] = float64At(corners, k + 1) - oy;
      this.#corners[k + 2] = float64At(corners, k + 2) - oz;
    }
    this.#faces.copy(flatFaces(faces));
  }

  /** How far the box reaches along a direction. */
  #boxReach(nx: number, ny: number, nz: number): number {
    const box = this.#box;
    return (
      nx * real(box, nx > 0 ? 3 : 0) +
      ny * real(box, ny > 0 ? 4 : 1) +
      nz * real(box, nz > 0 ? 5 : 2)
    );
  }

  /** Keeps the points with `x nx + y ny + z nz <= d`; false where nothing but a face, an edge or a corner is left. */
  keepBelow(nx: number, ny: number, nz: number, d: number): boolean {
    if (this.#boxReach(nx, ny, nz) < d - CLEAR_MM) return true;
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
    this.#reach = realRoom(this.#reach, count + faces.length);
    this.#cuts.clear(count, faces.length);
    this.#keepFaces(faces, kept, count);
    this.#cap(kept);
    const [corners, reach] = [this.#corners, this.#reach];
    for (let i = 0; i < count; i++) {
      if (!(real(reach, i) > 0)) continue;
      corners[3 * i] = Number.NaN;
      corners[3 * i + 1] = Number.NaN;
      corners[3 * i + 2] = Number.NaN;
    }
    this.#faces = kept;
    this.#spare = faces;
  }

  /** Keeps what is left of each face, if that has an area. */
  #keepFaces(faces: Faces, kept: Faces, count: number): void {
    const [reach, order, into] = [this.#reach, faces.corners, kept.corners];
    for (let f = 0; f < faces.count; f++) {
      const [start, end] = [whole(faces.starts, f), whole(faces.starts, f + 1)];
      let length = kept.length;
      let corner = whole(order, start);
      let a = real(reach, corner);
      for (let k = start; k < end; k++) {
        const next = whole(order, k + 1 === end ? start : k + 1);
        const b = real(reach, next);
        if (a <= 0) into[length++] = corner;
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) into[length++] = this.#cut(corner, next, count);
        corner = next;
        a = b;
      }
      kept.close(length);
    }
  }

  /** The corner where an edge is cut, made once for the two faces that share it, in the plane. */
  #cut(from: number, to: number, count: number): number {
    const [low, high] = from < to ? [from, to] : [to, from];
    const made = count + this.#cuts.take(low, high);
    if (made < this.#count) return made;
    const [corners, reach] = [this.#corners, this.#reach];
    const [a, b] = [real(reach, low), real(reach, high)];
    const share = a / (a - b);
    for (let axis = 0; axis < 3; axis++) {
      const start = real(corners, 3 * low + axis);
      corners[3 * made + axis] = start + (real(corners, 3 * high + axis) - start) * share;
    }
    reach[made] = 0;
    this.#count = made + 1;
    return made;
  }

  /** Adds the face in the plane that closes what is left, unless a face of the body lies there already. */
  #cap(kept: Faces): void {
    const [reach, order, starts] = [this.#reach, kept.corners, kept.starts];
    const before = wholeRoom(this.#before, this.#count);
    this.#before = before;
    before.fill(NONE, 0, this.#count);
    let [first, edges] = [NONE, 0];
    for (let f = 0; f < kept.count; f++) {
      const [start, end] = [whole(starts, f), whole(starts, f + 1)];
      let from = whole(order, start);
      for (let k = start; k < end; k++) {
        const to = whole(order, k + 1 === end ? start : k + 1);
        // Behind an edge in the plane lies nothing that is kept, since the body is convex.
        if (real(reach, from) === 0 && real(reach, to) === 0) {
          if (first === NONE) first = to;
          if (whole(before, to) === NONE) edges += 1;
          before[to] = from;
        }
        from = to;
      }
    }
    let length = kept.length;
    for (let corner = first, k = 0; corner !== NONE && k <= edges; k++) {
      order[length++] = corner;
      corner = whole(before, corner);
      if (corner === first) break;
    }
    kept.close(length);
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
