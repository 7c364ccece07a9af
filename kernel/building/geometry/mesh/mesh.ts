/** @module mesh: triangle meshes: construction, measures, the watertightness test and rigid motions. */

import { at } from '../indexed.ts';
import { type Box3, directionOf, type Point2, type Point3 } from '../vector.ts';

/** Closed surface: x, y, z of each vertex in mm, and vertex triples that run counter-clockwise seen from outside. */
export type Mesh = {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** First index of `triangles` that belongs to panes, which have vertices of their own; absent without panes. */
  readonly glass_from?: number;
};

/** Collects vertices and faces. Corners of faces run counter-clockwise seen from outside. */
export type MeshBuilder = {
  /** Index of the vertex with this key, added on first use. */
  readonly vertex: (key: string, point: Point3) => number;
  /** Index of a new vertex. */
  readonly add: (x: number, y: number, z: number) => number;
  readonly triangle: (a: number, b: number, c: number) => void;
  readonly quad: (corners: readonly [number, number, number, number]) => void;
  readonly finish: () => Mesh;
};

/** A mesh without faces. */
export const emptyMesh: Mesh = { positions: new Float64Array(0), triangles: new Uint32Array(0) };

/** An empty mesh builder. */
export function createMeshBuilder(): MeshBuilder {
  const positions: number[] = [];
  const triangles: number[] = [];
  const keys = new Map<string, number>();
  const add = (x: number, y: number, z: number): number => positions.push(x, y, z) / 3 - 1;
  return {
    vertex: (key, point) => {
      const known = keys.get(key);
      if (known !== undefined) return known;
      const index = add(point.x, point.y, point.z);
      keys.set(key, index);
      return index;
    },
    add,
    triangle: (a, b, c) => {
      triangles.push(a, b, c);
    },
    quad: ([a, b, c, d]) => {
      triangles.push(a, b, c, a, c, d);
    },
    finish: () => ({
      positions: new Float64Array(positions),
      triangles: new Uint32Array(triangles),
    }),
  };
}

/** First vertex of the mesh: measures are computed relative to it, so that distant models keep their precision. */
function localOrigin({ positions }: Mesh): Point3 {
  return { x: positions[0] ?? 0, y: positions[1] ?? 0, z: positions[2] ?? 0 };
}

/** Volume in mm³ by the divergence theorem; positive for outward faces. */
export function meshVolume(mesh: Mesh): number {
  return sixfoldMoments(mesh).volume / 6;
}

type Moments = { volume: number; x: number; y: number; z: number };

function sixfoldMoments(mesh: Mesh): Moments {
  const p = mesh.positions;
  const o = localOrigin(mesh);
  const sum: Moments = { volume: 0, x: 0, y: 0, z: 0 };
  const { triangles } = mesh;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const a = 3 * at(triangles, i);
    const b = 3 * at(triangles, i + 1);
    const c = 3 * at(triangles, i + 2);
    const [ax, ay, az] = [at(p, a) - o.x, at(p, a + 1) - o.y, at(p, a + 2) - o.z];
    const [bx, by, bz] = [at(p, b) - o.x, at(p, b + 1) - o.y, at(p, b + 2) - o.z];
    const [cx, cy, cz] = [at(p, c) - o.x, at(p, c + 1) - o.y, at(p, c + 2) - o.z];
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sum.volume += det;
    sum.x += det * (ax + bx + cx);
    sum.y += det * (ay + by + cy);
    sum.z += det * (az + bz + cz);
  }
  return sum;
}

/** Centre of mass of the solid in mm; the middle of the bounds when it has no volume. */
export function meshCentroid(mesh: Mesh): Point3 {
  const { volume, x, y, z } = sixfoldMoments(mesh);
  const o = localOrigin(mesh);
  if (volume === 0) {
    const { min, max } = meshBounds(mesh);
    return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  }
  const scale = 1 / (4 * volume);
  return { x: o.x + x * scale, y: o.y + y * scale, z: o.z + z * scale };
}

/** Smallest box around the vertices; throws `RangeError` for a mesh without vertices. */
export function meshBounds({ positions }: Mesh): Box3 {
  const low = [at(positions, 0), at(positions, 1), at(positions, 2)];
  const high = [...low];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    const value = at(positions, i);
    low[axis] = Math.min(at(low, axis), value);
    high[axis] = Math.max(at(high, axis), value);
  }
  return {
    min: { x: at(low, 0), y: at(low, 1), z: at(low, 2) },
    max: { x: at(high, 0), y: at(high, 1), z: at(high, 2) },
  };
}

/** Whether every directed edge and its reverse occur exactly once; false for a mesh without faces. */
export function isWatertight({ positions, triangles }: Mesh): boolean {
  const size = positions.length / 3;
  if (triangles.length === 0 || triangles.length % 3 !== 0) return false;
  const edges = new Set<number>();
  for (let i = 0; i < triangles.length; i++) {
    const from = at(triangles, i);
    const to = at(triangles, i % 3 === 2 ? i - 2 : i + 1);
    const edge = from * size + to;
    if (from === to || from >= size || to >= size || edges.has(edge)) return false;
    edges.add(edge);
  }
  for (const edge of edges) {
    const from = Math.floor(edge / size);
    if (!edges.has((edge - from * size) * size + from)) return false;
  }
  return true;
}

function mapPositions(mesh: Mesh, move: (x: number, y: number, z: number) => Point3): Mesh {
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const moved = move(at(mesh.positions, i), at(mesh.positions, i + 1), at(mesh.positions, i + 2));
    positions[i] = moved.x;
    positions[i + 1] = moved.y;
    positions[i + 2] = moved.z;
  }
  return { positions, triangles: mesh.triangles };
}

/** The mesh moved by `delta` mm. */
export function translateMesh(mesh: Mesh, delta: Point3): Mesh {
  return mapPositions(mesh, (x, y, z) => ({ x: x + delta.x, y: y + delta.y, z: z + delta.z }));
}

/** The mesh rotated counter-clockwise around the vertical line through `centre`; quarter turns are exact. */
export function rotateMeshZ(mesh: Mesh, angle_deg: number, centre: Point2 = { x: 0, y: 0 }): Mesh {
  const { x: cosine, y: sine } = directionOf(angle_deg);
  return mapPositions(mesh, (x, y, z) => {
    const [dx, dy] = [x - centre.x, y - centre.y];
    return {
      x: centre.x + dx * cosine - dy * sine,
      y: centre.y + dx * sine + dy * cosine,
      z,
    };
  });
}

/** All meshes in one, in the given order; overlaps are not resolved. */
export function mergeMeshes(meshes: readonly Mesh[]): Mesh {
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let [atPosition, atTriangle] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, atPosition);
    const base = atPosition / 3;
    const own = mesh.triangles;
    for (let i = 0; i < own.length; i += 1) triangles[atTriangle + i] = base + at(own, i);
    atPosition += mesh.positions.length;
    atTriangle += mesh.triangles.length;
  }
  return { positions, triangles };
}

/** Closed box with outward faces. */
export function boxMesh({ min, max }: Box3): Mesh {
  const positions = Float64Array.from(
    [
      [min.x, min.y, min.z],
      [max.x, min.y, min.z],
      [max.x, max.y, min.z],
      [min.x, max.y, min.z],
      [min.x, min.y, max.z],
      [max.x, min.y, max.z],
      [max.x, max.y, max.z],
      [min.x, max.y, max.z],
    ].flat(),
  );
  const triangles = Uint32Array.from(
    [
      [0, 2, 1, 0, 3, 2],
      [4, 5, 6, 4, 6, 7],
      [0, 1, 5, 0, 5, 4],
      [1, 2, 6, 1, 6, 5],
      [2, 3, 7, 2, 7, 6],
      [3, 0, 4, 3, 4, 7],
    ].flat(),
  );
  return { positions, triangles };
}
