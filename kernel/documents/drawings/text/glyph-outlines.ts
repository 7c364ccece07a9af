/** @module glyph outlines: the closed contours of a glyph of a TrueType font. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { FontFile } from './font-file.ts';

/** A point of a contour. If `on`, the curve passes through it; otherwise it is a control point of a quadratic curve. */
type OutlinePoint = Point2 & { readonly on: boolean };

/** Maximum nesting depth of composite glyphs; deeper components are left out. */
const MAX_DEPTH = 6;

/** The closed contours of a glyph, in font units; each curve is divided into `steps` straight segments. */
export function glyphRings(
  font: FontFile,
  glyph: number,
  steps = 4,
): readonly (readonly Point2[])[] {
  return contoursOf(font, glyph, 0).map((contour) => flattened(contour, steps));
}

function contoursOf(font: FontFile, glyph: number, deep: number): readonly OutlinePoint[][] {
  const record = font.record(glyph);
  if (record.length < 10 || deep > MAX_DEPTH) return [];
  const count = record.readInt16BE(0);
  return count < 0 ? composed(font, record, deep) : simple(record, count);
}

/** The contours of a glyph that is not composite. */
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

/** The components of a composite glyph: their offsets in its record, flags and glyph numbers. */
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

/** The contours of a composite glyph: those of its components, transformed. */
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

/** A contour as straight segments. */
function flattened(contour: readonly OutlinePoint[], steps: number): readonly Point2[] {
  // TrueType implies an on-curve point in the middle of two consecutive off-curve points.
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
