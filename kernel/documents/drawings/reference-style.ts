/** @module reference style: how drawings show reference models: light and thin, on a layer of their own. */
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Rgb } from '../raster/raster.ts';
import type { Fill, Item, Pen } from './drawing.ts';
import { penOf, tint } from './pens.ts';
import type { Sketch } from './sketch.ts';

/** CAD layer of reference models. */
export const REFERENCE_LAYER = 'REFERENCE';
/** Colours of their lines, of cut bodies and of their surfaces in pictures. */
const LINE: Rgb = [172, 174, 180];
const CUT: Rgb = [228, 229, 233];
export const REFERENCE_SURFACE: Rgb = [216, 217, 221];

/** Whether an element is drawn as part of a reference model. */
export function isReference(id: string | null, view: ModelView): boolean {
  return id !== null && view.referenceOf(id) !== null;
}

/** Maximum number of reference models that the note of a drawing names. */
const NAMED = 3;

/** The end of a note: the reference models that some elements belong to, after a word for what they are there. */
export function referenceNote(
  elements: Iterable<Pick<Element, 'id'>>,
  view: ModelView,
  word: string,
): string {
  const found = new Set<string>();
  for (const { id } of elements) {
    const reference = view.referenceOf(id);
    if (reference !== null) found.add(reference.name ?? reference.import_id);
  }
  const names = [...found].toSorted();
  if (names.length === 0) return '';
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return ` · ${word}: ${names.slice(0, NAMED).join(', ')}${more}`;
}

/** A light pen of this width, mm. */
export function referencePen(width_mm: number, dash_mm: Pen['dash_mm'] = null): Pen {
  return penOf(REFERENCE_LAYER, width_mm, { colour: LINE, dash_mm });
}

function lightFill({ hatch }: Fill): Fill {
  return { ...tint(REFERENCE_LAYER, CUT), hatch };
}

/** A shape in light colours; lines are at most `thickest_mm` wide. */
function lightened(item: Item, thickest_mm: number): Item {
  const light = ({ width_mm, dash_mm }: Pen): Pen =>
    referencePen(Math.min(width_mm, thickest_mm), dash_mm);
  switch (item.shape) {
    case 'polyline':
    case 'arc':
      return { ...item, pen: light(item.pen) };
    case 'area':
      return {
        ...item,
        fill: lightFill(item.fill),
        pen: item.pen === null ? null : light(item.pen),
      };
    case 'text':
      return { ...item, layer: REFERENCE_LAYER, colour: LINE };
    case 'dimension':
    case 'insert':
      return { ...item, layer: REFERENCE_LAYER };
    case 'picture':
      return item;
    default:
      return item satisfies never;
  }
}

/** Lightens the items of a sketch from number `first` on that are of reference models; by default all of them. */
export function lighten(
  { items }: Pick<Sketch, 'items'>,
  thickest_mm: number,
  first = 0,
  isLight: (item: Item) => boolean = () => true,
): void {
  for (const [i, item] of items.entries()) {
    if (i >= first && isLight(item)) items[i] = lightened(item, thickest_mm);
  }
}
