/** @module streams: captures stdout and stderr of one program up to a limit and counts dropped bytes. */
import { STREAM_BYTES_MAX } from '../sandbox/protocol.ts';

/** One output stream. */
export class CodeStream {
  #chunks: Uint8Array[] = [];
  #kept = 0;
  #dropped = 0;

  /** Appends bytes up to the limit. */
  write(bytes: Uint8Array): void {
    const keep = Math.min(bytes.length, STREAM_BYTES_MAX - this.#kept);
    if (keep > 0) this.#chunks.push(bytes.slice(0, keep));
    this.#kept += keep;
    this.#dropped += bytes.length - keep;
  }

  /** The text so far. If bytes were dropped, a last line states how many. */
  text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    return this.#dropped === 0 ? text : `${text}\n[${this.#dropped} bytes more were dropped]\n`;
  }
}

/** Whether JSON text nests deeper than `limit`. Takes linear time; exact for the output of JSON.stringify. */
export function nestsDeeper(json: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') {
      quoted = true;
    } else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === ']' || char === '}') {
      depth -= 1;
    }
  }
  return false;
}
