/** @module inline: converts the inline content of a page to Markdown. */
import { codeText } from './code-text.ts';
import { formulaText } from './math.ts';
import { attributeOf, ELEMENT, nameOf, TEXT } from './node.ts';
import type { HtmlNode } from './node.ts';

/** Inline elements that become code spans. */
const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
/** Elements without visible content. */
const SKIPPED: ReadonlySet<string> = new Set(['head', 'title', 'meta', 'link', 'base']);
/** Elements around which words end. */
const SEPARATE: ReadonlySet<string> = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** What is written before and after the content of an element. CommonMark has no syntax for `sup` and `sub`. */
const MARKS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['strong', ['**', '**']],
  ['b', ['**', '**']],
  ['em', ['*', '*']],
  ['i', ['*', '*']],
  ['del', ['~~', '~~']],
  ['s', ['~~', '~~']],
  ['strike', ['~~', '~~']],
  ['sup', ['<sup>', '</sup>']],
  ['sub', ['<sub>', '</sub>']],
  ['q', ['"', '"']],
]);

/** The content of a node as Markdown; line breaks are line ends. */
export function inlineOf(node: HtmlNode, base: string): string {
  const parts: string[] = [];
  for (const child of node.childNodes) parts.push(inlineNode(child, base));
  return parts.join('');
}

/** A node as Markdown. */
export function inlineNode(node: HtmlNode, base: string): string {
  if (node.nodeType === TEXT) return escapeText(node.nodeValue ?? '');
  if (node.nodeType !== ELEMENT) return '';
  const name = nameOf(node);
  if (SKIPPED.has(name)) return '';
  if (CODE.has(name)) return codeSpan(codeText(node));
  const marks = MARKS.get(name);
  if (marks !== undefined) return marked(inlineOf(node, base), marks);
  switch (name) {
    case 'br':
      return '\n';
    case 'pre':
      return ` ${codeSpan(codeText(node))} `;
    case 'img': {
      const alt = collapse(attributeOf(node, 'alt')).trim();
      return alt === '' ? '' : `(picture: ${escapeText(alt)})`;
    }
    case 'a':
      return linkOf(inlineOf(node, base), node.getAttribute?.('href') ?? null, base);
    case 'math':
      return codeSpan(attributeOf(node, 'alttext').trim() || formulaText(node).trim());
    default:
      return SEPARATE.has(name) ? ` ${inlineOf(node, base)} ` : inlineOf(node, base);
  }
}

function linkOf(text: string, href: string | null, base: string): string {
  const shown = text.replaceAll('\n', ' ');
  const url = href === null ? null : URL.parse(href, base);
  if (shown.trim() === '' || url === null || !/^(https?|mailto):$/.test(url.protocol)) return shown;
  const target = url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${shown.trim()}](${target})`;
}

/** Text between marks; white space is written outside of them. */
function marked(text: string, [before, after]: readonly [string, string]): string {
  const inner = text.trim();
  if (inner === '') return text;
  const space = /^\s/.test(text) ? ' ' : '';
  return `${space}${before}${inner}${after}${/\s$/.test(text) ? ' ' : ''}`;
}

/** Text as a code span; runs of white space become one space. */
function codeSpan(text: string): string {
  const inner = collapse(text);
  return inner.trim() === '' ? inner : codeLine(inner);
}

/** A line of code as a code span with its white space. */
export function codeLine(line: string): string {
  const fence = '`'.repeat(longestRun(line) + 1);
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** The length of the longest run of backticks. */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function collapse(text: string): string {
  return text.replace(/[ \t\r\n\f]+/g, ' ');
}

/** Escapes Markdown syntax; an underscore inside a word is not syntax. */
function escapeText(text: string): string {
  return collapse(text)
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/~~+/g, (run) => run.replaceAll('~', '\\~'))
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}
