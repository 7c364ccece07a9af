/** @module sides: names of the spaces on both sides of a wall. */
import type { Side } from '../../kernel/building/spatial/outline-parts.ts';

/** Id of the room, `outside`, or `space` for an enclosed area without a room. */
export function sideName(side: Side): string {
  switch (side.type) {
    case 'room':
      return side.room_id;
    case 'space':
    case 'outside':
      return side.type;
    default:
      return side satisfies never;
  }
}
