/** @module drawing-formats: a drawing as a file of each format. */
import type { Drawing } from '../../kernel/drawings/drawing.ts';
import { dxf } from '../../kernel/drawings/print/dxf.ts';
import { pdf } from '../../kernel/drawings/print/pdf.ts';
import { paintedPng } from '../../kernel/drawings/print/png.ts';
import { svg } from '../../kernel/drawings/print/svg.ts';
import { atOnce, type Steps } from '../../kernel/findings/steps.ts';

/** Dots of a picture: 150 to the inch, as far as the largest side has at most so many. */
const [DOTS_PER_MM, DOTS_MOST] = [150 / 25.4, 7900];

/** How a format is printed, and the type of its files. */
type DrawingFormat = {
  readonly print: (drawing: Drawing) => Steps<string | Uint8Array>;
  readonly media_type: string;
};

export const DRAWING_FORMATS = {
  svg: { print: atOnce(svg), media_type: 'image/svg+xml' },
  pdf: { print: atOnce((drawing) => pdf([drawing])), media_type: 'application/pdf' },
  dxf: { print: atOnce(dxf), media_type: 'image/vnd.dxf' },
  png: { print: (drawing) => paintedPng(drawing, dotsAcross(drawing)), media_type: 'image/png' },
} as const satisfies Readonly<Record<string, DrawingFormat>>;

function dotsAcross({ width_mm, height_mm }: Drawing): number {
  const per_mm = Math.min(DOTS_PER_MM, DOTS_MOST / Math.max(width_mm, height_mm));
  return Math.max(1, Math.floor(width_mm * per_mm));
}
