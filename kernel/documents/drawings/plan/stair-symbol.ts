/**
 * @module stair symbol: plan symbol of stairs: treads, the direction of travel and the line where the plan cuts the
 * flight.
 */
import { at } from '../../../building/geometry/indexed.ts';
import { planPoint } from '../../../building/geometry/members/flight.ts';
import type { StairFlight } from '../../../building/geometry/members/stair.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { stairBetween } from '../../../building/kinds/stair/stair-plan.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Pen } from '../drawing.ts';
import { DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import { isHidden, seenParts } from './seen-line.ts';
import type { Cover } from './seen.ts';
import type { Storey } from './storey.ts';

/** Sizes on paper, mm: length of the arrow, radius of the circle at the start, half the height of the break line. */
const ARROW_MM = 2.2;
const DOT_MM = 0.6;
const BREAK_MM = 1.2;

type Stair = ElementOf<'stair'>;

/** Draws the stairs that the plan cuts and those below the cut; returns these stairs. */
export function addStairs(
  sketch: Sketch,
  { cut_elements, below, level, cut }: Storey,
  { cover, view }: { readonly cover: Cover; readonly view: ModelView },
): readonly Stair[] {
  const stairs = [...cut_elements, ...below].flatMap(({ id }) => view.elementOf(id, 'stair') ?? []);
  for (const stair of stairs) {
    const isOwn = stair.params.level_id === level.id;
    const hidden = isOwn ? [] : cover.hidden;
    addStair(sketch, { stair, cut: isOwn ? cut : null, hidden }, view);
  }
  return stairs;
}

/** A stair as shown in a plan: `cut` is the height of the plan, null if the whole flight is seen from above. */
type SeenStair = {
  readonly stair: ElementOf<'stair'>;
  readonly cut: number | null;
  /** The area in which floors hide the stair. */
  readonly hidden: Area;
};

function addStair(sketch: Sketch, seen: SeenStair, view: ModelView): void {
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
    if (first === undefined) continue;
    addSeen(sketch, [...footprint, first], isAbove ? pens.above : pens.seen, seen);
  }
  const [first] = flights;
  const half = planPoint(first, tread / 2, 0);
  addWayUp(sketch, [half, ...walkingLine.slice(1)], seen);
}

/** Draws the visible parts of a line of a stair. */
function addSeen(
  sketch: Sketch,
  line: readonly Point2[],
  pen: Pen,
  { stair, hidden }: SeenStair,
): void {
  for (const part of seenParts(line, hidden)) sketch.line(part, pen, stair.id);
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

/** Draws treads and sides of a flight, dashed above the cut, and the line where the plan cuts the flight. */
function addFlight(sketch: Sketch, seenStair: SeenStair, { flight, riser, tread }: Steps): void {
  const { stair, cut } = seenStair;
  const { run, width, risers } = flight;
  const place = (along: number, aside: number): Point2 => planPoint(flight, along, aside);
  const { seen, above, cut: pen } = pensOf(sketch);
  const half = width / 2;
  const last = cut === null ? Infinity : ((cut - flight.start.z) / riser) * tread;
  const slant = Math.min(tread, width / 4);
  for (let step = 0; step < risers; step += 1) {
    const along = step * tread;
    const line = [place(along, -half), place(along, half)];
    addSeen(sketch, line, along > last ? above : seen, seenStair);
  }
  const end = Math.max(0, Math.min(last, run));
  for (const side of [-half, half]) {
    if (end > 0) addSeen(sketch, [place(0, side), place(end, side)], seen, seenStair);
    if (end < run) sketch.line([place(end, side), place(run, side)], above, stair.id);
  }
  if (end <= 0 || end >= run) return;
  const kink = BREAK_MM * sketch.scale;
  const line = [
    place(end - slant, -half),
    place(end - slant * 0.2, -kink * 0.4),
    place(end + kink * 0.8, -kink * 0.5),
    place(end - kink * 0.8, kink * 0.5),
    place(end + slant * 0.2, kink * 0.4),
    place(end + slant, half),
  ];
  sketch.line(line, pen, stair.id);
}

/** Draws the walking line, with a circle at its start and an arrow at its end. */
function addWayUp(sketch: Sketch, way: readonly Point2[], seen: SeenStair): void {
  const { hidden } = seen;
  const element = seen.stair.id;
  const pen = penOf(layerOf('Stairs', 'symbol'), widthsFor(sketch.scale).seen);
  const mm = sketch.scale;
  const [from, to] = [at(way, 0), at(way, way.length - 1)];
  const [begin, end] = [unit(from, at(way, 1)), unit(at(way, way.length - 2), to)];
  const on = sketch.on(from);
  if (!isHidden(from, hidden)) {
    sketch.items.push({
      shape: 'arc',
      centre: on,
      start: { x: on.x + DOT_MM, y: on.y },
      radius: DOT_MM,
      sweep_deg: 360,
      pen,
      element,
    });
  }
  const first = { x: from.x + begin.x * DOT_MM * mm, y: from.y + begin.y * DOT_MM * mm };
  addSeen(sketch, [first, ...way.slice(1)], pen, seen);
  // The tip of the arrow is at the edge of the floor, so the visibility is tested 1 mm on paper before it.
  const before = { x: to.x - end.x * mm, y: to.y - end.y * mm };
  if (isHidden(before, hidden)) return;
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

/** The unit vector from one point to another. */
function unit(from: Point2, to: Point2): Point2 {
  const length = segmentLengthMm(from, to);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
