/** @module guid: the IFC GUID of an element, in every export and for ever the same. */
import { sha256Hex } from '../canonical/hash.ts';

/** In the order of IfcGloballyUniqueId (IFC4, 8.9.2.4). */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

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
  let rest = BigInt(`0x${sha256Hex(`${DOMAIN}\n${element_id}`).slice(0, 32)}`);
  let guid = '';
  for (let digit = 0; digit < 22; digit += 1) {
    guid = (DIGITS[Number(rest & 63n)] ?? '') + guid;
    rest >>= 6n;
  }
  return guid;
}
