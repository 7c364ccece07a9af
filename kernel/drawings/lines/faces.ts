/** @module faces: the plane faces of bodies as they are looked at, and the edges between them. */
import { at } from '../../geometry/indexed.ts';

/**
 * A plane face turned to who looks: its border as separate sides in no order (what an odd number of them surrounds is
 * inside), and the plane as depth = px·x + py·y + p0. All mm in the frame of the view.
 */
export type Face = {
  readonly body: number;
  /** x and y of both ends of each side. */
  readonly sides: Float64Array;
  readonly px: number;
  readonly py: number;
  readonly p0: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly nearest: number;
  readonly farthest: number;
};

/** Two ends with depths, and the face that is seen beside it. */
export type Edge = {
  readonly body: number;
  readonly face: number;
  readonly ax: number;
  readonly ay: number;
  readonly az: number;
  readonly bx: number;
  readonly by: number;
  readonly bz: number;
};

/** Faces seen edge-on are not seen: least share of their area that is turned to who looks. */
const EDGE_ON = 1e-6;
/** Cosine of the angle between normals above which two triangles are one face. */
const ONE_FACE = 1 - 1e-9;
/** Cosine of the angle (20°) above which the edge between two faces is that of something round. */
const ROUND = 0.94;

type Triangles = {
  readonly normals: Float64Array;
  /** 1 turned to who looks, 0 not. */
  readonly front: Uint8Array;
  /** Triangle on the other side of each of its three sides, -1 without one. */
  readonly beside: Int32Array;
  /** Number of the face that it belongs to; -1 where it is not seen. */
  readonly face: Int32Array;
};

/** Adds the faces and edges of a closed body whose vertices are given in the frame. */
export function addBody(
  body: number,
  { spots, triangles }: { readonly spots: Float64Array; readonly triangles: Uint32Array },
  { faces, edges }: { readonly faces: Face[]; readonly edges: Edge[] },
): void {
  const count = triangles.length / 3;
  const found = trianglesOf(spots, triangles);
  const { normals, front, beside, face } = found;
  for (let first = 0; first < count; first += 1) {
    if (at(front, first) === 0 || at(face, first) >= 0) continue;
    faces.push(faceFrom(first, faces.length, { body, spots, triangles, found }));
  }
  for (let t = 0; t < count; t += 1) {
    if (at(front, t) === 0) continue;
    for (let k = 0; k < 3; k += 1) {
      const other = at(beside, t * 3 + k);
      if (other >= 0 && at(front, other) === 1) {
        // Seen from both sides: once, and only where it is sharp.
        if (other < t || cosine(normals, t, other) > ROUND) continue;
      }
      const a = at(triangles, t * 3 + k) * 3;
      const b = at(triangles, t * 3 + ((k + 1) % 3)) * 3;
      edges.push({
        body,
        face: at(face, t),
        ax: at(spots, a),
        ay: at(spots, a + 1),
        az: at(spots, a + 2),
        bx: at(spots, b),
        by: at(spots, b + 1),
        bz: at(spots, b + 2),
      });
    }
  }
}

function trianglesOf(spots: Float64Array, triangles: Uint32Array): Triangles {
  const count = triangles.length / 3;
  const size = spots.length / 3;
  const normals = new Float64Array(count * 3);
  const front = new Uint8Array(count);
  const beside = new Int32Array(count * 3).fill(-1);
  const open = new Map<number, number>();
  for (let t = 0; t < count; t += 1) {
    const [a, b, c] = [
      at(triangles, t * 3) * 3,
      at(triangles, t * 3 + 1) * 3,
      at(triangles, t * 3 + 2) * 3,
    ];
    const [ux, uy, uz] = [
      at(spots, b) - at(spots, a),
      at(spots, b + 1) - at(spots, a + 1),
      at(spots, b + 2) - at(spots, a + 2),
    ];
    const [vx, vy, vz] = [
      at(spots, c) - at(spots, a),
      at(spots, c + 1) - at(spots, a + 1),
      at(spots, c + 2) - at(spots, a + 2),
    ];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length > 0) normals.set([nx / length, ny / length, nz / length], t * 3);
    if (nz > EDGE_ON * length) front[t] = 1;
    for (let k = 0; k < 3; k += 1) {
      const [from, to] = [at(triangles, t * 3 + k), at(triangles, t * 3 + ((k + 1) % 3))];
      const twin = open.get(to * size + from);
      if (twin === undefined) {
        open.set(from * size + to, t * 3 + k);
        continue;
      }
      beside[t * 3 + k] = Math.floor(twin / 3);
      beside[twin] = t;
      open.delete(to * size + from);
    }
  }
  return { normals, front, beside, face: new Int32Array(count).fill(-1) };
}

function cosine(normals: Float64Array, a: number, b: number): number {
  return (
    at(normals, a * 3) * at(normals, b * 3) +
    at(normals, a * 3 + 1) * at(normals, b * 3 + 1) +
    at(normals, a * 3 + 2) * at(normals, b * 3 + 2)
  );
}

type Source = {
  readonly body: number;
  readonly spots: Float64Array;
  readonly triangles: Uint32Array;
  readonly found: Triangles;
};

/** The face that a triangle belongs to: all that can be reached from it in its plane. */
function faceFrom(first: number, number: number, { body, spots, triangles, found }: Source): Face {
  const { normals, beside, face } = found;
  const sides: number[] = [];
  const due = [first];
  face[first] = number;
  for (let t = due.pop(); t !== undefined; t = due.pop()) {
    for (let k = 0; k < 3; k += 1) {
      const other = at(beside, t * 3 + k);
      if (other >= 0 && cosine(normals, first, other) > ONE_FACE) {
        if (at(face, other) >= 0) continue;
        face[other] = number;
        due.push(other);
        continue;
      }
      const a = at(triangles, t * 3 + k) * 3;
      const b = at(triangles, t * 3 + ((k + 1) % 3)) * 3;
      sides.push(at(spots, a), at(spots, a + 1), at(spots, b), at(spots, b + 1));
    }
  }
  const corner = at(triangles, first * 3) * 3;
  const [nx, ny, nz] = [
    at(normals, first * 3),
    at(normals, first * 3 + 1),
    at(normals, first * 3 + 2),
  ];
  const [x, y, depth] = [at(spots, corner), at(spots, corner + 1), at(spots, corner + 2)];
  return faceOver(body, Float64Array.from(sides), {
    px: -nx / nz,
    py: -ny / nz,
    p0: depth + (nx * x + ny * y) / nz,
  });
}

/** A face with these sides in a plane. */
export function faceOver(
  body: number,
  sides: Float64Array,
  { px, py, p0 }: { readonly px: number; readonly py: number; readonly p0: number },
): Face {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  let [nearest, farthest] = [Infinity, -Infinity];
  for (let i = 0; i + 1 < sides.length; i += 2) {
    const [x, y] = [at(sides, i), at(sides, i + 1)];
    const depth = px * x + py * y + p0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
    nearest = Math.min(nearest, depth);
    farthest = Math.max(farthest, depth);
  }
  return { body, sides, px, py, p0, left, bottom, right, top, nearest, farthest };
}
