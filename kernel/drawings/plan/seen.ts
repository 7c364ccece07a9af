/** @module seen: outlines of what a plan looks down on, and of what hangs above its cut. */
import type { Steps } from '../../findings/steps.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Area } from '../../geometry/plan/regions.ts';
import { sizeOf } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import { coveredBy } from '../../kinds/roof-form.ts';
import { added, beyond, outlineOf, unionOf } from '../lines/joined-rings.ts';
import { DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import { counterClockwise, roofsUnder } from './roofs-under.ts';
import type { DrawnView, Storey } from './storey.ts';

/** What is less than this is no part to be seen, mm². */
const LEAST_MM2 = 10_000;
/** Most elements of other storeys that are looked at. */
const MOST_OTHERS = 200;
/** Elements between two stops, and elements that are held against what hides them. */
const STRIDE = 100;
const HELD = 5;

/** What hides other storeys from who looks down: the floors of this one, and what its walls surround. */
export type Cover = {
  /** Outer outlines of the walls with all that they surround. */
  readonly block: Area;
  /** What lies under floors and walls of the storey. */
  readonly own: Area;
  /** What of other storeys is not seen: what lies under those, or under roofs below the cut. */
  readonly hidden: Area;
};

/** What walls and floors of the storey cover. */
export function* coverOf(walls: readonly CutWall[], storey: Storey, view: DrawnView): Steps<Cover> {
  const { below, level } = storey;
  const block = yield* outlineOf(walls.flatMap(({ footprints }) => footprints));
  const floors = below.flatMap(({ id }) => view.elementOf(id, 'floor') ?? []);
  const ownFloors = floors.filter(({ params }) => params.level_id === level.id);
  const slabs: Ring[] = [];
  const holes: Ring[] = [];
  for (const [index, floor] of ownFloors.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: ownFloors.length, doing: 'floors' };
    const outline = view.outline(floor.id);
    if (outline !== null) slabs.push(counterClockwise(outline));
    holes.push(...holesIn(floor, view).map(counterClockwise));
  }
  const covered = added(yield* unionOf(slabs), block);
  const own = beyond(covered, yield* unionOf(holes));
  const roofs = roofsUnder(storey, view);
  return { block, own, hidden: roofs.length === 0 ? own : added(own, yield* unionOf(roofs)) };
}

type Around = { readonly cover: Cover; readonly view: DrawnView };

/** Outlines of what lies below the cut; of other storeys only what neither this one nor something higher hides. */
export function* addBelow(
  sketch: Sketch,
  { below, level }: Storey,
  { cover, view }: Around,
): Steps<void> {
  const width = widthsFor(sketch.scale).seen;
  const others: Element[] = [];
  for (const [index, element] of below.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: below.length, doing: 'what is below' };
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
  for (const [index, element] of highest.slice(0, MOST_OTHERS).entries()) {
    if (index % HELD === 0) yield { done: index, total: MOST_OTHERS, doing: 'what is below' };
    const outline = outlineIn(element.id, view);
    const seen = outline === null ? [] : beyond([counterClockwise(outline)], hidden);
    if (outline === null || sizeOf(seen) < LEAST_MM2) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'seen'), width);
    for (const ring of seen) sketch.line(ring, pen, element.id, true);
    hidden = added(hidden, [counterClockwise(outline)]);
  }
}

/** In dashes: what hangs above, what is wider than the walls below it, and holes of the next floor. */
export function* addAbove(
  sketch: Sketch,
  { above, level }: Storey,
  { cover, view }: Around,
): Steps<void> {
  const width = widthsFor(sketch.scale).seen;
  for (const [index, element] of above.entries()) {
    if (index % HELD === 0) yield { done: index, total: above.length, doing: 'what is above' };
    const outline = outlineIn(element.id, view);
    if (outline === null) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'above'), width, {
      dash_mm: DASHED,
    });
    const hangs = view.kinds.roleOfLevel(element) === 'hangs_from';
    if (hangs || sizeOf(beyond([outline], cover.block)) > LEAST_MM2) {
      sketch.line(outline, pen, element.id, true);
    }
    if (view.kinds.references(element).level === level.id) continue;
    for (const hole of holesIn(element, view)) sketch.line(hole, pen, element.id, true);
  }
}

/** Holes of a floor, its own and those of openings in it, and courtyards of a roof; none of anything else. */
function holesIn({ id }: Element, view: DrawnView): readonly Ring[] {
  const roof = view.elementOf(id, 'roof');
  if (roof !== undefined) return coveredBy(roof.params).holes;
  const floor = view.elementOf(id, 'floor');
  if (floor === undefined) return [];
  const openings = view.hostedBy(id).flatMap((held) => [view.outline(held.id) ?? []]);
  return [...floor.params.holes, ...openings.filter((ring) => ring.length > 2)];
}

/** Outline in plan, or the box of the body of what has none. */
function outlineIn(id: string, view: DrawnView): readonly Point2[] | null {
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
