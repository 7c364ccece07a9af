/** @module png: encodes rasters as PNG (ISO/IEC 15948) and as animated PNG (PNG third edition, section 4.9). */
import { crc32 } from 'node:zlib';

import { compressed } from '../../base/archive/deflate.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Raster } from './raster.ts';

/** The first bytes of every PNG file. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG filter type Up: each row is stored as its difference from the row above. */
const FILTER_UP = 2;

/** Options of a PNG file. */
export type PngOptions = {
  /** Text fields of the file, by keyword. */
  readonly text?: Readonly<Record<string, string>>;
  /** Resolution; without it the size on paper is open. */
  readonly pixels_per_m?: number;
};

/** A raster as a PNG file. */
export function pngOf(raster: Raster, options: PngOptions = {}): Buffer {
  return Buffer.concat([
    SIGNATURE,
    header(raster),
    ...(options.pixels_per_m === undefined ? [] : [resolution(options.pixels_per_m)]),
    // International text: keyword, not compressed, no language, no translated keyword
    ...Object.entries(options.text ?? {}).map(([key, value]) =>
      chunk('iTXt', Buffer.from(`${key}\0\0\0\0\0${value}`, 'utf8')),
    ),
    chunk('IDAT', deflated(raster)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * An animated PNG that repeats without end. Viewers without support for animation show the first frame.
 *
 * @param frames at least one; all of the same size
 * @param frame_ms display time of each frame except the last, ms
 * @param last_ms display time of the last frame, ms
 * @throws {RangeError} if there is no frame
 */
export function apngOf(frames: readonly Raster[], frame_ms: number, last_ms: number): Buffer {
  const [first] = frames;
  if (first === undefined) throw new RangeError('expected at least 1 frame, received none');
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  let sequence = 0;
  const next = (): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence, 0);
    sequence += 1;
    return number;
  };
  const bodies = frames.map((frame, index) => {
    const shown_ms = index === frames.length - 1 ? last_ms : frame_ms;
    const timing = chunk('fcTL', Buffer.concat([next(), frameControl(frame, shown_ms)]));
    const data = deflated(frame);
    const pixels = index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([next(), data]));
    return Buffer.concat([timing, pixels]);
  });
  return Buffer.concat([
    SIGNATURE,
    header(first),
    chunk('acTL', control),
    ...bodies,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The image header: RGB, eight bits per sample, not interlaced. */
function header({ width, height }: Raster): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

/** Pixels per metre in both directions. */
function resolution(pixels_per_m: number): Buffer {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(Math.round(pixels_per_m), 0);
  data.writeUInt32BE(Math.round(pixels_per_m), 4);
  data[8] = 1;
  return chunk('pHYs', data);
}

function frameControl({ width, height }: Raster, shown_ms: number): Buffer {
  const data = Buffer.alloc(22);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt16BE(shown_ms, 16);
  data.writeUInt16BE(1000, 18);
  return data;
}

/** Bytes that are filtered between two checkpoints. */
const FILTERED = 2 ** 22;

/** The compressed rows, each after its filter byte: repeated rows become zeros. */
function deflated({ width, height, rgb }: Raster): Uint8Array {
  const row = width * 3;
  const filtered = Buffer.alloc(height * (row + 1));
  const rows = Math.ceil(FILTERED / row);
  for (let y = 0; y < height; y += 1) {
    if (y % rows === rows - 1) checkpoint({ done: y, total: height, doing: 'rows of pixels' });
    const to = y * (row + 1);
    filtered[to] = FILTER_UP;
    const own = rgb.subarray(y * row, (y + 1) * row);
    if (y === 0) {
      filtered.set(own, to + 1);
      continue;
    }
    const above = rgb.subarray((y - 1) * row, y * row);
    // Most rows of a drawing equal the row above; their differences are the zeros with which the buffer is filled.
    if (Buffer.compare(own, above) === 0) continue;
    for (let i = 0; i < row; i += 1) filtered[to + 1 + i] = (own[i] ?? 0) - (above[i] ?? 0);
  }
  return compressed(filtered, 'zlib', 'picture');
}

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length, 0);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body), 0);
  return Buffer.concat([length, body, check]);
}
