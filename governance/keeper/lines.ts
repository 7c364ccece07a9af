/** @module lines: JSON texts over a stream, one on each line. */
import type { Socket } from 'node:net';

const LINE_FEED = 0x0a;

/**
 * Splits what arrives into lines. The answer takes chunks of bytes.
 *
 * @param limit longest line in bytes; `onTooLong` is called at most once, and nothing after it
 */
export function lineSplitter(
  limit: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let over = false;
  return (chunk) => {
    let start = 0;
    while (!over) {
      const end = chunk.indexOf(LINE_FEED, start);
      const size = held + (end === -1 ? chunk.length : end) - start;
      if (size > limit) {
        over = true;
        parts = [];
        onTooLong();
        return;
      }
      if (end === -1) break;
      const piece = chunk.subarray(start, end);
      const line = parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
      parts = [];
      held = 0;
      start = end + 1;
      if (line.length > 0) onLine(line.toString('utf8'));
    }
    if (start < chunk.length && !over) {
      parts.push(chunk.subarray(start));
      held += chunk.length - start;
    }
  };
}

/** Sends texts as lines; all of one turn of the event loop leave in one write. */
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
