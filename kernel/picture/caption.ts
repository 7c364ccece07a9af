/** @module caption: text in a picture; what cannot be drawn is written as its number. */
import { fillRectangle } from '../raster/dot-shapes.ts';
import { drawGlyphs, GLYPH_HEIGHT, GLYPH_STEP, hasGlyph } from '../raster/glyphs.ts';
import type { Raster, Rgb } from '../raster/raster.ts';
import type { Point } from '../raster/smooth-shapes.ts';

/** Dots of the raster for each dot of a letter. */
const DOT = 3;
/** Width of a letter, height of a line and of a capital, dots of the raster. */
export const LETTER = GLYPH_STEP * DOT;
export const LINE = 34;
export const CAPITAL = GLYPH_HEIGHT * DOT;

/** At most `width` letters; what was cut off ends in `...`. Letters that we cannot draw, and controls, as `\u{…}`. */
export function fitted(text: string, width: number): string {
  const letters = lettersOf(text, width + 1);
  return letters.length <= width ? letters : `${letters.slice(0, Math.max(0, width - 3))}...`;
}

/** Lines of at most `width` letters, broken between words where that is possible; what does not fit into `most` is cut off. */
export function wrapped(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  let rest = lettersOf(text, width * most + 1);
  while (rest !== '' && lines.length < most) {
    if (rest.length <= width || lines.length === most - 1) {
      lines.push(fitted(rest, width));
      break;
    }
    const space = rest.lastIndexOf(' ', width);
    const end = space > width / 2 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** The text in letters that can be drawn, no longer than it must be to know that it is more than `most`. */
function lettersOf(text: string, most: number): string {
  let letters = '';
  for (const character of text.slice(0, most * 2)) {
    if (letters.length > most) break;
    letters += drawable(character);
  }
  return letters;
}

/** The character, without marks where only that can be drawn, else its number. */
function drawable(character: string): string {
  if (hasGlyph(character)) return character;
  const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
  return hasGlyph(plain) ? plain : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Draws a line of text whose left top is at a point. */
export function drawText(raster: Raster, text: string, [x, y]: Point, colour: Rgb): void {
  drawGlyphs(text, (column, row) => {
    fillRectangle(
      raster,
      { x: Math.round(x) + column * DOT, y: Math.round(y) + row * DOT, width: DOT, height: DOT },
      colour,
    );
  });
}
