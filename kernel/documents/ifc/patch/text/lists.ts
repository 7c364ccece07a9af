/** @module lists: changes of lists of references, whose other items keep their text. */
import type { Records } from '../records.ts';
import { withoutItem } from './content.ts';

/** Takes a record out of a list; returns the number of items that are left. */
export function dropItem(records: Records, row: number, attribute: string, item: number): number {
  const position = records.position(row, attribute);
  const arg = records.content(row).args[position] ?? '()';
  const { text, left } = withoutItem(arg, (id) => records.rowOf(id) === item);
  records.setText(row, position, text);
  return left;
}

/** Adds a record to the end of a list, which is made if it is `$`. */
export function appendItem(records: Records, row: number, attribute: string, item: number): void {
  const position = records.position(row, attribute);
  const arg = records.content(row).args[position] ?? '$';
  const id = `#${records.idText(item)}`;
  const end = arg.lastIndexOf(')');
  const isEmpty = end < 0 || /\(\s*\)$/.test(arg);
  records.setText(row, position, isEmpty ? `(${id})` : `${arg.slice(0, end)},${id})`);
}
