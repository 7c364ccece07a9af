/** @module table: lays the cells of a table out on the grid of rows and columns (HTML 4.9.12). */
import { isLineNumber } from './code-text.ts';
import { attributeOf, hasBelow, nameOf, plainText } from './node.ts';
import type { HtmlNode } from './node.ts';

/** A table as it is shown. */
export type TableGrid = {
  /** Content before the rows: captions, and content outside of cells. */
  readonly before: readonly HtmlNode[];
  /** Rows of cells; undefined where a merged cell of another column or row extends to. */
  readonly rows: readonly (readonly (HtmlNode | undefined)[])[];
  /** Number of columns in which a cell begins. */
  readonly width: number;
};

type Row = readonly HtmlNode[];
type PlacedRow = readonly { readonly cell: HtmlNode; readonly column: number }[];
type Groups = {
  readonly before: HtmlNode[];
  readonly heads: Row[][];
  readonly bodies: Row[][];
  readonly feet: Row[][];
};

/**
 * The grid of a table without the cells of nested tables. A merged cell is in its first place only. Columns in which no cell
 * begins are omitted.
 */
export function gridOf(table: HtmlNode): TableGrid {
  const groups: Groups = { before: [], heads: [], bodies: [], feet: [] };
  collect(table, groups, undefined);
  const placed = [...groups.heads, ...groups.bodies, ...groups.feet].flatMap(placeGroup);
  const columns = [...new Set(placed.flatMap((row) => row.map(({ column }) => column)))];
  columns.sort((one, other) => one - other);
  const places = new Map(columns.map((column, at) => [column, at]));
  const rows = placed.map((row) => {
    const slots: (HtmlNode | undefined)[] = [];
    for (const { cell, column } of row) {
      const at = places.get(column) ?? 0;
      while (slots.length < at) slots.push(undefined);
      slots.push(cell);
    }
    return slots;
  });
  return { before: groups.before, rows, width: columns.length };
}

function collect(node: HtmlNode, groups: Groups, group: Row[] | undefined): void {
  let rows = group;
  for (const child of node.childNodes) {
    const name = nameOf(child);
    if (name === 'tr') {
      if (rows === undefined) {
        rows = [];
        groups.bodies.push(rows);
      }
      const cells = rowOf(child, groups.before);
      rows.push(cells);
    } else if (name === 'thead' || name === 'tbody' || name === 'tfoot') {
      const own: Row[] = [];
      (name === 'thead' ? groups.heads : name === 'tfoot' ? groups.feet : groups.bodies).push(own);
      collect(child, groups, own);
      rows = undefined;
    } else if (
      name !== '' &&
      name !== 'table' &&
      hasBelow(child, (below) => nameOf(below) === 'tr')
    ) {
      collect(child, groups, rows);
    } else if (isContent(child)) {
      groups.before.push(child);
    }
  }
}

/** The cells of a row, without line numbers of code; other content is added to `before`. */
function rowOf(row: HtmlNode, before: HtmlNode[]): Row {
  const cells: HtmlNode[] = [];
  const visit = (node: HtmlNode): void => {
    for (const child of node.childNodes) {
      const name = nameOf(child);
      if (name === 'td' || name === 'th') cells.push(child);
      else if (name !== '' && name !== 'table' && hasBelow(child, isCell)) visit(child);
      else if (isContent(child)) before.push(child);
    }
  };
  visit(row);
  return cells.some(isCode) ? cells.filter((cell) => !isLineNumber(cell)) : cells;
}

function isCell(node: HtmlNode): boolean {
  return nameOf(node) === 'td' || nameOf(node) === 'th';
}

function isCode(cell: HtmlNode): boolean {
  if (isLineNumber(cell)) return false;
  return /code/i.test(attributeOf(cell, 'class')) || hasBelow(cell, isCodeElement);
}

function isCodeElement(node: HtmlNode): boolean {
  return nameOf(node) === 'pre' || nameOf(node) === 'code';
}

function isContent(node: HtmlNode): boolean {
  return (
    plainText(node).trim() !== '' ||
    nameOf(node) === 'img' ||
    hasBelow(node, (below) => nameOf(below) === 'img')
  );
}

/** Places the cells of a row group. Cells do not extend beyond their group. */
function placeGroup(group: readonly Row[]): PlacedRow[] {
  /** For each column, the row at which it is free again. */
  const taken: number[] = [];
  return group
    .map((cells, at) => {
      let column = 0;
      return cells.map((cell) => {
        while ((taken[column] ?? 0) > at) column += 1;
        const placed = { cell, column };
        const rowspan = spanOf(cell, 'rowspan');
        const free = rowspan === 0 ? group.length : at + rowspan;
        for (let width = spanOf(cell, 'colspan') || 1; width > 0; width -= 1) {
          taken[column] = free;
          column += 1;
        }
        return placed;
      });
    })
    .filter((row) => row.length > 0);
}

function spanOf(cell: HtmlNode, name: string): number {
  const text = attributeOf(cell, name);
  return text === '' ? 1 : Number(text);
}
