/** @module cut parts: draws cut bodies; where they overlap, the category decides which one covers the other. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { bearsLoad } from '../../../building/kinds/shared/stated.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { blank, layerOf, penOf, poche, widthsFor } from '../pens.ts';
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

/**
 * Draws cut bodies in the order of precedence; of one category, load-bearing ones cover the others. Touching bodies of a
 * category share one outline; doors and windows are white with thin lines.
 */
export function addCutParts(sketch: Sketch, slices: readonly Slice[], view: ModelView): void {
  const widths = widthsFor(sketch.scale);
  const byRank = slices.toSorted((a, b) => rankOf(a.element, view) - rankOf(b.element, view));
  const byCategory = Map.groupBy(byRank, ({ element }) => view.kinds.of(element).category);
  for (const [category, all] of byCategory) {
    const isPanel = all.every(({ element }) => view.kinds.of(element).fills !== 'none');
    for (const bears of [false, true]) {
      const parts = all.flatMap(({ element, rings }) =>
        (bearsLoad(element, view) ?? true) === bears
          ? rings.map((ring) => ({ id: element.id, ring }))
          : [],
      );
      const fill = isPanel ? blank(layerOf(category, 'cut')) : poche(category, bears);
      const width = isPanel ? widths.seen : bears ? widths.cut : widths.edge;
      const pen = penOf(layerOf(category, 'cut'), width);
      for (const { numbers, area } of joinedRings(parts.map(({ ring }) => ring))) {
        const { id } = at(parts, at(numbers, 0));
        const isOne = numbers.every((number) => at(parts, number).id === id);
        sketch.area(area, fill, { pen, element: isOne ? id : null });
      }
    }
  }
}
