/** @module solid-library: the bodies of manifold-3d from faces, and as meshes. */
import type { ManifoldToplevel } from 'manifold-3d';

import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import type { HandleScope } from '../../../../building/geometry/mesh/trap-guard.ts';
import { ROUND_OFF_MM } from '../../../../building/geometry/tolerances.ts';
import type { Box3, Point3 } from '../../../../building/geometry/vector.ts';
import { EvaluateFault } from './evaluate-fault.ts';
import type { Surface } from './surface.ts';
import { trianglesOf } from './triangles.ts';

export type Solid = InstanceType<ManifoldToplevel['Manifold']>;

/**
 * Largest number of triangles of the operands of all steps of one product: 20 s of work where all of them intersect, and
 * 300 MB of memory.
 */
const MAX_TRIANGLES = 600_000;

/** Operations on solids whose handles a scope frees. All methods throw `EvaluateFault`. */
export class SolidLibrary {
  readonly library: ManifoldToplevel;
  readonly #scope: HandleScope;
  #left = MAX_TRIANGLES;

  constructor(library: ManifoldToplevel, scope: HandleScope) {
    this.library = library;
    this.#scope = scope;
  }

  /** The solid of a closed surface. */
  solid(surface: Surface): Solid {
    const triangles = trianglesOf(this.library, surface);
    this.#spend(triangles.length / 3);
    const { points, corners } = used(surface.points, triangles);
    const single = Float32Array.from(points);
    const exact = new Map<string, number>();
    for (let i = 0; i < single.length; i += 3) {
      const key = tripleKey(single, i);
      if (!exact.has(key)) exact.set(key, i);
    }
    const mesh = new this.library.Mesh({ numProp: 3, vertProperties: single, triVerts: corners });
    const rough = this.#checked(() => this.library.Manifold.ofMesh(mesh));
    // The library takes 32-bit positions; a warp replaces each by the exact one.
    const warped = this.#checked(() =>
      rough.warpBatch((vertices, count) => {
        for (let i = 0; i < 3 * count; i += 3) {
          const from = exact.get(tripleKey(vertices, i)) ?? -1;
          if (from >= 0) vertices.set(points.subarray(from, from + 3), i);
        }
      }),
    );
    rough.delete();
    const solid = this.#keep(() => warped.setTolerance(ROUND_OFF_MM));
    warped.delete();
    return solid;
  }

  union(solids: readonly Solid[]): Solid {
    return this.#combined(solids, () => this.library.Manifold.union([...solids]));
  }

  /** The first solid without the others. */
  difference(solids: readonly Solid[]): Solid {
    return this.#combined(solids, () => this.library.Manifold.difference([...solids]));
  }

  intersection(solids: readonly Solid[]): Solid {
    return this.#combined(solids, () => this.library.Manifold.intersection([...solids]));
  }

  /** The part of a solid on the side of a plane to which its normal points. */
  beyond(solid: Solid, normal: Point3, distance: number): Solid {
    return this.#combined([solid], () =>
      solid.trimByPlane([normal.x, normal.y, normal.z], distance),
    );
  }

  #combined(solids: readonly Solid[], work: () => Solid): Solid {
    this.#spend(solids.reduce((sum, solid) => sum + solid.numTri(), 0));
    return this.#keep(work);
  }

  #spend(triangles: number): void {
    this.#left -= triangles;
    if (this.#left < 0) {
      throw new EvaluateFault(`expected a body of at most ${MAX_TRIANGLES} triangles in all steps`);
    }
  }

  #keep(work: () => Solid): Solid {
    return this.#scope.keep(this.#checked(work));
  }

  /** The result of a step, whose handle the caller frees. */
  #checked(work: () => Solid): Solid {
    try {
      const solid = work();
      const status = solid.status();
      if (status === 'NoError') return solid;
      solid.delete();
      throw new EvaluateFault(`the solid kernel refused a body: ${status}`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.name === 'ManifoldError') {
        throw new EvaluateFault(`the solid kernel refused a body: ${error.message}`);
      }
      if (error instanceof RangeError) throw trapOf(error);
      throw error;
    }
  }
}

/** The library addresses memory with signed numbers: above 2 GiB it fails like a trap, which the guard must see as one. */
function trapOf(error: RangeError): Error {
  const trap = new Error(error.message, { cause: error });
  trap.name = 'RuntimeError';
  return trap;
}

/** The points that triangles use, in their order. */
function used(
  points: Float64Array,
  triangles: Uint32Array,
): { readonly points: Float64Array; readonly corners: Uint32Array } {
  const index = new Int32Array(points.length / 3).fill(-1);
  let count = 0;
  const corners = triangles.map((corner) => {
    const known = index[corner] ?? -1;
    if (known >= 0) return known;
    index[corner] = count;
    count += 1;
    return count - 1;
  });
  const kept = new Float64Array(3 * count);
  for (const [from, to] of index.entries()) {
    if (to >= 0) kept.set(points.subarray(3 * from, 3 * from + 3), 3 * to);
  }
  return { points: kept, corners };
}

function tripleKey(values: ArrayLike<number>, i: number): string {
  return `${values[i]},${values[i + 1]},${values[i + 2]}`;
}

/** The box of a solid; null if it is empty. */
export function solidBox(solid: Solid): Box3 | null {
  if (solid.isEmpty()) return null;
  const { min, max } = solid.boundingBox();
  return {
    min: { x: min[0], y: min[1], z: min[2] },
    max: { x: max[0], y: max[1], z: max[2] },
  };
}

/** The mesh of a solid in 64-bit positions, which a warp that only reads returns. */
export function solidMesh(solid: Solid, scope: HandleScope): Mesh {
  const { triVerts } = solid.getMesh();
  let positions = new Float64Array(0);
  scope.keep(
    solid.warpBatch((vertices, count) => {
      positions = vertices.slice(0, 3 * count);
    }),
  );
  return ordered({ positions, triangles: Uint32Array.from(triVerts) });
}

/** The mesh with vertices and triangles in the order of coordinates, so that equal bodies have equal bytes. */
function ordered({ positions, triangles }: Mesh): Mesh {
  const count = positions.length / 3;
  const order = Array.from({ length: count }, (_, i) => i).toSorted((a, b) => {
    for (let axis = 0; axis < 3; axis += 1) {
      const difference = (positions[3 * a + axis] ?? 0) - (positions[3 * b + axis] ?? 0);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  const rank = new Uint32Array(count);
  const sorted = new Float64Array(3 * count);
  for (const [to, from] of order.entries()) {
    rank[from] = to;
    sorted.set(positions.subarray(3 * from, 3 * from + 3), 3 * to);
  }
  const faces: (readonly [number, number, number])[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((k) => rank[triangles[i + k] ?? 0]);
    faces.push(a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b]);
  }
  faces.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
  return { positions: sorted, triangles: Uint32Array.from(faces.flat()) };
}
