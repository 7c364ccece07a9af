/** @module walkable: where one can walk on a level: its floors and rooms without what stands in the way, and the ways through walls and to other levels. */
import type { Progress, Steps } from '../findings/steps.ts';
import { at } from '../geometry/indexed.ts';
import type { Area } from '../geometry/plan/regions.ts';
import { closedBy, united, without } from '../geometry/plan/regions.ts';
import type { Point2 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { Element, ElementOf } from '../kinds/elements.ts';
import { Derivation } from '../model/derived/derived-cache.ts';
import type { ModelView } from '../model/view.ts';
import type { FreeSpace } from './disc/free-space.ts';
import { freeSpaceOf } from './disc/free-space.ts';
import type { Link } from './level-links.ts';
import { linksOf } from './level-links.ts';
import type { Obstacle } from './obstacles.ts';
import { obstaclesOn } from './obstacles.ts';
import type { Passage } from './passages.ts';
import { bandOf, passagesOn, STOP_AFTER } from './passages.ts';
import { slabOf } from './slabs.ts';
import { spacesOn } from './spaces.ts';

/** A level as one walks on it. */
export type WalkableLevel = {
  readonly level_id: string;
  readonly elevation_mm: number;
  /** Floors and rooms without walls, columns and all else that stands between 20 and 1,800 mm above the level. */
  readonly space: FreeSpace;
  /** Doors and openings that one can walk through, by id. */
  readonly passages: readonly Passage[];
  /** Stairs and ramps that begin or end here, by id. */
  readonly links: readonly Link[];
  /** What stands in the way, by id. */
  readonly obstacles: readonly Obstacle[];
};

/** Gaps between outlines that are meant to touch are narrower than twice this, mm. */
const GAP_MM = 0.05;

type Level = ElementOf<'level'>;

/** Parts in which the ground of a level is made. */
const PARTS = 5;

function stopAt(done: number): Progress {
  return { done, total: PARTS, doing: 'finding where one can walk' };
}

/** What one walks on without the ways to other levels. */
type Ground = Omit<WalkableLevel, 'links'>;

const KNOWN = new WeakMap<ModelView, Map<string, WalkableLevel>>();
const GROUNDS = new Derivation<Ground>();

/**
 * The level as far as the view shows it; null when it shows no such level. Made once for each view, and taken from an
 * earlier one where nothing is different that counts for it.
 */
export function* walkableLevel(view: ModelView, level_id: string): Steps<WalkableLevel | null> {
  const level = view.elementOf(level_id, 'level');
  if (level === undefined) return null;
  const levels = KNOWN.get(view) ?? new Map<string, WalkableLevel>();
  KNOWN.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  const inputs = yield* inputsOf(view, level);
  const ground = GROUNDS.has(level, inputs) ? null : yield* groundOf(view, level);
  const links = linksOf(view).filter(
    ({ lower, upper }) => lower.level_id === level_id || upper.level_id === level_id,
  );
  const made = {
    ...(ground === null ? GROUNDS.of(level, inputs, unknown) : GROUNDS.put(level, inputs, ground)),
    links,
  };
  levels.set(level_id, made);
  return made;
}

function unknown(): never {
  throw new RangeError('a ground that is known');
}

/**
 * All that the ground of a level is made of, as objects that are others where anything of it is different: an element
 * is never changed in place, and its box is made anew with its body.
 */
function* inputsOf(view: ModelView, level: Level): Steps<readonly unknown[]> {
  const inputs: unknown[] = [spacesOn(view, level.id)];
  const add = (element: Element): void => {
    inputs.push(element, view.bounds(element.id), ...view.hostedBy(element.id));
    if ('host_id' in element.params) inputs.push(view.element(element.params.host_id));
  };
  for (const [i, id] of view.inBox(bandOf(level)).entries()) {
    if (i % STOP_AFTER === 0) yield stopAt(0);
    const element = view.element(id);
    if (element !== undefined) add(element);
  }
  let looked = 0;
  for (const element of view.elementsOnLevel(level.id)) {
    if (looked % STOP_AFTER === 0) yield stopAt(0);
    add(element);
    looked += 1;
  }
  return inputs;
}

function* groundOf(view: ModelView, level: Level): Steps<Ground> {
  const { id: level_id } = level;
  const passages = yield* passagesOn(view, level);
  yield stopAt(1);
  const obstacles = yield* obstaclesOn(view, level, passages);
  yield stopAt(2);
  const together = united(obstacles.map(({ area }) => area));
  yield stopAt(3);
  const standing = closedBy(together, GAP_MM);
  yield stopAt(4);
  const floors = yield* floorsOf(view, level, passages);
  yield stopAt(PARTS);
  const space = freeSpaceOf(without(floors, standing));
  return { level_id, elevation_mm: level.params.elevation, space, passages, obstacles };
}

/** A floor whose top is this near to its level is walked on from it, mm. */
const SAME_HEIGHT_MM = 20;

/** Floors, rooms and the spaces between walls, with what lies under the walls, less the holes of floors. */
function* floorsOf(view: ModelView, level: Level, passages: readonly Passage[]): Steps<Area> {
  const under: Area[] = passages.map(({ landing }) => [landing]);
  const floors: Area[] = [];
  const voids: Area[] = [];
  for (const element of view.elementsOnLevel(level.id)) {
    if (element.kind === 'wall') {
      const footprint = view.footprint(element.id);
      if (footprint !== null) under.push([footprint.ring]);
    }
    if (element.kind !== 'floor' || Math.abs(element.params.top_offset) > SAME_HEIGHT_MM) continue;
    const { area, holes } = slabOf(element, view);
    floors.push(area);
    voids.push(holes);
  }
  const spaces = spacesOn(view, level.id).map(({ area }) => area);
  yield stopAt(4);
  const together = united([...floors, ...spaces, ...under]);
  yield stopAt(4);
  const all = closedBy(together, GAP_MM);
  yield stopAt(4);
  return without(all, without(united(voids), united(floors)));
}

/** Ids of the obstacles that have this point on or in their outline, in order. */
export function standingAt(level: WalkableLevel, point: Point2): readonly string[] {
  return level.obstacles.filter(({ area }) => holds(area, point)).map(({ id }) => id);
}

/** Rounding of outlines, mm. */
const ON_OUTLINE_MM = 0.2;

function holds(area: Area, p: Point2): boolean {
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
