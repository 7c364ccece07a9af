/**
 * @module fonts: the two fonts of drawings (DejaVu Sans Condensed regular and bold), text widths, and characters that
 * the fonts cannot show.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontFile } from './font-file.ts';
import { readFont } from './font-file.ts';

/** Name of the font family in SVG files. */
export const FONT_FAMILY = 'DejaVu Sans Condensed';

const require = createRequire(import.meta.url);
let regular: FontFile | null = null;
let bold: FontFile | null = null;

/** The regular or bold font, loaded on first use. */
export function fontFor(is_bold: boolean): FontFile {
  if (is_bold) {
    bold ??= read(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));
    return bold;
  }
  regular ??= read(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
  return regular;
}

function read(path: string): FontFile {
  return readFont(readFileSync(path));
}

/** The text as the fonts can show it: unsupported characters are replaced by their code points. */
export function shownText(text: string): string {
  // Fast path: most text is plain.
  return PLAIN.test(text) ? text : Array.from(text.normalize('NFC'), shownCharacter).join('');
}

/** Printable ASCII, which both fonts can show. */
const PLAIN = /^[\u0020-\u007e]*$/u;

function shownCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (isLaidOut(code) && fontFor(false).glyphOf(code) !== 0) return character;
  return `\\u{${code.toString(16)}}`;
}

/**
 * Whether the project's simple text layout, one glyph after the other, suits a character. False for control characters,
 * right-to-left scripts and scripts with contextual letter forms.
 */
function isLaidOut(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  if (code >= 0x200b && code <= 0x206f && code !== 0x2011) return code >= 0x2010 && code < 0x2028;
  return !(code >= 0x590 && code <= 0x109f) || (code >= 0xe00 && code <= 0xeff);
}

/** The distinct characters that `shownText` replaces by their code points, sorted by code point. */
export function notShown(texts: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) {
    if (PLAIN.test(text)) continue;
    for (const character of text.normalize('NFC')) {
      if (shownCharacter(character) !== character) found.add(character);
    }
  }
  return [...found].toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0));
}

/** Cache of advance widths by code point for a font size of 1 mm, regular and bold. */
const ADVANCES = [new Map<number, number>(), new Map<number, number>()] as const;
/** Cache of text widths for a font size of 1 mm, regular and bold. */
const WIDTHS = [new Map<string, number>(), new Map<string, number>()] as const;
/** Maximum number of entries in each of these caches. */
const MAX_CACHED_WIDTHS = 8192;

/** Width of a line of text at the font size `size_mm`, mm. */
export function textWidth(text: string, size_mm: number, is_bold: boolean): number {
  const widths = WIDTHS[is_bold ? 1 : 0];
  let width = widths.get(text);
  if (width === undefined) {
    width = widthOf(text, is_bold);
    if (widths.size === MAX_CACHED_WIDTHS) widths.clear();
    if (text.length < 100) widths.set(text, width);
  }
  return width * size_mm;
}

function widthOf(text: string, is_bold: boolean): number {
  const advances = ADVANCES[is_bold ? 1 : 0];
  let width = 0;
  for (const character of shownText(text)) {
    const code = character.codePointAt(0) ?? 0;
    let advance = advances.get(code);
    if (advance === undefined) {
      const font = fontFor(is_bold);
      advance = font.advance(font.glyphOf(code)) / font.units_per_em;
      if (advances.size < 4096) advances.set(code, advance);
    }
    width += advance;
  }
  return width;
}

/** Height of capitals, as a share of the font size. */
export const CAPITAL_SHARE = 0.729;
/** Descent below the baseline, as a share of the font size. */
export const DEPTH_SHARE = 0.236;
