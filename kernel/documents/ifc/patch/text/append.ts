/** @module append: adds records that another writer made, with their references to each other and to the file. */
import { Buffer } from 'node:buffer';

import { Comments } from '../../read/lexical.ts';
import { argumentSpans, visitReferences } from '../../read/spans.ts';
import { PatchFault } from '../patch-fault.ts';
import type { Records } from '../records.ts';
import { withReferences } from './content.ts';
import { appendItem } from './lists.ts';
import { type NewRecord, reusedIn } from './reuse.ts';

/** Records that are only of use if others refer to them. */
const PLACES: ReadonlySet<string> = new Set([
  'IFCAXIS2PLACEMENT2D',
  'IFCAXIS2PLACEMENT3D',
  'IFCCARTESIANPOINT',
  'IFCDIRECTION',
]);

const LINE = /^#(\d+)=([A-Z0-9_]+)\((.*)\);$/u;

/**
 * Adds the records of lines, each on its own, in an order in which no record refers to a later one. Of two lines that
 * refer to each other, the first one gets its reference last. Lines that repeat materials, layers and types of the file
 * are not added: others refer to these. `rowOf` returns the row of a number that no line has.
 * Returns the rows of the lines by their numbers.
 * @throws {PatchFault} for a malformed line, or lines that refer to each other within a list
 */
export function appendLines(
  records: Records,
  lines: Buffer,
  rowOf: (number: number) => number,
): ReadonlyMap<number, number> {
  const byNumber = linesOf(lines);
  const { same, skipped, related } = reusedIn(records, byNumber);
  const rows = new Map(same);
  const open = new Set<number>();
  /** Arguments that are set when the record they refer to has a row. */
  const late: { readonly row: number; readonly position: number; readonly to: number }[] = [];
  for (const [first, { keyword }] of byNumber) {
    if (PLACES.has(keyword) || skipped.has(first)) continue;
    // The numbers on the way to a record, from the first line.
    const path = [first];
    for (let number = path.at(-1); number !== undefined; number = path.at(-1)) {
      const line = byNumber.get(number);
      if (line === undefined || rows.has(number)) {
        path.pop();
        continue;
      }
      if (!open.has(number)) {
        open.add(number);
        const needed = referencesOf(line.args).filter((to) => byNumber.has(to) && !rows.has(to));
        path.push(...needed.filter((to) => !open.has(to)).toReversed());
        continue;
      }
      rows.set(number, add(line));
      path.pop();
    }
  }
  for (const [relation, numbers] of related) {
    for (const number of numbers) {
      const row = rows.get(number) ?? rowOf(number);
      const isThere = records.refs(relation, 'RelatedObjects').includes(row);
      if (!isThere) appendItem(records, relation, 'RelatedObjects', row);
    }
  }
  for (const { row, position, to } of late) {
    records.setText(row, position, `#${records.idText(rows.get(to) ?? -1)}`);
  }
  return rows;

  function add({ keyword, args }: NewRecord): number {
    const mutual: { readonly position: number; readonly to: number }[] = [];
    const texts = args.map((arg, position) => {
      const to = Number(/^#(\d+)$/u.exec(arg)?.[1] ?? NaN);
      if (byNumber.has(to) && !rows.has(to)) {
        mutual.push({ position, to });
        return '$';
      }
      return withReferences(arg, (id) => {
        const number = Number(id);
        const row = rows.get(number) ?? (byNumber.has(number) ? -1 : rowOf(number));
        if (row < 0) throw new PatchFault(`#${id} is referred to before it is added`);
        return records.idText(row);
      });
    });
    const row = records.addTexts(keyword, texts);
    for (const one of mutual) late.push({ row, ...one });
    return row;
  }
}

function linesOf(lines: Buffer): ReadonlyMap<number, NewRecord> {
  const found = new Map<number, NewRecord>();
  for (const line of lines.toString('latin1').split('\n')) {
    if (line === '') continue;
    const [, number, keyword, args] = LINE.exec(line) ?? [];
    if (number === undefined || keyword === undefined || args === undefined) {
      throw new PatchFault('got a line that is no record');
    }
    found.set(Number(number), { keyword, args: argumentsIn(args) });
  }
  return found;
}

function referencesOf(args: readonly string[]): readonly number[] {
  const bytes = Buffer.from(args.join(), 'latin1');
  const found = new Set<number>();
  visitReferences({ bytes, comments: new Comments(bytes) }, { from: 0, to: bytes.length }, (id) =>
    found.add(Number(id)),
  );
  return [...found];
}

function argumentsIn(args: string): readonly string[] {
  const bytes = Buffer.from(`(${args})`, 'latin1');
  const spans = argumentSpans({ bytes, comments: new Comments(bytes) }, 0);
  if (spans === null) throw new PatchFault('got a record whose arguments do not end');
  return spans.args.map(({ from, to }) => bytes.toString('latin1', from, to));
}
