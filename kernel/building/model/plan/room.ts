/** @module room: creates a room; its outline is given or derived from walls. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { volumeOfSpace } from '../../geometry/ceilings/space-under.ts';
import { pointInRing, validateRegion } from '../../geometry/plan/polygon.ts';
import type { ParamsOf } from '../../kinds/elements.ts';
import type { Enclosure } from '../../kinds/room/enclosure.ts';
import { roomFoot } from '../../kinds/room/foot.ts';
import type { Room } from '../../kinds/room/params.ts';
import type { RoomCode } from '../../kinds/room/room.ts';
import { perimeterOf, room } from '../../kinds/room/room.ts';
import { spaceUnder } from '../../kinds/rules/room-under.ts';
import type { ModelView } from '../view.ts';
import { createElement } from './create.ts';

/**
 * Plans a room with the outline in `params`; pass `enclosure` if it was derived from walls. Areas in
 * mm², volume in mm³.
 */
export function planRoom(
  params: ParamsOf<'room'>,
  view: ModelView,
  context: PlanContext<RoomCode>,
  enclosure: Enclosure | null = null,
): Plan<{
  readonly room_id: string;
  readonly area_mm2: number;
  readonly perimeter_mm: number;
  readonly volume_mm3: number;
  readonly wall_ids: string[];
}> {
  const made = createElement(room, params, view, context);
  const wall_ids = [...(enclosure?.wall_ids ?? [])];
  // Free-standing obstacles are not part of the outline, but count in the net area, perimeter and volume.
  const net =
    enclosure === null
      ? made.facts
      : {
          ...made.facts,
          area_mm2: toGrid(enclosure.area_mm2),
          perimeter_mm: toGrid(
            perimeterOf({ ring: made.element.params.boundary_points, holes: enclosure.holes }),
          ),
          volume_mm3: toGrid(volumeIn(made.element, enclosure, view)),
        };
  return made.plan(
    { room_id: made.id, ...net, wall_ids },
    { warnings: sharedSpaceWarnings(made.element, view), relies_on: wall_ids },
  );
}

/** Volume between the walls without free-standing obstacles, mm³. */
function volumeIn(element: Room, { area_mm2, holes }: Enclosure, view: ModelView): number {
  const check = validateRegion(element.params.boundary_points, holes);
  const space = check.ok ? spaceUnder(element, check.region, view) : null;
  return space === null ? area_mm2 * element.params.height : volumeOfSpace(space);
}

/** Returns a warning for each room of the level that already contains the point of a new room, at one of its heights. */
function sharedSpaceWarnings(made: Room, view: ModelView): readonly string[] {
  const { level_id, point, height } = made.params;
  const level = view.elementOf(level_id, 'level');
  if (point === null || level === undefined) return [];
  const low = roomFoot(made, level);
  const place = { min: { ...point, z: low }, max: { ...point, z: low + height } };
  return view.inBox(place).flatMap((id) => {
    const other = view.elementOf(id, 'room');
    const box = view.bounds(id);
    const holes = view.holes(id);
    if (
      other?.params.level_id !== level_id ||
      box === null ||
      box.min.z >= low + height ||
      box.max.z <= low ||
      !pointInRing(point, view.outline(id) ?? []) ||
      holes.some((hole) => pointInRing(point, hole))
    ) {
      return [];
    }
    return [`room \`${id}\` (${other.params.name}) already occupies the space around the point`];
  });
}
