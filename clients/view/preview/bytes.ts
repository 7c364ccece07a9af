/** @module bytes: base64 in answers as bytes. */

/** The bytes of a text in base64. Throws if it is not one. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
}
