/** @module stair symbol: steps, the way up and the line where the plan cuts the flight. */
import { at } from '../../geometry/indexed.ts';
import { planPoint } from '../../geometry/members/flight.ts';
import type { StairFlight } from '../../geometry/members/stair.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint, ringBounds } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { stairBetween } from '../../kinds/stair-plan.ts';
import type { Area } from '../../spatial/disc/regions.ts';
import { DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import type { Cover } from './seen.ts';
import type { DrawnView, Storey } from './storey.ts';

/** Sizes on paper, mm. */
const ARROW_MM = 2.2;
const DOT_MM = 0.6;
const BREAK_MM = 1.2;

type Stair = ElementOf<'stair'>;

/** Stairs that the plan cuts and stairs that arrive on its level; gives those. */
export function addStairs(
  sketch: Sketch,
  { cut_elements, below, level, cut }: Storey,
  { cover, view }: { readonly cover: Cover; readonly view: DrawnView },
): readonly Stair[] {
  const stairs = [...cut_elements, ...below].flatMap(({ id }) => view.elementOf(id, 'stair') ?? []);
  for (const stair of stairs) {
    const isOwn = stair.params.level_id === level.id;
    const isSeen = (point: Point2): boolean => isOwn || !isInside(point, cover.hidden);
    addStair(sketch, { stair, cut: isOwn ? cut : null, isSeen }, view);
  }
  return stairs;
}

/** How a plan meets a stair: `cut` is the height of the plan, null where all of the flight is seen from above. */
type SeenStair = {
  readonly stair: ElementOf<'stair'>;
  readonly cut: number | null;
  /** Whether a point of the flight is seen; what lies below a floor is not. */
  readonly isSeen: (point: Point2) => boolean;
};

function addStair(sketch: Sketch, seen: SeenStair, view: DrawnView): void {
  const { stair, cut } = seen;
  const { level_id, top_level_id } = stair.params;
  const base = view.elementOf(level_id, 'level')?.params.elevation;
  const top = view.elementOf(top_level_id, 'level')?.params.elevation;
  if (base === undefined || top === undefined) return;
  const made = stairBetween(stair.params, base, top);
  if (!made.ok) return;
  const { flights, landings, riser, tread, walkingLine } = made.plan;
  for (const flight of flights) addFlight(sketch, seen, { flight, riser, tread });
  const pens = pensOf(sketch);
  for (const { footprint, z } of landings) {
    const isAbove = cut !== null && z > cut;
    const [first] = footprint;
    if (first === undefined || (!isAbove && !seen.isSeen(middleOf(footprint)))) continue;
    sketch.line([...footprint, first], isAbove ? pens.above : pens.seen, stair.id);
  }
  const [first] = flights;
  const half = planPoint(first, tread / 2, 0);
  addWayUp(sketch, [half, ...walkingLine.slice(1)], stair.id);
}

function pensOf({ scale }: Sketch) {
  const widths = widthsFor(scale);
  return {
    seen: penOf(layerOf('Stairs', 'seen'), widths.seen),
    above: penOf(layerOf('Stairs', 'above'), widths.thin, { dash_mm: DASHED }),
    cut: penOf(layerOf('Stairs', 'cut'), widths.edge),
  };
}

type Steps = { readonly flight: StairFlight; readonly riser: number; readonly tread: number };

/** Steps and sides of a flight, dashed above the plan, with the line where the plan cuts it. */
function addFlight(
  sketch: Sketch,
  { stair, cut, isSeen }: SeenStair,
  { flight, riser, tread }: Steps,
): void {
  const { run, width, risers } = flight;
  const place = (along: number, aside: number): Point2 => planPoint(flight, along, aside);
  const { seen, above, cut: pen } = pensOf(sketch);
  const half = width / 2;
  const last = cut === null ? Infinity : ((cut - flight.start.z) / riser) * tread;
  const slant = Math.min(tread, width / 4);
  for (let step = 0; step < risers; step += 1) {
    const along = step * tread;
    const isAbove = along > last;
    if (!isSeen(place(along, 0)) && !isAbove) continue;
    sketch.line([place(along, -half), place(along, half)], isAbove ? above : seen, stair.id);
  }
  const end = Math.max(0, Math.min(last, run));
  for (const side of [-half, half]) {
    if (end > 0 && isSeen(place(end / 2, side * 0.98))) {
      sketch.line([place(0, side), place(end, side)], seen, stair.id);
    }
    if (end < run) sketch.line([place(end, side), place(run, side)], above, stair.id);
  }
  if (end <= 0 || end >= run) return;
  const kink = BREAK_MM * sketch.scale;
  const line = [
    place(end - slant, -half - kink),
    place(end - slant * 0.2, -kink * 0.4),
    place(end + kink * 0.8, -kink * 0.5),
    place(end - kink * 0.8, kink * 0.5),
    place(end + slant * 0.2, kink * 0.4),
    place(end + slant, half + kink),
  ];
  sketch.line(line, pen, stair.id);
}

function middleOf(ring: Ring): Point2 {
  const { min, max } = ringBounds(ring);
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
}

/** Whether an odd number of rings surrounds the point. */
function isInside(point: Point2, area: Area): boolean {
  return area.filter((ring) => locatePoint(point, ring) === 'inside').length % 2 === 1;
}

/** A line along the stair with a ring where it begins and an arrow where it arrives. */
function addWayUp(sketch: Sketch, way: readonly Point2[], element: string): void {
  const pen = penOf(layerOf('Stairs', 'symbol'), widthsFor(sketch.scale).seen);
  const mm = sketch.scale;
  const [from, to] = [at(way, 0), at(way, way.length - 1)];
  const [begin, end] = [unit(from, at(way, 1)), unit(at(way, way.length - 2), to)];
  const on = sketch.on(from);
  sketch.items.push({
    shape: 'arc',
    centre: on,
    start: { x: on.x + DOT_MM, y: on.y },
    radius: DOT_MM,
    sweep_deg: 360,
    pen,
    element,
  });
  const first = { x: from.x + begin.x * DOT_MM * mm, y: from.y + begin.y * DOT_MM * mm };
  sketch.line([first, ...way.slice(1)], pen, element);
  const [back, aside] = [ARROW_MM * mm, (ARROW_MM * mm) / 3.4];
  sketch.line(
    [
      { x: to.x - end.x * back - end.y * aside, y: to.y - end.y * back + end.x * aside },
      to,
      { x: to.x - end.x * back + end.y * aside, y: to.y - end.y * back - end.x * aside },
    ],
    pen,
    element,
  );
}

/** Unit vector from one point to another. */
function unit(from: Point2, to: Point2): Point2 {
  const length = segmentLengthMm(from, to);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
