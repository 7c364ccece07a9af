/** @module ends: where records end in the text of a file. */
import { pastSeparators } from '../../read/lexical.ts';
import { argumentSpans } from '../../read/spans.ts';
import type { StepFile } from '../../read/step-file.ts';
import { PatchFault } from '../patch-fault.ts';

const SEMICOLON = 59;

/** The end of a record, and whether it has its semicolon; null if its arguments do not end. */
export function endOf(
  file: StepFile,
  row: number,
): { readonly to: number; readonly isClosed: boolean } | null {
  const spans = argumentSpans(file, file.openOf(row), file.limitOf(row));
  if (spans === null) return null;
  const next = pastSeparators(file.bytes, spans.end, file.comments);
  const isClosed = file.bytes[next] === SEMICOLON;
  return { to: isClosed ? next + 1 : spans.end, isClosed };
}

/**
 * Offset after the last record that ends with a semicolon, where others are added.
 * @throws {PatchFault} if the file has none
 */
export function lastEnd(file: StepFile): number {
  for (let row = file.count - 1; row >= 0; row -= 1) {
    const end = file.isBroken(row) ? null : endOf(file, row);
    if (end !== null && end.isClosed) return end.to;
  }
  throw new PatchFault(
    'the file has no record that can be read, expected one to add others after it',
  );
}
