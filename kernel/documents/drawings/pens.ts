/** @module pens: line widths, colours and layers of drawings; widths follow ISO 128 and shrink with the scale. */
import type { Rgb } from '../raster/raster.ts';
import type { Fill, Pen } from './drawing.ts';

export const BLACK: Rgb = [20, 20, 22];
export const GREY: Rgb = [110, 110, 116];
export const WHITE: Rgb = [255, 255, 255];
const POCHE: Rgb = [62, 63, 68];
const POCHE_LIGHT: Rgb = [150, 151, 156];
export const GLASS: Rgb = [214, 228, 236];

/** Layers that belong to no category. */
export const LAYERS = {
  text: 'TEXT',
  dimensions: 'DIMENSIONS',
  rooms: 'ROOMS',
  frame: 'FRAME',
  ground: 'GROUND',
} as const;

/** How an element takes part in a view; becomes the end of the name of its layer. */
export type Part = 'cut' | 'seen' | 'above' | 'symbol';

const ENDS = { cut: '-CUT', seen: '', above: '-ABOVE', symbol: '' } as const satisfies Record<
  Part,
  string
>;

/** Letters that CAD programs take in names of layers. */
export function layerOf(category: string, part: Part): string {
  return `${category.toUpperCase().replace(/[^A-Z0-9_-]/gu, '_')}${ENDS[part]}`;
}

/** Widths of lines for a scale, mm. */
export type Widths = {
  readonly cut: number;
  readonly edge: number;
  readonly seen: number;
  readonly thin: number;
};

/** Widths for a drawing at 1:`scale`. */
export function widthsFor(scale: number): Widths {
  if (scale <= 60) return { cut: 0.5, edge: 0.35, seen: 0.18, thin: 0.13 };
  if (scale <= 125) return { cut: 0.35, edge: 0.25, seen: 0.15, thin: 0.1 };
  return { cut: 0.25, edge: 0.18, seen: 0.1, thin: 0.08 };
}

const PENS = new Map<string, Pen>();

/** The pen with these properties: the same object each time, so that printers can group by it. */
export function penOf(
  layer: string,
  width_mm: number,
  {
    dash_mm = null,
    colour = BLACK,
  }: { readonly dash_mm?: Pen['dash_mm']; readonly colour?: Rgb } = {},
): Pen {
  const key = `${layer} ${width_mm} ${dash_mm?.join() ?? ''} ${colour.join()}`;
  const known = PENS.get(key);
  if (known !== undefined) return known;
  const pen: Pen = { layer, width_mm, dash_mm, colour };
  // Names of layers come from categories and are few; who makes up more gets pens that are not kept.
  if (PENS.size < 1000) PENS.set(key, pen);
  return pen;
}

/** Dashes for what lies above the cut. */
export const DASHED = [1.6, 0.9] as const;
/** Of axes and levels. */
export const AXIS = [6, 1, 1, 1] as const;

/** Of the boundary of a site. */
export const PROPERTY = [8, 1.2, 1, 1.2, 1, 1.2] as const;

/** What is cut: dark where it bears, lighter where it does not. */
export function poche(category: string, bears: boolean): Fill {
  return {
    layer: layerOf(category, 'cut'),
    colour: bears ? POCHE : POCHE_LIGHT,
    hatch: null,
  };
}

/** Paper without anything, over what lies below. */
export function blank(layer: string): Fill {
  return { layer, colour: WHITE, hatch: null };
}

/** A plain colour. */
export function tint(layer: string, colour: Rgb): Fill {
  return { layer, colour, hatch: null };
}
