/** @module manifest-reader: reads and validates a manifest piece by piece, in memory for one line and the ids. */
import type * as z from 'zod';

import {
  IMPORT_LIMITS,
  ManifestHeader,
  manifestRows,
  type ManifestRow,
} from '../../../schemas/imports.ts';
import { compareRows } from './row-order.ts';

/** A row with the place of its line in the manifest, bytes, without the line feed. */
export type PlacedRow = {
  readonly row: ManifestRow;
  readonly at: number;
  readonly bytes: number;
};

/** A manifest that does not have the format; the message states the line, what was received and what was expected. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

/** Smallest and largest number of elements of a row. Bodies of kinds without an element exist in the file alone. */
const ELEMENTS_OF = {
  parametric: [1, 1],
  body: [0, 1],
  data_only: [0, 0],
  refused: [0, 0],
} as const satisfies Readonly<Record<ManifestRow['outcome'], readonly [number, number]>>;

const LINE_FEED = 0x0a;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a manifest from its bytes in order. Takes linear time and, besides the pieces, memory for one line and for the
 * ids of the elements. Every method throws {@link ManifestError} for bytes that are not a manifest: an unknown format, a
 * line that is too long or fits no row, rows that are not in order, an id that occurs twice,
 * a part of an unknown element.
 */
export class ManifestReader {
  #header: ManifestHeader | null = null;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  /** Number of bytes before the line in `#rest`. */
  #at = 0;
  #line = 1;
  #last: ManifestRow | null = null;
  readonly #ids = new Set<string>();
  /** Ids of elements that rows name as the whole of their product. */
  readonly #wholes = new Set<string>();

  /** The rows that end in this piece. */
  push(piece: Uint8Array): readonly PlacedRow[] {
    const found: PlacedRow[] = [];
    let start = 0;
    for (;;) {
      const end = piece.indexOf(LINE_FEED, start);
      const part = piece.subarray(start, end === -1 ? piece.length : end);
      if (this.#restBytes + part.length > IMPORT_LIMITS.line_bytes) {
        throw this.#fault(`a line of more than ${IMPORT_LIMITS.line_bytes} bytes, expected fewer`);
      }
      if (end === -1) {
        if (part.length > 0) this.#rest.push(part);
        this.#restBytes += part.length;
        return found;
      }
      const line = this.#lineWith(part);
      const row = this.#read(line);
      if (row !== null) found.push({ row, at: this.#at, bytes: line.length });
      this.#at += line.length + 1;
      this.#line += 1;
      start = end + 1;
    }
  }

  /** Ends the manifest, and returns its header. */
  end(): ManifestHeader {
    if (this.#restBytes > 0) throw this.#fault('a last line without a line feed, expected one');
    if (this.#header === null) throw this.#fault('no line, expected a header');
    for (const id of this.#wholes) {
      if (!this.#ids.has(id)) {
        throw this.#fault(`a part of \`${id}\`, expected the id of an element of the manifest`);
      }
    }
    return this.#header;
  }

  /** Number of rows so far. */
  get rows(): number {
    return Math.max(0, this.#line - 2);
  }

  /** Number of elements so far. */
  get elements(): number {
    return this.#ids.size;
  }

  #lineWith(part: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return part;
    const line = Buffer.concat([...this.#rest, part]);
    this.#rest = [];
    this.#restBytes = 0;
    return line;
  }

  #read(line: Uint8Array): ManifestRow | null {
    if (this.#header === null) {
      const header = ManifestHeader.safeParse(this.#json(line));
      if (!header.success) {
        throw this.#fault(`a header that does not fit: ${issueIn(header.error)}`);
      }
      this.#header = header.data;
      return null;
    }
    if (this.rows >= IMPORT_LIMITS.rows) {
      throw this.#fault(`more than ${IMPORT_LIMITS.rows} rows, expected at most that many`);
    }
    const read = manifestRows.validate(this.#json(line));
    if ('error' in read) throw this.#fault(`a row that does not fit: ${issueIn(read.error)}`);
    this.#check(read.data);
    return read.data;
  }

  #check(row: ManifestRow): void {
    if (this.#last !== null && compareRows(this.#last, row) >= 0) {
      throw this.#fault(
        `record ${row.record} after record ${this.#last.record}, expected rows in ascending order`,
      );
    }
    this.#last = row;
    const { element, outcome, part_of } = row;
    if (element !== null && part_of !== null) {
      throw this.#fault(`an element that is a part of \`${part_of}\`, expected one of both`);
    }
    const [least, most] = ELEMENTS_OF[outcome];
    const becomes = element !== null || part_of !== null ? 1 : 0;
    if (becomes < least || becomes > most) {
      throw this.#fault(
        `a row \`${outcome}\` ${becomes === 0 ? 'without' : 'with'} an element, expected the opposite`,
      );
    }
    if (part_of !== null) this.#wholes.add(part_of);
    if (element === null) return;
    if (this.#ids.has(element.id)) {
      throw this.#fault(`the id \`${element.id}\` twice, expected different ids`);
    }
    this.#ids.add(element.id);
  }

  #json(line: Uint8Array): unknown {
    try {
      return JSON.parse(UTF8.decode(line));
    } catch {
      throw this.#fault('a line that is not JSON in UTF-8, expected one JSON object');
    }
  }

  #fault(what: string): ManifestError {
    return new ManifestError(`line ${this.#line} of the manifest: got ${what}`);
  }
}

function issueIn({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}

/** The rows of a manifest in pieces; see {@link ManifestReader}. */
export function* manifestRowsIn(pieces: Iterable<Uint8Array>): Generator<PlacedRow> {
  const reader = new ManifestReader();
  for (const piece of pieces) yield* reader.push(piece);
  reader.end();
}

/** The row in one line of a manifest. @throws {ManifestError} if it is none */
export function rowInLine(line: Uint8Array): ManifestRow {
  const read = manifestRows.validate(parsed(line));
  if ('data' in read) return read.data;
  throw new ManifestError(`got a row of a manifest that does not fit: ${issueIn(read.error)}`);
}

function parsed(line: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(line));
  } catch {
    throw new ManifestError('got a row of a manifest that is not JSON in UTF-8');
  }
}
