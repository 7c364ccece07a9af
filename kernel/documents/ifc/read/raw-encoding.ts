/** @module raw-encoding: the encoding of bytes from 128 up in a STEP file. */
import { isUtf8 } from 'node:buffer';

/** Edition 3 of the standard defines UTF-8 for bytes from 128 up; exporters use all three. */
export type RawEncoding = 'utf-8' | 'shift_jis' | 'windows-1252';

/**
 * Detects the encoding of bytes from 128 up: UTF-8 if the whole file is valid UTF-8, Shift-JIS if it is valid Shift-JIS
 * and looks like Japanese, otherwise Windows-1252.
 */
export function rawEncodingOf(bytes: Uint8Array): RawEncoding {
  if (isUtf8(bytes)) return 'utf-8';
  return looksLikeShiftJis(bytes) ? 'shift_jis' : 'windows-1252';
}

/** Whether all pairs are valid Shift-JIS, and half of them begin with a byte that is a control character in Latin-1. */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let pairs = 0;
  let controls = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80 || (byte > 0xa0 && byte < 0xe0)) continue;
    const next = bytes[i + 1] ?? 0;
    if (!isShiftJisLead(byte) || next < 0x40 || next === 0x7f || next > 0xfc) return false;
    pairs += 1;
    if (byte < 0xa0) controls += 1;
    i += 1;
  }
  return pairs > 0 && 2 * controls >= pairs;
}

function isShiftJisLead(byte: number): boolean {
  return (byte > 0x80 && byte < 0xa0) || (byte > 0xdf && byte < 0xfd);
}

/** Number of bytes of a decoded text in its encoding. */
export function encodedLength(text: string, encoding: RawEncoding): number {
  if (encoding === 'utf-8') return Buffer.byteLength(text);
  if (encoding === 'windows-1252') return text.length;
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 128 || (code > 0xff60 && code < 0xffa0) ? 1 : 2;
  }
  return length;
}
