/** @module mesh-header: the first bytes of an encoded mesh, from which its length follows. */

/** First bytes of an encoded mesh: `PLM1`. */
export const MESH_MAGIC = [0x50, 0x4c, 0x4d, 0x31] as const;
/** Bytes before the coordinates. */
export const MESH_HEADER_BYTES = 16;
/** Maximum length of an encoded mesh, bytes: some 3 million triangles. */
export const MAX_MESH_BYTES = 64 * 2 ** 20;
/** Forms of coordinates: µm as 32-bit integers, mm as 64-bit floats. */
export const [MICROMETRES, FLOATS] = [0, 1];
/** Bytes of one coordinate in each form. */
const COORDINATE_BYTES = [4, 8] as const;
/** Most vertices whose indices have 16 bits. */
const SHORT_INDICES = 0x1_0000;

/** What the header of a mesh states. `index`: bytes of an index. */
export type MeshLayout = {
  readonly form: number;
  readonly index: number;
  readonly vertices: number;
  readonly triangles: number;
};

/** Bytes of an index into so many vertices. */
export function indexBytes(vertices: number): 2 | 4 {
  return vertices <= SHORT_INDICES ? 2 : 4;
}

/** Length of an encoded mesh, bytes. */
export function meshLength({ form, index, vertices, triangles }: MeshLayout): number {
  return MESH_HEADER_BYTES + 3 * vertices * (COORDINATE_BYTES[form] ?? 0) + 3 * triangles * index;
}

/**
 * The layout that a header states; bytes after it are not read.
 * @throws {RangeError} for bytes that are not the header of a mesh of this version
 */
export function meshLayout(bytes: Uint8Array): MeshLayout {
  if (bytes.length < MESH_HEADER_BYTES || MESH_MAGIC.some((byte, i) => bytes[i] !== byte)) {
    malformed(`${bytes.length} bytes without its header`, 'a mesh that begins with `PLM1`');
  }
  const data = new DataView(bytes.buffer, bytes.byteOffset, MESH_HEADER_BYTES);
  const [form = 0, index = 0, ...zeros] = bytes.subarray(MESH_MAGIC.length, 8);
  const [vertices, triangles] = [data.getUint32(8, true), data.getUint32(12, true)];
  if (form > FLOATS || index !== indexBytes(vertices) || zeros.some((byte) => byte !== 0)) {
    malformed(`form ${form} with indices of ${index} bytes`, 'a form of this version');
  }
  if (triangles === 0) malformed('no triangle', 'at least 1');
  return { form, index, vertices, triangles };
}

/** Throws for bytes that are not an encoded mesh. @throws {RangeError} always */
export function malformed(received: string, expected: string): never {
  throw new RangeError(`a malformed mesh: got ${received}, want ${expected}`);
}
