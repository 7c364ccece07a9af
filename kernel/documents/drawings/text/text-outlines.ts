/** @module text outlines: converts a line of text to the closed outlines of its glyphs. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { directionOf } from '../../../building/geometry/vector.ts';
import type { Align } from '../drawing.ts';
import { fontFor, shownText, textWidth } from './fonts.ts';
import { glyphRings } from './glyph-outlines.ts';

/** A line of text. `at` is on its baseline; y points down. `size` is in the unit of `at`, such as pixels. */
type PlacedText = {
  readonly text: string;
  readonly at: Point2;
  readonly size: number;
  readonly align: Align;
  /** Rotation, counter-clockwise. */
  readonly turn_deg: number;
  readonly bold: boolean;
};

/**
 * The outlines of the glyphs in the unit of `at`; holes have the opposite orientation. Characters without a glyph are
 * written as their code points.
 */
export function textOutlines({
  text,
  at,
  size,
  align,
  turn_deg,
  bold,
}: PlacedText): readonly (readonly Point2[])[] {
  const font = fontFor(bold);
  const per_unit = size / font.units_per_em;
  const { x: cosine, y: sine } = directionOf(turn_deg);
  const back = align === 'left' ? 0 : align === 'middle' ? 0.5 : 1;
  let pen = back === 0 ? 0 : -textWidth(text, size, bold) * back;
  const outlines: Point2[][] = [];
  for (const character of shownText(text)) {
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    for (const ring of ringsOf(bold, glyph)) {
      outlines.push(
        ring.map(({ x, y }) => {
          const [along, up] = [pen + x * per_unit, y * per_unit];
          return {
            x: at.x + along * cosine - up * sine,
            y: at.y - along * sine - up * cosine,
          };
        }),
      );
    }
    pen += font.advance(glyph) * per_unit;
  }
  return outlines;
}

/** Cache of glyph outlines by glyph number, regular and bold. */
const RINGS = [
  new Map<number, readonly (readonly Point2[])[]>(),
  new Map<number, readonly (readonly Point2[])[]>(),
] as const;

function ringsOf(bold: boolean, glyph: number): readonly (readonly Point2[])[] {
  const known = RINGS[bold ? 1 : 0].get(glyph);
  if (known !== undefined) return known;
  const rings = glyphRings(fontFor(bold), glyph);
  RINGS[bold ? 1 : 0].set(glyph, rings);
  return rings;
}

/** End of a truncated text. */
const CUT = '…';
/** Minimum width of a visible character, as a share of the font size. It bounds the measured part of a long text. */
const MIN_CHARACTER_SHARE = 1 / 32;

/** The text, truncated to `width` at the font size `size` (same unit). A truncated text ends with `…`. */
export function fittedText(text: string, width: number, size: number): string {
  const start = text.slice(0, Math.ceil(width / (size * MIN_CHARACTER_SHARE)));
  if (start === text && textWidth(text, size, false) <= width) return text;
  let left = width - textWidth(CUT, size, false);
  let kept = '';
  for (const character of start) {
    left -= textWidth(character, size, false);
    if (left < 0) break;
    kept += character;
  }
  return kept + CUT;
}

/**
 * The text in at most `most` lines, broken between words. A line longer than `width`, such as a single long word or the
 * last line, is truncated.
 */
export function wrappedText(
  text: string,
  { width, size, most }: { readonly width: number; readonly size: number; readonly most: number },
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .slice(0, Math.ceil((width * most) / (size * MIN_CHARACTER_SHARE)))
    .split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || lines.length === most - 1 || textWidth(longer, size, false) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((one) => fittedText(one, width, size));
}
