/** @module guid: the IFC GUID of an element, which is the same in every export and never changes. */
import { Buffer } from 'node:buffer';

import { sha256Hex } from '../../base/canonical/hash.ts';
import type { ModelView } from '../../building/model/view.ts';

/** Digits in the order of IfcGloballyUniqueId (IFC4, 8.9.2.4). */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/** Character codes of the digits. */
const CODES = Buffer.from(DIGITS, 'latin1');
/** Buffer for the GUID under construction: a string concatenated from pieces is slower to compare and to write. */
const GUID = Buffer.alloc(22);

/** Value of a hexadecimal digit by its character code. */
const HEX = new Uint8Array(128);
for (let value = 0; value < 16; value++) HEX[value.toString(16).charCodeAt(0)] = value;

/** A GUID: 22 digits, the first of which holds two bits. */
const FORM = /^[0-3][0-9A-Za-z_$]{21}$/u;

/** Domain separator: keeps these hashes distinct from all others over an id. */
const DOMAIN = 'plumbline ifc guid v1';

/**
 * GlobalId of an element in every output: that of the imported file for an imported element, else the derived one. Of
 * several elements of one branch with the same GlobalId in their files, the first one that exists keeps it.
 */
export function guidOf(element_id: string, view: Pick<ModelView, 'importedAs'>): string {
  return view.importedAs(element_id)?.guid ?? ifcGuid(element_id);
}

/** Whether a text has the form of an IFC GUID. */
export function isIfcGuid(text: string): boolean {
  return FORM.test(text);
}

/**
 * IFC GUID of an element, or of any other entity that has a permanent text of its own (`<element id>/fills`). It is the
 * first 128 bits of the SHA-256 of `plumbline ifc guid v1`, a line feed and the text in UTF-8, as 22 digits in the base
 * 64 of IFC; the first digit holds only two bits. IFC, BCF, glTF and schedules identify elements by it, and files
 * outside the project refer to it. Therefore the result for a text never changes, and this is the only function that
 * computes it.
 * @throws {RangeError} for a text with a lone surrogate, which ids do not contain.
 */
export function ifcGuid(element_id: string): string {
  const hex = sha256Hex(`${DOMAIN}\n${element_id}`);
  // One byte in two digits, then three hexadecimal digits in two digits, ten times: 128 bits.
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
