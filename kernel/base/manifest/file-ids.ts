/** @module file ids: ids of elements that come from a file: digests, so that every branch has the same ones. */
import { sha256Hex } from '../canonical/hash.ts';

/** Number of hexadecimal digits of an id: 64 bits, so that equal ids do not occur. */
const DIGITS = 16;
const FILE_ID = new RegExp(`_[0-9a-f]{${DIGITS}}$`, 'u');

/** The id of an element of a file, from a text that identifies it. */
export function fileId(kind: string, text: string): string {
  return `${kind}_${sha256Hex(text).slice(0, DIGITS)}`;
}

/** Whether an id is that of an element of a file; ids of other elements are shorter. */
export function isFileId(id: string): boolean {
  return FILE_ID.test(id);
}
