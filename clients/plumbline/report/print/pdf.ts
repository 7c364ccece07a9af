/** @module pdf: a report as a PDF with pages of A4; tables and lists continue on the next page. */
import { printable } from '../../../../kernel/base/text/printable.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { pdf } from '../../../../kernel/documents/drawings/print/pdf.ts';
import type { Block, ReportDocument, Section } from '../document/blocks.ts';
import { BOLD_TEXT, FAINT_TEXT, PLAIN_TEXT, type TextRow, textRows } from './pdf-lines.ts';
import { LANDSCAPE, MARGIN, Pages, PORTRAIT, rowHeight } from './pdf-pages.ts';
import { scaledItems } from './scaled-drawing.ts';
import { shownParagraphs } from './shown.ts';

/** Font sizes, mm. */
const SIZE = { title: 7, section: 4.8, part: 3.6, text: 3.1, table: 2.6 } as const;
/** Width of the labels of facts, of the indentation of a list, and of the padding of a cell. */
const [LABEL_MM, INDENT_MM, PAD_MM] = [38, 4, 1.2];
/** Maximum depth of the indentation. */
const DEPTH_MAX = 5;
/** Least height of a picture with its title. */
const PICTURE_MM = 120;
/** Height that a heading keeps free for the text below it. */
const KEEP_MM = 22;
/** Height that the heading of a section keeps free for a table below it. */
const KEEP_TABLE_MM = 55;

type Table = Extract<Block, { block: 'table' }>;

/** The report as PDF. The same document gives the same bytes. */
export function pdfReport(document: ReportDocument): Buffer {
  return pdf(reportPages(document), printable(`${document.title}: ${document.subtitle}`));
}

/** The pages of the report: A4, upright or for pictures oblong. */
export function reportPages({
  title,
  subtitle,
  footer,
  sections,
}: ReportDocument): readonly Drawing[] {
  const pages = new Pages(title);
  pages.rows(textRows(title, pages.width, SIZE.title, BOLD_TEXT), SIZE.title);
  pages.rows(textRows(subtitle, pages.width, SIZE.text, FAINT_TEXT), SIZE.text);
  for (const section of sections) addSection(pages, section);
  return pages.finished(footer);
}

function addSection(pages: Pages, { title, blocks, parts }: Section): void {
  if (blocks.some(({ block }) => block === 'picture')) pages.begin(LANDSCAPE);
  pages.ensure(blocks[0]?.block === 'table' ? KEEP_TABLE_MM : KEEP_MM + 10);
  pages.gap(7);
  pages.rule(0.4, [40, 40, 44]);
  pages.down(2);
  pages.rows(textRows(title, pages.width, SIZE.section, BOLD_TEXT), SIZE.section);
  pages.down(1);
  for (const block of blocks) addBlock(pages, block);
  for (const part of parts) {
    pages.ensure(KEEP_MM);
    pages.gap(4);
    pages.rows(textRows(part.title, pages.width, SIZE.part, BOLD_TEXT), SIZE.part);
    pages.down(0.8);
    for (const block of part.blocks) addBlock(pages, block);
  }
}

function addBlock(pages: Pages, block: Block): void {
  switch (block.block) {
    case 'text':
      pages.gap(1);
      pages.rows(textRows(block.words, pages.width, SIZE.text), SIZE.text);
      pages.gap(1);
      return;
    case 'facts':
      for (const [label, words] of block.rows) {
        addFact(pages, label, textRows(words, pages.width - LABEL_MM, SIZE.text));
      }
      pages.gap(1.5);
      return;
    case 'list':
      addLabel(pages, block.label);
      for (const { words, depth } of block.lines) {
        const x = Math.min(depth, DEPTH_MAX) * INDENT_MM + INDENT_MM;
        const rows = textRows(words, pages.width - x, SIZE.text);
        pages.ensure(rowHeight(SIZE.text));
        pages.row({ runs: [{ text: '•', x: 0, ...PLAIN_TEXT }], width: 0 }, SIZE.text, x - 2.6);
        pages.rows(rows, SIZE.text, x);
        pages.down(0.4);
      }
      pages.gap(1);
      return;
    case 'quote':
      addLabel(pages, block.label);
      for (const paragraph of shownParagraphs(block.text)) addQuoted(pages, paragraph);
      pages.gap(1.5);
      return;
    case 'table':
      addTable(pages, block);
      return;
    case 'picture':
      addPicture(pages, block.title, block.drawing);
      return;
    default:
      block satisfies never;
  }
}

function addLabel(pages: Pages, label: string): void {
  pages.ensure(rowHeight(SIZE.text) * 2.5);
  pages.gap(1);
  pages.rows(textRows(label, pages.width, SIZE.text, BOLD_TEXT), SIZE.text);
}

function addFact(pages: Pages, label: string, rows: readonly TextRow[]): void {
  pages.ensure(Math.min(rows.length, 3) * rowHeight(SIZE.text));
  const labels = textRows(label, LABEL_MM - 2, SIZE.text, FAINT_TEXT);
  for (const [index, row] of labels.entries()) {
    pages.row(row, SIZE.text, 0, { below: index * rowHeight(SIZE.text) });
  }
  pages.rows(rows, SIZE.text, LABEL_MM);
  pages.down(Math.max(0, labels.length - rows.length) * rowHeight(SIZE.text));
}

function addQuoted(pages: Pages, paragraph: string): void {
  for (const row of textRows(
    [{ text: paragraph, look: null }],
    pages.width - INDENT_MM,
    SIZE.text,
    FAINT_TEXT,
  )) {
    pages.ensure(rowHeight(SIZE.text));
    pages.bar(1, rowHeight(SIZE.text));
    pages.rows([row], SIZE.text, INDENT_MM);
  }
}

/** A table whose heading is repeated on each page; a row that is higher than a page is divided. */
function addTable(pages: Pages, { caption, columns, rows }: Table): void {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (share * pages.width) / total);
  const cellRows = (
    words: Table['rows'][number][number],
    index: number,
    bold: boolean,
  ): readonly TextRow[] =>
    textRows(words, (widths[index] ?? 0) - 2 * PAD_MM, SIZE.table, bold ? BOLD_TEXT : PLAIN_TEXT);
  const head = columns.map(({ title }, index) => cellRows(title, index, true));
  // The caption stays with the heading and the first rows.
  pages.ensure(rowHeight(SIZE.text) + heightOf(head) + 4 * rowHeight(SIZE.table));
  addLabel(pages, caption);
  const addHead = (): void => {
    pages.band(heightOf(head));
    addCells(pages, head, columns, widths);
  };
  addHead();
  for (const row of rows) {
    let cells = row.map((words, index) => cellRows(words, index, false));
    while (cells.some(({ length }) => length > 0)) {
      const fits = linesIn(pages.room);
      const lines = Math.max(...cells.map(({ length }) => length));
      const wholePage = linesIn(PORTRAIT.height - MARGIN.top - MARGIN.bottom - heightOf(head));
      if (fits < Math.min(lines, wholePage)) {
        pages.begin();
        addHead();
        continue;
      }
      addCells(
        pages,
        cells.map((cell) => cell.slice(0, fits)),
        columns,
        widths,
      );
      cells = cells.map((cell) => cell.slice(fits));
    }
  }
  pages.gap(2);
}

/** The number of lines of a cell that a height has room for. */
function linesIn(height: number): number {
  return Math.floor((height - 2 * PAD_MM) / rowHeight(SIZE.table));
}

function heightOf(cells: readonly (readonly TextRow[])[]): number {
  return Math.max(...cells.map(({ length }) => length)) * rowHeight(SIZE.table) + 2 * PAD_MM;
}

function addCells(
  pages: Pages,
  cells: readonly (readonly TextRow[])[],
  columns: Table['columns'],
  widths: readonly number[],
): void {
  let x = 0;
  for (const [index, rows] of cells.entries()) {
    const right = columns[index]?.align === 'right';
    const wide = widths[index] ?? 0;
    for (const [line, row] of rows.entries()) {
      const at = right ? x + wide - PAD_MM : x + PAD_MM;
      pages.row(row, SIZE.table, at, { below: PAD_MM + line * rowHeight(SIZE.table), right });
    }
    x += wide;
  }
  pages.down(heightOf(cells));
  pages.rule();
}

/** A picture as large as its page permits, on a page of its own or below the text before it. */
function addPicture(pages: Pages, title: string, drawing: Drawing): void {
  if (pages.paper !== LANDSCAPE || pages.room < PICTURE_MM) pages.begin(LANDSCAPE);
  pages.rows(textRows(title, pages.width, SIZE.part, BOLD_TEXT), SIZE.part);
  pages.down(2);
  const scale = Math.min(pages.width / drawing.width_mm, pages.room / drawing.height_mm);
  const top = LANDSCAPE.height - MARGIN.bottom - pages.room;
  const y = LANDSCAPE.height - top - drawing.height_mm * scale;
  pages.place(scaledItems(drawing, scale, { x: MARGIN.left, y }));
  pages.begin();
}
