/** @module markdown: converts an HTML tree to Markdown (CommonMark with pipe tables) in linear time. */

/** The members of a DOM node that the conversion uses. */
export type HtmlNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
};

/** Values of `nodeType`. */
const ELEMENT = 1;
const TEXT = 3;

/** Block elements. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** Inline elements that become code spans. */
const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
/** The levels of headings by element. */
export const HEADING_LEVEL: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]),
);
/** An attribute with the level of a heading, if its element has another one. */
export const LEVEL_ATTRIBUTE = 'data-heading-level';
/** Elements without visible content. */
const SKIPPED: ReadonlySet<string> = new Set(['head', 'title', 'meta', 'link', 'base']);

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
      return fenced(textOf(node));
    case 'blockquote':
      return prefixed(childBlocks(node, base).join('\n\n'), '> ', '> ');
    case 'ul':
    case 'ol':
      return listOf(node, base, name === 'ol');
    case 'table':
      return tableOf(node, base);
    default:
      return childBlocks(node, base);
  }
}

function headingOf(node: HtmlNode, base: string, level: number): string[] {
  const text = inlineOf(node, base).replaceAll('\n', ' ').trim();
  const own = Number(node.getAttribute?.(LEVEL_ATTRIBUTE) ?? level);
  return text === '' ? [] : [`${'#'.repeat(own)} ${text}`];
}

/** The blocks of the children; inline content between blocks becomes a paragraph. */
function childBlocks(node: HtmlNode, base: string): string[] {
  const blocks: string[] = [];
  let line: string[] = [];
  const flush = (): void => {
    const text = paragraph(line.join(''));
    if (text !== '') blocks.push(text);
    line = [];
  };
  for (const child of node.childNodes) {
    if (containsBlocks(child)) {
      flush();
      blocks.push(...blockOf(child, base));
    } else {
      line.push(inlineNode(child, base));
    }
  }
  flush();
  return blocks;
}

/** Whether a node is a block or directly contains one, such as a link around a card. */
function containsBlocks(node: HtmlNode): boolean {
  if (BLOCKS.has(nameOf(node))) return true;
  if (node.nodeType !== ELEMENT) return false;
  for (const child of node.childNodes) if (BLOCKS.has(nameOf(child))) return true;
  return false;
}

function inlineOf(node: HtmlNode, base: string): string {
  const parts: string[] = [];
  for (const child of node.childNodes) parts.push(inlineNode(child, base));
  return parts.join('');
}

function inlineNode(node: HtmlNode, base: string): string {
  if (node.nodeType === TEXT) return escapeText(node.nodeValue ?? '');
  if (node.nodeType !== ELEMENT) return '';
  const name = nameOf(node);
  if (SKIPPED.has(name)) return '';
  switch (name) {
    case 'br':
      return '\n';
    case 'img': {
      const alt = collapse(node.getAttribute?.('alt') ?? '').trim();
      return alt === '' ? '' : `(picture: ${escapeText(alt)})`;
    }
    case 'a':
      return linkOf(inlineOf(node, base), node.getAttribute?.('href') ?? null, base);
    case 'strong':
    case 'b':
      return emphasis(inlineOf(node, base), '**');
    case 'em':
    case 'i':
      return emphasis(inlineOf(node, base), '*');
    default:
      return CODE.has(name) ? codeSpan(textOf(node)) : inlineOf(node, base);
  }
}

function linkOf(text: string, href: string | null, base: string): string {
  const shown = text.replaceAll('\n', ' ');
  const url = href === null ? null : URL.parse(href, base);
  if (shown.trim() === '' || url === null || !/^(https?|mailto):$/.test(url.protocol)) return shown;
  const target = url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${shown.trim()}](${target})`;
}

function emphasis(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const before = /^\s/.test(text) ? ' ' : '';
  const after = /\s$/.test(text) ? ' ' : '';
  return `${before}${mark}${inner}${mark}${after}`;
}

function codeSpan(text: string): string {
  const inner = collapse(text);
  if (inner.trim() === '') return inner;
  const fence = '`'.repeat(longestRun(inner) + 1);
  return inner.includes('`') ? `${fence} ${inner} ${fence}` : `${fence}${inner}${fence}`;
}

function fenced(text: string): string[] {
  const body = text.replace(/^\n/, '').trimEnd();
  if (body === '') return [];
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return [`${fence}\n${body}\n${fence}`];
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function listOf(node: HtmlNode, base: string, ordered: boolean): string[] {
  const items: string[] = [];
  let number = Number(node.getAttribute?.('start') ?? 1);
  if (!Number.isSafeInteger(number) || number < 0) number = 1;
  for (const child of node.childNodes) {
    if (nameOf(child) === '') continue;
    const mark = ordered ? `${number}. ` : '- ';
    const body = blockOf(child, base).join('\n');
    if (body === '') continue;
    number += 1;
    items.push(...prefixed(body, mark, ' '.repeat(mark.length)));
  }
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

/** A pipe table with the first row as its head. A table with one column is only layout: its blocks are returned. */
function tableOf(node: HtmlNode, base: string): string[] {
  const rows = rowsOf(node);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  // Each cell is converted only once: tables nest, and a second conversion would double the work at every level
  if (width <= 1) return rows.flatMap((cells) => cells.flatMap((cell) => childBlocks(cell, base)));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows.map((cells) => cells.map((cell) => cellOf(cell, base)));
  const rule = Array.from({ length: width }, () => '---');
  return [[line(head), line(rule), ...body.map(line)].join('\n')];
}

function cellOf(cell: HtmlNode, base: string): string {
  return childBlocks(cell, base).join(' ').replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** The cells of a table, row by row, without the cells of nested tables. */
function rowsOf(node: HtmlNode): HtmlNode[][] {
  const rows: HtmlNode[][] = [];
  for (const child of node.childNodes) {
    const name = nameOf(child);
    if (name === 'tr') {
      const cells = [...child.childNodes].filter((cell) => ['td', 'th'].includes(nameOf(cell)));
      if (cells.length > 0) rows.push(cells);
    } else if (name !== '') {
      rows.push(...rowsOf(child));
    }
  }
  return rows;
}

/** The name of an element in lower case; '' for other nodes. */
export function nameOf(node: HtmlNode): string {
  return node.nodeType === ELEMENT ? node.nodeName.toLowerCase() : '';
}

/** The text with its white space, for elements that preserve it. */
function textOf(node: HtmlNode): string {
  if (node.nodeType === TEXT) return node.nodeValue ?? '';
  if (nameOf(node) === 'br') return '\n';
  const parts: string[] = [];
  for (const child of node.childNodes) parts.push(textOf(child));
  return parts.join('');
}

function collapse(text: string): string {
  return text.replace(/[ \t\r\n\f]+/g, ' ');
}

/** Escapes Markdown syntax; an underscore inside a word is not syntax. */
function escapeText(text: string): string {
  return collapse(text)
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
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
