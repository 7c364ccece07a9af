/** @module floor zones: the parts of a level with floors at different heights, and where people can walk between them. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { type Area, common, grownBy, united, without } from '../geometry/plan/regions.ts';
import type { Point2 } from '../geometry/vector.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { slabOf } from '../kinds/shared/slab-plan.ts';
import type { ModelView } from '../model/view.ts';
import { type Obstacle, obstaclesAt } from './obstacles.ts';
import { type Passage, passagesAt } from './passages.ts';
import { floorOf, hasRaisedRooms, isOneFloor, STEP_MM } from './room-floors.ts';
import { isIn, type Space, spacesOn } from './spaces.ts';

type Level = ElementOf<'level'>;

/** A part of a level with its floor at one elevation, mm. */
export type FloorZone = { readonly floor_mm: number; readonly area: Area };

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
    if (element.kind === 'floor') floors.push(element);
  }
  return floors;
}

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
    return slabs.find(({ area }) => isIn(spaceOf(area), point))?.floor_mm ?? null;
  };
  const passable = passagesBetween(view, heights, floorAt);
  const zones = heights.map((floor_mm): FloorZone => {
    const own = passable.filter((one) => one.floor_mm === floor_mm).map(({ passage }) => passage);
    const holes = united(own.map(({ hole }) => [hole]));
    const landings = united(own.map(({ landing }) => [landing]));
    const all = united([...rooms, ...slabs].map(({ area }) => area));
    const at = (zone: FloorZone): boolean => zone.floor_mm === floor_mm;
    const allHoles = united(passable.map(({ passage }) => [passage.hole]));
    const base = united([
      ...slabs.filter(at).map(({ area }) => without(area, allHoles)),
      without(landings, united([all, allHoles])),
      holes,
    ]);
    const under = united(rooms.map(({ area }) => area));
    return {
      floor_mm,
      area: united([...rooms.filter(at).map(({ area }) => area), without(base, under)]),
    };
  });
  const passages = passable.map(({ passage }) => passage);
  const obstacles = obstaclesOver(view, zones, passages);
  return { zones, passages, obstacles, edges: edgesOf(zones, passages) };
}

/** A part of the plan as a space, for tests of points. Its bounds are those of the plane. */
function spaceOf(area: Area): Space {
  const far = Infinity;
  const bounds = { min: { x: -far, y: -far }, max: { x: far, y: far } };
  return { room_id: null, area, bounds, wall_ids: [] };
}

/** The floors of rooms and enclosed spaces; where rooms overlap, the one closest to the level counts. */
function roomZones(view: ModelView, level: Level): readonly FloorZone[] {
  const off = (mm: number): number => Math.abs(mm - level.params.elevation);
  const by = Map.groupBy(spacesOn(view, level.id), (one) => floorOf(view, level.id, one));
  const zones: FloorZone[] = [];
  for (const [floor_mm, spaces] of [...by].toSorted(([a], [b]) => off(a) - off(b) || a - b)) {
    const taken = united(zones.map(({ area }) => area));
    zones.push({ floor_mm, area: without(united(spaces.map(({ area }) => area)), taken) });
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
  for (const floor_mm of heights) {
    const floors = floorsOn(view, level).filter((floor) => isFloorAt(floor, level, floor_mm));
    const taken = united([...rooms, ...zones].map(({ area }) => area));
    const area = without(united(floors.map((floor) => slabOf(floor, view).area)), taken);
    if (area.length > 0) zones.push({ floor_mm, area });
  }
  return zones;
}

/** Distance from the faces of a wall at which the floors beside a passage are found, mm. */
const PROBE_MM = 10;

/** A passage, with the higher of the floors that it joins. */
type Joint = { readonly passage: Passage; readonly floor_mm: number };

/** The passages that lead from a floor to the same floor, by id. A side without a floor has that of the other. */
function passagesBetween(
  view: ModelView,
  heights: readonly number[],
  floorAt: (point: Point2) => number | null,
): readonly Joint[] {
  const found = new Map<string, { readonly passage: Passage; readonly at: number[] }>();
  for (const floor_mm of heights) {
    for (const passage of passagesAt(view, floor_mm)) {
      const known = found.get(passage.element_id);
      if (known === undefined) found.set(passage.element_id, { passage, at: [floor_mm] });
      else known.at.push(floor_mm);
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
    if (!isOneFloor([left, right]) || floors.some((floor) => !at.includes(floor))) continue;
    const floor_mm = floors.length === 0 ? at[0] : Math.max(...floors);
    if (floor_mm !== undefined) joints.push({ passage, floor_mm });
  }
  return joints.toSorted((a, b) => compareText(a.passage.element_id, b.passage.element_id));
}

/** The bodies between 20 and 1,800 mm above a floor, without the parts that are over zones at other heights. */
function obstaclesOver(
  view: ModelView,
  zones: readonly FloorZone[],
  passages: readonly Passage[],
): readonly Obstacle[] {
  const found = new Map<string, { readonly obstacle: Obstacle; readonly areas: Area[] }>();
  for (const zone of zones) {
    const others = united(zones.filter((one) => one !== zone).map(({ area }) => area));
    for (const obstacle of obstaclesAt(view, zone.floor_mm, passages)) {
      const area = without(obstacle.area, others);
      const known = found.get(obstacle.id);
      if (known !== undefined) known.areas.push(area);
      else if (area.length > 0) found.set(obstacle.id, { obstacle, areas: [area] });
    }
  }
  return [...found.values()]
    .map(({ obstacle: { id, kind }, areas }) => ({ id, kind, area: united(areas) }))
    .toSorted((a, b) => compareText(a.id, b.id));
}

/** Width of the strips along the edges between zones, mm: wider than gaps that are closed, and than rounding. */
const EDGE_MM = 0.5;

/** Strips in each zone along those that are higher or lower by more than a step, except in passages. */
function edgesOf(zones: readonly FloorZone[], passages: readonly Passage[]): Area {
  const strips = zones.flatMap((zone, i) =>
    zones
      .slice(i + 1)
      .filter(({ floor_mm }) => floor_mm - zone.floor_mm > STEP_MM)
      .map(({ area }) => common(grownBy(zone.area, EDGE_MM), area)),
  );
  return without(united(strips), united(passages.map(({ hole }) => [hole])));
}
