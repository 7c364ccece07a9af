/** @module room overlaps: rooms of one level that share floor. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { at } from '../../building/geometry/indexed.ts';
import { common, sizeOf } from '../../building/geometry/plan/regions.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import { roomFoot, shareHeights } from '../../building/kinds/room/foot.ts';
import type { ModelView } from '../../building/model/view.ts';
import { boxPairs } from '../../building/spatial/box-pairs.ts';
import { insideOf, type Space, spacesOn } from '../../building/spatial/spaces.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';
import { isStrip } from './strips.ts';

const NAME = 'room_overlap';
/** Shared floor up to this is a joint drawn twice, mm²: 10 mm along a wall of 1 m. */
const LEAST_MM2 = 10_000;
/** Shared floor that is nowhere much thicker than this is a joint drawn twice too, however long it is, mm. */
const JOINT_MM = 2;

/** No two rooms of a level share floor. Rooms over each other, which share no height, do not. */
export const roomOverlaps: Constraint = { name: NAME, title: 'rooms do not overlap', check };

type Placed = { readonly room: ElementOf<'room'>; readonly space: Space };

function check(view: ModelView): readonly Finding[] {
  const levels = view.levels();
  const found: Finding[] = [];
  for (const [done, level] of levels.entries()) {
    checkpoint({ done, total: levels.length, doing: 'overlaps of rooms' });
    const rooms = spacesOn(view, level.id).flatMap((space): readonly Placed[] => {
      const room = space.room_id === null ? undefined : view.elementOf(space.room_id, 'room');
      return room === undefined ? [] : [{ room, space }];
    });
    found.push(...overlapsOf(view, rooms, level));
  }
  return found;
}

function overlapsOf(
  view: ModelView,
  rooms: readonly Placed[],
  level: ElementOf<'level'>,
): readonly Finding[] {
  const boxes = Float64Array.from(
    rooms.flatMap(({ space: { bounds: box } }) => [
      box.min.x,
      box.min.y,
      0,
      box.max.x,
      box.max.y,
      0,
    ]),
  );
  const pairs = boxPairs(boxes);
  const found: Finding[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [a, b] = [at(rooms, at(pairs, i)), at(rooms, at(pairs, i + 1))].toSorted((one, other) =>
      one.room.id < other.room.id ? -1 : 1,
    );
    if (a === undefined || b === undefined) continue;
    if (!shareHeights(a.room.id, b.room.id, view)) continue;
    const shared = common(a.space.area, b.space.area);
    const overlap_mm2 = Math.round(sizeOf(shared));
    if (overlap_mm2 <= LEAST_MM2 || shared.every((part) => isStrip(part, JOINT_MM))) continue;
    const [largest] = shared.toSorted((one, other) => sizeOf([other]) - sizeOf([one]));
    const z = Math.max(roomFoot(a.room, level), roomFoot(b.room, level));
    const location = largest === undefined ? null : { ...insideOf(largest), z };
    found.push(overlapFinding(view, [a.room, b.room], { overlap_mm2, location }));
  }
  return found.toSorted((one, other) => (one.finding_id < other.finding_id ? -1 : 1));
}

function overlapFinding(
  view: ModelView,
  [a, b]: readonly [ElementOf<'room'>, ElementOf<'room'>],
  { overlap_mm2, location }: { readonly overlap_mm2: number } & Pick<Finding, 'location'>,
): Finding {
  const area = (overlap_mm2 / 1e6).toFixed(2);
  return {
    finding_id: findingId(NAME, [a.id, b.id]),
    check: NAME,
    severity: 'error',
    element_ids: [a.id, b.id],
    level_id: a.params.level_id,
    message: `rooms \`${a.id}\` (${a.params.name}) and \`${b.id}\` (${b.params.name}) share ${area} m² of floor: separate them by a wall or a room boundary, or delete one`,
    location,
    box: view.bounds(a.id),
    details: { overlap_mm2 },
  };
}
