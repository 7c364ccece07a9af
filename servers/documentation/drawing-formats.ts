/** @module drawing-formats: the file formats of drawings. */
import type { Drawing } from '../../kernel/documents/drawings/drawing.ts';
import { dxf } from '../../kernel/documents/drawings/print/dxf.ts';
import { pdf } from '../../kernel/documents/drawings/print/pdf.ts';
import { png } from '../../kernel/documents/drawings/print/png.ts';
import { svg } from '../../kernel/documents/drawings/print/svg.ts';

/** Resolution of raster images (150 pixels per inch), and maximum length of their longer side, pixels. */
const [PIXELS_PER_MM, PIXELS_MAX] = [150 / 25.4, 7900];

/** Printer and media type of a format. */
type DrawingFormat = {
  readonly print: (drawing: Drawing) => string | Uint8Array;
  readonly media_type: string;
};

/** All formats of drawings, by name. */
export const DRAWING_FORMATS = {
  svg: { print: svg, media_type: 'image/svg+xml' },
  pdf: { print: (drawing) => pdf([drawing]), media_type: 'application/pdf' },
  dxf: { print: dxf, media_type: 'image/vnd.dxf' },
  png: { print: (drawing) => png(drawing, pixelsAcross(drawing), true), media_type: 'image/png' },
} as const satisfies Readonly<Record<string, DrawingFormat>>;

function pixelsAcross({ width_mm, height_mm }: Drawing): number {
  const per_mm = Math.min(PIXELS_PER_MM, PIXELS_MAX / Math.max(width_mm, height_mm));
  return Math.max(1, Math.floor(width_mm * per_mm));
}
