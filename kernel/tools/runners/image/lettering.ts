/** @module lettering: a line of text as a picture of its own, in the font of drawings, the same dots on every machine. */
import { fontFor, shownText, textWidth } from '../../drawings/text/fonts.ts';
import { glyphRings } from '../../drawings/text/glyph-outlines.ts';
import { newRaster } from '../../raster/raster.ts';
import { fillRings } from '../../raster/rings.ts';

/** A picture with transparency, four bytes a dot: red, green, blue, alpha. */
export type Overlay = { readonly data: Buffer; readonly width: number; readonly height: number };

/** Text as it is drawn. `size_px` is the size of the font, `color` is `#rrggbb`. */
export type Lettering = {
  readonly text: string;
  readonly size_px: number;
  readonly color: string;
  readonly bold: boolean;
};

/** Each dot is measured at this many places across and down. */
const FINE = 4;

/** Size of the picture of a text, pixels. */
export function letteringSize({ text, size_px, bold }: Lettering): {
  readonly width: number;
  readonly height: number;
} {
  const { ascent, descent, units_per_em } = fontFor(bold);
  return {
    width: Math.ceil(textWidth(text, size_px, bold)) + 2,
    height: Math.ceil(((ascent - descent) / units_per_em) * size_px) + 2,
  };
}

/** Draws one line of text; what the font lacks is written as its number. */
export function drawLettering(lettering: Lettering): Overlay {
  const { text, size_px, color, bold } = lettering;
  const { width, height } = letteringSize(lettering);
  const font = fontFor(bold);
  const scale = size_px / font.units_per_em;
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set(rgb, at);
  const base = font.ascent * scale;
  let pen = 0;
  for (const character of shownText(text)) {
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    const left = Math.floor(pen);
    const rings = glyphRings(font, glyph).map((ring) =>
      ring.map(
        ({ x, y }) => [(pen - left + x * scale + 1) * FINE, (base - y * scale + 1) * FINE] as const,
      ),
    );
    addGlyph({ data, width, height }, rings, left);
    pen += font.advance(glyph) * scale;
  }
  return { data, width, height };
}

function addGlyph(
  { data, width, height }: Overlay,
  rings: Parameters<typeof fillRings>[1],
  left: number,
): void {
  const xs = rings.flatMap((ring) => ring.map(([x]) => x));
  if (xs.length === 0) return;
  const most = xs.reduce((a, b) => Math.max(a, b), 0);
  const wide = Math.min(width - left, Math.ceil(most / FINE) + 1);
  const fine = newRaster(wide * FINE, height * FINE, [0, 0, 0]);
  fillRings(fine, rings, [1, 0, 0]);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      let inside = 0;
      for (let place = 0; place < FINE * FINE; place += 1) {
        const [dx, dy] = [place % FINE, Math.floor(place / FINE)];
        inside += fine.rgb[((y * FINE + dy) * fine.width + x * FINE + dx) * 3] ?? 0;
      }
      const at = (y * width + left + x) * 4 + 3;
      const alpha = Math.round((inside * 255) / (FINE * FINE));
      data[at] = Math.max(data[at] ?? 0, alpha);
    }
  }
}

/** A picture whose dots are changed in place; three or four channels. */
type Ground = {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
};

/** Lays an overlay over a picture, its left upper corner at `x`, `y` (may lie outside); `opacity` 0 to 1. */
export function layOver(
  ground: Ground,
  overlay: Overlay,
  { x, y, opacity }: { readonly x: number; readonly y: number; readonly opacity: number },
): void {
  const { data, width, height, channels } = ground;
  const columns = [Math.max(0, -x), Math.min(overlay.width, width - x)] as const;
  for (let row = Math.max(0, -y); row < Math.min(overlay.height, height - y); row += 1) {
    for (let [column] = columns; column < columns[1]; column += 1) {
      const from = (row * overlay.width + column) * 4;
      const to = ((row + y) * width + column + x) * channels;
      const over = ((overlay.data[from + 3] ?? 0) / 255) * opacity;
      if (over > 0) blend({ data, to, channels }, overlay.data.subarray(from, from + 3), over);
    }
  }
}

/** Porter and Duff, "Compositing Digital Images" (1984): source over. */
function blend(
  { data, to, channels }: { readonly data: Buffer; readonly to: number; readonly channels: number },
  colour: Uint8Array,
  over: number,
): void {
  const under = channels === 4 ? (data[to + 3] ?? 0) / 255 : 1;
  const alpha = over + under * (1 - over);
  for (let channel = 0; channel < 3; channel += 1) {
    const mixed = (colour[channel] ?? 0) * over + (data[to + channel] ?? 0) * under * (1 - over);
    data[to + channel] = Math.round(mixed / alpha);
  }
  if (channels === 4) data[to + 3] = Math.round(alpha * 255);
}
