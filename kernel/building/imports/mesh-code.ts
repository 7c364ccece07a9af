/**
 * @module mesh-code: meshes as bytes. Equal meshes have equal bytes, wherever they are in space.
 *
 * Little-endian: `PLM1`, form of the coordinates (0: µm as 32-bit integers, 1: mm as 64-bit floats), bytes of an index
 * (2 or 4), two zero bytes, numbers of vertices and triangles (32 bits each); x, y, z of each vertex from the lowest
 * corner of the box; three indices of each triangle.
 */
import {
  FLOATS,
  indexBytes,
  malformed,
  MAX_MESH_BYTES,
  MESH_HEADER_BYTES,
  MESH_MAGIC,
  meshLayout,
  meshLength,
  MICROMETRES,
} from '../../base/manifest/mesh-header.ts';
import { at } from '../geometry/indexed.ts';
import { type Mesh, meshBounds } from '../geometry/mesh/mesh.ts';
import { type Box3, micrometres, onGrid } from '../geometry/vector.ts';

/** Largest extent in µm that 32-bit integers express: 2.1 km. */
const MAX_UM = 0x7fff_ffff;

/** An encoded mesh. `box`: the box of the mesh, mm on the grid. */
export type EncodedMesh = { readonly bytes: Uint8Array; readonly box: Box3 };

/**
 * Encodes a mesh. Its vertices are rounded to 0.001 mm from the lowest corner of its box; they are not merged, so a
 * closed mesh stays closed.
 * @throws {RangeError} for a mesh without triangles, a triangle of missing vertices, a coordinate that is not finite, and
 *   for more than `MAX_MESH_BYTES`
 */
export function encodeMesh(mesh: Mesh): EncodedMesh {
  const { positions, triangles } = mesh;
  const vertices = positions.length / 3;
  assertMesh(mesh);
  const { min, max } = meshBounds(mesh);
  const low = [min.x, min.y, min.z] as const;
  const extent = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  const form = micrometres(extent) <= MAX_UM ? MICROMETRES : FLOATS;
  const index = indexBytes(vertices);
  const bytes = new Uint8Array(
    meshLength({ form, index, vertices, triangles: triangles.length / 3 }),
  );
  if (bytes.length > MAX_MESH_BYTES) {
    throw new RangeError(`got a mesh of ${bytes.length} bytes, want at most ${MAX_MESH_BYTES}`);
  }
  const data = new DataView(bytes.buffer);
  bytes.set(MESH_MAGIC);
  bytes.set([form, index], MESH_MAGIC.length);
  data.setUint32(8, vertices, true);
  data.setUint32(12, triangles.length / 3, true);
  let to = MESH_HEADER_BYTES;
  for (let i = 0; i < positions.length; i += 1) {
    const from_low = at(positions, i) - at(low, i % 3);
    if (form === MICROMETRES) data.setInt32(to, micrometres(from_low), true);
    else data.setFloat64(to, onGrid(from_low), true);
    to += form === MICROMETRES ? 4 : 8;
  }
  for (const corner of triangles) {
    if (index === 2) data.setUint16(to, corner, true);
    else data.setUint32(to, corner, true);
    to += index;
  }
  return { bytes, box: gridBox(min, max) };
}

function gridBox(min: Box3['min'], max: Box3['max']): Box3 {
  const low = { x: onGrid(min.x), y: onGrid(min.y), z: onGrid(min.z) };
  const high = (axis: 'x' | 'y' | 'z'): number => onGrid(low[axis] + onGrid(max[axis] - min[axis]));
  return { min: low, max: { x: high('x'), y: high('y'), z: high('z') } };
}

function assertMesh({ positions, triangles }: Mesh): void {
  if (triangles.length === 0 || triangles.length % 3 !== 0 || positions.length % 3 !== 0) {
    throw new RangeError(
      `got ${positions.length} coordinates and ${triangles.length} indices, want triples and a triangle`,
    );
  }
  const wrong = positions.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) throw new RangeError(`got the coordinate ${wrong}, want finite ones`);
  const beyond = triangles.find((corner) => corner >= positions.length / 3);
  if (beyond !== undefined) {
    throw new RangeError(`got a triangle of vertex ${beyond}, want below ${positions.length / 3}`);
  }
}

/**
 * The mesh of encoded bytes, in mm from the lowest corner of its box. Needs memory in proportion to the bytes.
 * @throws {RangeError} for bytes that `encodeMesh` did not make
 */
export function decodeMesh(bytes: Uint8Array): Mesh {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const layout = meshLayout(bytes);
  if (bytes.length !== meshLength(layout)) {
    malformed(`${bytes.length} bytes`, `${meshLength(layout)} for ${layout.triangles} triangles`);
  }
  const positions = new Float64Array(3 * layout.vertices);
  const triangles = new Uint32Array(3 * layout.triangles);
  const step = layout.form === MICROMETRES ? 4 : 8;
  let from = MESH_HEADER_BYTES;
  for (let i = 0; i < positions.length; i += 1) {
    const value =
      layout.form === MICROMETRES ? data.getInt32(from, true) / 1000 : data.getFloat64(from, true);
    if (!(value >= 0 && Number.isFinite(value))) malformed(`the coordinate ${value}`, 'at least 0');
    positions[i] = value;
    from += step;
  }
  for (let i = 0; i < triangles.length; i += 1) {
    const corner = layout.index === 2 ? data.getUint16(from, true) : data.getUint32(from, true);
    if (corner >= layout.vertices) malformed(`vertex ${corner}`, `below ${layout.vertices}`);
    triangles[i] = corner;
    from += layout.index;
  }
  return { positions, triangles };
}
