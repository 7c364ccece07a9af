/** @module open rooms: rooms that are defined by their walls but not enclosed by them. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { locatePoint, pointInRing } from '../../building/geometry/plan/polygon.ts';
import type { RoomFace } from '../../building/geometry/walls/rooms.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import { enclosedOn } from '../../building/kinds/room/enclosure.ts';
import { roomFoot } from '../../building/kinds/room/foot.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';

const NAME = 'room_not_enclosed';

/** A room that is defined by its walls is enclosed by them. */
export const openRooms: Constraint = { name: NAME, title: 'rooms are enclosed by walls', check };

function check(view: ModelView): readonly Finding[] {
  const levels = view.levels();
  const found: Finding[] = [];
  for (const [done, level] of levels.entries()) {
    checkpoint({ done, total: levels.length, doing: 'rooms' });
    const rooms = [...view.elementsOnLevel(level.id)].filter((one) => one.kind === 'room');
    if (rooms.every(({ params }) => params.point === null)) continue;
    const faces = enclosedOn(level.id, view);
    for (const room of rooms) {
      const { point } = room.params;
      if (point !== null && !faces.some((face) => isInside(face, point))) {
        found.push(openRoomFinding(room, point, { foot: roomFoot(room, level), view }));
      }
    }
  }
  return found;
}

function isInside({ ring, holes }: RoomFace, point: PlanPoint): boolean {
  return pointInRing(point, ring) && holes.every((hole) => locatePoint(point, hole) !== 'inside');
}

function openRoomFinding(
  { id, params: { name, level_id } }: ElementOf<'room'>,
  { x, y }: PlanPoint,
  { foot: z, view }: { readonly foot: number; readonly view: ModelView },
): Finding {
  return {
    finding_id: findingId(NAME, [id]),
    check: NAME,
    severity: 'error',
    element_ids: [id],
    level_id,
    message: `no walls enclose room \`${id}\` (${name}) around (${x}, ${y})`,
    location: { x, y, z },
    box: view.bounds(id),
    details: {},
  };
}
