/** @module part-header: reads the header of a part of a scene; its format is in `servers/view/protocol/scene.ts`. */
import type { PartHeader } from '../../../servers/view/protocol/scene.ts';

const MAGIC = 'PLV1';

/** The header of a part. Throws Error if the bytes are not a part. */
export function headerOf(part: ArrayBuffer): PartHeader {
  const text = new TextDecoder();
  if (part.byteLength < 8 || text.decode(new Uint8Array(part, 0, 4)) !== MAGIC) {
    throw new Error('the hub sent a part of a scene in another format');
  }
  const length = new DataView(part).getUint32(4, true);
  if (length > part.byteLength - 8) throw new Error('the hub sent a part of a scene that is cut');
  return JSON.parse(text.decode(new Uint8Array(part, 8, length)));
}
