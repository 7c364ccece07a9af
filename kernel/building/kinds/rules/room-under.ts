/** @module room under: rooms that are open to the underside of a roof or floor. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid, type BoxMm } from '../../../../schemas/units.ts';
import { type SpaceUnder, extentOfSpace } from '../../geometry/ceilings/space-under.ts';
import { type Region, ringBounds } from '../../geometry/plan/polygon.ts';
import { floor } from '../floor/floor.ts';
import { type AnyElement, type Fault, type KindView, type Site, isOf } from '../kind.ts';
import { level as levelKind } from '../level/level.ts';
import { roomFoot } from '../room/foot.ts';
import { wall } from '../wall/wall.ts';
import type { ElementCode } from './lookup.ts';
import { type Look, overheadFault, requireOverhead, undersideOver } from './wall-under.ts';

/** The parts of a room that its top needs, mm. */
type Spaced = {
  readonly id: string;
  readonly params: {
    readonly level_id: string;
    readonly height: number;
    readonly base_offset?: number | null;
    readonly top_under?: string | null;
  };
};

/** The space of a room under the roof or floor to which it is open; null for a room of its own height. */
export function spaceUnder(room: Spaced, region: Region, look: Look): SpaceUnder | null {
  const ceiling = undersideOver(room, look);
  if (ceiling === null) return null;
  const { level_id, height } = room.params;
  const level = look.element(level_id);
  const base = isOf(levelKind, level) ? roomFoot(room, level) : 0;
  return { region, base, beyond: base + height, ceiling };
}

/**
 * Warnings of a room that extends beyond its roof or floor. Refuses ELEMENT_NOT_FOUND for an unknown element,
 * INVALID_ARGUMENT for an element that is neither roof nor floor, OUT_OF_RANGE if it leaves no space.
 */
export function requireSpaceUnder(
  room: Spaced,
  region: Region,
  view: KindView,
  context: PlanContext<ElementCode | 'INVALID_ARGUMENT' | 'OUT_OF_RANGE'>,
): SpaceUnder | null {
  const { top_under } = room.params;
  if (typeof top_under !== 'string') return null;
  const over = requireOverhead(top_under, view, context);
  const space = spaceUnder(room, region, view);
  if (space !== null && (extentOfSpace(space)?.high ?? space.base) <= space.base) {
    context.refuse(
      'OUT_OF_RANGE',
      `room \`${room.id}\` at ${toGrid(space.base)} mm is above the underside of ${over.kind} \`${over.id}\`: expected a roof or floor above the room, or \`top_under\` null`,
      { element_id: room.id, top_under },
    );
  }
  return space;
}

/** Why a room cannot be open to its roof or floor; null if it can, or has its own height. */
export function spaceFault(room: Spaced, region: Region, site: Site): Fault | null {
  const { top_under } = room.params;
  if (typeof top_under !== 'string') return null;
  const missing = overheadFault(top_under, site);
  if (missing !== null) return missing;
  const space = spaceUnder(room, region, site);
  if (space === null || (extentOfSpace(space)?.high ?? space.base) > space.base) return null;
  return { why: `would have no space left under \`${top_under}\``, data: { top_under } };
}

/** A body that begins less than this above the floor of a room stands in the room, mm. */
const STANDS_MM = 500;

type Seen = Pick<KindView, 'element' | 'outline' | 'inBox'> & { bounds(id: string): BoxMm | null };

/** The level and foot of a room, and the walls around it. */
type Enclosed = {
  readonly level_id: string;
  readonly base_offset: number | null;
  readonly wall_ids: readonly string[];
};

/**
 * The roof under which all walls around a room end, without a floor between it and the middle of the room; null if
 * there is none.
 */
export function roofOver(
  region: Region,
  { level_id, base_offset, wall_ids }: Enclosed,
  view: Seen,
): string | null {
  const ends = wall_ids.map((id) => {
    const element = view.element(id);
    return isOf(wall, element) ? (element.params.top_under ?? null) : null;
  });
  const [roof_id = null] = ends;
  const level = view.element(level_id);
  const over = roof_id === null ? undefined : view.element(roof_id);
  if (roof_id === null || over?.kind !== 'roof' || !isOf(levelKind, level)) return null;
  if (ends.some((id) => id !== roof_id)) return null;
  const { min, max } = ringBounds(region.boundary);
  const base = roomFoot({ params: { base_offset } }, level) + STANDS_MM;
  const high = view.bounds(roof_id)?.max.z ?? base;
  const between = view
    .inBox({ min: { ...min, z: base }, max: { ...max, z: Math.max(base, high) } })
    .some((id) => isOf(floor, view.element(id)) && (view.bounds(id)?.min.z ?? 0) >= base);
  return between ? null : roof_id;
}

/** The room on another level: it is not open to a roof or floor there. */
export function closedAbove<E extends AnyElement & Spaced>(room: E): E {
  if (typeof room.params.top_under !== 'string') return room;
  return { ...room, params: { ...room.params, top_under: null } };
}
