/** @module image-canvas: a small canvas of RGB dots, drawn twice as large and averaged, the same on every machine. */
import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A canvas. Coordinates are in half pixels from the left and top; what lies outside is not drawn. */
export class ImageCanvas {
  readonly width: number;
  readonly height: number;
  readonly #dots: Uint8Array;

  /** `width` and `height`: pixels of the finished picture. */
  constructor(width: number, height: number) {
    this.width = width * 2;
    this.height = height * 2;
    this.#dots = new Uint8Array(this.width * this.height * 3);
  }

  /** Fills a rectangle; `alpha` 0 to 256. */
  rectangle(
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    colour: Rgb,
    alpha = 256,
  ): void {
    const right = Math.min(x + width, this.width);
    const bottom = Math.min(y + height, this.height);
    for (let row = Math.max(y, 0); row < bottom; row += 1)
      for (let column = Math.max(x, 0); column < right; column += 1)
        this.#blend(column, row, colour, alpha);
  }

  /** Fills a disc; `alpha` 0 to 256. */
  disc({ x, y, radius }: { x: number; y: number; radius: number }, colour: Rgb, alpha = 256): void {
    for (let row = Math.max(y - radius, 0); row <= Math.min(y + radius, this.height - 1); row += 1)
      for (
        let column = Math.max(x - radius, 0);
        column <= Math.min(x + radius, this.width - 1);
        column += 1
      )
        if ((column - x) ** 2 + (row - y) ** 2 <= radius * radius)
          this.#blend(column, row, colour, alpha);
  }

  /** A PNG file with text fields beside the picture. */
  toPng(fields: Readonly<Record<string, string>>): Uint8Array {
    const width = this.width / 2;
    const height = this.height / 2;
    const rows = Buffer.alloc(height * (width * 3 + 1));
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let channel = 0; channel < 3; channel += 1)
          rows[y * (width * 3 + 1) + 1 + x * 3 + channel] = this.#average(x, y, channel);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', header),
      // International text: keyword, not compressed, no language, no translated keyword
      ...Object.entries(fields).map(([key, value]) =>
        pngChunk('iTXt', Buffer.from(`${key}\0\0\0\0\0${value}`, 'utf8')),
      ),
      pngChunk('IDAT', deflateSync(rows, { level: 9 })),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  }

  #average(x: number, y: number, channel: number): number {
    let sum = 0;
    for (const [right, down] of QUARTERS)
      sum += this.#dots[((y * 2 + down) * this.width + x * 2 + right) * 3 + channel] ?? 0;
    return (sum + 2) >> 2;
  }

  #blend(x: number, y: number, colour: Rgb, alpha: number): void {
    const at = (y * this.width + x) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const under = this.#dots[at + channel] ?? 0;
      this.#dots[at + channel] = under + ((((colour[channel] ?? 0) - under) * alpha) >> 8);
    }
  }
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
