/** @module passages: doors and openings in walls that one can walk through. */
import { compareText } from '../canonical/deep-equal.ts';
import type { Steps } from '../findings/steps.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import type { Point2 } from '../geometry/vector.ts';
import { sectorRing, wallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import { door } from '../kinds/door.ts';
import type { Element, ElementOf } from '../kinds/elements.ts';
import { isOf } from '../kinds/kind.ts';
import { opening } from '../kinds/opening.ts';
import { axisOfCut, wayThrough } from '../kinds/rules/in-wall.ts';
import type { ModelView } from '../model/view.ts';

/** A way through a wall. Its width is that of the hole in the wall: frames and open leaves are not modelled. */
export type Passage = {
  readonly element_id: string;
  readonly kind: string;
  readonly host_id: string;
  readonly width_mm: number;
  readonly height_mm: number;
  /** On the axis of the wall, mm. */
  readonly centre: Point2;
  /** Its ends on the axis of the wall. */
  readonly axis: readonly [Point2, Point2];
  /** Unit vector through the wall, to the left of it. */
  readonly through: Point2;
  readonly wall_thickness_mm: number;
  /** What it takes from its wall, counter-clockwise. */
  readonly hole: Ring;
  /** The hole with a strip on both sides of the wall, so that a door to the outside leads somewhere. */
  readonly landing: Ring;
};

/** What lies lower than this above a level is stepped over, mm. */
const STEP_MM = 20;
/** What lies higher than this above a level is walked under, mm. */
const HEAD_MM = 1800;
/** A landing is as deep as the passage is wide, at least this, mm. */
const LANDING_MM = 1000;
/** The hole reaches over the faces of its wall by this, so that rounding leaves nothing standing, mm. */
const OVER_MM = 1;

/** Elements looked at between two stops. */
export const STOP_AFTER = 128;

/** The passages in walls of any level that one meets when walking on this one, by id. */
export function* passagesOn(view: ModelView, level: ElementOf<'level'>): Steps<readonly Passage[]> {
  const found: Passage[] = [];
  const { elevation } = level.params;
  const ids = view.inBox(bandOf(level));
  for (const [i, id] of ids.entries()) {
    if (i % STOP_AFTER === 0) yield { done: i, total: ids.length, doing: 'finding passages' };
    const element = view.element(id);
    const bounds = view.bounds(id);
    if (element === undefined || bounds === null) continue;
    if (bounds.min.z > elevation + STEP_MM || bounds.max.z < elevation + HEAD_MM) continue;
    const passage = passageOf(element, view);
    if (passage !== null) found.push(passage);
  }
  return found.toSorted((a, b) => compareText(a.element_id, b.element_id));
}

/** The heights above a level between which things stand in the way; the whole model in plan. */
export function bandOf({ params: { elevation } }: ElementOf<'level'>): {
  readonly min: { readonly x: number; readonly y: number; readonly z: number };
  readonly max: { readonly x: number; readonly y: number; readonly z: number };
} {
  const far = 1e8;
  return {
    min: { x: -far, y: -far, z: elevation + STEP_MM },
    max: { x: far, y: far, z: elevation + HEAD_MM },
  };
}

/** Whether one can walk through what sits in a wall: a door, or an opening from the floor to above the head. */
export function leadsThrough(element: Element): boolean {
  if (isOf(door, element)) return element.params.height >= HEAD_MM;
  if (!isOf(opening, element)) return false;
  const { sill, height } = element.params;
  return sill <= STEP_MM && sill + height >= HEAD_MM;
}

function passageOf(element: Element, view: ModelView): Passage | null {
  if (!isOf(door, element) && !isOf(opening, element)) return null;
  const { host_id, offset, width, height } = element.params;
  const host = view.elementOf(host_id, 'wall');
  if (host === undefined || offset === null) return null;
  const cut = { host_id, offset, location: null, sill: 0, width, height };
  const [start, end] = axisOfCut(host, cut);
  const { along, width: clear } = wayThrough(host, cut);
  const through = { x: 0 - along.y, y: along.x };
  const half = host.params.thickness / 2;
  return {
    element_id: element.id,
    kind: element.kind,
    host_id,
    width_mm: clear,
    height_mm: height,
    centre: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 },
    axis: [start, end],
    through,
    wall_thickness_mm: host.params.thickness,
    hole: sectorRing(wallAxis(host.params), offset, offset + width, half + OVER_MM),
    landing: strip(start, end, through, half + Math.max(LANDING_MM, width)),
  };
}

/** The strip of this half width around a segment, counter-clockwise. */
export function strip(start: Point2, end: Point2, through: Point2, half: number): Ring {
  const corner = (p: Point2, side: number): Point2 => ({
    x: p.x + through.x * half * side,
    y: p.y + through.y * half * side,
  });
  return [corner(start, -1), corner(end, -1), corner(end, 1), corner(start, 1)];
}
