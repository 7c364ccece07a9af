/** @module passages: finds the doors and openings in walls through which people can walk. */
import type { BoxMm } from '../../../schemas/units.ts';
import { compareText } from '../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { sectorRing, wallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import { door, sillOf } from '../kinds/door/door.ts';
import type { Element, ElementOf } from '../kinds/elements.ts';
import { isOf } from '../kinds/kind.ts';
import { opening } from '../kinds/opening/opening.ts';
import { axisOfCut, wayThrough } from '../kinds/rules/in-wall.ts';
import type { ModelView } from '../model/view.ts';
import { floorsBeside, higherOf, isOneFloor, STEP_MM } from './room-floors.ts';
import { thresholdOf } from './threshold.ts';

/**
 * A passage through a wall. Its width is the width of the hole in the wall: frames and open leaves are not modelled.
 */
export type Passage = {
  readonly element_id: string;
  readonly kind: string;
  readonly host_id: string;
  readonly width_mm: number;
  readonly height_mm: number;
  /** Middle of the passage on the axis of the wall, mm. */
  readonly centre: Point2;
  /** Ends of the passage on the axis of the wall. */
  readonly axis: readonly [Point2, Point2];
  /** Unit vector across the wall, towards its left side. */
  readonly through: Point2;
  readonly wall_thickness_mm: number;
  /** Area of the hole in the wall, counter-clockwise. */
  readonly hole: Ring;
  /** The hole with a strip on both sides of the wall, so that a door to the outside leads to a walkable area. */
  readonly landing: Ring;
};

/** Bodies above this height above a floor can be walked under, mm. */
const HEAD_MM = 1800;
/** A landing is as deep as the passage is wide, but at least this deep, mm. */
const LANDING_MM = 1000;
/** Extension of the hole beyond both faces of its wall, so that rounding leaves no remainder, mm. */
const OVER_MM = 1;

/** Number of elements examined between two checkpoints. */
export const STOP_AFTER = 128;

/** The passages through which people on this level can walk, in walls of any level, sorted by id. */
export function passagesOn(view: ModelView, level: ElementOf<'level'>): readonly Passage[] {
  return passagesAt(view, level.params.elevation);
}

/**
 * The passages through which people on a floor at this elevation can walk, in walls of any level, sorted by id; only those
 * in a part of the plan if one is given.
 */
export function passagesAt(
  view: ModelView,
  floor_mm: number,
  plan: Box2 = EVERYWHERE,
): readonly Passage[] {
  const found: Passage[] = [];
  const ids = view.inBox(bandOver(floor_mm, plan));
  for (const [i, id] of ids.entries()) {
    if (i % STOP_AFTER === 0) checkpoint({ done: i, total: ids.length, doing: 'finding passages' });
    const element = view.element(id);
    const bounds = view.bounds(id);
    if (element === undefined || bounds === null) continue;
    if (bounds.min.z > floor_mm + STEP_MM || bounds.max.z < floor_mm + HEAD_MM) continue;
    const passage = passageOf(element, view);
    if (passage !== null) found.push(passage);
  }
  return found.toSorted((a, b) => compareText(a.element_id, b.element_id));
}

/** Beyond any building, mm. */
const FAR_MM = 1e8;
export const EVERYWHERE: Box2 = { min: { x: -FAR_MM, y: -FAR_MM }, max: { x: FAR_MM, y: FAR_MM } };

/**
 * The box between the heights at which bodies are obstacles above a floor, or above floors up to a higher one; elevations
 * in mm.
 */
export function bandOver(floor_mm: number, { min, max }: Box2, highest_mm = floor_mm): BoxMm {
  return {
    min: { ...min, z: floor_mm + STEP_MM },
    max: { ...max, z: highest_mm + HEAD_MM },
  };
}

/**
 * Whether a filling of a wall is passable: a door without a step at its threshold, or an opening from the floor to above
 * head height. The floors on both sides differ by at most 20 mm: a higher step needs a stair or ramp.
 */
export function leadsThrough(element: Element, view: ModelView): boolean {
  if (!isOf(door, element) && !isOf(opening, element)) return false;
  const beside = floorsBeside(element, view);
  if (beside !== null && !isOneFloor(beside)) return false;
  const over = beside === null ? 0 : floorOver(element.params.host_id, higherOf(beside), view);
  const { height } = element.params;
  if (isOf(door, element)) {
    const clear = height - Math.max(0, over - sillOf(element.params));
    return clear >= HEAD_MM && thresholdOf(element, view) <= STEP_MM;
  }
  const sill = element.params.sill - over;
  return sill <= STEP_MM && sill + height >= HEAD_MM;
}

/** Height of a floor above the foot of a wall, mm; 0 if it is lower: voids at the foot of a wall are on the floor. */
function floorOver(wall_id: string, floor_mm: number | null, view: ModelView): number {
  const foot = view.bounds(wall_id)?.min.z;
  return foot === undefined || floor_mm === null ? 0 : Math.max(0, floor_mm - foot);
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

/** The strip of the given half width around a segment, counter-clockwise. */
export function strip(start: Point2, end: Point2, through: Point2, half: number): Ring {
  const corner = (p: Point2, side: number): Point2 => ({
    x: p.x + through.x * half * side,
    y: p.y + through.y * half * side,
  });
  return [corner(start, -1), corner(end, -1), corner(end, 1), corner(start, 1)];
}
