/** @module read-part: a part of a scene as the page reads it. */
import type { PartHeader } from '../../../servers/view/protocol/scene.ts';

/** A part, decoded. */
export type ReadPart = PartHeader & {
  readonly positions: Float32Array;
  readonly owners: Uint32Array;
  readonly corners: Uint32Array;
};

/** Reads a part; throws for bytes that are no part. */
export function readPart(bytes: Uint8Array<ArrayBuffer>): ReadPart {
  const view = new DataView(bytes.buffer);
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== 'PLV1') throw new Error('no part');
  const length = view.getUint32(4, true);
  const text = new TextDecoder().decode(bytes.subarray(8, 8 + length));
  const header = JSON.parse(text) as PartHeader;
  const { vertices, opaque, glass, space } = header;
  const at = 8 + length;
  const part = {
    ...header,
    positions: new Float32Array(bytes.buffer, at, 3 * vertices),
    owners: new Uint32Array(bytes.buffer, at + 12 * vertices, vertices),
    corners: new Uint32Array(bytes.buffer, at + 16 * vertices, opaque + glass + space),
  };
  if (at + 16 * vertices + 4 * (opaque + glass + space) !== bytes.length) {
    throw new Error(`a part of ${bytes.length} bytes`);
  }
  return part;
}
