/** @module html: a report as one HTML file without scripts, fonts or links to other files. */
import { createHash } from 'node:crypto';

import { printable } from '../../../../kernel/base/text/printable.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { png } from '../../../../kernel/documents/drawings/print/png.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import { PIXELS_PER_MM } from '../../../../kernel/documents/drawings/shapes.ts';
import type { Block, Line, ReportDocument, Section, Words } from '../document/blocks.ts';
import { styleSheet } from './html-style.ts';
import { shownParagraphs, shownSpans } from './shown.ts';

/** A picture with more characters as SVG is a PNG: a browser needs long to draw so many shapes. */
const SVG_MAX = 1_000_000;
/** Maximum depth of the indentation. */
const DEPTH_MAX = 5;

type Table = Extract<Block, { block: 'table' }>;

/** The report as HTML. The same document gives the same text. */
export function htmlReport({ title, subtitle, footer, sections }: ReportDocument): string {
  const widths = new Set<number>();
  const main = sections.map((section) => sectionHtml(section, widths));
  const style = styleSheet(widths);
  const digest = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const contents = sections.map(
    ({ id, title: name }) => `<li><a href="#${id}">${text(name)}</a></li>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${text(`${title}: ${subtitle}`)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<header><h1>${text(title)}</h1><p class="subtitle">${text(subtitle)}</p></header>`,
    `<nav aria-label="Contents"><ol>${contents.join('')}</ol></nav>`,
    '<main>',
    ...main,
    '</main>',
    `<footer>${text(footer)}</footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function sectionHtml({ id, title, blocks, parts }: Section, widths: Set<number>): string {
  const own = blocks.map((block) => blockHtml(block, widths));
  const inner = parts.map((part) => {
    const content = part.blocks.map((block) => blockHtml(block, widths)).join('\n');
    return `<section>\n<h3 id="${part.id}">${text(part.title)}</h3>\n${content}\n</section>`;
  });
  const content = [...own, ...inner].join('\n');
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${text(title)}</h2>\n${content}\n</section>`;
}

function blockHtml(block: Block, widths: Set<number>): string {
  switch (block.block) {
    case 'text': {
      const { tone, words } = block;
      const role = tone === 'alert' ? ' role="alert"' : '';
      const look = tone === 'plain' ? '' : ` class="box-${tone}"${role}`;
      return `<p${look}>${wordsHtml(words)}</p>`;
    }
    case 'facts': {
      const rows = block.rows.map(
        ([label, words]) => `<dt>${text(label)}</dt><dd>${wordsHtml(words)}</dd>`,
      );
      return `<dl>${rows.join('\n')}</dl>`;
    }
    case 'list':
      return `<p class="label">${text(block.label)}</p>\n<ul>${block.lines.map(lineHtml).join('\n')}</ul>`;
    case 'quote': {
      const paragraphs = shownParagraphs(block.text).map((one) => `<p>${escaped(one)}</p>`);
      return `<p class="label">${text(block.label)}</p>\n<blockquote>${paragraphs.join('\n')}</blockquote>`;
    }
    case 'table':
      return tableHtml(block, widths);
    case 'picture': {
      const { title, alt, drawing } = block;
      return `<figure><figcaption>${text(title)}</figcaption><img alt="${text(alt)}" src="${pictureUri(drawing)}"></figure>`;
    }
    default:
      return block satisfies never;
  }
}

function lineHtml({ words, depth }: Line): string {
  const look = depth === 0 ? '' : ` class="d${Math.min(depth, DEPTH_MAX)}"`;
  return `<li${look}>${wordsHtml(words)}</li>`;
}

function tableHtml({ caption, columns, rows }: Table, widths: Set<number>): string {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  const look = columns.map(({ align }) => (align === 'right' ? ' class="right"' : ''));
  const head = columns.map(({ title, share }, index) => {
    const percent = Math.round((share * 100) / total);
    widths.add(percent);
    return `<th scope="col" class="w${percent}${look[index] === '' ? '' : ' right'}">${text(title)}</th>`;
  });
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, index) => `<td${look[index] ?? ''}>${wordsHtml(cell)}</td>`).join('')}</tr>`,
  );
  // A region that scrolls must be reachable with the keyboard.
  return `<div class="wide" tabindex="0" role="region" aria-label="${text(caption)}"><table><caption>${text(caption)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function wordsHtml(words: Words): string {
  return shownSpans(words)
    .map(({ text: shown, look }) => {
      const inner = escaped(shown);
      if (look === null) return inner;
      if (look === 'code') return `<code>${inner}</code>`;
      return look === 'strong'
        ? `<strong>${inner}</strong>`
        : `<span class="${look}">${inner}</span>`;
    })
    .join('');
}

/** A text on one line. */
function text(words: string): string {
  return escaped(printable(words));
}

function escaped(shown: string): string {
  return shown.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function pictureUri(drawing: Drawing): string {
  const vector = svg(drawing);
  return vector.length <= SVG_MAX
    ? `data:image/svg+xml;base64,${Buffer.from(vector).toString('base64')}`
    : `data:image/png;base64,${png(drawing, drawing.width_mm * PIXELS_PER_MM).toString('base64')}`;
}
