/** @module rooms in walls: rooms with an outline of their own, as imported ones have, that runs inside walls. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { type Ring, ringBounds } from '../../building/geometry/plan/polygon.ts';
import { type Area, common, sizeOf, without } from '../../building/geometry/plan/regions.ts';
import { planBoxIntersects } from '../../building/geometry/vector.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import { roomFoot, shareHeights } from '../../building/kinds/room/foot.ts';
import type { ModelView } from '../../building/model/view.ts';
import { insideOf } from '../../building/spatial/spaces.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';
import { isStrip } from './strips.ts';

const NAME = 'room_in_wall';
/** Smaller overlaps with one wall are corners and joints, mm²: those of two rooms that share floor. */
const LEAST_MM2 = 10_000;
/** Thinner overlaps are finishes: outlines of other programs leave out or include the plaster, mm. */
const FINISH_MM = 25;
/** Maximum number of walls that a message names. */
const NAMED = 3;

/** Rooms that do not follow their walls do not run inside walls, except in the places of doors and openings. */
export const roomsInWalls: Constraint = {
  name: NAME,
  title: 'rooms with an outline of their own do not run inside walls',
  check,
};

type Room = ElementOf<'room'>;
type InWall = { readonly id: string; readonly area: Area; readonly overlap_mm2: number };

function check(view: ModelView): readonly Finding[] {
  const levels = view.levels();
  const found: Finding[] = [];
  for (const [done, level] of levels.entries()) {
    for (const room of view.elementsOnLevel(level.id)) {
      if (room.kind !== 'room' || room.params.point !== null) continue;
      checkpoint({ done, total: levels.length, doing: 'rooms in walls' });
      const walls = wallsIn(room, view);
      if (walls.length > 0) found.push(inWallFinding(room, walls, { level, view }));
    }
  }
  return found;
}

/** The walls inside which the outline runs, by id. */
function wallsIn({ id, params }: Room, view: ModelView): readonly InWall[] {
  const outline = params.boundary_points;
  const box = ringBounds(outline);
  return view.wallsNear(params.level_id, box).flatMap((wall): readonly InWall[] => {
    const ring = view.footprint(wall.id)?.ring ?? [];
    if (ring.length < 3 || !planBoxIntersects(ringBounds(ring), box)) return [];
    if (!shareHeights(id, wall.id, view)) return [];
    const shared = without(common([outline], [ring]), placesIn(wall.id, view));
    const area = shared.filter((part) => !isStrip(part, FINISH_MM));
    const overlap_mm2 = Math.round(sizeOf(area));
    return overlap_mm2 < LEAST_MM2 ? [] : [{ id: wall.id, area, overlap_mm2 }];
  });
}

/** The boxes in plan of what a wall hosts: floor in a doorway is part of a room in some programs. */
function placesIn(wall_id: string, view: ModelView): readonly Ring[] {
  return view.hostedBy(wall_id).flatMap(({ id }): readonly Ring[] => {
    const box = view.bounds(id);
    if (box === null) return [];
    const { min, max } = box;
    return [
      [
        { x: min.x, y: min.y },
        { x: max.x, y: min.y },
        { x: max.x, y: max.y },
        { x: min.x, y: max.y },
      ],
    ];
  });
}

function inWallFinding(
  room: Room,
  walls: readonly InWall[],
  { level, view }: { readonly level: ElementOf<'level'>; readonly view: ModelView },
): Finding {
  const { id, params } = room;
  const [most] = walls.toSorted((a, b) => b.overlap_mm2 - a.overlap_mm2);
  const largest = most?.area.toSorted((a, b) => sizeOf([b]) - sizeOf([a]))[0];
  const overlap_mm2 = walls.reduce((sum, wall) => sum + wall.overlap_mm2, 0);
  const names = walls.slice(0, NAMED).map((wall) => `\`${wall.id}\``);
  const more = walls.length > NAMED ? ` and ${walls.length - NAMED} more` : '';
  return {
    finding_id: findingId(NAME, [id]),
    check: NAME,
    severity: 'warning',
    element_ids: [id, ...walls.map((wall) => wall.id)],
    level_id: params.level_id,
    message: `the outline of room \`${id}\` (${params.name}) runs inside ${walls.length === 1 ? 'wall' : 'walls'} ${names.join(', ')}${more} and covers ${(overlap_mm2 / 1e6).toFixed(2)} m² of plan there: set its \`boundary_points\``,
    location: largest === undefined ? null : { ...insideOf(largest), z: roomFoot(room, level) },
    box: view.bounds(id),
    details: { overlap_mm2 },
  };
}
