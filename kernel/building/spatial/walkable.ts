/** @module walkable: the walkable area of a level (floors and rooms minus obstacles), and its passages and links. */
import { checkpoint, type Progress } from '../../base/work/checkpoint.ts';
import { at } from '../geometry/indexed.ts';
import type { Area } from '../geometry/plan/regions.ts';
import { closedBy, united, without } from '../geometry/plan/regions.ts';
import type { Point2 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { Element, ElementOf } from '../kinds/elements.ts';
import { isSloping } from '../kinds/floor/slope.ts';
import { slabOf } from '../kinds/shared/slab-plan.ts';
import { Derivation } from '../model/derived/derived-cache.ts';
import type { ModelView } from '../model/view.ts';
import type { FreeSpace } from './disc/free-space.ts';
import { freeSpaceOf } from './disc/free-space.ts';
import { type FloorZone, floorHeights, isFloorAt, splitFloors } from './floor-zones.ts';
import type { Link } from './level-links.ts';
import { linksOf } from './level-links.ts';
import type { Obstacle } from './obstacles.ts';
import { obstaclesAt } from './obstacles.ts';
import type { Passage } from './passages.ts';
import { bandOver, EVERYWHERE, passagesAt, STOP_AFTER } from './passages.ts';
import { spacesOn } from './spaces.ts';

/** The walkable part of a level. */
export type WalkableLevel = {
  readonly level_id: string;
  /** Elevation of the floor: that of the level, or of its rooms if all of them begin at another height. */
  readonly elevation_mm: number;
  /** The zones of a level whose floors have several heights; empty if `elevation_mm` is that of all its floors. */
  readonly zones: readonly FloorZone[];
  /**
   * Floors and rooms minus walls, columns and all other bodies between 20 and 1,800 mm above the floor. Floors whose
   * heights differ by more than 20 mm are not connected.
   */
  readonly space: FreeSpace;
  /** Doors and openings through which people can walk, by id. */
  readonly passages: readonly Passage[];
  /** Stairs and ramps that begin or end on the level, by id. */
  readonly links: readonly Link[];
  /** The obstacles, by id. */
  readonly obstacles: readonly Obstacle[];
};

/** Half the maximum gap between outlines that is closed, because they are meant to touch; mm. */
const GAP_MM = 0.05;

type Level = ElementOf<'level'>;

/** Number of steps in which the ground of a level is computed. */
const PARTS = 5;

function stopAt(done: number): Progress {
  return { done, total: PARTS, doing: 'finding where one can walk' };
}

/** The walkable area without the links to other levels. */
type Ground = Omit<WalkableLevel, 'links'>;

const KNOWN = new WeakMap<ModelView, Map<string, WalkableLevel>>();
const GROUNDS = new Derivation<Ground>();

/**
 * Returns the visible part of a level; null if the view does not show the level. Cached per view. The result of an
 * earlier view is reused if none of its inputs has changed.
 */
export function walkableLevel(view: ModelView, level_id: string): WalkableLevel | null {
  const level = view.elementOf(level_id, 'level');
  if (level === undefined) return null;
  const levels = KNOWN.get(view) ?? new Map<string, WalkableLevel>();
  KNOWN.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  const inputs = inputsOf(view, level);
  const ground = GROUNDS.has(level, inputs) ? null : groundOf(view, level);
  const links = linksOf(view).filter(
    ({ lower, upper }) => lower.level_id === level_id || upper.level_id === level_id,
  );
  const made = {
    ...(ground === null
      ? GROUNDS.of(level, inputs, notCached)
      : GROUNDS.put(level, inputs, ground)),
    links,
  };
  levels.set(level_id, made);
  return made;
}

function notCached(): never {
  throw new RangeError('the ground of the level is not cached');
}

/**
 * The inputs of the ground of a level, compared by identity: any change replaces at least one of these objects, because
 * elements are immutable and the box of an element is re-created with its body.
 */
function inputsOf(view: ModelView, level: Level): readonly unknown[] {
  const inputs: unknown[] = [spacesOn(view, level.id)];
  const add = (element: Element): void => {
    inputs.push(element, view.bounds(element.id), ...view.hostedBy(element.id));
    if ('host_id' in element.params) inputs.push(view.element(element.params.host_id));
  };
  const heights = floorHeights(view, level);
  const [lowest = level.params.elevation] = heights;
  for (const [i, id] of view.inBox(bandOver(lowest, EVERYWHERE, heights.at(-1))).entries()) {
    if (i % STOP_AFTER === 0) checkpoint(stopAt(0));
    const element = view.element(id);
    if (element !== undefined) add(element);
  }
  let visited = 0;
  for (const element of view.elementsOnLevel(level.id)) {
    if (visited % STOP_AFTER === 0) checkpoint(stopAt(0));
    add(element);
    visited += 1;
  }
  return inputs;
}

function groundOf(view: ModelView, level: Level): Ground {
  const heights = floorHeights(view, level);
  const [floor_mm = level.params.elevation] = heights;
  const split = heights.length > 1 ? splitFloors(view, level, heights) : null;
  const elevation_mm = split === null ? floor_mm : level.params.elevation;
  const passages = split?.passages ?? passagesAt(view, floor_mm);
  checkpoint(stopAt(1));
  const obstacles = split?.obstacles ?? obstaclesAt(view, floor_mm, passages);
  checkpoint(stopAt(2));
  const together = united(obstacles.map(({ area }) => area));
  checkpoint(stopAt(3));
  const standing = closedBy(together, GAP_MM);
  checkpoint(stopAt(4));
  const floors = floorsOf(view, level, heights, passages);
  checkpoint(stopAt(PARTS));
  const free = without(floors, standing);
  const space = freeSpaceOf(split === null ? free : without(free, split.edges));
  return {
    level_id: level.id,
    elevation_mm,
    zones: split?.zones ?? [],
    space,
    passages,
    obstacles,
  };
}

/** The area of floors, rooms, spaces between walls and the walls themselves, minus the holes of floors. */
function floorsOf(
  view: ModelView,
  level: Level,
  heights: readonly number[],
  passages: readonly Passage[],
): Area {
  const under: Area[] = passages.map(({ landing }) => [landing]);
  const floors: Area[] = [];
  const voids: Area[] = [];
  for (const element of view.elementsOnLevel(level.id)) {
    if (element.kind === 'wall') {
      const footprint = view.footprint(element.id);
      if (footprint !== null) under.push([footprint.ring]);
    }
    if (element.kind !== 'floor' || isSloping(element.params)) continue;
    if (!heights.some((mm) => isFloorAt(element, level, mm))) continue;
    const { area, holes } = slabOf(element, view);
    floors.push(area);
    voids.push(holes);
  }
  const spaces = spacesOn(view, level.id).map(({ area }) => area);
  checkpoint(stopAt(4));
  const together = united([...floors, ...spaces, ...under]);
  checkpoint(stopAt(4));
  const all = closedBy(together, GAP_MM);
  checkpoint(stopAt(4));
  return without(all, without(united(voids), united(floors)));
}

/** Elevation of the floor of a level at a point, mm. */
export function floorAt({ zones, elevation_mm }: WalkableLevel, point: Point2): number {
  return zones.find(({ area }) => contains(area, point))?.floor_mm ?? elevation_mm;
}

/** Elevations of all floors of a level, mm. */
export function floorsAt({ zones, elevation_mm }: WalkableLevel): readonly number[] {
  return [elevation_mm, ...zones.map(({ floor_mm }) => floor_mm)];
}

/** Ids of the obstacles whose outline contains this point, inside or on the boundary, in order. */
export function standingAt(level: WalkableLevel, point: Point2): readonly string[] {
  return level.obstacles.filter(({ area }) => contains(area, point)).map(({ id }) => id);
}

/** Distance within which a point is on a rounded outline, mm. */
const ON_OUTLINE_MM = 0.2;

function contains(area: Area, p: Point2): boolean {
  let inside = false;
  for (const ring of area) {
    for (const [i, a] of ring.entries()) {
      const b = ring[i + 1] ?? at(ring, 0);
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const square = dx * dx + dy * dy;
      const share = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
      if (segmentLengthMm(p, { x: a.x + dx * share, y: a.y + dy * share }) <= ON_OUTLINE_MM) {
        return true;
      }
      if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / dy) * dx) inside = !inside;
    }
  }
  return inside;
}
