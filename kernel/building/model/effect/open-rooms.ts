/** @module open rooms: rooms that could be open to the roof now that their walls end under it. */
import { enclosureAt } from '../../kinds/room/enclosure.ts';
import { roofOver } from '../../kinds/rules/room-under.ts';
import type { StateView } from '../state-view.ts';

type Views = { readonly before: StateView; readonly after: StateView };

/** Tolerance for the distance between a room and the walls around it, mm. */
const NEAR_MM = 50;

/**
 * Warns of rooms that are as high as their level although all walls around them end under one roof, if the change made
 * some of these walls (`ids`) do so. create_room would have made such rooms open to the roof.
 */
export function openRoomWarnings(
  { before, after }: Views,
  changed: readonly string[],
): readonly string[] {
  const ending = changed.filter((id) => {
    const [was, is] = [before, after].map(
      (view) => view.elementOf(id, 'wall')?.params.top_under ?? null,
    );
    return typeof is === 'string' && was !== is;
  });
  const near = new Set(ending.flatMap((id) => adjacentRooms(id, after)));
  return [...near].flatMap((id) => {
    const room = after.elementOf(id, 'room');
    const point = room?.params.point ?? null;
    if (room === undefined || point === null) return [];
    const { level_id, top_under, base_offset = null } = room.params;
    if (typeof top_under === 'string') return [];
    const found = enclosureAt({ level_id, point, base_offset }, after);
    if (found === null || !found.wall_ids.some((wall_id) => ending.includes(wall_id))) return [];
    const { boundary_points: boundary, holes, wall_ids } = found;
    const over = roofOver(
      { boundary, holes: [...holes] },
      { level_id, base_offset, wall_ids },
      after,
    );
    if (over === null) return [];
    return [
      `all walls around room \`${id}\` now end under roof \`${over}\`, but the room is as high as its level: set its \`top_under\` to \`${over}\` if it is open to the roof`,
    ];
  });
}

function adjacentRooms(wall_id: string, view: StateView): readonly string[] {
  const box = view.bounds(wall_id);
  if (box === null) return [];
  const { min, max } = box;
  const around = {
    min: { x: min.x - NEAR_MM, y: min.y - NEAR_MM, z: min.z },
    max: { x: max.x + NEAR_MM, y: max.y + NEAR_MM, z: max.z },
  };
  return view.inBox(around).filter((id) => view.elementOf(id, 'room') !== undefined);
}
