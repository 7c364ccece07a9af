/** @module line index: finds the lines that may count an element by one of their texts, without a test of every line. */
import type { Field } from '../schedules/field.ts';
import type { BoundLine, BoundTest } from './bound-line.ts';

type ByValue = { readonly field: Field; readonly lines: Map<string, BoundLine[]> };

/** Lines of one kind. */
export type LineIndex = {
  /** Lines that are tested for every element. */
  readonly rest: readonly BoundLine[];
  /** Lines by the text that a field must have. */
  readonly fields: readonly ByValue[];
};

/** The index of lines of one kind. Each line is in it once. */
export function lineIndex(lines: readonly BoundLine[]): LineIndex {
  const rest: BoundLine[] = [];
  const fields = new Map<string, ByValue>();
  for (const line of lines) {
    const test = line.tests.find(isText);
    if (test === undefined) {
      rest.push(line);
      continue;
    }
    const { field, value } = test;
    const known = fields.get(field.key) ?? { field, lines: new Map<string, BoundLine[]>() };
    fields.set(field.key, known);
    const alike = known.lines.get(String(value));
    if (alike === undefined) known.lines.set(String(value), [line]);
    else alike.push(line);
  }
  return { rest, fields: [...fields.values()] };
}

/** A test for one text of the whole element; the material of a part is not known before its test. */
function isText({ field, op }: BoundTest): boolean {
  return op === 'eq' && field.type === 'text' && field.key !== 'material';
}

/** The lines that may count an element, in the order of the list. @param read reads a field of the element */
export function linesFor(
  { rest, fields }: LineIndex,
  read: (field: Field) => ReturnType<Field['read']>,
): readonly BoundLine[] {
  const found = [...rest];
  for (const { field, lines } of fields) {
    const value = read(field);
    if (typeof value === 'string') found.push(...(lines.get(value) ?? []));
  }
  return found.toSorted((a, b) => a.line - b.line);
}
