/** @module math: writes a formula (MathML) as one line of text. */
import { nameOf, plainText, TEXT } from './node.ts';
import type { HtmlNode } from './node.ts';

/** Elements that browsers do not show. */
const UNSEEN: ReadonlySet<string> = new Set([
  'annotation',
  'annotation-xml',
  'none',
  'mprescripts',
]);

/** The signs between the parts of an element. */
const SIGNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['msup', ['^']],
  ['mover', ['^']],
  ['msub', ['_']],
  ['munder', ['_']],
  ['msubsup', ['_', '^']],
  ['munderover', ['_', '^']],
  ['mfrac', ['/']],
]);

/** The text of a formula with `^` for powers, `_` for indices, `/` for fractions and `√` for roots. */
export function formulaText(node: HtmlNode): string {
  if (node.nodeType === TEXT) return (node.nodeValue ?? '').trim();
  const name = nameOf(node);
  if (UNSEEN.has(name)) return '';
  const parts: string[] = [];
  for (const child of node.childNodes) {
    if (nameOf(child) === '' && plainText(child).trim() === '') continue;
    parts.push(formulaText(child));
  }
  const signs = SIGNS.get(name);
  if (signs !== undefined) {
    return parts.map((part, at) => `${signs[at - 1] ?? ''}${grouped(part)}`).join('');
  }
  const [first = '', second = ''] = parts;
  switch (name) {
    case 'mroot':
      return `${grouped(second)}√${grouped(first)}${parts.slice(2).join('')}`;
    case 'msqrt':
      return `√${grouped(parts.join(''))}`;
    case 'mtr':
      return parts.join(', ');
    case 'mtable':
      return parts.join('; ');
    case 'mtext':
      return ` ${parts.join(' ')} `;
    default:
      return parts.join('');
  }
}

/** A part of a formula in parentheses, unless it is a single number or letter. */
function grouped(part: string): string {
  return /^(?:[\d.,]+|.|)$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`;
}
