/** @module underlay: the reference models of a plan, below everything else, light and without texts and dimensions. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { cutBodies } from '../lines/cut-bodies.ts';
import { addCutParts } from '../lines/cut-parts.ts';
import { widthsFor } from '../pens.ts';
import { lighten, referenceNote } from '../reference-style.ts';
import type { PaperBox } from '../sketch.ts';
import { Sketch } from '../sketch.ts';
import { addBelow, type Cover } from './seen.ts';
import type { Storey } from './storey.ts';

/** Reference elements up to this distance from the building in plan are drawn, mm: a neighbour does not fill the sheet. */
const AROUND_MM = 10_000;

/** Nothing of the storey hides a reference. */
const NOTHING: Cover = { block: [], own: [], hidden: [] };

/**
 * Draws the reference models at the height of a storey below the shapes of a sketch. `building`: the box of the building
 * on paper; null without one. Returns the end of the note, which names the files that are drawn, or their imports.
 */
export function addUnderlay(
  sketch: Sketch,
  storey: Storey,
  { building, view }: { readonly building: PaperBox | null; readonly view: ModelView },
): string {
  const { cut_elements, below } = storey.underlay;
  const isNear = nearBox(sketch, building, view);
  const [cut, seen] = [cut_elements.filter(isNear), below.filter(isNear)];
  if (cut.length + seen.length === 0) return '';
  const under = new Sketch(sketch.scale);
  addBelow(under, { ...storey, below: seen }, { cover: NOTHING, view });
  addCutParts(under, cutBodies(cut, storey.cut, view), view);
  lighten(under, widthsFor(sketch.scale).seen);
  sketch.under(0, under.items);
  return referenceNote([...cut, ...seen], view, 'underlay');
}

function nearBox(
  { scale }: Sketch,
  building: PaperBox | null,
  view: ModelView,
): (element: Element) => boolean {
  if (building === null) return () => true;
  const [low, high] = [building.min, building.max];
  return ({ id }) => {
    const box = view.bounds(id);
    return (
      box !== null &&
      box.max.x >= low.x * scale - AROUND_MM &&
      box.min.x <= high.x * scale + AROUND_MM &&
      box.max.y >= low.y * scale - AROUND_MM &&
      box.min.y <= high.y * scale + AROUND_MM
    );
  };
}
