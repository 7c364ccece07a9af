/** @module roof headroom: the headroom on a stair below the underside of a roof or sloping floor. */
import { ceilingOfRoof, planeCeiling } from '../../geometry/ceilings/ceiling.ts';
import { at, cyclic } from '../../geometry/indexed.ts';
import { boxFootprint } from '../../geometry/members/flight.ts';
import type { StairPlan } from '../../geometry/members/stair.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import { type Area, common, without } from '../../geometry/plan/regions.ts';
import type { Part } from '../../geometry/roofs/layer-pieces.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { plateOf, undersideOf } from '../../kinds/floor/slope.ts';
import { shapeOf } from '../../kinds/roof/roof-form.ts';
import type { StateView } from '../state-view.ts';

/** A roof that overlaps the side of a flight by less than this only touches it and is not above it, mm. */
const TOUCH_MM = 1;

/** A walking surface: its outline in plan and the height of the feet, which is linear over the outline. */
type Walked = { readonly ring: Ring; readonly feet: (point: Point2) => number };

/** The walking surfaces of a stair: the nosing lines of its flights, a tread at its top, and its landings. */
function walkedOn({ flights, landings, riser, tread }: StairPlan): readonly Walked[] {
  return [
    ...flights.flatMap((flight): readonly Walked[] => {
      const { start, direction, footprint, width, run, risers, treads } = flight;
      const along = ({ x, y }: Point2): number =>
        (x - start.x) * direction.x + (y - start.y) * direction.y;
      const feet = (p: Point2): number => start.z + riser * (1 + along(p) / tread);
      if (treads < risers) return [{ ring: footprint, feet }];
      const t = [0 - width / 2, width / 2] as const;
      const level = run - tread;
      return [
        { ring: boxFootprint(flight, { s: [0, level], t }), feet },
        {
          ring: boxFootprint(flight, { s: [level, run], t }),
          feet: () => start.z + riser * risers,
        },
      ];
    }),
    ...landings.map(({ footprint, z }): Walked => ({ ring: footprint, feet: () => z })),
  ];
}

/**
 * Returns the minimum headroom in mm between the nosing lines or landings of a stair and the underside of a roof
 * without its openings. It is 0 where the roof reaches down to them, and null where the roof lies next to the stair or
 * below it.
 */
export function headroomUnderRoof(
  plan: StairPlan,
  { id, params }: ElementOf<'roof'>,
  view: StateView,
): number | null {
  const level = view.elementOf(params.level_id, 'level');
  const made = shapeOf(params);
  if (level === undefined || !made.ok) return null;
  const { parts } = ceilingOfRoof(made.shape, level.params.elevation + params.base_offset);
  const openings = view.hostedBy(id).flatMap((content) => {
    const outline = view.outline(content.id);
    return outline === null ? [] : [outline];
  });
  return headroomUnderParts(plan, parts, { openings, thickness: params.thickness });
}

/** The same under a sloping floor without its holes; null under a level one. */
export function headroomUnderSlope(
  plan: StairPlan,
  { params }: ElementOf<'floor'>,
  view: StateView,
): number | null {
  const level = view.elementOf(params.level_id, 'level');
  const plate = plateOf(params);
  if (level === undefined || plate === null) return null;
  const top = level.params.elevation + params.top_offset;
  const { outline, holes, height } = undersideOf(params, plate, top);
  const { parts } = planeCeiling(outline, height);
  return headroomUnderParts(plan, parts, { openings: holes, thickness: params.thickness });
}

type Layer = { readonly openings: readonly Ring[]; readonly thickness: number };

function headroomUnderParts(
  plan: StairPlan,
  parts: readonly Part[],
  { openings, thickness }: Layer,
): number | null {
  let least: number | null = null;
  for (const { ring, feet } of walkedOn(plan)) {
    const box = ringBounds(ring);
    for (const part of parts) {
      if (!planBoxIntersects(part.box, box)) continue;
      const shared = openings.reduce<Area>(
        (rest, opening) => without(rest, [opening]),
        [part.ring],
      );
      for (const over of common([ring], shared)) {
        if (isTouch(over)) continue;
        const clear = minOver(over, (p) => part.height(p) - feet(p), depthOf(part, { thickness }));
        if (clear !== null) least = Math.min(least ?? Infinity, Math.max(0, clear));
      }
    }
  }
  return least;
}

/**
 * Vertical depth of a roof plane from its underside to its top, mm. The roof thickness is measured square to the slope.
 */
function depthOf({ ring, height }: Part, { thickness }: { readonly thickness: number }): number {
  const p = at(ring, 0);
  const [rise, aside] = [height({ x: p.x + 1, y: p.y }), height({ x: p.x, y: p.y + 1 })];
  const [gx, gy] = [rise - height(p), aside - height(p)];
  return thickness * Math.sqrt(1 + gx * gx + gy * gy);
}

/** Minimum of `clear` where the top of the roof is above the feet. A roof that ends below the feet is walked on. */
function minOver(ring: Ring, clear: (p: Point2) => number, depth: number): number | null {
  const top = (p: Point2): number => clear(p) + depth - TOUCH_MM;
  let least: number | null = null;
  for (const [i, p] of ring.entries()) {
    const q = cyclic(ring, i + 1);
    const [a, b] = [top(p), top(q)];
    if (a > 0) least = Math.min(least ?? Infinity, clear(p));
    if (a > 0 !== b > 0) least = Math.min(least ?? Infinity, TOUCH_MM - depth);
  }
  return least;
}

function isTouch(ring: Ring): boolean {
  const { min, max } = ringBounds(ring);
  const longest = Math.max(max.x - min.x, max.y - min.y);
  return Math.abs(signedArea(ring)) <= TOUCH_MM * longest;
}
