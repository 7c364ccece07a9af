/** @module font subset: reduces a TrueType font to the glyphs that a file uses and renumbers them. */
import type { FontFile } from './font-file.ts';
import { componentsOf } from './glyph-outlines.ts';

/** A subset of a font, with the new number of each requested glyph. */
export type FontSubset = {
  readonly bytes: Buffer;
  readonly numbers: ReadonlyMap<number, number>;
  /** Advance widths of the new glyphs, in thousandths of the font size. */
  readonly widths: readonly number[];
};

/** Tables that are copied unchanged: they contain the programs and values for hinting. */
const COPIED = ['cvt ', 'fpgm', 'prep'] as const;

/** The font reduced to the given glyphs, their components, and glyph 0 (the symbol for missing glyphs). */
export function subsetOf(font: FontFile, glyphs: Iterable<number>): FontSubset {
  const numbers = new Map<number, number>([[0, 0]]);
  const due = [...new Set(glyphs)].toSorted((a, b) => a - b);
  for (const glyph of due) if (!numbers.has(glyph)) numbers.set(glyph, numbers.size);
  for (const glyph of numbers.keys()) {
    for (const { glyph: part } of componentsOf(font.record(glyph))) {
      if (!numbers.has(part)) numbers.set(part, numbers.size);
    }
  }
  const old = [...numbers.keys()];
  const records = old.map((glyph) => renumbered(font.record(glyph), numbers));
  const loca = Buffer.alloc((old.length + 1) * 4);
  let offset = 0;
  for (const [i, record] of records.entries()) {
    loca.writeUInt32BE(offset, i * 4);
    offset += record.length;
  }
  loca.writeUInt32BE(offset, old.length * 4);
  const hmtx = Buffer.alloc(old.length * 4);
  for (const [i, glyph] of old.entries()) {
    hmtx.writeUInt16BE(font.advance(glyph), i * 4);
    hmtx.writeInt16BE(font.leftBearing(glyph), i * 4 + 2);
  }
  const head = Buffer.from(font.table('head'));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(font.table('hhea'));
  hhea.writeUInt16BE(old.length, 34);
  const maxp = Buffer.from(font.table('maxp'));
  maxp.writeUInt16BE(old.length, 4);
  const tables: readonly (readonly [string, Buffer])[] = [
    ...COPIED.map((tag) => [tag, font.table(tag)] as const),
    ['glyf', Buffer.concat(records)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', maxp],
  ];
  return {
    bytes: fontOf(tables.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    numbers,
    widths: old.map((glyph) => Math.round((font.advance(glyph) * 1000) / font.units_per_em)),
  };
}

/** The record of a glyph with renumbered components, padded to a multiple of four bytes. */
function renumbered(record: Buffer, numbers: ReadonlyMap<number, number>): Buffer {
  const copy = Buffer.alloc(Math.ceil(record.length / 4) * 4);
  record.copy(copy);
  for (const part of componentsOf(record)) {
    copy.writeUInt16BE(numbers.get(part.glyph) ?? 0, part.at + 2);
  }
  return copy;
}

/** A font file with the given tables and their checksums. */
function fontOf(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(tables.length * 16 - 2 ** power * 16, 10);
  const parts = [directory];
  let offset = directory.length;
  for (const [i, [tag, table]] of tables.entries()) {
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    const entry = 12 + i * 16;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(checksum(padded), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat(parts);
  const head = tables.findIndex(([tag]) => tag === 'head');
  const place = directory.readUInt32BE(12 + head * 16 + 8);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, place + 8);
  return font;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + bytes.readUInt32BE(i)) >>> 0;
  return sum;
}
