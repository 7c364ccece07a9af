/** @module markdown: converts an HTML tree to Markdown (CommonMark with pipe tables) in linear time. */
import { codeText } from './code-text.ts';
import { codeLine, inlineNode, inlineOf, longestRun } from './inline.ts';
import { BLOCK_ATTRIBUTE } from './kept-attributes.ts';
import { itemMarks } from './list-marks.ts';
import { ELEMENT, nameOf } from './node.ts';
import type { HtmlNode } from './node.ts';
import { gridOf } from './table.ts';

/** Block elements. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** The levels of headings by element. */
export const HEADING_LEVEL: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]),
);

/**
 * Converts a node to Markdown. Links are resolved against `base`; links other than http, https and mailto become text.
 * A picture becomes its alternative text, since a Markdown viewer would fetch its address.
 */
export function toMarkdown(node: HtmlNode, base: string): string {
  return blockOf(node, base).join('\n\n');
}

/** The blocks of a node, each without a trailing line end. */
function blockOf(node: HtmlNode, base: string): string[] {
  const name = nameOf(node);
  const level = HEADING_LEVEL.get(name);
  if (level !== undefined) return headingOf(node, base, level);
  switch (name) {
    case 'hr':
      return ['---'];
    case 'pre':
      return fenced(codeText(node));
    case 'blockquote':
      return prefixed(childBlocks(node, base).join('\n\n'), '> ', '> ');
    case 'ul':
    case 'ol':
    case 'menu':
      return listOf(node, base);
    case 'table':
      return tableOf(node, base);
    default:
      return childBlocks(node, base);
  }
}

function headingOf(node: HtmlNode, base: string, level: number): string[] {
  const text = inlineOf(node, base).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? [] : [`${'#'.repeat(level)} ${text}`];
}

/** The blocks of the children; inline content between blocks becomes a paragraph. */
function childBlocks(node: HtmlNode, base: string): string[] {
  return blocksOf(node.childNodes, base);
}

function blocksOf(nodes: Iterable<HtmlNode>, base: string): string[] {
  const blocks: string[] = [];
  let line: string[] = [];
  const flush = (): void => {
    const text = paragraph(line.join(''));
    if (text !== '') blocks.push(text);
    line = [];
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      flush();
      blocks.push(...blockOf(node, base));
    } else {
      line.push(inlineNode(node, base));
    }
  }
  flush();
  return blocks;
}

/** The nodes for which `isBlock` is known: each node is looked at once. */
const CONTAINS_BLOCKS = new WeakMap<HtmlNode, boolean>();

/** Whether a node is a block or contains one, such as a link around a card. */
export function isBlock(node: HtmlNode): boolean {
  if (node.nodeType !== ELEMENT) return false;
  if (BLOCKS.has(nameOf(node)) || node.getAttribute?.(BLOCK_ATTRIBUTE) !== null) return true;
  if (nameOf(node) === 'math') return false;
  const known = CONTAINS_BLOCKS.get(node);
  if (known !== undefined) return known;
  let found = false;
  for (const child of node.childNodes) if (isBlock(child)) found = true;
  CONTAINS_BLOCKS.set(node, found);
  return found;
}

function fenced(text: string): string[] {
  const body = text.replace(/^\r?\n/, '').trimEnd();
  if (body === '') return [];
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return [`${fence}\n${body}\n${fence}`];
}

function listOf(node: HtmlNode, base: string): string[] {
  const marks = itemMarks(node);
  const items: string[] = [];
  let rest: HtmlNode[] = [];
  let indent = '';
  // Content of a list outside of its items is indented like that of the item before it
  const flush = (): void => {
    items.push(...prefixed(blocksOf(rest, base).join('\n'), indent, indent));
    rest = [];
  };
  for (const child of node.childNodes) {
    const mark = marks.get(child);
    if (mark === undefined) {
      rest.push(child);
      continue;
    }
    flush();
    indent = ' '.repeat(mark.length);
    items.push(...prefixed(blockOf(child, base).join('\n'), mark, indent));
  }
  flush();
  return items.length === 0 ? [] : [items.join('\n')];
}

function prefixed(text: string, first: string, rest: string): string[] {
  if (text === '') return [];
  return [
    text
      .split('\n')
      .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
      .join('\n'),
  ];
}

/** Places of a table up to which short rows are filled up. */
const FILLED_PLACES_MAX = 100_000;

/**
 * A pipe table with the first row as its head, after its caption. The text of a merged cell is in its first place; its other
 * places are empty. A table with one column is only layout: its blocks are returned.
 */
function tableOf(node: HtmlNode, base: string): string[] {
  const { before, rows, width } = gridOf(node);
  const above = blocksOf(before, base);
  // Each cell is converted only once: tables nest, and a second conversion would double the work at every level
  if (width <= 1) {
    const cells = rows.flat().filter((cell) => cell !== undefined);
    return [...above, ...cells.flatMap((cell) => childBlocks(cell, base))];
  }
  const fill = rows.length * width <= FILLED_PLACES_MAX;
  const line = (cells: readonly string[], whole: boolean): string =>
    `| ${(whole ? Array.from({ length: width }, (_, at) => cells[at] ?? '') : cells).join(' | ')} |`;
  const [head = [], ...body] = rows.map((cells) =>
    cells.map((cell) => (cell === undefined ? '' : cellOf(cell, base))),
  );
  const rule = Array.from({ length: width }, () => '---');
  const lines = [line(head, true), line(rule, true), ...body.map((cells) => line(cells, fill))];
  return [...above, lines.join('\n')];
}

/** The blocks of a cell in one line; the lines of code are divided by `<br>`. */
function cellOf(cell: HtmlNode, base: string): string {
  return childBlocks(cell, base)
    .map((block) => {
      const code = /^(`{3,})\n([^]*)\n\1$/.exec(block)?.[2];
      if (code === undefined) return block.replaceAll(/\s+/g, ' ');
      return code
        .split(/\r?\n/)
        .map((row) => (row.trim() === '' ? '' : codeLine(row)))
        .join('<br>');
    })
    .join(' ')
    .replaceAll('|', '\\|');
}

/** Trims lines and escapes characters that would begin a heading, quote or list. */
function paragraph(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/ {2,}/g, ' ')
        .replace(/^(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+$|~{3,})/, '\\$1')
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'),
    )
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
