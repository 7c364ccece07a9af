/** @module code-text: the text of code with its lines, without line numbers. */
import { BLOCK_ATTRIBUTE } from './kept-attributes.ts';
import { attributeOf, hasBelow, nameOf, plainText, TEXT } from './node.ts';
import type { HtmlNode } from './node.ts';

/** Elements that begin and end a line. */
const LINES: ReadonlySet<string> = new Set(
  'address article blockquote dd div dl dt figure h1 h2 h3 h4 h5 h6 li ol p section table tr ul'.split(
    ' ',
  ),
);
/** Class names of a line of code. */
const LINE_CLASS = /(?:^|\s)(?:code-?line|line|view-line|token-line)(?:$|\s)/i;
/** Class names of line numbers. */
const NUMBER_CLASS =
  /(?:^|[\s_-])(?:blob-num|gutter|line-?no|line-?nos|line-?num|line-?nums|line-?numbers?|ln|lnt|ln-numbers)(?:$|[\s_-])/i;

/** Whether an element is the column of line numbers next to code. */
export function isLineNumber(node: HtmlNode): boolean {
  return (isNumbers(node) || hasBelow(node, isNumbers)) && /^[\d\s]*$/.test(plainText(node));
}

function isNumbers(element: HtmlNode): boolean {
  return NUMBER_CLASS.test(attributeOf(element, 'class'));
}

/** The text of a node that preserves white space. Blocks begin a line; `sup` and `sub` keep their tags. */
export function codeText(node: HtmlNode): string {
  const lines = new CodeLines();
  addChildren(node, lines);
  return lines.text();
}

function addChildren(node: HtmlNode, lines: CodeLines): void {
  for (const child of node.childNodes) addNode(child, lines);
}

function addNode(node: HtmlNode, lines: CodeLines): void {
  if (node.nodeType === TEXT) {
    lines.add(node.nodeValue ?? '');
    return;
  }
  const name = nameOf(node);
  if (name === '' || (isNumbers(node) && isLineNumber(node))) return;
  if (name === 'br') {
    lines.add('\n');
  } else if (name === 'sup' || name === 'sub') {
    lines.add(`<${name}>`);
    addChildren(node, lines);
    lines.add(`</${name}>`);
  } else if (isLine(node, name)) {
    lines.begin();
    addChildren(node, lines);
    lines.end();
  } else {
    addChildren(node, lines);
  }
}

function isLine(node: HtmlNode, name: string): boolean {
  if (LINES.has(name) || node.getAttribute?.(BLOCK_ATTRIBUTE) !== null) return true;
  return LINE_CLASS.test(attributeOf(node, 'class'));
}

/** Collects text. The end of a line element and a line end after it are one line end. */
class CodeLines {
  readonly #parts: string[] = [];
  #last = '\n';
  /** Whether a line element has begun or ended within the last line. */
  #edge: 'begun' | 'ended' | undefined;

  add(text: string): void {
    if (text === '') return;
    if (this.#edge === 'begun' || (this.#edge === 'ended' && !/^\r?\n/.test(text))) {
      this.#parts.push('\n');
    }
    this.#edge = undefined;
    this.#parts.push(text);
    this.#last = text.at(-1) ?? this.#last;
  }

  begin(): void {
    if (this.#last !== '\n') this.#edge = 'begun';
  }

  end(): void {
    if (this.#last !== '\n') this.#edge = 'ended';
  }

  text(): string {
    return this.#parts.join('');
  }
}
