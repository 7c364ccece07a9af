/** @module output: the bytes of a patched file: those of the file with other bytes in some places. */
import { Buffer } from 'node:buffer';

import { argumentSpans, type Span } from '../../read/spans.ts';
import type { StepFile } from '../../read/step-file.ts';
import { stepText } from '../../write/step/step-text.ts';
import { PatchFault } from '../patch-fault.ts';
import type { Records } from '../records.ts';
import { endOf, lastEnd } from './ends.ts';

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
/** Places of the time and the program in FILE_NAME. */
const [TIME, PREPROCESSOR] = [1, 4];

/** Bytes that replace a part of the file; each character is one byte. */
type Splice = Span & { readonly text: string };

/** What the header says of a patched file. */
export type HeaderEdit = { readonly time: string; readonly preprocessor: string };

/** The patched file as pieces, most of which are parts of the file itself. */
export function outputOf(records: Records, header: HeaderEdit): readonly Uint8Array[] {
  const { file } = records;
  const splices = [
    ...headerSplices(file, header),
    ...records.changedRows
      .filter((row) => !records.isRemoved(row))
      .flatMap((row) => changedSplices(records, row)),
    ...[...records.removedRows]
      .filter((row) => !records.isAdded(row))
      .map((row) => removal(file, row)),
    ...additions(records),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { from, to, text } of splices) {
    if (from < at) throw new Error('two changes of the same bytes');
    if (from > at) pieces.push(file.bytes.subarray(at, from));
    if (text !== '') pieces.push(Buffer.from(text, 'latin1'));
    at = to;
  }
  pieces.push(file.bytes.subarray(at));
  return pieces;
}

function headerSplices(file: StepFile, { time, preprocessor }: HeaderEdit): readonly Splice[] {
  const open = file.headerOpen('FILE_NAME');
  const spans = open < 0 ? null : argumentSpans(file, open);
  const texts: readonly (readonly [number, string])[] = [
    [TIME, stepText(time)],
    [PREPROCESSOR, stepText(preprocessor)],
  ];
  return texts.flatMap(([position, text]) => {
    const span = spans?.args[position];
    return span === undefined ? [] : [{ ...span, text }];
  });
}

/** The arguments of a changed record that differ. */
function changedSplices(records: Records, row: number): readonly Splice[] {
  const { file } = records;
  const content = records.changedContent(row);
  const spans = argumentSpans(file, file.openOf(row), file.limitOf(row));
  if (content === null || spans === null) return [];
  return spans.args.flatMap((span, i) => {
    const text = content.args[i] ?? '';
    const isSame = file.bytes.toString('latin1', span.from, span.to) === text;
    return isSame ? [] : [{ ...span, text }];
  });
}

/** A record with its semicolon, and with its line if it is alone on it. */
function removal(file: StepFile, row: number): Splice {
  const end = endOf(file, row);
  if (end === null) throw new PatchFault(`row ${row} cannot be read, so that it cannot be removed`);
  const from = file.beginOf(row);
  const { bytes } = file;
  let start = from;
  while (start > 0 && isBlank(bytes[start - 1])) start -= 1;
  const isFirst = start > 0 && isLineEnd(bytes[start - 1]);
  const line = pastLine(file, end.to);
  if (!isFirst || line === null || !end.isClosed) return { from, to: end.to, text: '' };
  return { from: start, to: line, text: '' };
}

/** Offset after the line end that follows an offset; null if other text or the end of the file comes first. */
function pastLine({ bytes }: StepFile, from: number): number | null {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  if (!isLineEnd(bytes[at])) return null;
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/** The added records, after the last record of the file that ends with a semicolon. */
function additions(records: Records): readonly Splice[] {
  const { file } = records;
  const lines: string[] = [];
  for (let row = file.count; row < records.count; row += 1) {
    if (records.isRemoved(row)) continue;
    const args = records.addedContent(row)?.args.join(',') ?? '';
    lines.push(`#${records.idText(row)}=${records.entityOf(row)?.keyword ?? ''}(${args});`);
  }
  if (lines.length === 0) return [];
  const end = lastEnd(file);
  const line = pastLine(file, end);
  const at = line ?? end;
  const ending = endingAt(file, line ?? file.bytes.indexOf(LINE_FEED) + 1);
  const text = lines.map((one) => (line === null ? `${ending}${one}` : `${one}${ending}`)).join('');
  return [{ from: at, to: at, text }];
}

/** The line end before an offset. */
function endingAt({ bytes }: StepFile, after: number): string {
  if (bytes[after - 1] === CARRIAGE_RETURN) return '\r';
  return bytes[after - 1] === LINE_FEED && bytes[after - 2] === CARRIAGE_RETURN ? '\r\n' : '\n';
}
