/** @module parsed-size: estimates the memory of a JSON text after parsing, without parsing it. */

/** Heap bytes of an object or array, and of a member of one: measured, rounded up. */
const CONTAINER = 80;
const MEMBER = 24;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Bytes, from the containers and members of the text; two bytes of nonsense may count as much as an object. */
export function parsedSize(text: Buffer): number {
  let containers = 0;
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === BRACE || byte === BRACKET) {
      containers += 1;
    } else if (byte === COMMA || byte === COLON) {
      members += 1;
    }
  }
  return text.length + containers * CONTAINER + members * MEMBER;
}
