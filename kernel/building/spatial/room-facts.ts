/** @module room facts: measured properties of a room: net area, perimeter, volume clear of slabs, and neighbours. */
import { at } from '../geometry/indexed.ts';
import { ringPerimeter } from '../geometry/plan/polygon.ts';
import type { Area } from '../geometry/plan/regions.ts';
import { common, sizeOf, united } from '../geometry/plan/regions.ts';
import type { Element, ElementOf } from '../kinds/elements.ts';
import { roomFoot } from '../kinds/room/foot.ts';
import { hasUnevenTop } from '../kinds/room/room-space.ts';
import { slabOf } from '../kinds/shared/slab-plan.ts';
import type { ModelView } from '../model/view.ts';
import type { Adjacency, WallHole } from './adjacency.ts';
import { adjacencyOn } from './adjacency.ts';
import type { Side } from './outline-parts.ts';
import type { Space } from './spaces.ts';
import { spacesOn } from './spaces.ts';

/**
 * A neighbour of a room, with all elements between the two. The lengths are those of the net outline of the room, and
 * those of all neighbours add up to its perimeter. A wall that has the room on both sides makes it its own neighbour.
 */
export type Neighbour = {
  /** Null for the outside and for a space without a room. */
  readonly room_id: string | null;
  readonly type: Side['type'];
  /** Length of the outline of the room along the walls between them. */
  readonly wall_length_mm: number;
  /** Length of the outline of the room without a wall between them. */
  readonly open_length_mm: number;
  readonly wall_ids: readonly string[];
  readonly holes: readonly WallHole[];
};

/** Measured properties of a room. */
export type RoomFacts = {
  readonly area_mm2: number;
  /** Length of the outline and of all inner outlines. */
  readonly perimeter_mm: number;
  /** Number of free-standing groups of walls inside the room. */
  readonly inner_outlines: number;
  readonly height_mm: number;
  readonly volume_mm3: number;
  /** Volume minus the parts that floors occupy. */
  readonly clear_volume_mm3: number;
  readonly wall_ids: readonly string[];
  readonly neighbours: readonly Neighbour[];
};

/** Measured properties of a room; null if the view shows no outline of it. */
export function roomFacts(view: ModelView, room: ElementOf<'room'>): RoomFacts | null {
  const { level_id } = room.params;
  const space = spacesOn(view, level_id).find(({ room_id }) => room_id === room.id);
  if (space === undefined) return null;
  const area_mm2 = sizeOf(space.area);
  const height = heightOf(view, room);
  const own = hasUnevenTop(room) ? view.measures(room.id).volume_mm3 : null;
  const volume_mm3 = own ?? area_mm2 * height;
  return {
    area_mm2,
    perimeter_mm: space.area.reduce((sum, ring) => sum + ringPerimeter(ring), 0),
    inner_outlines: space.area.length - 1,
    height_mm: height,
    volume_mm3,
    clear_volume_mm3: volume_mm3 - slabVolumeIn(view, room, space),
    wall_ids: space.wall_ids,
    neighbours: neighboursOf(room.id, adjacencyOn(view, level_id)),
  };
}

/** Height of the room, mm; the greatest height of one that is open to a roof or cut by planes. */
function heightOf(view: ModelView, room: ElementOf<'room'>): number {
  const box = hasUnevenTop(room) ? view.bounds(room.id) : null;
  return box === null ? room.params.height : box.max.z - box.min.z;
}

type Layer = { readonly low: number; readonly high: number; readonly area: Area };

/** Volume that floors occupy between the foot and the top of the room; overlapping parts count once. */
function slabVolumeIn(view: ModelView, room: ElementOf<'room'>, { area, bounds }: Space): number {
  const level = view.elementOf(room.params.level_id, 'level');
  if (level === undefined) return 0;
  const low = roomFoot(room, level);
  const high = low + heightOf(view, room);
  const box = { min: { ...bounds.min, z: low }, max: { ...bounds.max, z: high } };
  const layers: Layer[] = [];
  for (const id of view.inBox(box)) {
    const element = view.element(id);
    const own = view.bounds(id);
    if (element === undefined || own === null || !isFlatCover(element, view)) continue;
    const part = { low: Math.max(low, own.min.z), high: Math.min(high, own.max.z) };
    if (part.high > part.low) layers.push({ ...part, area: slabOf(element, view).area });
  }
  const cuts = [...new Set(layers.flatMap((layer) => [layer.low, layer.high]))].toSorted(
    (a, b) => a - b,
  );
  let sum = 0;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [at(cuts, i), at(cuts, i + 1)];
    const here = layers.filter((layer) => layer.low <= from && layer.high >= to);
    sum += sizeOf(common(area, united(here.map((layer) => layer.area)))) * (to - from);
  }
  return sum;
}

/** Whether the element is a plate with horizontal faces that covers the area below it, such as a floor. */
function isFlatCover(element: Element, { kinds }: ModelView): boolean {
  const { covers } = kinds.of(element);
  return covers !== 'none' && covers.flat(element);
}

/** Returns all neighbours of a room: rooms by id, then other spaces, then the outside. */
export function neighboursOf(room_id: string, adjacency: Adjacency): readonly Neighbour[] {
  const found = new Map<string, Neighbour>();
  const update = (side: Side, change: (known: Neighbour) => Neighbour): void => {
    const key = keyOf(side);
    const none = { wall_length_mm: 0, open_length_mm: 0, wall_ids: [], holes: [] };
    const other = side.type === 'room' ? side.room_id : null;
    const known = found.get(key) ?? { room_id: other, type: side.type, ...none };
    found.set(key, change(known));
  };
  for (const { wall_id, length_mm, sides } of adjacency.parts) {
    if (!isRoom(sides[0], room_id)) continue;
    update(sides[1], (known) => ({
      ...known,
      wall_length_mm: known.wall_length_mm + length_mm,
      wall_ids: [...new Set([...known.wall_ids, wall_id])].toSorted(),
    }));
  }
  for (const hole of adjacency.holes) {
    const [a, b] = hole.sides;
    const other = isRoom(a, room_id) ? b : isRoom(b, room_id) ? a : null;
    if (other !== null) update(other, (known) => ({ ...known, holes: [...known.holes, hole] }));
  }
  for (const { length_mm, sides } of adjacency.open) {
    if (!isRoom(sides[0], room_id)) continue;
    update(sides[1], (known) => ({ ...known, open_length_mm: known.open_length_mm + length_mm }));
  }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function keyOf(side: Side): string {
  switch (side.type) {
    case 'room':
      return `1 ${side.room_id}`;
    case 'space':
      return `2 ${side.space}`;
    case 'outside':
      return '3';
    default:
      return side satisfies never;
  }
}

function isRoom(side: Side, room_id: string): boolean {
  return side.type === 'room' && side.room_id === room_id;
}
