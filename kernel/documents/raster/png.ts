/** @module png: rasters as PNG (ISO/IEC 15948) and as animated PNG (third edition, section 4.9). */
import { crc32 } from 'node:zlib';

import { compressedInSteps } from '../archive/deflate.ts';
import type { Steps } from '../findings/steps.ts';
import { finished } from '../findings/steps.ts';
import type { Raster } from './raster.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const FILTER = { none: 0, up: 2 } as const;

/** How a picture is written. */
export type PngOptions = {
  /** Fields of text beside the picture, by keyword. */
  readonly text?: Readonly<Record<string, string>>;
  /** What each row is written as: itself, or (default) its difference to the row above. */
  readonly filter?: 'none' | 'up';
};

/** One picture. */
export function pngOf(raster: Raster, options: PngOptions = {}): Buffer {
  return finished(pngInSteps(raster, options));
}

/** As `pngOf`, with stops. */
export function* pngInSteps(raster: Raster, options: PngOptions = {}): Steps<Buffer> {
  return Buffer.concat([
    SIGNATURE,
    header(raster),
    // International text: keyword, not compressed, no language, no translated keyword
    ...Object.entries(options.text ?? {}).map(([key, value]) =>
      chunk('iTXt', Buffer.from(`${key}\0\0\0\0\0${value}`, 'utf8')),
    ),
    chunk('IDAT', yield* deflated(raster, options)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Pictures of one size that follow each other and start again; viewers without animation show the first.
 *
 * @param frames at least one
 * @param last_ms how long the last is shown, milliseconds
 * @throws {RangeError} without a frame
 */
export function apngOf(frames: readonly Raster[], frame_ms: number, last_ms: number): Buffer {
  const [first] = frames;
  if (first === undefined) throw new RangeError('got no frame, want at least 1');
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
    const data = finished(deflated(frame, {}));
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

/** Eight bits per sample, RGB, no interlace. */
function header({ width, height }: Raster): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

function frameControl({ width, height }: Raster, shown_ms: number): Buffer {
  const data = Buffer.alloc(22);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt16BE(shown_ms, 16);
  data.writeUInt16BE(1000, 18);
  return data;
}

/** Bytes that are filtered between two stops. */
const FILTERED = 2 ** 22;

/** Every row is preceded by its filter; under "up", what repeats from row to row becomes zeros. */
function* deflated(
  { width, height, rgb }: Raster,
  { filter = 'up' }: PngOptions,
): Steps<Uint8Array> {
  const row = width * 3;
  const filtered = Buffer.alloc(height * (row + 1));
  const rows = Math.ceil(FILTERED / row);
  for (let y = 0; y < height; y += 1) {
    if (y % rows === rows - 1) yield { done: y, total: height, doing: 'rows of dots' };
    const to = y * (row + 1);
    filtered[to] = FILTER[filter];
    const own = rgb.subarray(y * row, (y + 1) * row);
    if (y === 0 || filter === 'none') {
      filtered.set(own, to + 1);
      continue;
    }
    const above = rgb.subarray((y - 1) * row, y * row);
    // Most rows of a drawing are as the one above: what is written then is zeros, which are there.
    if (Buffer.compare(own, above) === 0) continue;
    for (let i = 0; i < row; i += 1) filtered[to + 1 + i] = (own[i] ?? 0) - (above[i] ?? 0);
  }
  return yield* compressedInSteps(filtered, 'zlib', 'picture');
}

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length, 0);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body), 0);
  return Buffer.concat([length, body, check]);
}
