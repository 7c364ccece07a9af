/** @module seen: outlines and symbols of the elements below the cut of a plan, and of those above it. */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import { sizeOf } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { unionWith, partOutside, filledUnionOf, unionOf } from '../lines/joined-rings.ts';
import { blank, DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import { counterClockwise, roofsUnder } from './roofs-under.ts';
import type { Storey } from './storey.ts';

/** Minimum visible area of an element that is drawn, mm². */
const MIN_VISIBLE_MM2 = 10_000;
/** Maximum number of elements of other storeys that are drawn, from the highest. */
const MAX_OTHERS = 200;
/** Number of elements between two checkpoints. */
const STRIDE = 100;
/** Number of elements between two checkpoints if hidden parts are subtracted from each. */
const COMPARED = 5;

/** The areas of a plan that hide other storeys from above. */
export type Cover = {
  /** The outer outlines of the walls with the area that they surround. */
  readonly block: Area;
  /** The area covered by the floors of the storey, without their holes, and by `block`. */
  readonly own: Area;
  /** The area in which other storeys are hidden: `own`, and the roofs below the cut. */
  readonly hidden: Area;
};

/** The areas that the walls and floors of the storey and the roofs below the cut hide. */
export function coverOf(walls: readonly CutWall[], storey: Storey, view: ModelView): Cover {
  const { below, level } = storey;
  const block = filledUnionOf(walls.flatMap(({ footprints }) => footprints));
  const floors = below.flatMap(({ id }) => view.elementOf(id, 'floor') ?? []);
  const ownFloors = floors.filter(({ params }) => params.level_id === level.id);
  const slabs: Ring[] = [];
  const holes: Ring[] = [];
  for (const [index, floor] of ownFloors.entries()) {
    if (index % STRIDE === 0) checkpoint({ done: index, total: ownFloors.length, doing: 'floors' });
    const outline = view.outline(floor.id);
    if (outline !== null) slabs.push(counterClockwise(outline));
    holes.push(...holesIn(floor, view).map(counterClockwise));
  }
  const covered = unionWith(unionOf(slabs), block);
  const own = partOutside(covered, unionOf(holes));
  const roofs = roofsUnder(storey, view);
  return { block, own, hidden: roofs.length === 0 ? own : unionWith(own, unionOf(roofs)) };
}

type Around = { readonly cover: Cover; readonly view: ModelView };

/**
 * Draws the outlines of elements below the cut. Of the elements of other storeys, only the parts are drawn that neither
 * this storey nor a higher element hides.
 */
export function addBelow(sketch: Sketch, { below, level }: Storey, { cover, view }: Around): void {
  const width = widthsFor(sketch.scale).seen;
  const others: Element[] = [];
  for (const [index, element] of below.entries()) {
    if (index % STRIDE === 0) {
      checkpoint({ done: index, total: below.length, doing: 'elements below' });
    }
    if (view.kinds.references(element).level !== level.id) {
      others.push(element);
      continue;
    }
    const outline = outlineIn(element.id, view);
    const pen = penOf(layerOf(view.kinds.of(element).category, 'seen'), width);
    for (const ring of [...(outline === null ? [] : [outline]), ...holesIn(element, view)]) {
      sketch.line(ring, pen, element.id, true);
    }
  }
  const tops = new Map(others.map((other) => [other, view.bounds(other.id)?.max.z ?? 0]));
  const highest = others.toSorted((a, b) => (tops.get(b) ?? 0) - (tops.get(a) ?? 0));
  let hidden = cover.hidden;
  for (const [index, element] of highest.slice(0, MAX_OTHERS).entries()) {
    if (index % COMPARED === 0) {
      checkpoint({ done: index, total: MAX_OTHERS, doing: 'elements below' });
    }
    const outline = outlineIn(element.id, view);
    const seen = outline === null ? [] : partOutside([counterClockwise(outline)], hidden);
    if (outline === null || sizeOf(seen) < MIN_VISIBLE_MM2) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'seen'), width);
    for (const ring of seen) sketch.line(ring, pen, element.id, true);
    hidden = unionWith(hidden, [counterClockwise(outline)]);
  }
}

/**
 * Draws dashed lines: the outlines of elements above the cut that hang from their level or extend beyond the walls
 * below, and the holes of the next floor.
 */
export function addAbove(sketch: Sketch, { above, level }: Storey, { cover, view }: Around): void {
  const width = widthsFor(sketch.scale).seen;
  for (const [index, element] of above.entries()) {
    if (index % COMPARED === 0) {
      checkpoint({ done: index, total: above.length, doing: 'elements above' });
    }
    const outline = outlineIn(element.id, view);
    if (outline === null) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'above'), width, {
      dash_mm: DASHED,
    });
    const hangs = view.kinds.roleOfLevel(element) === 'hangs_from';
    if (hangs || sizeOf(partOutside([outline], cover.block)) > MIN_VISIBLE_MM2) {
      sketch.line(outline, pen, element.id, true);
    }
    if (view.kinds.references(element).level === level.id) continue;
    for (const hole of holesIn(element, view)) sketch.line(hole, pen, element.id, true);
  }
}

/** Draws the symbols of elements, in the order of their tops; symbols of elements above the cut are dashed. */
export function addSymbols(sketch: Sketch, { symbols, cut }: Storey, view: ModelView): void {
  const { seen, thin } = widthsFor(sketch.scale);
  const heights = new Map<Element, { readonly low: number; readonly high: number }>();
  for (const [index, element] of symbols.entries()) {
    if (index % STRIDE === 0) checkpoint({ done: index, total: symbols.length, doing: 'symbols' });
    const box = view.bounds(element.id);
    if (box !== null) heights.set(element, { low: box.min.z, high: box.max.z });
  }
  const sorted = [...heights].toSorted(([, a], [, b]) => a.high - b.high);
  for (const [index, [element, { low }]] of sorted.entries()) {
    if (index % STRIDE === 0) checkpoint({ done: index, total: sorted.length, doing: 'symbols' });
    const isAbove = low >= cut;
    const layer = layerOf(view.kinds.of(element).category, isAbove ? 'above' : 'symbol');
    const dash_mm = isAbove ? DASHED : null;
    const outline = penOf(layer, seen, { dash_mm });
    const fine = penOf(layer, thin, { dash_mm });
    for (const mark of view.marks(element.id)) {
      if (mark.shape === 'area' && !isAbove) {
        sketch.area(mark.rings, blank(layer), { pen: outline, element: element.id });
      } else if (mark.shape === 'area') {
        for (const ring of mark.rings) sketch.line(ring, outline, element.id, true);
      } else if (mark.shape === 'line') {
        sketch.line(mark.points, mark.weight < 1 ? fine : outline, element.id);
      }
    }
  }
}

/** Draws the lines of elements without a body. */
export function addLines(sketch: Sketch, { lines }: Storey, view: ModelView): void {
  const { thin } = widthsFor(sketch.scale);
  for (const element of lines) {
    const layer = layerOf(view.kinds.of(element).category, 'symbol');
    for (const mark of view.marks(element.id)) {
      if (mark.shape !== 'line') continue;
      const pen = penOf(layer, thin, { dash_mm: mark.dashed ? DASHED : null });
      sketch.line(mark.points, pen, element.id);
    }
  }
}

/** The holes of a floor and the openings in it, or the courtyards of a roof; empty for other elements. */
function holesIn(element: Element, view: ModelView): readonly Ring[] {
  const { covers } = view.kinds.of(element);
  if (covers === 'none') return [];
  const holes = covers.holes(element);
  if (!covers.flat(element)) return holes;
  const openings = view.hostedBy(element.id).flatMap((held) => [view.outline(held.id) ?? []]);
  return [...holes, ...openings.filter((ring) => ring.length > 2)];
}

/** The outline of an element in plan, or the box of its body if it has none. */
function outlineIn(id: string, view: ModelView): readonly Point2[] | null {
  const outline = view.outline(id);
  const bounds = view.bounds(id);
  if (outline !== null || bounds === null) return outline;
  const { min, max } = bounds;
  return [
    { x: min.x, y: min.y },
    { x: max.x, y: min.y },
    { x: max.x, y: max.y },
    { x: min.x, y: max.y },
  ];
}
