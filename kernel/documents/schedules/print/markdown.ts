/** @module markdown: a table as GitHub Markdown, for a chat or a document. */
import type { Cell, Column, Table } from '../table.ts';
import { headingOf, linesOf, cellText } from './lines.ts';

/** The title, the table with sums in bold, and the notes. */
export function markdownText({ ...table }: Table): string {
  const { columns } = table;
  const rule = columns.map(({ type }) => (isNumber(type) ? '---:' : '---'));
  const lines = [
    `## ${escaped(table.title)}`,
    '',
    lineOf(columns.map((column) => escaped(headingOf(column)))),
    lineOf(rule),
    ...[...linesOf(table)].map((line) =>
      line.line === 'heading'
        ? lineOf(columns.map((_, index) => (index === 0 ? bold(line.text) : '')))
        : lineOf(
            line.cells.map((cell, index) => cellIn(cell, columns[index], line.line === 'total')),
          ),
    ),
    '',
    ...[...table.warnings, ...table.notes].flatMap((note) => [escaped(note), '']),
  ];
  return lines.join('\n');
}

function isNumber(type: Column['type']): boolean {
  return type === 'number' || type === 'integer';
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellIn(cell: Cell, column: Column | undefined, isSum: boolean): string {
  const text = cellText(cell, column);
  if (isSum) return bold(text);
  const isCode = column?.key === 'ifc_guid' || (isId(column) && escaped(text) !== text);
  return isCode && CODE.test(text) ? `\`${text}\`` : escaped(text);
}

/** Whether the cells of a column are ids of elements. */
function isId(column: Column | undefined): boolean {
  return column?.key.endsWith('_id') ?? false;
}

/** Text that can be a code span in a cell, which shows it unchanged: `_` and `$` of a GUID are not escaped. */
const CODE = /^[\w$:.-]+$/u;

function bold(text: string): string {
  return text === '' ? '' : `**${escaped(text)}**`;
}

/** Text escaped so that it neither ends its cell nor acts as Markdown, HTML or a terminal control sequence. */
function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\\`*_{}[\]<>#|~!]/g, (character) => `\\${character}`);
}
