/** @module guid: the IFC GUID of an element, in every export and for ever the same. */
import { Buffer } from 'node:buffer';

import { sha256Hex } from '../canonical/hash.ts';

/** In the order of IfcGloballyUniqueId (IFC4, 8.9.2.4). */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/** Character codes of the digits. */
const CODES = Buffer.from(DIGITS, 'latin1');
/** The GUID that is being made: text that is made of pieces is slower to compare and to write. */
const GUID = Buffer.alloc(22);

/** Value of a hexadecimal digit by its character code. */
const HEX = new Uint8Array(128);
for (let value = 0; value < 16; value++) HEX[value.toString(16).charCodeAt(0)] = value;

/** Keeps these hashes apart from all others that an id goes into. */
const DOMAIN = 'plumbline ifc guid v1';

/**
 * IFC GUID of an element, or of anything else that has a text of its own for ever (`<element id>/fills`): the first 128
 * bits of the SHA-256 of `plumbline ifc guid v1`, a line feed and the text in UTF-8, as 22 digits to the base 64 of IFC,
 * the first of which has two bits. IFC, BCF, glTF and schedules name elements by it, files outside refer to it: what it
 * gives for a text never changes, and there is no second function for it.
 *
 * @throws {RangeError} for a text with a lone surrogate, which ids do not have
 */
export function ifcGuid(element_id: string): string {
  const hex = sha256Hex(`${DOMAIN}\n${element_id}`);
  // A byte in two digits, then three hexadecimal digits in two, ten times: 128 bits.
  put(0, (hexAt(hex, 0) << 4) | hexAt(hex, 1));
  for (let at = 2; at < 32; at += 3) {
    put((2 * (at + 1)) / 3, (hexAt(hex, at) << 8) | (hexAt(hex, at + 1) << 4) | hexAt(hex, at + 2));
  }
  return GUID.toString('latin1');
}

/** Writes 12 bits as two digits. */
function put(at: number, bits: number): void {
  GUID[at] = CODES[bits >> 6] ?? 0;
  GUID[at + 1] = CODES[bits & 63] ?? 0;
}

function hexAt(hex: string, at: number): number {
  return HEX[hex.charCodeAt(at)] ?? 0;
}
