/** @module placement: where an element hangs in the reverse indexes, known from its parameters alone. */
import type { Element, ElementOf } from '../../schemas/elements.ts';
import { offsetRing, ringBounds } from '../geometry/polygon.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { wallReach } from '../geometry/wall-contacts.ts';

/** Grids by what their heights are counted from: the level's elevation, its top, or nothing that stays. */
export type GridName = 'walls' | 'bodies' | 'heads' | 'tall';

/** A conservative box: the body never leaves it, whatever its neighbours and levels do. Heights mm from the grid's zero. */
export type Reach = {
  readonly grid: GridName;
  readonly box: Box2;
  readonly low: number;
  readonly high: number;
};

/** What an element refers to and where it lies. */
export type Placement = {
  readonly level: string | null;
  /** Level that ends it, beside the one it stands on. */
  readonly top: string | null;
  readonly host: string | null;
  readonly reach: Reach | null;
};

/** No stair is longer (mm); they are so few that a generous box costs nothing. */
const LONGEST_STAIR_MM = 500_000;
/** Half the largest profile and railing post (mm), generously. */
const PROFILE_MARGIN_MM = 2000;
/**
 * A room that follows its walls is looked for around its stored boundary, this much further out (mm).
 * Its outline is exact wherever the walls go; only who asks for a place beyond this does not find it.
 */
const ROOM_MARGIN_MM = 1000;

/** The box widened by `by` mm on all sides. */
export function widened(box: Box2, by: number): Box2 {
  return {
    min: { x: box.min.x - by, y: box.min.y - by },
    max: { x: box.max.x + by, y: box.max.y + by },
  };
}

/** Placement of an element. */
export function placementOf(element: Element): Placement {
  switch (element.kind) {
    case 'level':
      return { level: null, top: null, host: null, reach: null };
    case 'opening':
    case 'door':
    case 'window':
      return { level: null, top: null, host: element.params.host_id, reach: null };
    case 'grid':
      return { level: element.params.level_id, top: null, host: null, reach: null };
    case 'column':
    case 'stair':
      return {
        level: element.params.level_id,
        top: element.params.top_level_id,
        host: null,
        reach: reachOfBody(element),
      };
    case 'wall':
    case 'floor':
    case 'roof':
    case 'beam':
    case 'ramp':
    case 'railing':
    case 'room':
    case 'solid':
      return {
        level: element.params.level_id,
        top: null,
        host: null,
        reach: reachOfBody(element),
      };
    default:
      return element satisfies never;
  }
}

type Standing = ElementOf<
  'wall' | 'floor' | 'roof' | 'column' | 'beam' | 'stair' | 'ramp' | 'railing' | 'room' | 'solid'
>;

function reachOfBody(element: Standing): Reach {
  switch (element.kind) {
    case 'wall': {
      const { base_offset: low, height } = element.params;
      return { grid: 'walls', box: reachOfWall(element), low, high: low + height };
    }
    case 'floor': {
      const { boundary_points, top_offset: high, thickness } = element.params;
      return { grid: 'bodies', box: ringBounds(boundary_points), low: high - thickness, high };
    }
    case 'roof':
      return reachOfRoof(element);
    case 'column': {
      const { location, top_level_id, base_offset: low, height } = element.params;
      const box = widened(ringBounds([location]), PROFILE_MARGIN_MM);
      return { grid: top_level_id === null ? 'bodies' : 'tall', box, low, high: low + height };
    }
    case 'beam': {
      const { start, end, elevation_offset: high } = element.params;
      const box = widened(ringBounds([start, end]), PROFILE_MARGIN_MM);
      return { grid: 'heads', box, low: high - 2 * PROFILE_MARGIN_MM, high };
    }
    case 'stair': {
      const box = widened(ringBounds([element.params.start]), LONGEST_STAIR_MM);
      return { grid: 'tall', box, low: 0, high: 0 };
    }
    case 'ramp': {
      const { start, end, width, rise, thickness } = element.params;
      const box = widened(ringBounds([start, end]), width);
      return { grid: 'bodies', box, low: 0 - thickness, high: rise + thickness };
    }
    case 'railing': {
      const { path, base_offset: low, height } = element.params;
      const box = widened(ringBounds(path), PROFILE_MARGIN_MM);
      return { grid: 'bodies', box, low, high: low + height };
    }
    case 'room': {
      const { height } = element.params;
      return { grid: 'bodies', box: boxOfRoom(element), low: 0, high: height };
    }
    case 'solid':
      return { grid: 'tall', box: boxOfSolid(element), low: 0, high: 0 };
    default:
      return element satisfies never;
  }
}

/** Plan box within which a wall touches other walls, mm. */
export function reachOfWall({ id, params }: ElementOf<'wall'>): Box2 {
  return wallReach({ id, start: params.start, end: params.end, thickness: params.thickness });
}

const ROOM_REACHES = new WeakMap<ElementOf<'room'>, Box2>();

/** Stored boundary of a room, widened when the room follows its walls. */
export function reachOfRoom(room: ElementOf<'room'>): Box2 {
  const known = ROOM_REACHES.get(room);
  if (known !== undefined) return known;
  const box = boxOfRoom(room);
  ROOM_REACHES.set(room, box);
  return box;
}

function boxOfRoom({ params }: ElementOf<'room'>): Box2 {
  const bounds = ringBounds(params.boundary_points);
  return params.point === null ? bounds : widened(bounds, ROOM_MARGIN_MM);
}

function reachOfRoof({ params }: ElementOf<'roof'>): Reach {
  const edge: readonly Point2[] =
    offsetRing(params.boundary_points, params.overhang) ?? params.boundary_points;
  const box = widened(ringBounds(edge), params.overhang);
  const extent = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
  // Steeper than any roof form reaches: a shed roof rises over its whole extent.
  const rise = 2 * extent * Math.tan((params.slope_deg * Math.PI) / 180);
  const low = params.base_offset - rise - params.thickness;
  return {
    grid: 'bodies',
    box,
    low,
    high: params.base_offset + rise + 20 * params.thickness,
  };
}

function boxOfSolid({ params }: ElementOf<'solid'>): Box2 {
  const { positions, offset } = params;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < positions.length; i += 3) {
    minX = Math.min(minX, positions[i] ?? 0);
    maxX = Math.max(maxX, positions[i] ?? 0);
    minY = Math.min(minY, positions[i + 1] ?? 0);
    maxY = Math.max(maxY, positions[i + 1] ?? 0);
  }
  return {
    min: { x: minX + offset.x, y: minY + offset.y },
    max: { x: maxX + offset.x, y: maxY + offset.y },
  };
}
