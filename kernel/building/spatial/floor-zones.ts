/** @module floor zones: the parts of a level with floors at different heights, and where people can walk between them. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import { type Area, common, grownBy, united, without } from '../geometry/plan/regions.ts';
import { type Box2, planBoxIntersects, type Point2 } from '../geometry/vector.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { isCeiling } from '../kinds/floor/params.ts';
import { isSloping } from '../kinds/floor/slope.ts';
import { widened } from '../kinds/shared/boxes.ts';
import { slabOf } from '../kinds/shared/slab-plan.ts';
import type { ModelView } from '../model/view.ts';
import { type Obstacle, obstaclesAt } from './obstacles.ts';
import { type Passage, passagesAt } from './passages.ts';
import { floorOf, hasRaisedRooms, isOneFloor, STEP_MM } from './room-floors.ts';
import { isIn, spacesOn } from './spaces.ts';

type Level = ElementOf<'level'>;

/** A part of a level with its floor at one elevation, mm. */
export type FloorZone = { readonly floor_mm: number; readonly area: Area; readonly bounds: Box2 };

/** The floors of a level at several heights. */
export type SplitFloors = {
  /** Zones that share no area, from the lowest up. */
  readonly zones: readonly FloorZone[];
  /** Passages whose floors on both sides are one floor, by id. */
  readonly passages: readonly Passage[];
  /** Bodies in the way, each only over the floors above which it rises; by id. */
  readonly obstacles: readonly Obstacle[];
  /** Strips along the edges between zones over which nobody can walk. */
  readonly edges: Area;
};

/** Whether the top of a floor is at an elevation, on which people then walk. */
export function isFloorAt(
  floor: ElementOf<'floor'>,
  { params: { elevation } }: Level,
  floor_mm: number,
): boolean {
  return Math.abs(floor.params.top_offset - (floor_mm - elevation)) <= STEP_MM;
}

/**
 * Elevations of the floors of a level, ascending: of its rooms, and its own if there are spaces without a room or floors
 * at it. Only its own if all rooms begin at it.
 */
export function floorHeights(view: ModelView, level: Level): readonly number[] {
  const { elevation } = level.params;
  if (!hasRaisedRooms(view, level.id)) return [elevation];
  const heights = new Set(spacesOn(view, level.id).map((one) => floorOf(view, level.id, one)));
  if (floorsOn(view, level).some((floor) => isFloorAt(floor, level, elevation))) {
    heights.add(elevation);
  }
  return heights.size === 0 ? [elevation] : [...heights].toSorted((a, b) => a - b);
}

function floorsOn(view: ModelView, level: Level): readonly ElementOf<'floor'>[] {
  const floors: ElementOf<'floor'>[] = [];
  for (const element of view.elementsOnLevel(level.id)) {
    if (element.kind !== 'floor' || isCeiling(element.params)) continue;
    if (!isSloping(element.params)) floors.push(element);
  }
  return floors;
}

/** Passages and obstacles are searched within this distance of a floor, mm: more than a wide landing. */
const AROUND_MM = 6000;
/** Distance from the faces of a wall at which the floors beside a passage are found, mm. */
const PROBE_MM = 10;

/** The floors of a level at these heights: two or more. */
export function splitFloors(
  view: ModelView,
  level: Level,
  heights: readonly number[],
): SplitFloors {
  const rooms = roomZones(view, level);
  const slabs = slabZones(view, level, { heights, rooms });
  const spaces = spacesOn(view, level.id);
  const floorAt = (point: Point2): number | null => {
    const space = spaces.find((one) => isIn(one, point));
    if (space !== undefined) return floorOf(view, level.id, space);
    const slab = slabs.find(({ area, bounds }) =>
      isIn({ room_id: null, area, bounds, wall_ids: [] }, point),
    );
    return slab?.floor_mm ?? null;
  };
  const joints = jointsBetween(view, [...rooms, ...slabs], floorAt);
  const drawn = { rooms, slabs, joints };
  const zones = heights.flatMap((floor_mm) => zoneAt(floor_mm, drawn) ?? []);
  const passages = joints.map(({ passage }) => passage);
  const obstacles = obstaclesOver(view, zones, joints);
  return { zones, passages, obstacles, edges: edgesOf(zones, joints) };
}

function zoneOf(floor_mm: number, area: Area): FloorZone | null {
  return area.length === 0 ? null : { floor_mm, area, bounds: ringBounds(area.flat()) };
}

type Bounded = { readonly bounds: Box2 };

function near<T extends Bounded>(all: readonly T[], box: Box2): readonly T[] {
  return all.filter(({ bounds }) => planBoxIntersects(bounds, box));
}

/** Union of the areas of the zones that a box meets. */
function areaNear(zones: readonly FloorZone[], box: Box2): Area {
  return united(near(zones, box).map(({ area }) => area));
}

/** The floors of rooms and enclosed spaces; where rooms overlap, the one closest to the level counts. */
function roomZones(view: ModelView, level: Level): readonly FloorZone[] {
  const off = (mm: number): number => Math.abs(mm - level.params.elevation);
  const by = Map.groupBy(spacesOn(view, level.id), (one) => floorOf(view, level.id, one));
  const zones: FloorZone[] = [];
  for (const [floor_mm, spaces] of [...by].toSorted(([a], [b]) => off(a) - off(b) || a - b)) {
    const whole = zoneOf(floor_mm, united(spaces.map(({ area }) => area)));
    if (whole === null) continue;
    const zone = zoneOf(floor_mm, without(whole.area, areaNear(zones, whole.bounds)));
    if (zone !== null) zones.push(zone);
  }
  return zones;
}

/** The floors outside of rooms. */
function slabZones(
  view: ModelView,
  level: Level,
  { heights, rooms }: { readonly heights: readonly number[]; readonly rooms: readonly FloorZone[] },
): readonly FloorZone[] {
  const zones: FloorZone[] = [];
  const floors = floorsOn(view, level);
  for (const floor_mm of heights) {
    const own = floors.filter((floor) => isFloorAt(floor, level, floor_mm));
    const whole = zoneOf(floor_mm, united(own.map((floor) => slabOf(floor, view).area)));
    if (whole === null) continue;
    const taken = areaNear([...rooms, ...zones], whole.bounds);
    const zone = zoneOf(floor_mm, without(whole.area, taken));
    if (zone !== null) zones.push(zone);
  }
  return zones;
}

/** A passage, with the higher of the floors that it joins. */
type Joint = Bounded & { readonly passage: Passage; readonly floor_mm: number };

/** The passages that lead from a floor to the same floor, by id. A side without a floor has that of the other. */
function jointsBetween(
  view: ModelView,
  zones: readonly FloorZone[],
  floorAt: (point: Point2) => number | null,
): readonly Joint[] {
  const found = new Map<string, { readonly passage: Passage; readonly at: Set<number> }>();
  for (const { floor_mm, bounds } of zones) {
    for (const passage of passagesAt(view, floor_mm, widened(bounds, AROUND_MM))) {
      const known = found.get(passage.element_id);
      if (known === undefined) found.set(passage.element_id, { passage, at: new Set([floor_mm]) });
      else known.at.add(floor_mm);
    }
  }
  const joints: Joint[] = [];
  for (const { passage, at } of found.values()) {
    const { centre, through, wall_thickness_mm: thick } = passage;
    const [left = null, right = null] = [1, -1].map((side) => {
      const off = side * (thick / 2 + PROBE_MM);
      return floorAt({ x: centre.x + through.x * off, y: centre.y + through.y * off });
    });
    const floors = [left, right].filter((floor) => floor !== null);
    if (!isOneFloor([left, right]) || floors.some((floor) => !at.has(floor))) continue;
    const floor_mm = Math.max(...(floors.length === 0 ? at : floors));
    joints.push({ passage, floor_mm, bounds: ringBounds(passage.landing) });
  }
  return joints.toSorted((a, b) => compareText(a.passage.element_id, b.passage.element_id));
}

type Drawn = {
  readonly rooms: readonly FloorZone[];
  readonly slabs: readonly FloorZone[];
  readonly joints: readonly Joint[];
};

/** All floor at one height: of rooms, else in passages, else of floors, else in front of passages. */
function zoneAt(floor_mm: number, { rooms, slabs, joints }: Drawn): FloorZone | null {
  const at = (one: { readonly floor_mm: number }): boolean => one.floor_mm === floor_mm;
  const passages = joints.filter(at).map(({ passage }) => passage);
  const landings = united(passages.map(({ landing }) => [landing]));
  const own = [...rooms, ...slabs].filter(at).map(({ area }) => area);
  const whole = zoneOf(floor_mm, united([...own, landings]));
  if (whole === null) return null;
  const holes = united(near(joints, whole.bounds).map(({ passage }) => [passage.hole]));
  const under = areaNear(rooms, whole.bounds);
  const beside = united([
    ...slabs.filter(at).map(({ area }) => without(area, holes)),
    without(landings, united([areaNear([...rooms, ...slabs], whole.bounds), holes])),
    united(passages.map(({ hole }) => [hole])),
  ]);
  const inside = rooms.filter(at).map(({ area }) => area);
  return zoneOf(floor_mm, united([...inside, without(beside, under)]));
}

/** The bodies between 20 and 1,800 mm above a floor, without the parts that are over zones at other heights. */
function obstaclesOver(
  view: ModelView,
  zones: readonly FloorZone[],
  joints: readonly Joint[],
): readonly Obstacle[] {
  const found = new Map<string, { readonly kind: string; readonly areas: Area[] }>();
  for (const zone of zones) {
    const around = widened(zone.bounds, AROUND_MM);
    const passages = near(joints, around).map(({ passage }) => passage);
    for (const { id, kind, area } of obstaclesAt(view, zone.floor_mm, passages, around)) {
      const others = near(zones, ringBounds(area.flat())).filter((one) => one !== zone);
      const rest = without(area, united(others.map((other) => other.area)));
      const known = found.get(id);
      if (known !== undefined) known.areas.push(rest);
      else if (rest.length > 0) found.set(id, { kind, areas: [rest] });
    }
  }
  return [...found]
    .map(([id, { kind, areas }]) => ({ id, kind, area: united(areas) }))
    .toSorted((a, b) => compareText(a.id, b.id));
}

/** Width of the strips along the edges between zones, mm: wider than gaps that are closed, and than rounding. */
const EDGE_MM = 0.5;

/** Strips in each zone along those that are lower by more than a step, except in passages. */
function edgesOf(zones: readonly FloorZone[], joints: readonly Joint[]): Area {
  const strips = zones.flatMap((zone, i) => {
    const higher = zones.slice(i + 1).filter(({ floor_mm }) => floor_mm - zone.floor_mm > STEP_MM);
    const beside = near(higher, widened(zone.bounds, EDGE_MM));
    if (beside.length === 0) return [];
    const grown = grownBy(zone.area, EDGE_MM);
    return beside.map(({ area }) => common(grown, area));
  });
  return without(united(strips), united(joints.map(({ passage }) => [passage.hole])));
}
