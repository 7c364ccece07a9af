/** @module lines: JSON texts over a stream, one per line. */
import type { Socket } from 'node:net';

/** Longest message (bytes, without its line feed) that either side accepts. */
export const MESSAGE_LIMIT = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Callbacks of a line splitter. */
export type LineHandling = {
  readonly onLine: (line: Buffer) => void;
  /** Called at most once, and nothing after it. */
  readonly onTooLong: () => void;
};

/** Splits received bytes into lines and buffers the incomplete last one. */
export class LineSplitter {
  /** Longest line in bytes; may change from line to line. */
  limit: number;
  readonly #on: LineHandling;
  #parts: Buffer[] = [];
  #buffered = 0;
  #over = false;

  constructor(limit: number, on: LineHandling) {
    this.limit = limit;
    this.#on = on;
  }

  /** Buffered bytes of a line that has not ended. */
  get buffered(): number {
    return this.#buffered;
  }

  /** The first bytes of a line that has not ended, as text. */
  head(bytes: number): string {
    return Buffer.concat(this.#parts, Math.min(bytes, this.#buffered)).toString('latin1');
  }

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#over) {
      const end = chunk.indexOf(LINE_FEED, start);
      const size = this.#buffered + (end === -1 ? chunk.length : end) - start;
      if (size > this.limit) {
        this.end();
        this.#on.onTooLong();
        return;
      }
      if (end === -1) break;
      const piece = chunk.subarray(start, end);
      const line = this.#parts.length === 0 ? piece : Buffer.concat([...this.#parts, piece]);
      this.#parts = [];
      this.#buffered = 0;
      start = end + 1;
      if (line.length > 0) this.#on.onLine(line);
    }
    if (start < chunk.length && !this.#over) {
      this.#parts.push(chunk.subarray(start));
      this.#buffered += chunk.length - start;
    }
  }

  /** Accepts no more bytes and releases the buffer. */
  end(): void {
    this.#over = true;
    this.#parts = [];
    this.#buffered = 0;
  }
}

/** Sends texts as lines; those of one turn of the event loop are sent in one write. */
export function lineSender(socket: Socket): (text: string) => void {
  let waiting: string[] = [];
  return (text) => {
    waiting.push(text);
    if (waiting.length > 1) return;
    process.nextTick(() => {
      const block = `${waiting.join('\n')}\n`;
      waiting = [];
      if (socket.writable) socket.write(block);
    });
  };
}
