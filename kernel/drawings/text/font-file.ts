/** @module font file: a TrueType font (ISO/IEC 14496-22): which glyph a character has, how wide it is and its outline. */
import type { Point2 } from '../../geometry/vector.ts';

/** A font as it is read; sizes in units of which `units_per_em` make the font's size. */
export type FontFile = {
  readonly units_per_em: number;
  readonly ascent: number;
  readonly descent: number;
  readonly cap_height: number;
  /** xMin, yMin, xMax, yMax over all glyphs. */
  readonly box: readonly [number, number, number, number];
  readonly glyph_count: number;
  /** Number of the glyph of a character, 0 where the font has none. */
  readonly glyphOf: (code_point: number) => number;
  readonly advance: (glyph: number) => number;
  readonly leftBearing: (glyph: number) => number;
  /** Its record in the table `glyf`; empty for a glyph without outline. */
  readonly record: (glyph: number) => Buffer;
  /** A whole table. */
  readonly table: (tag: string) => Buffer;
};

/** Reads a font. Throws `RangeError` for one without the tables that drawing needs. */
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
    if (found === undefined) throw new RangeError(`got a font without table \`${tag}\``);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map(table);
  if (!head || !hhea || !hmtx || !loca || !glyf) throw new RangeError('got a font without tables');
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

/** The largest map of the font: format 12 for all of Unicode, else format 4 for its first plane. */
function characterMap(cmap: Buffer): (code_point: number) => number {
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4)),
  );
  const full = records.find((map) => map.readUInt16BE(0) === 12);
  if (full !== undefined) return (code) => inGroups(full, code);
  const plane = records.find((map) => map.readUInt16BE(0) === 4);
  if (plane === undefined) throw new RangeError('got a font whose characters have no map');
  return (code) => inSegments(plane, code);
}

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

/** A corner of an outline; the curve goes through it only where it is `on` the line. */
type OutlinePoint = Point2 & { readonly on: boolean };

/** Components that a glyph may be made of, one inside the other. */
const DEEPEST = 6;

/** Closed lines around a glyph, in units of the font; curves as `steps` straight parts. */
export function glyphRings(
  font: FontFile,
  glyph: number,
  steps = 4,
): readonly (readonly Point2[])[] {
  return contoursOf(font, glyph, 0).map((contour) => flattened(contour, steps));
}

function contoursOf(font: FontFile, glyph: number, deep: number): readonly OutlinePoint[][] {
  const record = font.record(glyph);
  if (record.length < 10 || deep > DEEPEST) return [];
  const count = record.readInt16BE(0);
  return count < 0 ? composed(font, record, deep) : simple(record, count);
}

function simple(record: Buffer, count: number): readonly OutlinePoint[][] {
  const ends = Array.from({ length: count }, (_, i) => record.readUInt16BE(10 + i * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + record.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = record.readUInt8(at++);
    flags.push(flag);
    if ((flag & 8) !== 0) {
      for (let repeats = record.readUInt8(at++); repeats > 0; repeats -= 1) flags.push(flag);
    }
  }
  const coordinates = (short: number, same: number): readonly number[] => {
    let value = 0;
    return flags.slice(0, total).map((flag) => {
      if ((flag & short) !== 0) {
        const step = record.readUInt8(at++);
        value += (flag & same) === 0 ? -step : step;
      } else if ((flag & same) === 0) {
        value += record.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  return ends.map((end, i) => {
    const first = i === 0 ? 0 : (ends[i - 1] ?? -1) + 1;
    return Array.from({ length: end - first + 1 }, (_, k) => ({
      x: xs[first + k] ?? 0,
      y: ys[first + k] ?? 0,
      on: ((flags[first + k] ?? 0) & 1) !== 0,
    }));
  });
}

/** Where the components of a composed glyph begin in its record, with their flags and glyphs. */
export function componentsOf(
  record: Buffer,
): readonly { readonly at: number; readonly flags: number; readonly glyph: number }[] {
  if (record.length < 10 || record.readInt16BE(0) >= 0) return [];
  const found: { readonly at: number; readonly flags: number; readonly glyph: number }[] = [];
  let at = 10;
  for (;;) {
    const flags = record.readUInt16BE(at);
    found.push({ at, flags, glyph: record.readUInt16BE(at + 2) });
    at += 4 + ((flags & 1) === 0 ? 2 : 4);
    at += (flags & 8) !== 0 ? 2 : (flags & 64) !== 0 ? 4 : (flags & 128) !== 0 ? 8 : 0;
    if ((flags & 32) === 0) return found;
  }
}

function composed(font: FontFile, record: Buffer, deep: number): readonly OutlinePoint[][] {
  return componentsOf(record).flatMap(({ at, flags, glyph }) => {
    const words = (flags & 1) !== 0;
    const dx = words ? record.readInt16BE(at + 4) : record.readInt8(at + 4);
    const dy = words ? record.readInt16BE(at + 6) : record.readInt8(at + 5);
    const place = at + 4 + (words ? 4 : 2);
    const part = (i: number): number => record.readInt16BE(place + i * 2) / 16384;
    let [a, b, c, d] = [1, 0, 0, 1];
    if ((flags & 8) !== 0) a = d = part(0);
    else if ((flags & 64) !== 0) [a, d] = [part(0), part(1)];
    else if ((flags & 128) !== 0) [a, b, c, d] = [part(0), part(1), part(2), part(3)];
    return contoursOf(font, glyph, deep + 1).map((contour) =>
      contour.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on })),
    );
  });
}

function flattened(contour: readonly OutlinePoint[], steps: number): readonly Point2[] {
  // Between two corners off the line lies one on it.
  const full = contour.flatMap((point, i): readonly OutlinePoint[] => {
    const next = contour[(i + 1) % contour.length] ?? point;
    return point.on || next.on
      ? [point]
      : [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, on: true }];
  });
  const first = full.findIndex(({ on }) => on);
  if (first < 0) return [];
  const turned = [...full.slice(first), ...full.slice(0, first)];
  const points: Point2[] = [];
  for (const [i, point] of turned.entries()) {
    if (point.on) {
      points.push({ x: point.x, y: point.y });
      continue;
    }
    const from = turned[i - 1] ?? point;
    const to = turned[(i + 1) % turned.length] ?? point;
    for (let step = 1; step < steps; step += 1) {
      const t = step / steps;
      const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      points.push({
        x: u * from.x + v * point.x + w * to.x,
        y: u * from.y + v * point.y + w * to.y,
      });
    }
  }
  return points;
}
