/**
 * @module pens: line widths, colours and layers of drawings. Line widths follow ISO 128 and get thinner at smaller
 * scales.
 */
import type { SoftFunction } from '../../building/spatial/joins/precedence.ts';
import type { Rgb } from '../raster/raster.ts';
import type { Fill, Pen } from './drawing.ts';

/** Colours of lines, of secondary lines and texts, and of the paper. */
export const BLACK: Rgb = [20, 20, 22];
export const GREY: Rgb = [110, 110, 116];
export const WHITE: Rgb = [255, 255, 255];
/** Fill of cut elements: load-bearing, and not load-bearing. */
const POCHE: Rgb = [62, 63, 68];
const POCHE_LIGHT: Rgb = [150, 151, 156];

/** CAD layers that do not belong to a category of elements. */
export const LAYERS = {
  text: 'TEXT',
  dimensions: 'DIMENSIONS',
  rooms: 'ROOMS',
  frame: 'FRAME',
  ground: 'GROUND',
} as const;

/** The role of an element in a view; it determines the suffix of the layer name. */
export type Part = 'cut' | 'seen' | 'above' | 'symbol';

/** Suffix of the layer name for each role. */
const ENDS = { cut: '-CUT', seen: '', above: '-ABOVE', symbol: '' } as const satisfies Record<
  Part,
  string
>;

/** The layer name of a category, limited to characters that CAD programs accept. */
export function layerOf(category: string, part: Part): string {
  return `${category.toUpperCase().replace(/[^A-Z0-9_-]/gu, '_')}${ENDS[part]}`;
}

/**
 * Line widths at a scale, mm: outlines of cut elements, edges in front of other surfaces, other visible lines, and the
 * thinnest line.
 */
export type Widths = {
  readonly cut: number;
  readonly edge: number;
  readonly seen: number;
  readonly thin: number;
};

/** Line widths for a drawing at 1:`scale`. */
export function widthsFor(scale: number): Widths {
  if (scale <= 60) return { cut: 0.5, edge: 0.35, seen: 0.18, thin: 0.13 };
  if (scale <= 125) return { cut: 0.35, edge: 0.25, seen: 0.15, thin: 0.1 };
  return { cut: 0.25, edge: 0.18, seen: 0.1, thin: 0.08 };
}

/** Cache of pens by their properties. */
const PENS = new Map<string, Pen>();

/** The pen with these properties. Equal arguments return the same object, so that printers can group lines by pen. */
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
  // Layer names come from categories and are few; pens beyond this number are not cached, which bounds the memory.
  if (PENS.size < 1000) PENS.set(key, pen);
  return pen;
}

/** Dashes of elements above the cut. */
export const DASHED = [1.6, 0.9] as const;
/** Dashes of grid axes and level lines. */
export const AXIS = [6, 1, 1, 1] as const;

/** Dashes of the site boundary. */
export const PROPERTY = [8, 1.2, 1, 1.2, 1, 1.2] as const;

/** The fill of cut elements: dark if they are load-bearing, otherwise lighter. */
export function poche(category: string, bears: boolean): Fill {
  return {
    layer: layerOf(category, 'cut'),
    colour: bears ? POCHE : POCHE_LIGHT,
    hatch: null,
  };
}

/** Fill of layers that are neither structure nor insulation: a finish, and a membrane. */
const FINISH: Rgb = [222, 222, 226];
const MEMBRANE: Rgb = [110, 110, 116];
/** Angle and distance of the hatch of insulation, mm on paper. */
const INSULATION = { angle_deg: 45, distance_mm: 1.2 } as const;

/** The fill of a cut layer that is not structural; `width_mm` is that of hatch lines. */
export function layerFill(layer: string, use: SoftFunction, width_mm: number): Fill {
  const colours = { finish: FINISH, membrane: MEMBRANE, air: WHITE, insulation: WHITE };
  const hatch =
    use === 'insulation' ? { ...INSULATION, pen: penOf(layer, width_mm, { colour: GREY }) } : null;
  return { layer, colour: colours[use], hatch };
}

/** An opaque fill in the colour of the paper, which hides the shapes below. */
export function blank(layer: string): Fill {
  return { layer, colour: WHITE, hatch: null };
}

/** A solid fill in one colour. */
export function tint(layer: string, colour: Rgb): Fill {
  return { layer, colour, hatch: null };
}
