/** @module cut parts: draws cut bodies; where they overlap, the category decides which one covers the other. */
import { at } from '../../../building/geometry/indexed.ts';
import { isBody } from '../../../building/kinds/body/params.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { DRAWN_GLASS } from '../../../building/kinds/facets/appearance.ts';
import { bearsLoad } from '../../../building/kinds/shared/stated.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { blank, layerOf, penOf, poche, tint, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import { joinedRings } from './joined-rings.ts';
import type { Slice } from './scene.ts';

/**
 * Categories from the lowest to the highest precedence. Where two cut bodies overlap, the later one covers the earlier
 * one: load-bearing members cover walls, and slabs and roofs cover walls. The order does not depend on the
 * order in which elements were created.
 */
export const PRECEDENCE: readonly string[] = [
  'Furniture',
  'Bodies',
  'Solids',
  'Railings',
  'Walls',
  'Windows',
  'Doors',
  'Roofs',
  'Ramps',
  'Stairs',
  'Floors',
  'Beams',
  'Columns',
];

/** The place of an element in the order of precedence. A category that is not listed is covered by all others. */
function rankOf(element: Element, view: ModelView): number {
  return PRECEDENCE.indexOf(view.kinds.of(element).category);
}

/** Whether cut walls cover the element where both overlap. */
export function isUnderWalls(element: Element, view: ModelView): boolean {
  return rankOf(element, view) < PRECEDENCE.indexOf('Walls');
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The IFC class of an imported body: a desk and the slab on which it stands are not one part. */
function classOf(element: Element): string {
  return isBody(element) ? element.params.ifc_class : '';
}

/**
 * Draws cut bodies in the order of precedence; of one category, load-bearing ones cover the others. Touching bodies of a
 * category (imported bodies: of a class) share one outline. Open surfaces are lines.
 */
export function addCutParts(sketch: Sketch, slices: readonly Slice[], view: ModelView): void {
  const widths = widthsFor(sketch.scale);
  const byRank = slices
    .map((slice) => ({ slice, rank: rankOf(slice.element, view) }))
    .toSorted(
      (a, b) => a.rank - b.rank || order(classOf(a.slice.element), classOf(b.slice.element)),
    )
    .map(({ slice }) => slice);
  const groups = Map.groupBy(byRank, ({ element }) => `${element.kind} ${classOf(element)}`);
  for (const all of groups.values()) {
    const { category } = view.kinds.of(at(all, 0).element);
    if (all.every(({ element }) => view.kinds.of(element).fills !== 'none')) {
      addPanels(sketch, all, { category, width: widths.seen });
      continue;
    }
    for (const bears of [false, true]) {
      const own = all.filter(({ element }) => (bearsLoad(element, view) ?? true) === bears);
      const parts = own.flatMap(({ element, rings }) =>
        rings.map((ring) => ({ id: element.id, ring })),
      );
      const fill = poche(category, bears);
      const width = bears ? widths.cut : widths.edge;
      const pen = penOf(layerOf(category, 'cut'), width);
      for (const { numbers, area } of joinedRings(parts.map(({ ring }) => ring))) {
        const { id } = at(parts, at(numbers, 0));
        const isOne = numbers.every((number) => at(parts, number).id === id);
        sketch.area(area, fill, { pen, element: isOne ? id : null });
      }
      for (const { element, lines } of own) {
        for (const line of lines) sketch.line(line, pen, element.id);
      }
    }
  }
}

/** Draws cut doors and windows: each part with its own thin outline, glass in its colour, everything else white. */
function addPanels(
  sketch: Sketch,
  slices: readonly Slice[],
  { category, width }: { readonly category: string; readonly width: number },
): void {
  const layer = layerOf(category, 'cut');
  const pen = penOf(layer, width);
  for (const { element, rings, lines, isGlass = false } of slices) {
    const fill = isGlass ? tint(layer, DRAWN_GLASS) : blank(layer);
    for (const ring of rings) sketch.area([ring], fill, { pen, element: element.id });
    for (const line of lines) sketch.line(line, pen, element.id);
  }
}
