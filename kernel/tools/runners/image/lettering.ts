/** @module lettering: draws a line of text as an overlay, in the font of drawings, equal on all machines. */
import { fontFor, textWidth } from '../../../documents/drawings/text/fonts.ts';
import { textOutlines } from '../../../documents/drawings/text/text-outlines.ts';
import { paint } from '../../../documents/raster/coverage.ts';
import { newRaster } from '../../../documents/raster/raster.ts';

/** An image with transparency; four bytes per pixel: red, green, blue, alpha. */
export type Overlay = { readonly data: Buffer; readonly width: number; readonly height: number };

/** A line of text. `size_px` is the size of the font, `color` is `#rrggbb`. */
export type Lettering = {
  readonly text: string;
  readonly size_px: number;
  readonly color: string;
  readonly bold: boolean;
};

/** Size of the overlay of a line of text, pixels. */
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

/** Draws one line of text. Characters that the font lacks are drawn as their code points. */
export function drawLettering(lettering: Lettering): Overlay {
  const { text, size_px, color, bold } = lettering;
  const { width, height } = letteringSize(lettering);
  const { ascent, units_per_em } = fontFor(bold);
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const mask = newRaster(width, height, [0, 0, 0]);
  const at = { x: 1, y: 1 + (ascent * size_px) / units_per_em };
  const placed = { text, at, size: size_px, align: 'left', turn_deg: 0, bold } as const;
  paint(mask, textOutlines(placed), [255, 255, 255]);
  const data = Buffer.alloc(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set([...rgb, mask.rgb[3 * pixel] ?? 0], 4 * pixel);
  }
  return { data, width, height };
}

/** An image with three or four channels whose pixels are changed in place. */
type Ground = {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
};

/**
 * Composites an overlay onto an image in place. `x`, `y`: position of its upper left corner, which may be outside the
 * image. `opacity`: 0 to 1.
 */
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

/** Blends a colour over one pixel: "source over" of Porter and Duff, "Compositing Digital Images" (1984). */
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
