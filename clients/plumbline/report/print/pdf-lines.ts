/** @module pdf-lines: breaks text into lines of a width, with the look of each piece. */
import { BLACK, GREY } from '../../../../kernel/documents/drawings/pens.ts';
import { textWidth } from '../../../../kernel/documents/drawings/text/fonts.ts';
import type { Rgb } from '../../../../kernel/documents/raster/raster.ts';
import type { SpanLook, Words } from '../document/blocks.ts';
import { shownSpans } from './shown.ts';

/** A piece of a line; `x` is its left end, mm from the beginning of the line. */
export type Run = {
  readonly text: string;
  readonly x: number;
  readonly bold: boolean;
  readonly colour: Rgb;
};

/** A line of text and its width, mm. */
export type TextRow = { readonly runs: readonly Run[]; readonly width: number };

/** Colours on white paper, each with a contrast of at least 4.5. */
const [GREEN, AMBER, RED]: readonly [Rgb, Rgb, Rgb] = [
  [22, 101, 52],
  [146, 64, 14],
  [185, 28, 28],
];

const LOOKS: Readonly<Record<SpanLook, { readonly bold: boolean; readonly colour: Rgb }>> = {
  code: { bold: false, colour: [30, 58, 95] },
  strong: { bold: true, colour: BLACK },
  created: { bold: true, colour: GREEN },
  good: { bold: true, colour: GREEN },
  modified: { bold: true, colour: AMBER },
  deleted: { bold: true, colour: RED },
  alert: { bold: true, colour: RED },
};

/** The look of text without a look of its own. */
export type Base = { readonly bold: boolean; readonly colour: Rgb };
export const PLAIN_TEXT: Base = { bold: false, colour: BLACK };
export const FAINT_TEXT: Base = { bold: false, colour: GREY };
export const BOLD_TEXT: Base = { bold: true, colour: BLACK };

/** The lines of a text at a font size (mm), each at most `width_mm` wide. Long words are broken. */
export function textRows(
  words: Words,
  width_mm: number,
  size_mm: number,
  base: Base = PLAIN_TEXT,
): readonly TextRow[] {
  const rows: TextRow[] = [];
  let runs: Run[] = [];
  let width = 0;
  const end = (): void => {
    rows.push({ runs, width });
    runs = [];
    width = 0;
  };
  for (const { text, look } of shownSpans(words)) {
    const { bold, colour } = look === null ? base : LOOKS[look];
    for (const word of wordsOf(text)) {
      let rest = word;
      while (rest !== '') {
        const wide = textWidth(rest.trimEnd(), size_mm, bold);
        if (width + wide <= width_mm) {
          add(runs, { text: rest, x: width, bold, colour });
          width += textWidth(rest, size_mm, bold);
          break;
        }
        if (width > 0) {
          end();
          rest = rest.trimStart();
          continue;
        }
        const fits = Math.max(1, fitting(rest, width_mm, size_mm, bold));
        const characters = Array.from(rest);
        add(runs, { text: characters.slice(0, fits).join(''), x: 0, bold, colour });
        width = width_mm;
        end();
        rest = characters.slice(fits).join('');
      }
    }
  }
  if (runs.length > 0 || rows.length === 0) end();
  return rows;
}

/** Adds a run, as a part of the one before if that has the same look. */
function add(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last !== undefined && last.bold === run.bold && last.colour === run.colour) {
    runs[runs.length - 1] = { ...last, text: last.text + run.text };
  } else if (run.text !== '') {
    runs.push(run);
  }
}

/** Words with the spaces after them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/ *[^ ]+ *| +/g) ?? [];
}

/** The number of leading characters of a text that fit into a width, up to a mark in their second half if there is one. */
function fitting(text: string, width_mm: number, size_mm: number, bold: boolean): number {
  let width = 0;
  let fits = 0;
  let marked = 0;
  for (const character of text) {
    width += textWidth(character, size_mm, bold);
    if (width > width_mm) break;
    fits += 1;
    if (MARKS.has(character)) marked = fits;
  }
  return marked > fits / 2 ? marked : fits;
}

/** Characters after which a long word may be broken. */
const MARKS: ReadonlySet<string> = new Set('_-./,');
