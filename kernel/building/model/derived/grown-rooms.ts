/** @module grown rooms: rooms whose walls moved so far that queries by place no longer find all of them. */
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import { boundsRooms } from '../../kinds/room/bounding.ts';
import { reachOfRoom } from '../../kinds/room/room.ts';
import { elementsOfKind, followingRoomsAlong } from '../state/lookup.ts';
import { vectorDiffUpTo } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { WallPlan } from './wall-plan.ts';

type Room = ElementOf<'room'>;

/** The number of states from which later ones are derived, and of entries in which these may differ. */
const STATES_KEPT = 4;
const MAX_CHANGES = 256;

/** By the id of a level. */
type ByLevel = Map<string, readonly Room[]>;

/**
 * The rooms of a level that extend beyond the reach of their stored boundaries. The first query examines all rooms of the
 * level; later states are derived from earlier ones by their differences, because a room that was within its reach can
 * only have left it if a wall within this reach changed. Rooms that are not enclosed are left out.
 */
export class GrownRooms {
  readonly #walls: WallPlan;
  readonly #known = new WeakMap<BranchState, ByLevel>();
  /** The latest first. */
  #recent: readonly BranchState[] = [];

  constructor(walls: WallPlan) {
    this.#walls = walls;
  }

  on(state: BranchState, level_id: string): readonly Room[] {
    const levels: ByLevel = this.#known.get(state) ?? new Map<string, readonly Room[]>();
    const known = levels.get(level_id);
    if (known !== undefined) return known;
    const rooms = this.#candidates(state, level_id).filter((room) => this.#isGrown(state, room));
    levels.set(level_id, rooms);
    this.#known.set(state, levels);
    const others = this.#recent.filter((one) => one !== state);
    this.#recent = [state, ...others].slice(0, STATES_KEPT);
    return rooms;
  }

  #candidates(state: BranchState, level_id: string): readonly Room[] {
    for (const base of this.#recent) {
      const before = this.#known.get(base)?.get(level_id);
      const changed = before === undefined ? null : changesBetween(base, state);
      if (before === undefined || changed === null) continue;
      const rooms = new Map<string, Room>();
      const add = (room: Element | undefined): void => {
        if (isFollowing(room) && room.params.level_id === level_id) rooms.set(room.id, room);
      };
      for (const { id } of before) add(elementIn(state, id));
      for (const element of changed) {
        if (element.kind === 'room') add(elementIn(state, element.id));
        if (!boundsRooms(element)) continue;
        for (const room of followingRoomsAlong(state, element)) add(room);
      }
      return [...rooms.values()];
    }
    return elementsOfKind(state, 'room').filter(
      (room) => isFollowing(room) && room.params.level_id === level_id,
    );
  }

  #isGrown(state: BranchState, room: Room): boolean {
    const { point } = room.params;
    const face = point === null ? null : this.#walls.roomFace(state, room, point);
    return face !== null && !isWithin(reachOfRoom(room), ringBounds(face.ring));
  }
}

function isFollowing(element: Element | undefined): element is Room {
  return element?.kind === 'room' && element.params.point !== null;
}

/** The elements that differ, as they are in each state; null if there are too many. */
function changesBetween(a: BranchState, b: BranchState): readonly Element[] | null {
  const changed: Element[] = [];
  const isComplete = vectorDiffUpTo(a.entries, b.entries, MAX_CHANGES, (_slot, was, is) => {
    if (was?.element === is?.element) return;
    for (const element of [was?.element, is?.element]) {
      if (element !== undefined && element !== null) changed.push(element);
    }
  });
  return isComplete ? changed : null;
}

function isWithin({ min, max }: Box2, box: Box2): boolean {
  return min.x <= box.min.x && min.y <= box.min.y && max.x >= box.max.x && max.y >= box.max.y;
}
