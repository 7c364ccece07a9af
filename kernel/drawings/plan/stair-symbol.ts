/** @module stair symbol: steps, the way up and the line where the plan cuts the flight. */
import { planStair } from '../../geometry/members/stair.ts';
import { locatePoint } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
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

function addStair(sketch: Sketch, { stair, cut, isSeen }: SeenStair, view: DrawnView): void {
  const { level_id, top_level_id, start, direction_deg, width, riser_max, tread } = stair.params;
  const base = view.elementOf(level_id, 'level')?.params.elevation;
  const top = view.elementOf(top_level_id, 'level')?.params.elevation;
  if (base === undefined || top === undefined) return;
  const rise_total = Math.round((top - base) * 1000) / 1000;
  const made = planStair({
    start: { ...start, z: base },
    direction_deg,
    width,
    rise_total,
    riser_max,
    tread,
  });
  if (!made.ok) return;
  const { direction: d, treadCount, runLength, riser } = made.plan;
  const at = (along: number, aside: number): Point2 => ({
    x: start.x + d.x * along - d.y * aside,
    y: start.y + d.y * along + d.x * aside,
  });
  const widths = widthsFor(sketch.scale);
  const seen = penOf(layerOf('Stairs', 'seen'), widths.seen);
  const above = penOf(layerOf('Stairs', 'above'), widths.thin, { dash_mm: DASHED });
  const half = width / 2;
  const last = cut === null ? Infinity : ((cut - base) / riser) * tread;
  const slant = Math.min(tread, width / 4);
  for (let step = 0; step <= treadCount; step += 1) {
    const along = (runLength * step) / treadCount;
    const isAbove = along > last;
    if (!isSeen(at(along, 0)) && !isAbove) continue;
    sketch.line([at(along, -half), at(along, half)], isAbove ? above : seen, stair.id);
  }
  const end = Math.min(last, runLength);
  for (const side of [-half, half]) {
    if (isSeen(at(end / 2, side * 0.98))) sketch.line([at(0, side), at(end, side)], seen, stair.id);
    if (end < runLength) sketch.line([at(end, side), at(runLength, side)], above, stair.id);
  }
  if (end < runLength) {
    const kink = BREAK_MM * sketch.scale;
    const pen = penOf(layerOf('Stairs', 'cut'), widths.edge);
    const line = [
      at(end - slant, -half - kink),
      at(end - slant * 0.2, -kink * 0.4),
      at(end + kink * 0.8, -kink * 0.5),
      at(end - kink * 0.8, kink * 0.5),
      at(end + slant * 0.2, kink * 0.4),
      at(end + slant, half + kink),
    ];
    sketch.line(line, pen, stair.id);
  }
  addWayUp(sketch, { from: at(tread / 2, 0), to: at(runLength, 0), d, element: stair.id });
}

/** Whether an odd number of rings surrounds the point. */
function isInside(point: Point2, area: Area): boolean {
  return area.filter((ring) => locatePoint(point, ring) === 'inside').length % 2 === 1;
}

type WayUp = {
  readonly from: Point2;
  readonly to: Point2;
  readonly d: Point2;
  readonly element: string;
};

/** A line along the flight with a ring where it begins and an arrow where it arrives. */
function addWayUp(sketch: Sketch, { from, to, d, element }: WayUp): void {
  const pen = penOf(layerOf('Stairs', 'symbol'), widthsFor(sketch.scale).seen);
  const mm = sketch.scale;
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
  sketch.line([{ x: from.x + d.x * DOT_MM * mm, y: from.y + d.y * DOT_MM * mm }, to], pen, element);
  const [back, aside] = [ARROW_MM * mm, (ARROW_MM * mm) / 3.4];
  sketch.line(
    [
      { x: to.x - d.x * back - d.y * aside, y: to.y - d.y * back + d.x * aside },
      to,
      { x: to.x - d.x * back + d.y * aside, y: to.y - d.y * back - d.x * aside },
    ],
    pen,
    element,
  );
}
