/** @module seen: outlines of what a plan looks down on, and of what hangs above its cut. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Area } from '../../spatial/disc/regions.ts';
import { sizeOf, united, without } from '../../spatial/disc/regions.ts';
import { DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import type { DrawnView, Storey } from './storey.ts';

/** What is less than this is no part to be seen, mm². */
const LEAST_MM2 = 10_000;
/** Most elements of other storeys that are looked at. */
const MOST_OTHERS = 200;

/** What hides other storeys from who looks down: the floors of this one, and what its walls surround. */
export type Cover = {
  /** Outer outlines of the walls with all that they surround. */
  readonly block: Area;
  /** What lies under floors and walls and is not seen. */
  readonly hidden: Area;
};

/** What walls and floors of the storey cover. */
export function coverOf(
  walls: readonly CutWall[],
  { below, level }: Storey,
  view: DrawnView,
): Cover {
  const outlines = united(walls.map(({ footprint }) => [footprint]));
  const block = united([outlines.filter((ring) => signedArea(ring) > 0)]);
  const floors = below.flatMap(({ id }) => view.elementOf(id, 'floor') ?? []);
  const own = floors.filter(({ params }) => params.level_id === level.id);
  const holes = own.flatMap((floor) => holesIn(floor, view));
  const slabs = own.flatMap(({ id }) => [counterClockwise(view.outline(id) ?? [])]);
  const open = united([holes.map(counterClockwise)]);
  return { block, hidden: without(united([slabs, block]), open) };
}

type Around = { readonly cover: Cover; readonly view: DrawnView };

/** Outlines of what lies below the cut; of other storeys only what neither this one nor something higher hides. */
export function addBelow(sketch: Sketch, { below, level }: Storey, { cover, view }: Around): void {
  const width = widthsFor(sketch.scale).seen;
  const others: Element[] = [];
  for (const element of below) {
    if (view.kinds.references(element).level !== level.id) {
      others.push(element);
      continue;
    }
    const outline = outlineOf(element.id, view);
    const pen = penOf(layerOf(view.kinds.of(element).category, 'seen'), width);
    for (const ring of [...(outline === null ? [] : [outline]), ...holesIn(element, view)]) {
      sketch.line(ring, pen, element.id, true);
    }
  }
  const topOf = ({ id }: Element): number => view.bounds(id)?.max.z ?? 0;
  let hidden = cover.hidden;
  for (const element of others.toSorted((a, b) => topOf(b) - topOf(a)).slice(0, MOST_OTHERS)) {
    const outline = outlineOf(element.id, view);
    const seen = outline === null ? [] : without([counterClockwise(outline)], hidden);
    if (outline === null || sizeOf(seen) < LEAST_MM2) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'seen'), width);
    for (const ring of seen) sketch.line(ring, pen, element.id, true);
    hidden = united([hidden, [counterClockwise(outline)]]);
  }
}

/** In dashes: what hangs above, what is wider than the walls below it, and holes of the next floor. */
export function addAbove(sketch: Sketch, { above, level }: Storey, { cover, view }: Around): void {
  const width = widthsFor(sketch.scale).seen;
  for (const element of above) {
    const outline = outlineOf(element.id, view);
    if (outline === null) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'above'), width, {
      dash_mm: DASHED,
    });
    const hangs = view.kinds.roleOfLevel(element) === 'hangs_from';
    if (hangs || sizeOf(without([outline], cover.block)) > LEAST_MM2) {
      sketch.line(outline, pen, element.id, true);
    }
    if (view.kinds.references(element).level === level.id) continue;
    for (const hole of holesIn(element, view)) sketch.line(hole, pen, element.id, true);
  }
}

/** Holes of a floor, its own and those of openings in it; none of anything else. */
function holesIn({ id }: Element, view: DrawnView): readonly Ring[] {
  const floor = view.elementOf(id, 'floor');
  if (floor === undefined) return [];
  const openings = view.hostedBy(id).flatMap((held) => [view.outline(held.id) ?? []]);
  return [...floor.params.holes, ...openings.filter((ring) => ring.length > 2)];
}

/** Outline in plan, or the box of the body of what has none. */
function outlineOf(id: string, view: DrawnView): readonly Point2[] | null {
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

function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}
