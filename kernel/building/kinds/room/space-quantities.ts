/** @module space quantities: gross and net sizes of a room, as Qto_SpaceBaseQuantities defines them. */
import {
  regionArea,
  type Ring,
  ringPerimeter,
  validateRegion,
} from '../../geometry/plan/polygon.ts';
import { common, sizeOf, united, without } from '../../geometry/plan/regions.ts';
import { isOf } from '../kind.ts';
import { level as levelKind } from '../level/level.ts';
import type { HoldingView } from '../shared/held.ts';
import { counterClockwise, slabOf } from '../shared/slab-plan.ts';
import { wall } from '../wall/wall.ts';
import { type Content, contentsOf, type RoomSpace, takenFloor } from './contents.ts';
import { roomFoot } from './foot.ts';
import { withInnerWalls } from './inner-walls.ts';
import { netPerimeter } from './net-perimeter.ts';
import type { Room } from './params.ts';
import { hasUnevenTop } from './room-space.ts';
import { takenVolume } from './taken-volume.ts';

/** Sizes of a room; null if they are unknown, or are not defined for it. */
export type SpaceQuantities = {
  /** From the floor below to the ceiling; null if it is not the same everywhere. */
  readonly height_mm: number | null;
  readonly gross_perimeter_mm: number;
  readonly net_perimeter_mm: number | null;
  readonly gross_floor_area_mm2: number;
  readonly net_floor_area_mm2: number;
  readonly gross_volume_mm3: number | null;
  readonly net_volume_mm3: number | null;
};

/** Relative difference of sizes that are equal but for rounding. */
const ROUNDING = 1e-6;
/** Heights that differ by less are equal, mm. */
const SAME_MM = 0.01;

type Measured = {
  readonly space: RoomSpace;
  /** Outline, which inner walls cut. */
  readonly ring: Ring;
  /** Sides of the space with its inner walls, also around groups of walls that enclose other spaces. */
  readonly sides: readonly Ring[];
  /** Whether walls that begin at those around the space stand in it. */
  readonly hasInnerWalls: boolean;
  /** Outlines of all groups of walls in it. */
  readonly holes: readonly Ring[];
  readonly contents: readonly Content[];
};

/** Floor area of a room without what stands on it and without holes in the floor, mm²; null without an outline. */
export function netFloorArea(room: Room, view: HoldingView): number | null {
  const known = measuredRoom(room, view);
  return known === null ? null : netFloor(room, known, view);
}

/** The sizes of a room; null without an outline. */
export function spaceQuantities(room: Room, view: HoldingView): SpaceQuantities | null {
  const known = measuredRoom(room, view);
  if (known === null) return null;
  const { space, ring, sides, holes, contents } = known;
  const gross = sizeOf(space.area);
  const volume = grossVolume(room, known, view);
  const taken = volume === null ? null : takenVolume(contents, space, view);
  return {
    height_mm: heightOf(room, known, view),
    gross_perimeter_mm: sides.reduce((sum, side) => sum + ringPerimeter(side), 0),
    net_perimeter_mm: netPerimeter([ring, ...holes], space.low, view),
    gross_floor_area_mm2: gross,
    net_floor_area_mm2: netFloor(room, known, view),
    gross_volume_mm3: volume,
    net_volume_mm3: volume === null || taken === null ? null : volume - taken,
  };
}

function measuredRoom(room: Room, view: HoldingView): Measured | null {
  const { id, params } = room;
  const [ring, level] = [view.outline(id), view.element(params.level_id)];
  if (ring === null || ring.length < 3 || !isOf(levelKind, level)) return null;
  const low = roomFoot(room, level);
  const holes = view.holes(id);
  const enclosing = holes.filter((hole) => enclosesSpace(hole, low, view));
  const isOpen = hasUnevenTop(room);
  const box = isOpen ? view.bounds(id) : null;
  const high = box?.max.z ?? low + params.height;
  const pieces = isOpen ? view.pieces(id) : null;
  const free = without([counterClockwise(ring)], united([enclosing.map(counterClockwise)]));
  const area = withInnerWalls(free, { low, high }, view);
  const hasInnerWalls = area !== free;
  const sides = hasInnerWalls ? area : [ring, ...enclosing];
  const space = { area, low, high, pieces };
  const contents = contentsOf(space, view);
  return { space, ring, sides, hasInnerWalls, holes, contents };
}

/** Whether a group of walls in a room has a space of its own within its outline. */
function enclosesSpace(hole: Ring, z: number, view: HoldingView): boolean {
  const outline = [counterClockwise(hole)];
  const xs = hole.map(({ x }) => x);
  const ys = hole.map(({ y }) => y);
  const min = { x: Math.min(...xs), y: Math.min(...ys), z };
  const max = { x: Math.max(...xs), y: Math.max(...ys), z };
  const walls = view.inBox({ min, max }).flatMap((id): readonly Ring[] => {
    const footprint = isOf(wall, view.element(id)) ? view.footprint(id) : null;
    return footprint === null ? [] : [counterClockwise(footprint.ring)];
  });
  const own = sizeOf(common(outline, united([walls])));
  return own < (1 - ROUNDING) * sizeOf(outline);
}

function netFloor({ params: { level_id } }: Room, known: Measured, view: HoldingView): number {
  const { space, holes, contents } = known;
  const taken = takenFloor(contents, space, level_id, view);
  return sizeOf(without(space.area, united([holes.map(counterClockwise), taken])));
}

/** Volume with the construction in it; null for a space under a slope in which walls stand, whose body excludes them. */
function grossVolume(
  room: Room,
  { space, hasInnerWalls, holes }: Measured,
  view: HoldingView,
): number | null {
  if (!hasUnevenTop(room)) return sizeOf(space.area) * room.params.height;
  const isCut = hasInnerWalls || holes.length > 0;
  return isCut || space.pieces === null ? null : view.measures(room.id).volume_mm3;
}

/** Height between the slabs below and above, if it is constant. */
function heightOf(room: Room, { space, contents }: Measured, view: HoldingView): number | null {
  const { id, params } = room;
  const whole = space.high - space.low;
  const isUneven = hasUnevenTop(room);
  if (isUneven) {
    const check = validateRegion(view.outline(id) ?? [], view.holes(id));
    const { volume_mm3: volume } = view.measures(id);
    if (!check.ok || volume === null) return null;
    const full = regionArea(check.region) * whole;
    if (Math.abs(full - volume) > ROUNDING * full) return null;
  }
  const slabs = contents.filter(
    ({ box, isSlab }) =>
      isSlab && box.max.z > space.low + SAME_MM && box.min.z < space.high - SAME_MM,
  );
  const below = slabs
    .filter(({ box }) => box.min.z <= space.low + SAME_MM)
    .map(({ box }) => box.max.z);
  const above = slabs
    .filter(({ box }) => box.max.z >= space.high - SAME_MM)
    .map(({ box }) => box.min.z);
  if (slabs.length === 0) return isUneven ? whole : params.height;
  if (slabs.length > below.length + above.length) return null;
  const [low, high] = [Math.max(space.low, ...below), Math.min(space.high, ...above)];
  const isEven = slabs.every(({ box }) =>
    box.min.z <= space.low + SAME_MM ? box.max.z > low - SAME_MM : box.min.z < high + SAME_MM,
  );
  const covers = (over: boolean): boolean => {
    const areas = slabs
      .filter(({ box }) => box.min.z <= space.low + SAME_MM !== over)
      .map(({ element }) => slabOf(element, view).area);
    return (
      areas.length === 0 ||
      sizeOf(without(space.area, united(areas))) < ROUNDING * sizeOf(space.area)
    );
  };
  return isEven && covers(false) && covers(true) && high > low ? high - low : null;
}
