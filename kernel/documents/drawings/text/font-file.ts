/**
 * @module font file: reads a TrueType font (ISO/IEC 14496-22): glyph numbers of characters, glyph widths and outlines.
 */
/** A parsed font. Lengths are in font units; the font size is `units_per_em` units. */
export type FontFile = {
  readonly units_per_em: number;
  readonly ascent: number;
  readonly descent: number;
  readonly cap_height: number;
  /** xMin, yMin, xMax and yMax over all glyphs. */
  readonly box: readonly [number, number, number, number];
  readonly glyph_count: number;
  /** Glyph number of a character, or 0 if the font has no glyph for it. */
  readonly glyphOf: (code_point: number) => number;
  readonly advance: (glyph: number) => number;
  readonly leftBearing: (glyph: number) => number;
  /** The record of a glyph in the table `glyf`; empty for a glyph without an outline. */
  readonly record: (glyph: number) => Buffer;
  /** The bytes of a table. */
  readonly table: (tag: string) => Buffer;
};

/**
 * Reads a font.
 *
 * @throws {RangeError} if the font lacks a required table or a Unicode character map
 */
export function readFont(bytes: Buffer): FontFile {
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + bytes.readUInt16BE(4) * 16; at += 16) {
    const offset = bytes.readUInt32BE(at + 8);
    tables.set(
      bytes.toString('latin1', at, at + 4),
      bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12)),
    );
  }
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (found === undefined) throw new RangeError(`the font has no table \`${tag}\``);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map(table);
  if (!head || !hhea || !hmtx || !loca || !glyf) {
    throw new RangeError('the font lacks a required table');
  }
  const long = head.readInt16BE(50) === 1;
  const offset = (glyph: number): number =>
    long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const metrics = hhea.readUInt16BE(34);
  const os2 = table('OS/2');
  return {
    units_per_em: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    cap_height: os2.readUInt16BE(0) >= 2 ? os2.readInt16BE(88) : hhea.readInt16BE(4),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyph_count: table('maxp').readUInt16BE(4),
    glyphOf: characterMap(table('cmap')),
    advance: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    leftBearing: (glyph) =>
      glyph < metrics
        ? hmtx.readInt16BE(glyph * 4 + 2)
        : hmtx.readInt16BE(metrics * 4 + (glyph - metrics) * 2),
    record: (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1)),
    table,
  };
}

/**
 * The most complete character map of the font: format 12 for all of Unicode, otherwise format 4 for the Basic
 * Multilingual Plane.
 */
function characterMap(cmap: Buffer): (code_point: number) => number {
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4)),
  );
  const full = records.find((map) => map.readUInt16BE(0) === 12);
  if (full !== undefined) return (code) => inGroups(full, code);
  const plane = records.find((map) => map.readUInt16BE(0) === 4);
  if (plane === undefined) throw new RangeError('the font has no Unicode character map');
  return (code) => inSegments(plane, code);
}

/** Glyph of a character in a map of format 12, by binary search; 0 if it has none. */
function inGroups(map: Buffer, code: number): number {
  let [low, high] = [0, map.readUInt32BE(12) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = 16 + middle * 12;
    if (code < map.readUInt32BE(at)) high = middle - 1;
    else if (code > map.readUInt32BE(at + 4)) low = middle + 1;
    else return map.readUInt32BE(at + 8) + code - map.readUInt32BE(at);
  }
  return 0;
}

/** Glyph of a character in a map of format 4; 0 if it has none. */
function inSegments(map: Buffer, code: number): number {
  const twice = map.readUInt16BE(6);
  for (let at = 0; at < twice; at += 2) {
    if (map.readUInt16BE(14 + at) < code) continue;
    const start = map.readUInt16BE(16 + twice + at);
    if (start > code) return 0;
    const delta = map.readInt16BE(16 + 2 * twice + at);
    const place = 16 + 3 * twice + at;
    const range = map.readUInt16BE(place);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = map.readUInt16BE(place + range + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
