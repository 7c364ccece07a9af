/** @module clip hull: a convex body cut by half-spaces, with its corners shared, so that it stays closed. */
import { at, realAt } from '../indexed.ts';

/**
 * A corner within this of a plane lies on it, mm. Faces in one plane are the norm in buildings: what lies on a plane is
 * neither cut nor lost.
 */
const ON_PLANE_MM = 1e-7;

/**
 * A convex body that is cut in place. Corners that are cut away stay in the list without a place (`NaN`), which no
 * comparison counts, so that the faces need not be numbered again.
 */
export class CutBody {
  /** x, y, z of each corner, mm. */
  readonly corners: number[];
  #faces: readonly (readonly number[])[];
  /** How far each corner lies over the plane that cuts now, mm. */
  readonly #reach: number[] = [];
  readonly #made = new Map<number, number>();

  /** Takes the corners as its own; faces run counter-clockwise from outside. */
  constructor(corners: number[], faces: readonly (readonly number[])[]) {
    this.corners = corners;
    this.#faces = faces;
  }

  /** Corners of each face that is left. */
  get faces(): readonly (readonly number[])[] {
    return this.#faces;
  }

  /** Keeps the points with `x nx + y ny + z nz <= d`; false where nothing but a face, an edge or a corner is left. */
  keepBelow(nx: number, ny: number, nz: number, d: number): boolean {
    const { corners } = this;
    const reach = this.#reach;
    const count = corners.length / 3;
    let [outside, inside] = [0, 0];
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const over =
        nx * realAt(corners, k) + ny * realAt(corners, k + 1) + nz * realAt(corners, k + 2) - d;
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
    this.#made.clear();
    const kept: (readonly number[])[] = [];
    for (const face of this.#faces) {
      const left = this.#leftOf(face, count);
      if (left !== null) kept.push(left);
    }
    const cap = this.#cap(kept, count);
    if (cap !== null) kept.push(cap);
    for (let i = 0; i < count; i++) {
      if (realAt(this.#reach, i) > 0) this.corners.fill(Number.NaN, 3 * i, 3 * i + 3);
    }
    this.#faces = kept;
  }

  /** What is left of a face, null where that has no area. */
  #leftOf(face: readonly number[], count: number): readonly number[] | null {
    let outside = 0;
    for (const corner of face) if (realAt(this.#reach, corner) > 0) outside += 1;
    if (outside === 0) return face;
    if (outside === face.length) return null;
    const left: number[] = [];
    for (let k = 0; k < face.length; k++) {
      const [from, to] = [at(face, k), at(face, k + 1 === face.length ? 0 : k + 1)];
      const [a, b] = [realAt(this.#reach, from), realAt(this.#reach, to)];
      if (a <= 0) left.push(from);
      if ((a < 0 && b > 0) || (a > 0 && b < 0)) left.push(this.#cut(from, to, count));
    }
    return left.length < 3 ? null : left;
  }

  /** The corner where an edge is cut, made once for the two faces that share it. */
  #cut(from: number, to: number, count: number): number {
    const [low, high] = from < to ? [from, to] : [to, from];
    const key = low * count + high;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const { corners } = this;
    const [a, b] = [realAt(this.#reach, low), realAt(this.#reach, high)];
    const share = a / (a - b);
    const made = corners.length / 3;
    for (let axis = 0; axis < 3; axis++) {
      const start = realAt(corners, 3 * low + axis);
      corners.push(start + (realAt(corners, 3 * high + axis) - start) * share);
    }
    this.#made.set(key, made);
    return made;
  }

  /** The face in the plane that closes what is left; null where a face of the body lies there already. */
  #cap(kept: readonly (readonly number[])[], count: number): readonly number[] | null {
    const isOn = (corner: number): boolean => corner >= count || this.#reach[corner] === 0;
    const after = new Map<number, number>();
    for (const face of kept) {
      for (let k = 0; k < face.length; k++) {
        const from = at(face, k);
        if (!isOn(from)) continue;
        const to = at(face, k + 1 === face.length ? 0 : k + 1);
        if (!isOn(to)) continue;
        // Behind an edge in the plane lies nothing that is kept, since the body is convex.
        after.set(to, from);
      }
    }
    const first = after.keys().next();
    if (first.done === true) return null;
    const loop: number[] = [];
    let corner: number | undefined = first.value;
    while (corner !== undefined && loop.length <= after.size) {
      loop.push(corner);
      corner = after.get(corner);
      if (corner === first.value) break;
    }
    return loop.length < 3 ? null : loop;
  }
}
