/** @module room under: rooms that are open to the underside of a roof or floor. */
import type { PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import type { SpaceUnder } from '../../geometry/ceilings/space-under.ts';
import { extentOfSpace } from '../../geometry/ceilings/space-under.ts';
import type { Region } from '../../geometry/plan/polygon.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { floor } from '../floor.ts';
import type { AnyElement, Fault, KindView, Site } from '../kind.ts';
import { isOf } from '../kind.ts';
import { level as levelKind } from '../level.ts';
import { wall } from '../wall.ts';
import type { ElementCode } from './lookup.ts';
import type { Look } from './wall-under.ts';
import { overheadFault, requireOverhead, undersideOver } from './wall-under.ts';

/** A room as far as its top asks, mm. */
type Spaced = {
  readonly id: string;
  readonly params: {
    readonly level_id: string;
    readonly height: number;
    readonly top_under?: string | null;
  };
};

/** The space of a room under what it is open to; null of one that is as high as it says. */
export function spaceUnder(room: Spaced, region: Region, look: Look): SpaceUnder | null {
  const ceiling = undersideOver(room, look);
  if (ceiling === null) return null;
  const { level_id, height } = room.params;
  const level = look.element(level_id);
  const base = isOf(levelKind, level) ? level.params.elevation : 0;
  return { region, base, beyond: base + height, ceiling };
}

/**
 * Refuses ELEMENT_NOT_FOUND for what is not there, INVALID_ARGUMENT for what is neither roof nor floor, OUT_OF_RANGE
 * where it leaves the room no space. Says where the room lies beyond it.
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
      `room \`${room.id}\` at ${toGrid(space.base)} mm lies over the underside of ${over.kind} \`${over.id}\`: expected one above it, or \`top_under\` null`,
      { element_id: room.id, top_under },
    );
  }
  return space;
}

/** Why a room cannot be open to what it is said to; null when it can, or is as high as it says. */
export function spaceFault(room: Spaced, region: Region, site: Site): Fault | null {
  const { top_under } = room.params;
  if (typeof top_under !== 'string') return null;
  const missing = overheadFault(top_under, site);
  if (missing !== null) return missing;
  const space = spaceUnder(room, region, site);
  if (space === null || (extentOfSpace(space)?.high ?? space.base) > space.base) return null;
  return { why: `would have no space left under \`${top_under}\``, data: { top_under } };
}

/** What hangs lower over the floor of a room stands in it, mm. */
const STANDS_MM = 500;

type Seen = Pick<KindView, 'element' | 'outline' | 'inBox'> & { bounds(id: string): BoxMm | null };

/**
 * The roof under which all walls around a room end, with no floor between over the middle of which the room lies; null
 * without one.
 */
export function roofOver(
  region: Region,
  { level_id, wall_ids }: { readonly level_id: string; readonly wall_ids: readonly string[] },
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
  const base = level.params.elevation + STANDS_MM;
  const high = view.bounds(roof_id)?.max.z ?? base;
  const between = view
    .inBox({ min: { ...min, z: base }, max: { ...max, z: Math.max(base, high) } })
    .some((id) => isOf(floor, view.element(id)) && (view.bounds(id)?.min.z ?? 0) >= base);
  return between ? null : roof_id;
}

/** The room as it is on another level: nothing is known there of what it is open to. */
export function closedAbove<E extends AnyElement & Spaced>(room: E): E {
  if (typeof room.params.top_under !== 'string') return room;
  return { ...room, params: { ...room.params, top_under: null } };
}
