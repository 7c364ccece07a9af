/** @module wide-encoding: files in UTF-16 or UTF-32. ISO 10303-21 has one byte for each character of its alphabet. */

/** A file in another encoding, and its text in UTF-8. */
type WideFile = { readonly encoding: string; readonly bytes: Buffer };

type Encoding = {
  readonly name: string;
  readonly mark: readonly number[];
  /** Bytes of a character of the basic alphabet, and the index of the one that is not 0. */
  readonly width: 2 | 4;
  readonly place: number;
};

/** UTF-32 comes first: its mark begins with that of UTF-16. */
const ENCODINGS: readonly Encoding[] = [
  { name: 'UTF-32LE', mark: [0xff, 0xfe, 0, 0], width: 4, place: 0 },
  { name: 'UTF-32BE', mark: [0, 0, 0xfe, 0xff], width: 4, place: 3 },
  { name: 'UTF-16LE', mark: [0xff, 0xfe], width: 2, place: 0 },
  { name: 'UTF-16BE', mark: [0xfe, 0xff], width: 2, place: 1 },
];
/** Bytes at the beginning that show the encoding of a file without a mark. */
const SAMPLE = 32;
/** Characters of UTF-32 that are decoded at once. */
const CHUNK = 8192;
const REPLACEMENT = 0xfffd;

/** The file in UTF-8, with or without a mark, if it is in UTF-16 or UTF-32; otherwise null. */
export function fromWide(bytes: Buffer): WideFile | null {
  const found = ENCODINGS.find((one) => hasMark(bytes, one) || looksLike(bytes, one));
  if (found === undefined) return null;
  const text = found.width === 4 ? utf32(bytes, found) : new TextDecoder(found.name).decode(bytes);
  return { encoding: found.name, bytes: Buffer.from(text) };
}

/** A text in UTF-8 in the encoding of a file that `fromWide` decodes, with a mark if the file has one. */
export function toWide(text: Buffer, original: Buffer): Buffer {
  const found = ENCODINGS.find((one) => hasMark(original, one) || looksLike(original, one));
  if (found === undefined) return text;
  const decoded = text.toString('utf8').replace(/^\uFEFF/u, '');
  const marked = hasMark(original, found) ? `\uFEFF${decoded}` : decoded;
  const bytes = Buffer.from(marked, 'utf16le');
  if (found.name === 'UTF-16LE') return bytes;
  return found.name === 'UTF-16BE' ? bytes.swap16() : inUtf32(marked, found);
}

function inUtf32(text: string, { name }: Encoding): Buffer {
  const codes = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(4 * codes.length);
  for (const [i, code] of codes.entries()) {
    if (name === 'UTF-32LE') bytes.writeUInt32LE(code, 4 * i);
    else bytes.writeUInt32BE(code, 4 * i);
  }
  return bytes;
}

function hasMark(bytes: Buffer, { mark }: Encoding): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}

/** Whether of each character at the beginning only one byte is not 0. */
function looksLike(bytes: Buffer, { width, place }: Encoding): boolean {
  if (bytes.length < SAMPLE) return false;
  return bytes.subarray(0, SAMPLE).every((byte, i) => (byte !== 0) === (i % width === place));
}

function utf32(bytes: Buffer, { name }: Encoding): string {
  const codeAt = (at: number): number =>
    name === 'UTF-32LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  const parts: string[] = [];
  for (let from = 0; from + 4 <= bytes.length; from += 4 * CHUNK) {
    const count = Math.min(CHUNK, Math.floor((bytes.length - from) / 4));
    const codes = Array.from({ length: count }, (_, i) => codeAt(from + 4 * i));
    parts.push(
      String.fromCodePoint(...codes.map((code) => (code > 0x10_ffff ? REPLACEMENT : code))),
    );
  }
  return parts.join('');
}
