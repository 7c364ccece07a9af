/** @module mesh painter: draws bodies into the depth buffers of the camera and of the sun. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { Rgb } from '../../raster/raster.ts';
import { isFlat } from '../lines/round-edge.ts';
import type { DepthBuffer, Span } from './depth-buffer.ts';
import { drawTriangle, eachSpan } from './depth-buffer.ts';
import type { Lens } from './lens.ts';
import { NEAR_PLANE_MM } from './lens.ts';
import { eachNeighbour } from './smooth-surfaces.ts';
import type { Stage } from './stage.ts';

/** The colour of a body and its number. `isOfFile`: its form is that of a file, whose curved surfaces are facets. */
type Body = { readonly colour: Rgb; readonly body: number; readonly isOfFile?: boolean };

type Solid = { readonly positions: Float64Array; readonly triangles: Uint32Array };

type Corners = readonly [Point3, Point3, Point3];

/** Grid of directions: components of unit normals are rounded to a thousandth. */
const DIRECTIONS = 1000;
/** Maximum number of planes of a body that are searched one by one; further planes are stored in a map. */
const MAX_LISTED = 24;

/** Scratch buffer: x, y and `near` of the three corners of the current triangle. */
const SPOTS = new Float64Array(9);

/** A plane of a body, rounded to the grid on which planes are compared, and the number of its surface. */
type Plane = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly off: number;
  readonly number: number;
};

/** Joins the surfaces of triangles that share a side and meet at a flat angle. */
function joinSmooth(
  triangles: Uint32Array,
  numbers: Uint32Array,
  surfaces: Stage['surfaces'],
): void {
  eachNeighbour(triangles, numbers, (one, other) => {
    const [a, b] = [surfaces.normalOf(one), surfaces.normalOf(other)];
    if (isFlat(a.x * b.x + a.y * b.y + a.z * b.z)) surfaces.smooth.join(one, other);
  });
}

/** Draws the meshes of one stage. Its buffers are reused for each mesh. */
export class MeshPainter {
  /** Number of triangles processed so far. */
  triangles = 0;
  readonly #stage: Pick<Stage, 'lens' | 'surfaces'>;
  /** Vertex coordinates along the axes of a lens. */
  #spots = new Float64Array(0);
  readonly #normal = new Float64Array(3);
  /** The planes of the current body: the first ones as a list, further ones by their rounded coordinates. */
  readonly #planes: Plane[] = [];
  readonly #named = new Map<string, Plane>();

  constructor(stage: Pick<Stage, 'lens' | 'surfaces'>) {
    this.#stage = stage;
  }

  /** Draws the faces of a mesh that are turned towards the camera into the buffer `seen`. */
  addSeen({ positions, triangles }: Solid, own: Body, seen: DepthBuffer): void {
    const { lens, surfaces } = this.#stage;
    this.#begin(lens, positions);
    this.triangles += triangles.length / 3;
    const isInside = lens.perspective && this.#isAroundEye(positions);
    const normal = this.#normal;
    const numbers = own.isOfFile === true ? new Uint32Array(triangles.length / 3) : null;
    for (let i = 0; i + 2 < triangles.length; i += 3) {
      const a = (triangles[i] ?? 0) * 3;
      const b = (triangles[i + 1] ?? 0) * 3;
      const c = (triangles[i + 2] ?? 0) * 3;
      if (!normalOf(positions, a, b, c, normal)) continue;
      const [x, y, z] = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0];
      const [px, py, pz] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
      // Bodies are closed: a back face is always behind a front face, unless the eye is inside the body.
      if (!isInside && !this.#facesEye(x, y, z, px, py, pz)) continue;
      const number = this.#surfaceOf(x, y, z, x * px + y * py + z * pz, own);
      if (numbers !== null) numbers[i / 3] = number;
      drawFrom(lens, seen, this.#spots, a, b, c, number, surfaces.bodies);
    }
    if (numbers !== null) joinSmooth(triangles, numbers, surfaces);
  }

  /**
   * Calls `draw` for each triangle, including those turned away, and passes the rows of the triangle to the function
   * that `draw` returns. Only for lenses without perspective.
   */
  eachFace(
    { positions, triangles }: Solid,
    own: Body,
    draw: (number: number, isBack: boolean) => Span,
  ): void {
    const { lens } = this.#stage;
    this.#begin(lens, positions);
    const normal = this.#normal;
    for (let i = 0; i + 2 < triangles.length; i += 3) {
      const a = (triangles[i] ?? 0) * 3;
      const b = (triangles[i + 1] ?? 0) * 3;
      const c = (triangles[i + 2] ?? 0) * 3;
      if (!normalOf(positions, a, b, c, normal)) continue;
      const [x, y, z] = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0];
      const [px, py, pz] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
      const number = this.#surfaceOf(x, y, z, x * px + y * py + z * pz, own);
      putFrom(lens, this.#spots, a, 0);
      putFrom(lens, this.#spots, b, 3);
      putFrom(lens, this.#spots, c, 6);
      eachSpan(lens, SPOTS, draw(number, !this.#facesEye(x, y, z, px, py, pz)));
    }
  }

  /** Draws the faces turned away from the sun into the shadow map, so that no lit face shadows itself. */
  addLit({ positions, triangles }: Solid, { sun, lit }: Pick<Stage, 'lit' | 'sun'>): void {
    const { surfaces } = this.#stage;
    this.#place(sun, positions);
    this.triangles += triangles.length / 3;
    const normal = this.#normal;
    const { x: sx, y: sy, z: sz } = sun.deeper;
    for (let i = 0; i + 2 < triangles.length; i += 3) {
      const a = (triangles[i] ?? 0) * 3;
      const b = (triangles[i + 1] ?? 0) * 3;
      const c = (triangles[i + 2] ?? 0) * 3;
      if (!normalOf(positions, a, b, c, normal)) continue;
      const [x, y, z] = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0];
      if (x * sx + y * sy + z * sz <= 0) continue;
      drawFrom(sun, lit, this.#spots, a, b, c, 1, surfaces.bodies);
    }
  }

  #begin(lens: Lens, positions: Float64Array): void {
    this.#planes.length = 0;
    this.#named.clear();
    this.#place(lens, positions);
  }

  #place(lens: Lens, positions: Float64Array): void {
    if (this.#spots.length < positions.length) {
      this.#spots = new Float64Array(2 * positions.length);
    }
    spotsIn(lens, positions, this.#spots);
  }

  // oxlint-disable-next-line max-params -- called for every triangle: avoids the allocation of an object
  #facesEye(x: number, y: number, z: number, px: number, py: number, pz: number): boolean {
    const { perspective, deeper, origin } = this.#stage.lens;
    if (!perspective) return x * deeper.x + y * deeper.y + z * deeper.z < 0;
    return x * (px - origin.x) + y * (py - origin.y) + z * (pz - origin.z) < 0;
  }

  /**
   * Whether the eye is inside the bounding box of the mesh, or close enough for the near plane to cut the mesh open.
   */
  #isAroundEye(positions: Float64Array): boolean {
    const { origin } = this.#stage.lens;
    const reaches = (axis: 0 | 1 | 2, eye: number): boolean => {
      let [low, high] = [Infinity, -Infinity];
      for (let i = axis; i < positions.length; i += 3) {
        const value = positions[i] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      return eye >= low - 2 * NEAR_PLANE_MM && eye <= high + 2 * NEAR_PLANE_MM;
    };
    return reaches(0, origin.x) && reaches(1, origin.y) && reaches(2, origin.z);
  }

  /** The number of the surface for a plane of the body; all triangles in the plane share it. */
  // oxlint-disable-next-line max-params -- called for every triangle: avoids the allocation of an object
  #surfaceOf(nx: number, ny: number, nz: number, distance: number, own: Body): number {
    const [x, y, z] = [
      Math.round(nx * DIRECTIONS),
      Math.round(ny * DIRECTIONS),
      Math.round(nz * DIRECTIONS),
    ];
    const off = Math.round(distance);
    for (const plane of this.#planes) {
      if (plane.x === x && plane.y === y && plane.z === z && plane.off === off) return plane.number;
    }
    const name = `${x} ${y} ${z} ${off}`;
    const known = this.#planes.length < MAX_LISTED ? undefined : this.#named.get(name);
    if (known !== undefined) return known.number;
    const number = this.#stage.surfaces.add({ x: nx, y: ny, z: nz }, own.body, own.colour);
    const plane = { x, y, z, off, number };
    if (this.#planes.length < MAX_LISTED) this.#planes.push(plane);
    else this.#named.set(name, plane);
    return plane.number;
  }
}

/** Writes the unit normal of a triangle into `into`; returns false if the triangle has no area. */
// oxlint-disable-next-line max-params -- called for every triangle: avoids the allocation of an object
function normalOf(
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  into: Float64Array,
): boolean {
  const [px, py, pz] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
  const ux = (positions[b] ?? 0) - px;
  const uy = (positions[b + 1] ?? 0) - py;
  const uz = (positions[b + 2] ?? 0) - pz;
  const vx = (positions[c] ?? 0) - px;
  const vy = (positions[c + 1] ?? 0) - py;
  const vz = (positions[c + 2] ?? 0) - pz;
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length < 1e-6) return false;
  into[0] = x / length;
  into[1] = y / length;
  into[2] = z / length;
  return true;
}

/** Writes the lens coordinates of all vertices into `into`, mm; the counterpart of `inLens` for lists. */
function spotsIn(
  { origin, right, up, deeper }: Lens,
  positions: Float64Array,
  into: Float64Array,
): void {
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = (positions[i] ?? 0) - origin.x;
    const y = (positions[i + 1] ?? 0) - origin.y;
    const z = (positions[i + 2] ?? 0) - origin.z;
    into[i] = x * right.x + y * right.y + z * right.z;
    into[i + 1] = x * up.x + y * up.y + z * up.z;
    into[i + 2] = x * deeper.x + y * deeper.y + z * deeper.z;
  }
}

/** Draws the triangle whose corners start at the indexes `a`, `b` and `c` of a list of lens coordinates. */
// oxlint-disable-next-line max-params -- called for every triangle: avoids the allocation of an object
function drawFrom(
  lens: Lens,
  buffer: DepthBuffer,
  list: Float64Array,
  a: number,
  b: number,
  c: number,
  number: number,
  bodies: Int32Array,
): void {
  if (lens.perspective) {
    const corner = (from: number): Point3 => ({
      x: list[from] ?? 0,
      y: list[from + 1] ?? 0,
      z: list[from + 2] ?? 0,
    });
    addTriangle({ lens, buffer, bodies }, [corner(a), corner(b), corner(c)], number);
    return;
  }
  putFrom(lens, list, a, 0);
  putFrom(lens, list, b, 3);
  putFrom(lens, list, c, 6);
  drawTriangle(buffer, SPOTS, number, bodies);
}

/** Projects the corner at index `from` of a list into `SPOTS`, without perspective. */
function putFrom(lens: Lens, list: Float64Array, from: number, to: number): void {
  SPOTS[to] = lens.middle_x + (list[from] ?? 0) * lens.scale;
  SPOTS[to + 1] = lens.middle_y - (list[from + 1] ?? 0) * lens.scale;
  SPOTS[to + 2] = -(list[from + 2] ?? 0);
}

/** Draws a triangle, clipped at the near plane; its corners are in lens coordinates (see `inLens`). */
export function addTriangle(
  {
    lens,
    buffer,
    bodies,
  }: { readonly lens: Lens; readonly buffer: DepthBuffer; readonly bodies: Int32Array },
  corners: Corners,
  number: number,
): void {
  const ring = lens.perspective ? beforeEye(corners) : corners;
  for (let k = 1; k + 1 < ring.length; k += 1) {
    putSpot(lens, 0, at(ring, 0));
    putSpot(lens, 3, at(ring, k));
    putSpot(lens, 6, at(ring, k + 1));
    drawTriangle(buffer, SPOTS, number, bodies);
  }
}

function putSpot(lens: Lens, from: number, corner: Point3): void {
  const near = lens.perspective ? 1 / corner.z : -corner.z;
  const scale = lens.perspective ? lens.scale * near : lens.scale;
  SPOTS[from] = lens.middle_x + corner.x * scale;
  SPOTS[from + 1] = lens.middle_y - corner.y * scale;
  SPOTS[from + 2] = near;
}

/** The part of a triangle in front of the near clipping plane. */
function beforeEye(ring: readonly Point3[]): readonly Point3[] {
  if (ring.every(({ z }) => z >= NEAR_PLANE_MM)) return ring;
  return ring.flatMap((to, i) => {
    const from = ring.at(i - 1) ?? to;
    const [a, b] = [from.z >= NEAR_PLANE_MM, to.z >= NEAR_PLANE_MM];
    const share = (NEAR_PLANE_MM - from.z) / (to.z - from.z);
    const cut = {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      z: NEAR_PLANE_MM,
    };
    return [...(a === b ? [] : [cut]), ...(b ? [to] : [])];
  });
}
