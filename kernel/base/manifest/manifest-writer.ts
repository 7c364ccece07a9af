/** @module manifest-writer: writes the manifest of an import as canonical JSON lines. */
import {
  MANIFEST_FORMAT,
  type ManifestHeader,
  type ManifestRow,
} from '../../../schemas/imports.ts';
import { canonicalJson } from '../canonical/json.ts';
import { compareRows } from './row-order.ts';

/** Length at which lines are handed on as one piece, characters. */
const PIECE_CHARS = 65_536;

/**
 * The bytes of a manifest, in pieces of some 64 kB: the header, then one row per line, each line with a line feed. Only
 * the rows of one piece are in memory. The same header and rows give the same bytes.
 *
 * @param rows in the order of `compareRows`
 * @throws {RangeError} for rows in another order or with equal places in it
 */
export function* manifestBytes(
  header: Omit<ManifestHeader, 'format'>,
  rows: Iterable<ManifestRow>,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = `${canonicalJson({ ...header, format: MANIFEST_FORMAT })}\n`;
  let last: ManifestRow | null = null;
  for (const row of rows) {
    if (last !== null && compareRows(last, row) >= 0) {
      throw new RangeError(`got the row of record ${row.record} after that of ${last.record}`);
    }
    last = row;
    text += `${canonicalJson(row)}\n`;
    if (text.length < PIECE_CHARS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}
