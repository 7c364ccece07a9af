/** @module wall plan: walls, their contents and the rooms between them, in plan. */
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../geometry/vector.ts';
import { planBoxAround, planBoxContains } from '../../geometry/vector.ts';
import { withBands } from '../../geometry/walls/height-bands.ts';
import { joinCandidates } from '../../geometry/walls/join-candidates.ts';
import type { RoomFace } from '../../geometry/walls/rooms.ts';
import { findRoomAt, roomAround } from '../../geometry/walls/rooms.ts';
import { findSeparatedRooms } from '../../geometry/walls/separations/separated-rooms.ts';
import type { StraightWall } from '../../geometry/walls/wall-contacts.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import { solveJoinsFor } from '../../geometry/walls/wall-joins.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import { levelIn, separationsOn, wallsNear } from '../state/lookup.ts';
import { slotsOnLevel } from '../state/persistent-index.ts';
import type { BranchState } from '../state/state.ts';
import { Derivation } from './derived-cache.ts';

type Wall = ElementOf<'wall'>;
type Room = ElementOf<'room'>;

/**
 * Upper bound of the reach of a mitre from the ends of its walls, in thicknesses of the thickest wall. A mitre reaches
 * at most four half thicknesses of the thicker wall from the intersection of the axes. The intersection is at most as
 * far from ends that were drawn off their axes. The bound covers both distances.
 */
const MITRE_REACH = 4;

/** Maximum distance (mm) by which footprints may leave the reach of their wall. */
export function mitreMargin(state: BranchState): number {
  return state.index.thickest_wall_mm * MITRE_REACH;
}

type Seen = {
  /** See `joinCandidates`. */
  readonly chains: Map<Wall, readonly Wall[]>;
  readonly neighbours: Map<Wall, readonly Wall[]>;
  readonly footprints: Map<Wall, WallFootprint>;
  readonly faces: Map<Room, RoomFace | null>;
  /** All spaces of a level, by the id of the level. */
  readonly levels: Map<string, readonly RoomFace[]>;
};

/**
 * If the search for one room has examined this many walls without an answer, all spaces of its level are found at once,
 * which also serves other rooms.
 */
const MANY_WALLS = 200;
const EVERYWHERE: Box2 = { min: { x: -1e9, y: -1e9 }, max: { x: 1e9, y: 1e9 } };

/** Results about walls and rooms in plan, for all branches of one model. */
export class WallPlan {
  readonly #footprints = new Derivation<WallFootprint>();
  readonly #rooms = new Derivation<RoomFace | null>();
  /** All spaces of a level. */
  readonly #spaces = new Derivation<readonly RoomFace[]>();
  /** Results for a state, so that one pass over it queries the grid once for each wall and room. */
  readonly #seen = new WeakMap<BranchState, Seen>();

  #seenIn(state: BranchState): Seen {
    const known = this.#seen.get(state);
    if (known !== undefined) return known;
    const seen: Seen = {
      chains: new Map(),
      neighbours: new Map(),
      footprints: new Map(),
      faces: new Map(),
      levels: new Map(),
    };
    this.#seen.set(state, seen);
    return seen;
  }

  /**
   * Walls of the same level on which the footprint of this wall can depend, including the wall itself if it exists, by
   * id.
   */
  neighbours(state: BranchState, wall: Wall): readonly Wall[] {
    const { neighbours, chains } = this.#seenIn(state);
    const known = neighbours.get(wall);
    if (known !== undefined) return known;
    const { level_id } = wall.params;
    const near = joinCandidates(wall, {
      straight: straightWall,
      near: (box) => wallsNear(state, level_id, box),
      chains,
    });
    neighbours.set(wall, near);
    return near;
  }

  /** Outline of the wall among its neighbours. Throws `RangeError` for a wall without length. */
  footprint(state: BranchState, wall: Wall): WallFootprint {
    const { footprints } = this.#seenIn(state);
    const known = footprints.get(wall);
    if (known !== undefined) return known;
    const neighbours = this.neighbours(state, wall);
    const footprint = this.#footprints.of(wall, neighbours, () => {
      const around = neighbours.map(straightWall);
      const solved = solveJoinsFor([wall.id], around).get(wall.id);
      if (solved === undefined) {
        throw new RangeError(`wall \`${wall.id}\` is not among its neighbours`);
      }
      return withBands(wall.id, around, solved);
    });
    footprints.set(wall, footprint);
    return footprint;
  }

  /** Makes the outlines of several walls at once, which is faster than one by one. */
  prepare(state: BranchState, walls: readonly Wall[]): void {
    const byLevel = new Map<string, Wall[]>();
    for (const wall of walls) {
      if (this.#footprints.has(wall, this.neighbours(state, wall))) continue;
      const others = byLevel.get(wall.params.level_id);
      if (others === undefined) byLevel.set(wall.params.level_id, [wall]);
      else others.push(wall);
    }
    for (const level of byLevel.values()) this.#prepareLevel(state, level);
  }

  #prepareLevel(state: BranchState, walls: readonly Wall[]): void {
    const candidates = new Map<string, StraightWall>();
    for (const wall of walls) {
      for (const other of this.neighbours(state, wall)) {
        if (!candidates.has(other.id)) candidates.set(other.id, straightWall(other));
      }
    }
    const ids = walls.map(({ id }) => id);
    const solved = solveJoinsFor(ids, candidates.values());
    for (const wall of walls) {
      const footprint = solved.get(wall.id);
      if (footprint === undefined) continue;
      const neighbours = this.neighbours(state, wall);
      const around = neighbours.flatMap(({ id }) => candidates.get(id) ?? []);
      this.#footprints.put(wall, neighbours, withBands(wall.id, around, footprint));
    }
  }

  /**
   * Returns the space around the point of a room that follows its walls; null when they do not enclose it. It examines
   * the walls near the stored boundary first, and more of them until the answer cannot change.
   */
  roomFace(state: BranchState, room: Room, point: Point2): RoomFace | null {
    const { faces } = this.#seenIn(state);
    const known = faces.get(room);
    if (known !== undefined) return known;
    const face = this.#findFace(state, room, point);
    faces.set(room, face);
    return face;
  }

  #findFace(state: BranchState, room: Room, point: Point2): RoomFace | null {
    const { level_id, base_offset = null } = room.params;
    // A line may divide a space far from this room, or close one: then the whole level decides.
    if (separationsOn(state, level_id).length > 0) {
      return roomAround(point, this.#facesOf(state, level_id), base_offset);
    }
    const margin = mitreMargin(state) + 1;
    let box = widened(ringBounds([...room.params.boundary_points, point]), margin);
    for (;;) {
      const walls = wallsNear(state, level_id, box);
      const found = this.#rooms.of(room, walls, () =>
        findRoomAt(point, walls.map(straightWall), base_offset),
      );
      const around = found === null ? doubled(box) : widened(ringBounds(found.ring), margin);
      if (found !== null && planBoxContains(box, around)) return found;
      if (walls.length === wallCount(state, level_id)) return found;
      box = planBoxAround(box, around);
      if (found !== null) continue;
      if (wallsNear(state, level_id, box).length > MANY_WALLS) {
        return roomAround(point, this.#facesOf(state, level_id), base_offset);
      }
    }
  }

  /**
   * All spaces between the walls and separation lines of a level. They are found once for a state, because every room that is not enclosed
   * needs them.
   */
  #facesOf(state: BranchState, level_id: string): readonly RoomFace[] {
    const { levels } = this.#seenIn(state);
    const known = levels.get(level_id);
    if (known !== undefined) return known;
    const walls = wallsNear(state, level_id, EVERYWHERE);
    const lines = separationsOn(state, level_id);
    const make = (): readonly RoomFace[] =>
      findSeparatedRooms(
        walls.map(straightWall),
        lines.map(({ params }) => params),
      );
    const level = levelIn(state, level_id);
    const faces = level === undefined ? make() : this.#spaces.of(level, [...walls, ...lines], make);
    levels.set(level_id, faces);
    return faces;
  }
}

function doubled(box: Box2): Box2 {
  return widened(box, Math.max(box.max.x - box.min.x, box.max.y - box.min.y) / 2);
}

function wallCount(state: BranchState, level_id: string): number {
  const level = state.keys.elements.find(level_id);
  return level === undefined
    ? 0
    : slotsOnLevel(state.index, level, state.keys.kinds.numberOf('wall')).length;
}
