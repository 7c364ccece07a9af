/** @module room identity: rooms with the number of another room, and rooms with equal names on one level. */
import { foldName } from '../../base/text/fold-name.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { signedArea } from '../../building/geometry/plan/polygon.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import { roomFoot } from '../../building/kinds/room/foot.ts';
import type { ModelView } from '../../building/model/view.ts';
import { insideOf } from '../../building/spatial/spaces.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';

type Room = ElementOf<'room'>;

const NUMBER = 'room_number';
const NAME = 'room_name';

/** No two rooms have the same number, on any level. */
export const roomNumbers: Constraint = {
  name: NUMBER,
  title: 'room numbers are unique',
  check: (view) =>
    repeated(view, NUMBER, ({ params: { number } }) =>
      number === null ? null : { key: foldName(number), what: `number \`${number}\`` },
    ),
};

/** No two rooms without a number have the same name on a level. */
export const roomNames: Constraint = {
  name: NAME,
  title: 'rooms without a number have their own name on their level',
  check: (view) =>
    repeated(view, NAME, ({ params: { number, name, level_id } }) =>
      number === null ? { key: `${level_id} ${foldName(name)}`, what: `name \`${name}\`` } : null,
    ),
};

/** What must be unique: the key by which it is compared, and its text for messages. */
type Mark = { readonly key: string; readonly what: string };

const named = ({ id, params: { name } }: Room): string => `\`${id}\` (${name})`;

/** One finding for each room that has the mark of an earlier room (by id). */
function repeated(
  view: ModelView,
  check: string,
  markOf: (room: Room) => Mark | null,
): readonly Finding[] {
  const rooms = [...view.elementsOf('room')].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  checkpoint({ done: 0, total: rooms.length, doing: 'names of rooms' });
  const first = new Map<string, Room>();
  return rooms.flatMap((room): readonly Finding[] => {
    const mark = markOf(room);
    if (mark === null) return [];
    const other = first.get(mark.key);
    if (other === undefined) {
      first.set(mark.key, room);
      return [];
    }
    return [
      {
        finding_id: findingId(check, [other.id, room.id]),
        check,
        severity: 'warning',
        element_ids: [other.id, room.id],
        level_id: room.params.level_id,
        message: `rooms ${named(other)} and ${named(room)} have the same ${mark.what}`,
        location: placeOf(room, view),
        box: view.bounds(room.id),
        details: {},
      },
    ];
  });
}

/** A point on the floor of a room, mm; null without an outline. */
function placeOf(room: Room, view: ModelView): Finding['location'] {
  const outline = view.outline(room.id);
  const level = view.elementOf(room.params.level_id, 'level');
  if (outline === null || outline.length < 3 || level === undefined) return null;
  const ring = signedArea(outline) < 0 ? outline.toReversed() : outline;
  return { ...insideOf(ring), z: roomFoot(room, level) };
}
