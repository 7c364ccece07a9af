/** @module part-reader: a binary part of the scene as typed arrays. */
import type { PartHeader } from '../../../../servers/view/protocol/scene.ts';

export type Part = {
  readonly header: PartHeader;
  readonly positions: Float32Array;
  /** Corners of triangles: opaque, glass, spaces. */
  readonly corners: Uint32Array;
};

const MAGIC = 0x31564c50;

/**
 * Reads a part without copying its arrays.
 * @throws Error if its length differs from what its header announces.
 */
export function readPart(bytes: ArrayBuffer): Part {
  const view = new DataView(bytes);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== MAGIC) {
    throw new Error('expected a part of a scene that begins with `PLV1`');
  }
  const length = view.getUint32(4, true);
  if (length % 4 !== 0 || 8 + length > bytes.byteLength) {
    throw new Error(`expected a header of ${length} bytes in a part of ${bytes.byteLength} bytes`);
  }
  const header: PartHeader = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length)));
  const { vertices, opaque, glass, space } = header;
  const corners = opaque + glass + space;
  const expected = 8 + length + 16 * vertices + 4 * corners;
  if (expected !== bytes.byteLength) {
    throw new Error(`expected a part of ${expected} bytes, received ${bytes.byteLength}`);
  }
  return {
    header,
    positions: new Float32Array(bytes, 8 + length, 3 * vertices),
    corners: new Uint32Array(bytes, 8 + length + 16 * vertices, corners),
  };
}
