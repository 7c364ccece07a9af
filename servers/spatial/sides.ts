/** @module sides: what lies beside a wall, as answers show it. */
import type { Side } from '../../kernel/spatial/adjacency.ts';

/** Id of the room, `outside`, or `space` for what walls enclose and no room has been made of. */
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
