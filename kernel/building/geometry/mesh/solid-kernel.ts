/** @module solid kernel: the only wrapper of manifold-3d, with booleans and typed faults. */

import Module, { type ManifoldToplevel } from 'manifold-3d';

import { at } from '../indexed.ts';
import { ROUND_OFF_MM } from '../tolerances.ts';
import { boxUnion, type Point3 } from '../vector.ts';
import { canonicalMesh } from './canonical-mesh.ts';
import { emptyMesh, isWatertight, type Mesh, meshBounds, translateMesh } from './mesh.ts';
import { createTrapGuard, type HandleScope } from './trap-guard.ts';

/** Largest number of triangles of all operands; more could exhaust the 32-bit memory. */
const MAX_TRIANGLES = 2_000_000;

export type SolidOperation = 'union' | 'subtract' | 'intersect';

/** The reason why an operation failed. `crashed`: the instance is unusable, call `loadSolidKernel` again. */
export type SolidFaultCode =
  | 'not_finite'
  | 'too_many_triangles'
  | 'not_watertight'
  | 'too_fine'
  | 'crashed';

/** Thrown by every method of a `SolidKernel`; the message names the input and what was expected. */
export class SolidKernelFault extends Error {
  readonly code: SolidFaultCode;
  constructor(code: SolidFaultCode, message: string) {
    super(message);
    this.name = 'SolidKernelFault';
    this.code = code;
  }
}

/** Result of a boolean. The mesh is canonical: equal operands give equal bytes in any process. */
export type SolidResult = {
  readonly mesh: Mesh;
  /** Volume before rounding. */
  readonly volume_mm3: number;
  readonly watertight: boolean;
  readonly empty: boolean;
};

/** Solids in millimetres. All methods are synchronous and throw `SolidKernelFault`. */
export type SolidKernel = {
  /**
   * Applies the operation; for equal bytes pass the operands of a commutative operation in a fixed order (smaller id
   * first).
   */
  readonly boolean: (a: Mesh, b: Mesh, operation: SolidOperation) => SolidResult;
  /** `a` minus all `cutters`, in one operation. */
  readonly subtractAll: (a: Mesh, cutters: readonly Mesh[]) => SolidResult;
};

let loading: Promise<SolidKernel> | null = null;

/** Loads the library once; after a crash the next call loads a new instance. Takes about 30 ms. */
export function loadSolidKernel(): Promise<SolidKernel> {
  loading ??= instantiate();
  return loading;
}

async function instantiate(): Promise<SolidKernel> {
  const library = await Module();
  library.setup();
  let dropped = false;
  const guarded = createTrapGuard((message) => {
    // Only once: a later call on this dead instance must not discard a new one.
    if (!dropped) {
      dropped = true;
      loading = null;
    }
    const text = `the solid kernel crashed: ${message}; load a new one`;
    return new SolidKernelFault('crashed', text);
  });
  return {
    boolean: (a, b, operation) => guarded((scope) => combine(library, scope, { a, b, operation })),
    subtractAll: (a, cutters) => guarded((scope) => subtractAll(library, scope, { a, cutters })),
  };
}

type Solid = InstanceType<ManifoldToplevel['Manifold']>;

function checkOperands(meshes: readonly Mesh[]): void {
  const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0);
  if (triangles > MAX_TRIANGLES) {
    throw new SolidKernelFault(
      'too_many_triangles',
      `expected at most ${MAX_TRIANGLES} triangles, received ${triangles}`,
    );
  }
  for (const mesh of meshes) {
    if (!mesh.positions.every((value) => Number.isFinite(value))) {
      throw new SolidKernelFault('not_finite', 'a vertex is not finite, expected millimetres');
    }
    if (mesh.triangles.length > 0 && !isWatertight(mesh)) {
      throw new SolidKernelFault(
        'not_watertight',
        'the surface has open edges, expected a closed one',
      );
    }
  }
}

/** A point on whole millimetres near the middle of the operands; the library computes relative to it. */
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
 * The library accepts 32-bit positions only. A warp callback, which sees the 64-bit vertices, replaces each 32-bit
 * triple by its exact original.
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
        'two vertices differ by less than 32-bit floats resolve at this extent, expected a smaller solid',
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
  return scope.keep(warped.setTolerance(ROUND_OFF_MM));
}

function tripleKey(values: ArrayLike<number>, i: number): string {
  return `${at(values, i)},${at(values, i + 1)},${at(values, i + 2)}`;
}

type Operands = { readonly a: Mesh; readonly b: Mesh; readonly operation: SolidOperation };

function combine(library: ManifoldToplevel, scope: HandleScope, operands: Operands): SolidResult {
  const { a, b, operation } = operands;
  checkOperands([a, b]);
  if (a.triangles.length === 0 && b.triangles.length === 0) return emptyResult;
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
  if (a.triangles.length === 0) return emptyResult;
  const offset = localOffset([a, ...cutters]);
  const solids = [a, ...cutters].map((mesh) => toSolid(library, scope, { mesh, offset }));
  return readSolid(scope.keep(library.Manifold.difference(solids)), scope, offset);
}

const emptyResult: SolidResult = {
  mesh: emptyMesh,
  volume_mm3: 0,
  watertight: false,
  empty: true,
};

/**
 * `getMesh` returns the triangles but 32-bit positions; a warp that only reads returns the 64-bit ones. Both list the
 * vertices in the same order, which is checked.
 */
function readSolid(solid: Solid, scope: HandleScope, offset: Point3): SolidResult {
  // Solids that only touch may share a thin skin, which counts as empty: its mean thickness is 2 · volume / area.
  if (solid.isEmpty() || 2 * solid.volume() <= ROUND_OFF_MM * solid.surfaceArea()) {
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
  const mesh = canonicalMesh(exact);
  return {
    mesh,
    volume_mm3: solid.volume(),
    watertight: isWatertight(mesh),
    empty: false,
  };
}
