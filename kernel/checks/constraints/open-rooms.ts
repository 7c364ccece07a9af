import type { PlanPoint } from '../../schemas/units.ts';
/** @module open rooms: rooms that follow their walls and are not enclosed by them. */
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import { locatePoint, pointInRing } from '../geometry/plan/polygon.ts';
import type { RoomFace } from '../geometry/walls/rooms.ts';
import { findRooms } from '../geometry/walls/rooms.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { wallsOn } from '../kinds/enclosure.ts';
import type { ConstrainedView, Constraint } from './constraint.ts';

const NAME = 'room_not_enclosed';

/** A room that follows its walls is enclosed by them. */
export const openRooms: Constraint = { name: NAME, title: 'rooms are enclosed by walls', check };

function* check(view: ConstrainedView): Steps<readonly Finding[]> {
  const levels = view.levels();
  const found: Finding[] = [];
  for (const [done, level] of levels.entries()) {
    yield { done, total: levels.length, doing: 'rooms' };
    const rooms = [...view.elementsOnLevel(level.id)].filter((one) => one.kind === 'room');
    if (rooms.every(({ params }) => params.point === null)) continue;
    const faces = findRooms(wallsOn(level.id, view));
    for (const room of rooms) {
      const { point } = room.params;
      if (point !== null && !faces.some((face) => holds(face, point))) {
        found.push(open(room, point, { elevation: level.params.elevation, view }));
      }
    }
  }
  return found;
}

function holds({ ring, holes }: RoomFace, point: PlanPoint): boolean {
  return pointInRing(point, ring) && holes.every((hole) => locatePoint(point, hole) !== 'inside');
}

function open(
  { id, params: { name, level_id } }: ElementOf<'room'>,
  { x, y }: PlanPoint,
  { elevation: z, view }: { readonly elevation: number; readonly view: ConstrainedView },
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
