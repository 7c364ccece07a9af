/** @module wall fillings: doors and windows in walls with the rooms on both sides, also on other storeys. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { type WallAxis, wallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import { type Door, door } from '../../../building/kinds/door/door.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { isOf } from '../../../building/kinds/kind.ts';
import { type Window, window } from '../../../building/kinds/window/window.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { isIn, type Space, spacesOn } from '../../../building/spatial/spaces.ts';

/** What is on one side of a door or window. */
type FillingSide = {
  /** Ids of the rooms, lowest storey first; several for a window that passes a floor. */
  readonly room_ids: readonly string[];
  /** Whether there is neither a room nor another space that walls of the level enclose. */
  readonly is_outside: boolean;
};

/** A door or window in a wall, with its left and right side. */
export type WallFilling = {
  readonly element: Door | Window;
  readonly sides: readonly [FillingSide, FillingSide];
};

/** The doors and windows of a view by their own ids and by the ids of their rooms. */
export type WallFillings = {
  readonly by_id: ReadonlyMap<string, WallFilling>;
  /** In order of element ids; a room with an outline but without doors and windows has an empty list. */
  readonly by_room: ReadonlyMap<string, readonly WallFilling[]>;
};

const KNOWN = new WeakMap<ModelView, WallFillings>();

/** All doors and windows in walls that the view shows, with the rooms that it shows. Cached per view. */
export function wallFillings(view: ModelView): WallFillings {
  const known = KNOWN.get(view);
  if (known !== undefined) return known;
  const made = findFillings(view);
  KNOWN.set(view, made);
  return made;
}

type Heights = { readonly low: number; readonly high: number };

/** A space of a level; the heights of a space without a room are unknown. `reference` is the model of its room. */
type Placed = {
  readonly level_id: string;
  readonly space: Space;
  readonly heights: Heights | null;
  readonly reference: string | undefined;
};

/** The spaces of a level, and the heights between which its rooms are. */
type Storey = Heights & { readonly level_id: string; readonly places: readonly Placed[] };

function findFillings(view: ModelView): WallFillings {
  const storeys = view.levels().map(({ id }) => storeyOf(id, view));
  const by_room = new Map<string, WallFilling[]>();
  for (const { space } of storeys.flatMap(({ places }) => places)) {
    if (space.room_id !== null) by_room.set(space.room_id, []);
  }
  const found: WallFilling[] = [];
  const walls = [...view.elementsOf('wall')];
  for (const [done, wall] of walls.entries()) {
    checkpoint({ done, total: walls.length, doing: 'finding rooms next to doors and windows' });
    found.push(...fillingsOf(wall, view, storeys));
  }
  found.sort((a, b) => compareText(a.element.id, b.element.id));
  for (const filling of found) {
    const ids = new Set(filling.sides.flatMap(({ room_ids }) => room_ids));
    for (const id of ids) by_room.get(id)?.push(filling);
  }
  return { by_id: new Map(found.map((filling) => [filling.element.id, filling])), by_room };
}

function storeyOf(level_id: string, view: ModelView): Storey {
  let [low, high] = [Infinity, -Infinity];
  const places = spacesOn(view, level_id).map((space): Placed => {
    const { room_id } = space;
    if (room_id === null) return { level_id, space, heights: null, reference: undefined };
    const heights = heightsOf(room_id, view);
    low = Math.min(low, heights?.low ?? low);
    high = Math.max(high, heights?.high ?? high);
    return { level_id, space, heights, reference: view.referenceOf(room_id)?.import_id };
  });
  return { level_id, places, low, high };
}

function heightsOf(id: string, view: ModelView): Heights | null {
  const box = view.bounds(id);
  return box === null ? null : { low: box.min.z, high: box.max.z };
}

function isFitting(element: Element): element is WallFilling['element'] {
  return isOf(door, element) || isOf(window, element);
}

function fillingsOf(
  wall: ElementOf<'wall'>,
  view: ModelView,
  storeys: readonly Storey[],
): readonly WallFilling[] {
  const hosted = view.hostedBy(wall.id).filter(isFitting);
  if (hosted.length === 0) return [];
  const axis = wallAxis(wall.params);
  const reference = view.referenceOf(wall.id)?.import_id;
  const level_id = view.levelOf(wall.id);
  return hosted.map((element): WallFilling => {
    const heights = heightsOf(element.id, view);
    // Rooms of another model do not have these doors and windows.
    const near = storeys
      .filter((storey) => storey.level_id === level_id || haveCommon(storey, heights))
      .flatMap(({ places }) => places)
      .filter(
        (place) =>
          (place.space.room_id === null || place.reference === reference) &&
          isBeside(place, heights, level_id),
      );
    const side = (sign: 1 | -1): FillingSide => sideAt(probe(wall, axis, element, sign), near);
    return { element, sides: [side(1), side(-1)] };
  });
}

/** Distance of the probed point from the face of the wall, and least common height of a room and its window, mm. */
const PROBE_MM = 10;

/** The point at the middle of a door or window, next to the left (1) or right (-1) face of its wall. */
function probe(
  { params: { thickness } }: ElementOf<'wall'>,
  axis: WallAxis,
  { params: { offset, width } }: WallFilling['element'],
  sign: 1 | -1,
): Point2 {
  return axis.at(offset + width / 2, (thickness / 2 + PROBE_MM) * sign);
}

function sideAt(point: Point2, places: readonly Placed[]): FillingSide {
  const here = places.filter(({ space }) => isIn(space, point));
  const room_ids = here.flatMap(({ space: { room_id } }) => room_id ?? []);
  return { room_ids, is_outside: here.length === 0 };
}

/** Whether a space and a hole have a height in common; if one is unknown, whether they are on one level. */
function isBeside(place: Placed, hole: Heights | null, level_id: string | null): boolean {
  if (place.heights === null || hole === null) return place.level_id === level_id;
  return haveCommon(place.heights, hole);
}

function haveCommon(room: Heights, hole: Heights | null): boolean {
  if (hole === null) return false;
  return Math.min(room.high, hole.high) - Math.max(room.low, hole.low) >= PROBE_MM;
}
