/** @module markdown: a report as Markdown (CommonMark with GFM tables), with pictures as files next to it. */
import { printable } from '../../../../kernel/base/text/printable.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import type { Block, Line, ReportDocument, Words } from '../document/blocks.ts';
import { shownParagraphs, shownSpans } from './shown.ts';

/** A picture of the report; `name` is its file next to the report. */
export type MarkdownPicture = { readonly name: string; readonly drawing: Drawing };

/** The text and the pictures to which it links. */
export type MarkdownReport = {
  readonly text: string;
  readonly pictures: readonly MarkdownPicture[];
};

/**
 * The report as Markdown. The same document gives the same text.
 *
 * @param pictureName the name of the file of a picture, counted from 1; null if pictures are left out
 */
export function markdownReport(
  { title, subtitle, footer, sections }: ReportDocument,
  pictureName: ((number: number) => string) | null,
): MarkdownReport {
  const pictures: MarkdownPicture[] = [];
  const print = (block: Block): string => {
    if (block.block !== 'picture') return blockText(block);
    const caption = `**${escaped(block.title)}**`;
    if (pictureName === null) {
      return `${caption}: ${escaped(block.alt)}. The picture is left out here; \`--out FILE\` writes it next to the report.`;
    }
    const name = pictureName(pictures.length + 1);
    pictures.push({ name, drawing: block.drawing });
    return `${caption}\n\n![${escaped(block.alt)}](<${encodeURI(name)}>)`;
  };
  const parts = [
    `# ${escaped(title)}`,
    escaped(subtitle),
    ...sections.flatMap((section) => [
      `## ${escaped(section.title)}`,
      ...section.blocks.map(print),
      ...section.parts.flatMap((part) => [`### ${escaped(part.title)}`, ...part.blocks.map(print)]),
    ]),
    escaped(footer),
  ];
  return { text: `${parts.join('\n\n')}\n`, pictures };
}

function blockText(block: Exclude<Block, { block: 'picture' }>): string {
  switch (block.block) {
    case 'text':
      return `${block.tone === 'alert' ? '> ' : ''}${wordsText(block.words)}`;
    case 'facts':
      return block.rows
        .map(([label, words]) => `- **${escaped(label)}**: ${wordsText(words)}`)
        .join('\n');
    case 'list':
      return `**${escaped(block.label)}**\n\n${block.lines.map(lineText).join('\n')}`;
    case 'quote': {
      const lines = shownParagraphs(block.text).map((line) => `> ${escaped(line)}`);
      return `**${escaped(block.label)}**\n\n${lines.join('\n>\n')}`;
    }
    case 'table': {
      const { caption, columns, rows } = block;
      const head = `| ${columns.map(({ title }) => escaped(title)).join(' | ')} |`;
      const rule = `| ${columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join(' | ')} |`;
      const body = rows.map((row) => `| ${row.map(wordsText).join(' | ')} |`);
      return [`**${escaped(caption)}**`, '', head, rule, ...body].join('\n');
    }
    default:
      return block satisfies never;
  }
}

function lineText({ words, depth }: Line): string {
  return `${'  '.repeat(depth)}- ${wordsText(words)}`;
}

function wordsText(words: Words): string {
  const spans = shownSpans(words).filter(({ text }) => text !== '');
  return spans
    .map(({ text, look }, index) => {
      const inner = escapedPart(text, index === 0);
      if (look === null) return inner;
      if (look === 'code') return /[`|]/.test(text) ? inner : `\`${text}\``;
      return text.trim() === text ? `**${inner}**` : inner;
    })
    .join('');
}

/** Text on one line in which no character has a meaning in Markdown or HTML. */
function escaped(text: string): string {
  return escapedPart(printable(text), true);
}

/** `begins`: whether the text may be the beginning of a line, where more characters have a meaning. */
function escapedPart(shown: string, begins: boolean): string {
  const inline = shown
    .replaceAll(/[\\`*[\]{}|~#!$@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (mark) => `\\${mark}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // A bare address must not become a link.
    .replaceAll(/:(?=\/\/)/g, '\\:')
    .replaceAll(/www(?=\.)/gi, (word) => `${word}\\`);
  if (!begins) return inline;
  return inline.replace(/^\s+/, '').replace(/^(?:[-+=]|\d{1,9}(?=[.)]))/, escapedStart);
}

/** The first characters of a line, which would begin a list or underline a heading. */
function escapedStart(start: string): string {
  return /^\d/.test(start) ? `${start}\\` : `\\${start}`;
}
