/** @module faces: the plane faces of bodies in the frame of a view, and the edges between them. */
import { isFlat, isRound } from './round-edge.ts';

/**
 * A plane front face, that is, a face turned towards the viewer. Its border is a set of unordered sides (even-odd rule:
 * a point is inside if an odd number of closed borders surrounds it); its plane is depth = px·x + py·y + p0. All
 * lengths are mm in the frame of the view.
 */
export type Face = {
  readonly body: number;
  /**
   * The part of a composite body to which the face belongs: a glass panel in a wall, a pane of a window, or the frame
   * around panes.
   */
  readonly part?: 'glass' | 'pane' | 'frame';
  /** x and y of both end points of each side. */
  readonly sides: Float64Array;
  /** Coefficients of the plane. */
  readonly px: number;
  readonly py: number;
  readonly p0: number;
  /** Bounding box in the picture. */
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** Minimum and maximum depth. */
  readonly nearest: number;
  readonly farthest: number;
};

/** An edge: its body, the index of the visible face next to it, and x, y and depth of both end points, mm. */
export type Edge = {
  readonly body: number;
  readonly face: number;
  readonly ax: number;
  readonly ay: number;
  readonly az: number;
  readonly bx: number;
  readonly by: number;
  readonly bz: number;
  /** Whether the edge is no line where a flush face of the same body begins: the body consists of pieces. */
  readonly mayBeSeam?: boolean;
};

/** Minimum cosine between the normal of a face and the view direction. Below it, a face is edge-on and invisible. */
const EDGE_ON = 1e-6;
/** Two adjacent triangles belong to one face if the cosine of the angle between their normals is above this. */
const ONE_FACE = 1 - 1e-9;

/**
 * The properties of the triangles of one body. The lists are reused for the next body and may be longer than needed.
 */
type Triangles = {
  count: number;
  normals: Float64Array;
  /** 1 if the triangle faces the viewer, otherwise 0. */
  front: Uint8Array;
  /** The front-facing neighbour at each of the three sides of a triangle; -1 if there is none. */
  beside: Int32Array;
  /** Number of the face to which the triangle belongs; -1 if the triangle is not visible. */
  face: Int32Array;
};

/** The lists reused for each body. */
const FOUND: Triangles = {
  count: 0,
  normals: new Float64Array(0),
  front: new Uint8Array(0),
  beside: new Int32Array(0),
  face: new Int32Array(0),
};

/** A body: x, y and depth of its vertices, mm. */
type Bodied = {
  readonly spots: Float64Array;
  readonly triangles: Uint32Array;
  /** Whether its form is that of a file: its faces that meet at a flat angle are one smooth surface. */
  readonly isOfFile?: boolean;
};

/** Adds the visible faces and the sharp edges of a closed body. */
export function addBody(
  body: number,
  { spots, triangles, isOfFile = false }: Bodied,
  { faces, edges }: { readonly faces: Face[]; readonly edges: Edge[] },
): void {
  const found = trianglesOf(spots, triangles);
  const { count, front, beside, face } = found;
  const smoothness = new EdgeSmoothness({ spots, triangles, found, isOfFile });
  for (let first = 0; first < count; first += 1) {
    if (front[first] === 0 || (face[first] ?? -1) >= 0) continue;
    faces.push(faceFrom(first, faces.length, { body, spots, triangles, found }));
  }
  for (let t = 0; t < count; t += 1) {
    if (front[t] === 0) continue;
    for (let k = 0; k < 3; k += 1) {
      const other = beside[t * 3 + k] ?? -1;
      // An edge between two visible triangles is added once, and only if it is sharp.
      if (other >= 0 && (other < t || smoothness.isSmooth(t, other, k))) continue;
      const from = (triangles[t * 3 + k] ?? 0) * 3;
      const to = (triangles[k === 2 ? t * 3 : t * 3 + k + 1] ?? 0) * 3;
      edges.push(edgeOf(spots, from, to, { body, face: face[t] ?? -1 }));
    }
  }
}

function edgeOf(
  spots: Float64Array,
  a: number,
  b: number,
  { body, face }: Pick<Edge, 'body' | 'face'>,
): Edge {
  return {
    body,
    face,
    ax: spots[a] ?? 0,
    ay: spots[a + 1] ?? 0,
    az: spots[a + 2] ?? 0,
    bx: spots[b] ?? 0,
    by: spots[b + 1] ?? 0,
    bz: spots[b + 2] ?? 0,
  };
}

function trianglesOf(spots: Float64Array, triangles: Uint32Array): Triangles {
  const count = Math.floor(triangles.length / 3);
  if (FOUND.front.length < count) {
    const capacity = 2 * count;
    FOUND.normals = new Float64Array(capacity * 3);
    FOUND.front = new Uint8Array(capacity);
    FOUND.beside = new Int32Array(capacity * 3);
    FOUND.face = new Int32Array(capacity);
  }
  const { normals, front, face } = FOUND;
  FOUND.count = count;
  for (let t = 0; t < count; t += 1) {
    const a = (triangles[t * 3] ?? 0) * 3;
    const b = (triangles[t * 3 + 1] ?? 0) * 3;
    const c = (triangles[t * 3 + 2] ?? 0) * 3;
    const [x, y, z] = [spots[a] ?? 0, spots[a + 1] ?? 0, spots[a + 2] ?? 0];
    const [ux, uy, uz] = [(spots[b] ?? 0) - x, (spots[b + 1] ?? 0) - y, (spots[b + 2] ?? 0) - z];
    const [vx, vy, vz] = [(spots[c] ?? 0) - x, (spots[c + 1] ?? 0) - y, (spots[c + 2] ?? 0) - z];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const by = length > 0 ? length : 1;
    normals[t * 3] = nx / by;
    normals[t * 3 + 1] = ny / by;
    normals[t * 3 + 2] = nz / by;
    front[t] = nz > EDGE_ON * length ? 1 : 0;
    face[t] = -1;
  }
  findNeighbours(spots.length / 3, triangles);
  return FOUND;
}

/** Maximum number of vertices of a body whose sides are indexed in the table `SIDES`; larger bodies use a map. */
const TABLE = 128;
/** Index of a side plus one, by its two vertices; 0 if there is no such side. Cleared after each body. */
const SIDES = new Int32Array(TABLE * TABLE);

function findNeighbours(vertices: number, triangles: Uint32Array): void {
  const { count, front, beside } = FOUND;
  const open = vertices > TABLE ? new Map<number, number>() : null;
  for (let t = 0; t < count; t += 1) {
    for (let k = 0; k < 3; k += 1) {
      const side = t * 3 + k;
      beside[side] = -1;
      if (front[t] === 0) continue;
      const from = triangles[side] ?? 0;
      const to = triangles[k === 2 ? t * 3 : side + 1] ?? 0;
      const [key, back] = [from * vertices + to, to * vertices + from];
      const twin = (open === null ? SIDES[back] : open.get(back)) ?? 0;
      if (twin === 0) {
        if (open === null) SIDES[key] = side + 1;
        else open.set(key, side + 1);
        continue;
      }
      beside[side] = Math.floor((twin - 1) / 3);
      beside[twin - 1] = t;
      if (open === null) SIDES[back] = 0;
      else open.delete(back);
    }
  }
  if (open !== null) return;
  for (let side = 0; side < count * 3; side += 1) {
    const from = triangles[side] ?? 0;
    const to = triangles[side % 3 === 2 ? side - 2 : side + 1] ?? 0;
    SIDES[from * vertices + to] = 0;
  }
}

function cosine(normals: Float64Array, a: number, b: number): number {
  return (
    (normals[a * 3] ?? 0) * (normals[b * 3] ?? 0) +
    (normals[a * 3 + 1] ?? 0) * (normals[b * 3 + 1] ?? 0) +
    (normals[a * 3 + 2] ?? 0) * (normals[b * 3 + 2] ?? 0)
  );
}

type Meshed = Omit<Source, 'body'> & { readonly isOfFile: boolean };

/** Distinguishes sharp edges of a body from edges between facets of a curved surface. */
class EdgeSmoothness {
  readonly #of: Meshed;
  /** Indexes of the triangles of each face; null until the first flat edge is tested. */
  #faces: Map<number, number[]> | null = null;

  constructor(of: Meshed) {
    this.#of = of;
  }

  /**
   * Whether the edge at side `k` of a triangle is smooth, so that no line is drawn between the triangle and its visible
   * neighbour.
   */
  isSmooth(triangle: number, other: number, k: number): boolean {
    const { triangles, found, isOfFile } = this.#of;
    const flat = cosine(found.normals, triangle, other);
    if (!isFlat(flat)) return false;
    if (isOfFile || flat > ONE_FACE) return true;
    const from = triangles[triangle * 3 + k] ?? 0;
    const to = triangles[k === 2 ? triangle * 3 : triangle * 3 + k + 1] ?? 0;
    const edge = [from * 3, to * 3] as const;
    return isRound(flat, Math.max(this.#across(triangle, edge), this.#across(other, edge)));
  }

  /** Extent of the face of a triangle perpendicular to an edge, in the plane of the face, mm. */
  #across(triangle: number, [from, to]: readonly [number, number]): number {
    const { spots, triangles, found } = this.#of;
    const along = [0, 1, 2].map((axis) => (spots[to + axis] ?? 0) - (spots[from + axis] ?? 0));
    const [ex = 0, ey = 0, ez = 0] = along;
    const [nx = 0, ny = 0, nz = 0] = found.normals.subarray(triangle * 3, triangle * 3 + 3);
    const [wx, wy, wz] = [ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex];
    let [low, high] = [Infinity, -Infinity];
    for (const own of this.#trianglesOf(found.face[triangle] ?? -1)) {
      for (let k = own * 3; k < own * 3 + 3; k += 1) {
        const at = (triangles[k] ?? 0) * 3;
        const off = wx * (spots[at] ?? 0) + wy * (spots[at + 1] ?? 0) + wz * (spots[at + 2] ?? 0);
        low = Math.min(low, off);
        high = Math.max(high, off);
      }
    }
    return (high - low) / Math.sqrt(wx * wx + wy * wy + wz * wz);
  }

  #trianglesOf(face: number): readonly number[] {
    if (this.#faces === null) {
      this.#faces = new Map();
      const { count, face: faces } = this.#of.found;
      for (let t = 0; t < count; t += 1) {
        const of = faces[t] ?? -1;
        const own = this.#faces.get(of);
        if (own === undefined) this.#faces.set(of, [t]);
        else own.push(t);
      }
    }
    return this.#faces.get(face) ?? [];
  }
}

type Source = {
  readonly body: number;
  readonly spots: Float64Array;
  readonly triangles: Uint32Array;
  readonly found: Triangles;
};

/** The face of a triangle: all coplanar triangles that are connected to it. */
function faceFrom(first: number, number: number, { body, spots, triangles, found }: Source): Face {
  const { normals, beside, face } = found;
  const sides: number[] = [];
  const due = [first];
  face[first] = number;
  for (let t = due.pop(); t !== undefined; t = due.pop()) {
    for (let k = 0; k < 3; k += 1) {
      const other = beside[t * 3 + k] ?? -1;
      if (other >= 0 && cosine(normals, first, other) > ONE_FACE) {
        if ((face[other] ?? -1) >= 0) continue;
        face[other] = number;
        due.push(other);
        continue;
      }
      const a = (triangles[t * 3 + k] ?? 0) * 3;
      const b = (triangles[k === 2 ? t * 3 : t * 3 + k + 1] ?? 0) * 3;
      sides.push(spots[a] ?? 0, spots[a + 1] ?? 0, spots[b] ?? 0, spots[b + 1] ?? 0);
    }
  }
  const corner = (triangles[first * 3] ?? 0) * 3;
  const [nx, ny, nz] = [
    normals[first * 3] ?? 0,
    normals[first * 3 + 1] ?? 0,
    normals[first * 3 + 2] ?? 1,
  ];
  return faceOver(body, Float64Array.from(sides), planeThrough(spots, corner, [nx, ny, nz]));
}

/** The plane with a given normal through the point at index `from` of a list. */
function planeThrough(
  spots: Float64Array,
  from: number,
  [nx, ny, nz]: readonly [number, number, number],
): Pick<Face, 'p0' | 'px' | 'py'> {
  const [x, y, depth] = [spots[from] ?? 0, spots[from + 1] ?? 0, spots[from + 2] ?? 0];
  return { px: -nx / nz, py: -ny / nz, p0: depth + (nx * x + ny * y) / nz };
}

/** The face with the given sides (x and y of both end points of each) and plane. */
export function faceOver(
  body: number,
  sides: Float64Array,
  { px, py, p0 }: { readonly px: number; readonly py: number; readonly p0: number },
): Face {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  let [nearest, farthest] = [Infinity, -Infinity];
  for (let i = 0; i + 1 < sides.length; i += 2) {
    const [x, y] = [sides[i] ?? 0, sides[i + 1] ?? 0];
    const depth = px * x + py * y + p0;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
    if (depth < nearest) nearest = depth;
    if (depth > farthest) farthest = depth;
  }
  return { body, sides, px, py, p0, left, bottom, right, top, nearest, farthest };
}

/** Depth of the plane of a face at a place, mm. */
export function depthOf({ px, py, p0 }: Face, x: number, y: number): number {
  return px * x + py * y + p0;
}

/** Whether a place is inside a face. */
export function isInside({ sides }: Face, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const [ay, by] = [sides[i + 1] ?? 0, sides[i + 3] ?? 0];
    if (ay > y === by > y) continue;
    const ax = sides[i] ?? 0;
    if (x < ax + ((y - ay) / (by - ay)) * ((sides[i + 2] ?? 0) - ax)) inside = !inside;
  }
  return inside;
}

/** Whether the border is an axis-aligned rectangle, so that the face fills its bounding box. */
export function isUpright({ sides }: Face): boolean {
  if (sides.length !== 16) return false;
  for (let i = 0; i < 16; i += 4) {
    if (sides[i] !== sides[i + 2] && sides[i + 1] !== sides[i + 3]) return false;
  }
  return true;
}
