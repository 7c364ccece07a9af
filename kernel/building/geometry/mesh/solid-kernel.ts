/** @module the one door to manifold-3d: booleans, sections and triangulation with typed faults. */

import Module from 'manifold-3d';
import type { ManifoldToplevel, Vec2 } from 'manifold-3d';

import { at } from '../indexed.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import type { Point3 } from '../vector.ts';
import { boxUnion } from '../vector.ts';
import { canonicalMesh } from './canonical-mesh.ts';
import type { Mesh } from './mesh.ts';
import { emptyMesh, isWatertight, meshBounds, translateMesh } from './mesh.ts';
import type { HandleScope } from './trap-guard.ts';
import { createTrapGuard } from './trap-guard.ts';

/** Largest number of triangles of all operands together; more could exhaust the 32-bit memory. */
const MAX_TRIANGLES = 2_000_000;

/**
 * Operands are built through 32-bit floats and then given their exact positions, so the library would
 * merge features below the 32-bit rounding. This tolerance (mm) is a thousandth of our grid instead.
 */
const TOLERANCE_MM = 1e-6;

export type SolidOperation = 'union' | 'subtract' | 'intersect';

/** Why an operation was not carried out. `crashed`: the library is gone, call `loadSolidKernel` again. */
export type SolidFaultCode =
  | 'not_finite'
  | 'too_many_triangles'
  | 'not_watertight'
  | 'too_fine'
  | 'crashed';

/** Thrown by every method of a `SolidKernel`; the message says what was got and what was wanted. */
export class SolidKernelFault extends Error {
  readonly code: SolidFaultCode;
  constructor(code: SolidFaultCode, message: string) {
    super(message);
    this.name = 'SolidKernelFault';
    this.code = code;
  }
}

/** Result of a boolean. The mesh is canonical: the same operands give the same bytes in any process. */
export type SolidResult = {
  readonly mesh: Mesh;
  /** Before rounding. */
  readonly volume_mm3: number;
  readonly watertight: boolean;
  readonly empty: boolean;
  /** Whether the positions are on the 0.001 mm grid; false when rounding would have closed a gap. */
  readonly rounded: boolean;
};

/** Solids in millimetres. All methods are synchronous and throw `SolidKernelFault`. */
export type SolidKernel = {
  /** Operands in the given order; put the smaller id first where the order does not matter. */
  readonly boolean: (a: Mesh, b: Mesh, operation: SolidOperation) => SolidResult;
  /** `a` without all of `cutters`, in one go. */
  readonly subtractAll: (a: Mesh, cutters: readonly Mesh[]) => SolidResult;
  /** Area in mm² of the cut at height `z` mm. */
  readonly sectionArea: (mesh: Mesh, z: number) => number;
  /** Area in mm² covered by the rings together. */
  readonly unionArea: (rings: readonly Ring[]) => number;
  /** Triangles over the vertices of the boundary, then of the holes; every vertex is used. */
  readonly triangulate: (region: Region) => Uint32Array;
};

let loading: Promise<SolidKernel> | null = null;

/** Loads the library once; after a crash the next call loads a fresh one. About 30 ms. */
export function loadSolidKernel(): Promise<SolidKernel> {
  loading ??= instantiate();
  return loading;
}

async function instantiate(): Promise<SolidKernel> {
  const library = await Module();
  library.setup();
  let dropped = false;
  const guarded = createTrapGuard((message) => {
    // Only once: a later call on this dead instance must not drop a fresh one.
    if (!dropped) {
      dropped = true;
      loading = null;
    }
    const text = `the solid kernel crashed: ${message}; want a freshly loaded one`;
    return new SolidKernelFault('crashed', text);
  });
  return {
    boolean: (a, b, operation) => guarded((scope) => combine(library, scope, { a, b, operation })),
    subtractAll: (a, cutters) => guarded((scope) => subtractAll(library, scope, { a, cutters })),
    sectionArea: (mesh, z) =>
      guarded((scope) => {
        checkOperands([mesh]);
        if (!Number.isFinite(z)) {
          throw new SolidKernelFault('not_finite', `got height ${z}, want millimetres`);
        }
        if (mesh.triangles.length === 0) {
          return 0;
        }
        const offset = localOffset([mesh]);
        const solid = toSolid(library, scope, { mesh, offset });
        return scope.keep(solid.slice(z - offset.z)).area();
      }),
    unionArea: (rings) =>
      guarded((scope) => {
        checkFinite(rings);
        return unionArea(library, scope, rings);
      }),
    triangulate: (region) =>
      guarded(() => {
        checkFinite([region.boundary, ...region.holes]);
        const polygons = [region.boundary, ...region.holes].map((ring) =>
          ring.map(({ x, y }): Vec2 => [x, y]),
        );
        return Uint32Array.from(library.triangulate(polygons, -1, false).flat());
      }),
  };
}

type Solid = InstanceType<ManifoldToplevel['Manifold']>;

function checkOperands(meshes: readonly Mesh[]): void {
  const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0);
  if (triangles > MAX_TRIANGLES) {
    throw new SolidKernelFault(
      'too_many_triangles',
      `got ${triangles} triangles, want at most ${MAX_TRIANGLES}`,
    );
  }
  for (const mesh of meshes) {
    if (!mesh.positions.every((value) => Number.isFinite(value))) {
      throw new SolidKernelFault('not_finite', 'got a vertex that is not finite, want millimetres');
    }
    if (mesh.triangles.length > 0 && !isWatertight(mesh)) {
      throw new SolidKernelFault(
        'not_watertight',
        'got a surface with open edges, want a closed one',
      );
    }
  }
}

function checkFinite(rings: readonly Ring[]): void {
  if (!rings.flat().every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) {
    throw new SolidKernelFault('not_finite', 'got a point that is not finite, want millimetres');
  }
}

/** Whole millimetres near the middle of the operands: the library works in coordinates around it. */
function localOffset(meshes: readonly Mesh[]): Point3 {
  const { min, max } = meshes
    .filter((mesh) => mesh.positions.length > 0)
    .map((mesh) => meshBounds(mesh))
    .reduce((a, b) => boxUnion(a, b));
  return {
    x: Math.round((min.x + max.x) / 2),
    y: Math.round((min.y + max.y) / 2),
    z: Math.round((min.z + max.z) / 2),
  };
}

type Placed = { readonly mesh: Mesh; readonly offset: Point3 };

/**
 * The library takes 32-bit positions only. Each 32-bit triple is therefore looked up again in a warp,
 * which works on the 64-bit vertices, and replaced by the exact one.
 */
function toSolid(library: ManifoldToplevel, scope: HandleScope, { mesh, offset }: Placed): Solid {
  const exact = translateMesh(mesh, { x: -offset.x, y: -offset.y, z: -offset.z }).positions;
  const single = Float32Array.from(exact);
  const first = new Map<string, number>();
  for (let i = 0; i < exact.length; i += 3) {
    const key = tripleKey(single, i);
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, i);
    } else if (
      exact[known] !== exact[i] ||
      exact[known + 1] !== exact[i + 1] ||
      exact[known + 2] !== exact[i + 2]
    ) {
      throw new SolidKernelFault(
        'too_fine',
        'two vertices are closer than 32-bit floats can tell at this extent, want a smaller solid',
      );
    }
  }
  const source = new library.Mesh({
    numProp: 3,
    vertProperties: single,
    triVerts: mesh.triangles,
  });
  const rough = scope.keep(library.Manifold.ofMesh(source));
  if (rough.status() !== 'NoError') {
    throw new SolidKernelFault(
      'not_watertight',
      `the solid kernel refused a surface: ${rough.status()}`,
    );
  }
  const warped = scope.keep(
    rough.warpBatch((vertices, count) => {
      for (let i = 0; i < count * 3; i += 3) {
        const from = first.get(tripleKey(vertices, i)) ?? -1;
        vertices.set(exact.subarray(from, from + 3), i);
      }
    }),
  );
  return scope.keep(warped.setTolerance(TOLERANCE_MM));
}

function tripleKey(values: ArrayLike<number>, i: number): string {
  return `${at(values, i)},${at(values, i + 1)},${at(values, i + 2)}`;
}

type Operands = { readonly a: Mesh; readonly b: Mesh; readonly operation: SolidOperation };

function combine(library: ManifoldToplevel, scope: HandleScope, operands: Operands): SolidResult {
  const { a, b, operation } = operands;
  checkOperands([a, b]);
  if (a.triangles.length === 0 && b.triangles.length === 0) {
    return emptyResult;
  }
  const offset = localOffset([a, b]);
  const first = toSolid(library, scope, { mesh: a, offset });
  const second = toSolid(library, scope, { mesh: b, offset });
  return readSolid(scope.keep(apply(first, second, operation)), scope, offset);
}

function apply(first: Solid, second: Solid, operation: SolidOperation): Solid {
  switch (operation) {
    case 'union':
      return first.add(second);
    case 'subtract':
      return first.subtract(second);
    case 'intersect':
      return first.intersect(second);
    default:
      return operation satisfies never;
  }
}

function subtractAll(
  library: ManifoldToplevel,
  scope: HandleScope,
  { a, cutters }: { readonly a: Mesh; readonly cutters: readonly Mesh[] },
): SolidResult {
  checkOperands([a, ...cutters]);
  if (a.triangles.length === 0) {
    return emptyResult;
  }
  const offset = localOffset([a, ...cutters]);
  const solids = [a, ...cutters].map((mesh) => toSolid(library, scope, { mesh, offset }));
  return readSolid(scope.keep(library.Manifold.difference(solids)), scope, offset);
}

const emptyResult: SolidResult = {
  mesh: emptyMesh,
  volume_mm3: 0,
  watertight: false,
  empty: true,
  rounded: true,
};

/**
 * `getMesh` gives the triangles but 32-bit positions; the 64-bit ones come from a warp that only
 * reads. Both list the vertices in the same order, which is checked.
 */
function readSolid(solid: Solid, scope: HandleScope, offset: Point3): SolidResult {
  // Solids that only touch may share a skin: twice its volume over its area is its mean thickness.
  if (solid.isEmpty() || 2 * solid.volume() <= TOLERANCE_MM * solid.surfaceArea()) {
    return emptyResult;
  }
  const { triVerts, vertProperties } = solid.getMesh();
  let positions = new Float64Array(0);
  scope.keep(
    solid.warpBatch((vertices, count) => {
      positions = vertices.slice(0, count * 3);
    }),
  );
  if (
    positions.length !== vertProperties.length ||
    positions.some((value, i) => Math.fround(value) !== vertProperties[i])
  ) {
    throw new Error('the solid kernel lists vertices in two different orders');
  }
  const exact = translateMesh({ positions, triangles: Uint32Array.from(triVerts) }, offset);
  const { mesh, rounded } = canonicalMesh(exact);
  return {
    mesh,
    volume_mm3: solid.volume(),
    watertight: isWatertight(mesh),
    empty: false,
    rounded,
  };
}

function unionArea(library: ManifoldToplevel, scope: HandleScope, rings: readonly Ring[]): number {
  if (rings.length === 0) {
    return 0;
  }
  const sections = rings.map((ring) =>
    scope.keep(
      library.CrossSection.ofPolygons(
        ring.map(({ x, y }): Vec2 => [x, y]),
        'NonZero',
      ),
    ),
  );
  return scope.keep(library.CrossSection.union(sections)).area();
}
