/** @module ways: routes out of a building: places, the doors and stairs between them, and distances to exits. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import { MinHeap } from '../../../building/geometry/min-heap.ts';
import {
  offsetRing,
  pointInRing,
  signedArea,
  validateRing,
} from '../../../building/geometry/plan/polygon.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { type Area, united } from '../../../building/geometry/plan/regions.ts';
import type { Box2, Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { DiscPart } from '../../../building/spatial/disc/disc-parts.ts';
import { floorOf } from '../../../building/spatial/room-floors.ts';
import { WAY_MM } from '../../../building/spatial/routes.ts';
import { type Space, spacesOn } from '../../../building/spatial/spaces.ts';
import { oncePerRun, type Run, runOfLevel } from '../run.ts';
import type { Furthest } from '../shapes/furthest.ts';
import type { WalkedArea } from '../shapes/geodesic.ts';
import { knownArea, knownFurthest, knownWays } from '../shapes/known-areas.ts';
import type { Cut } from '../shapes/separating-cuts.ts';
import { sidesOfDoorway, doorwayOf } from './doorway.ts';
import { endsOf, stairFlights, OFF_FLIGHT_MM, stairsOf, stairTop } from './flight.ts';
import { obstaclesIn } from './free-space/obstacles.ts';
import { leadsOff, leadsOut } from './leaving.ts';
import { isExit, passageOf, passagesOnLevel, roomsOn, spaceAt } from './storey.ts';
import { cutsIn, gapAround, isStairWay, isWay, partsOf, wellsIn } from './way-parts.ts';

/** A door, opening or stair that leads into or out of a place, as seen from that place. */
export type Portal = {
  /** Id of the door, opening or stair. */
  readonly id: string;
  /** Its position in the place, mm. */
  readonly point: Point2;
  /** Distance from that position to the middle of the door or to the flight, mm. */
  readonly beyond_mm: number;
  readonly leads: 'out' | 'on' | 'down' | 'up';
};

/** A place on a level: a room or a space that walls enclose. */
export type Place = {
  readonly id: string;
  readonly level_id: string;
  readonly room_id: string | null;
  /** The outline minus the obstacles inside it. */
  readonly area: WalkedArea;
  /** The same area with the obstacles enlarged by `GAP_MM`, cut where a gap that is no way separates its parts. */
  readonly walked: WalkedArea;
  /** The parts that a way reaches from within the place. */
  readonly parts: readonly DiscPart[];
  /** The gaps that are no ways and separate the parts. */
  readonly cuts: readonly Cut[];
  readonly portals: readonly Portal[];
};

type Bare = Omit<Place, 'portals'> & { readonly bounds: Box2 };

function clockwise(ring: Ring): Ring {
  return signedArea(ring) > 0 ? ring.toReversed() : ring;
}

/** Obstacles are enlarged by this, mm, so that no route passes between an obstacle and a wall that touch each other. */
const GAP_MM = 1;

/** The outline, enlarged by `GAP_MM`. */
function enlarged(ring: Ring): Ring {
  const check = validateRing(ring);
  return check.ok ? (offsetRing(check.ring, GAP_MM) ?? ring) : ring;
}

/** The outer outlines of the union of obstacles: nothing leads into a gap that they enclose. */
function blocks(standing: readonly Ring[]): readonly Ring[] {
  const left = standing.map((ring): Area => [signedArea(ring) < 0 ? ring.toReversed() : ring]);
  return united(left).filter((ring) => signedArea(ring) > 0);
}

function bareOf(run: Run, level_id: string, space: Space, i: number): Bare {
  const [outline = [], ...holes] = space.area;
  const z = floorOf(run.view, level_id, space);
  const wells = wellsIn(run, level_id, space);
  const standing = obstaclesIn(run, outline, z);
  const voids = [...holes, ...wells, ...blocks(standing)].map(clockwise);
  const cuts = cutsIn(run, level_id, space);
  const closed = [
    ...holes,
    ...wells,
    ...standing.map(enlarged),
    ...cuts.map(({ ring }) => ring),
  ].map(clockwise);
  const area = knownArea(outline, voids);
  const id = space.room_id ?? `${level_id} ${i}`;
  const { room_id, bounds } = space;
  const isSame = standing.length === 0 && cuts.length === 0;
  const walked = isSame ? area : knownArea(outline, closed);
  const parts = partsOf(run, level_id, space);
  return { id, level_id, room_id, bounds, area, walked, parts, cuts };
}

function contains({ bounds: { min, max }, walked }: Bare, point: Point2): boolean {
  const { x, y } = point;
  if (x < min.x || x > max.x || y < min.y || y > max.y) return false;
  return pointInRing(point, walked.outline);
}

/** A portal with the id of the place that it belongs to. */
type Placed = { readonly place: string; readonly portal: Portal };

function doorPortals(run: Run, level_id: string, find: (point: Point2) => string | null): Placed[] {
  const placed: Placed[] = [];
  const passages = passagesOnLevel(run, level_id);
  for (const [done, passage] of passages.entries()) {
    checkpoint({ done, total: passages.length, doing: 'finding exits' });
    const doorway = doorwayOf(run, passage.id);
    if (doorway === null || !isWay(run, passage.id)) continue;
    const sides = sidesOfDoorway(doorway);
    const beyond_mm = segmentLengthMm(...sides) / 2;
    const leads = isExit(run, passage) ? 'out' : 'on';
    for (const [side, point] of sides.entries()) {
      const place = passage.rooms[side] ?? find(point);
      if (place !== null) {
        placed.push({ place, portal: { id: passage.id, point, beyond_mm, leads } });
      }
    }
  }
  return placed;
}

function stairPortals(
  run: Run,
  level_id: string,
  find: (point: Point2) => string | null,
): Placed[] {
  return stairsOf(run, level_id).flatMap((id) => {
    const flight = stairFlights(run, id);
    if (flight === null) return [];
    const down = stairTop(run, id) === level_id;
    if (!isStairWay(run, id, down ? 'upper' : 'lower')) return [];
    const point = endsOf(flight)[down ? 'head' : 'foot'];
    const place = find(point);
    return place === null
      ? []
      : [
          {
            place,
            portal: { id, point, beyond_mm: OFF_FLIGHT_MM, leads: down ? 'down' : 'up' },
          },
        ];
  });
}

/** The places of a level with their portals. */
const places = oncePerRun(function (run, level_id): readonly Place[] {
  const own = runOfLevel(run, level_id);
  if (own !== run) return places(own, level_id);
  const rooms = roomsOn(run, level_id);
  for (const [done, { id }] of rooms.entries()) {
    checkpoint({ done, total: rooms.length, doing: 'finding outlines of rooms' });
    run.view.outline(id);
  }
  const spaces = spacesOn(run.view, level_id);
  const bare: Bare[] = [];
  for (const [done, space] of spaces.entries()) {
    checkpoint({ done, total: spaces.length, doing: 'finding obstacles' });
    bare.push(bareOf(run, level_id, space, done));
  }
  const find = (point: Point2): string | null =>
    bare.find((place) => contains(place, point))?.id ?? null;
  const by = new Map<string, Portal[]>();
  const doors = doorPortals(run, level_id, find);
  const all = [...doors, ...stairPortals(run, level_id, find)];
  for (const { place, portal } of all) {
    const known = by.get(place);
    if (known === undefined) by.set(place, [portal]);
    else known.push(portal);
  }
  return bare.map(({ id, room_id, area, walked, parts, cuts }) => {
    const portals = by.get(id) ?? [];
    return { id, level_id, room_id, area, walked, parts, cuts, portals };
  });
});

/** Computes the places of all levels of these elements. */
export function preparePlaces(run: Run, subjects: readonly Element[]): void {
  const level_ids = new Set(subjects.map(({ id }) => run.view.levelOf(id)));
  for (const level_id of level_ids) {
    if (level_id !== null) places(run, level_id);
  }
}

/** Length of a flight along its slope, mm. */
function slopeLength(run: Run, id: string): number {
  const flight = stairFlights(run, id);
  return flight === null ? Infinity : flight.length;
}

/** Node of the route graph: the middle of a door, or one end of a stair. */
function nodeOf({ id, leads }: Pick<Portal, 'id' | 'leads'>): string {
  return leads === 'down' || leads === 'up' ? `${id} ${leads}` : id;
}

type Edges = Map<string, { readonly to: string; readonly length: number }[]>;

/** Adds the edges from a portal to the other portals of its place and along its flight. */
function joinFrom(run: Run, { walked, portals }: Place, from: Portal, edges: Edges): void {
  const node = nodeOf(from);
  const list = edges.get(node) ?? [];
  edges.set(node, list);
  if (from.leads === 'down' || from.leads === 'up') {
    const other = from.leads === 'down' ? 'up' : 'down';
    list.push({ to: `${from.id} ${other}`, length: slopeLength(run, from.id) });
  }
  const points = portals.map(({ point }) => point);
  const lengths = knownWays(walked, from.point, points);
  for (const [k, other] of portals.entries()) {
    const length = at(lengths, k) + from.beyond_mm + other.beyond_mm;
    if (other !== from && length < Infinity) list.push({ to: nodeOf(other), length });
  }
}

const OUT = new WeakMap<Run, ReadonlyMap<string, number>>();

/**
 * Computes the distance from each door and stair to the nearest exit of the building, over all levels, with one checkpoint
 * per door or stair. If it was not called, `furthestFromExit` computes all distances at once.
 */
export function prepareWays(run: Run): void {
  if (OUT.has(run)) return;
  const edges: Edges = new Map();
  const exits = new Set<string>();
  for (const { id: level_id } of run.view.levels()) {
    const all = places(run, level_id);
    for (const [done, place] of all.entries()) {
      for (const portal of place.portals) {
        checkpoint({ done, total: all.length, doing: 'measuring routes' });
        if (portal.leads === 'out') exits.add(nodeOf(portal));
        joinFrom(run, place, portal, edges);
      }
    }
  }
  OUT.set(run, shortest(edges, exits));
}

function outFrom(run: Run): ReadonlyMap<string, number> {
  prepareWays(run);
  return OUT.get(run) ?? new Map<string, number>();
}

function shortest(edges: Edges, sources: Iterable<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const open = new MinHeap();
  const names: string[] = [];
  const push = (name: string, length: number): void => {
    if (length >= (found.get(name) ?? Infinity)) return;
    found.set(name, length);
    open.push(names.push(name) - 1, length);
  };
  for (const source of sources) push(source, 0);
  for (;;) {
    const next = open.pop();
    if (next === null) return found;
    const name = at(names, next.item);
    if (next.key > (found.get(name) ?? 0)) continue;
    for (const { to, length } of edges.get(name) ?? []) push(to, next.key + length);
  }
}

/** The place of a room; null if the room has no outline. */
export function placeOf(run: Run, level_id: string, room_id: string): Place | null {
  return placesById(run, level_id).get(room_id) ?? null;
}

const placesById = oncePerRun(
  (run, level_id): ReadonlyMap<string, Place> =>
    new Map(places(run, level_id).map((place) => [place.id, place])),
);

/** The point of a place that is furthest from the exits of the building; null if a point has no route to one. */
export function furthestFromExit(run: Run, place: Place): Furthest | null {
  const { walked, portals, parts } = place;
  // A part that reaches no corner of the outline, such as the inside of a closed railing, is not found by the search.
  if (parts.length > 1 && cutOffParts(run, place).some((part) => isOwn(run, place, part))) {
    return null;
  }
  const out = outFrom(run);
  const sources = portals.map(({ id, point, beyond_mm, leads }) => {
    return { point, rest_mm: (out.get(nodeOf({ id, leads })) ?? Infinity) + beyond_mm };
  });
  return knownFurthest(walked, sources);
}

/** Whether a part is in a space that a portal of the place leads into: a drawn outline can contain other spaces. */
function isOwn(run: Run, { level_id, portals }: Place, part: DiscPart): boolean {
  const space = spaceAt(run, level_id, part.point);
  return portals.some(({ point }) => spaceAt(run, level_id, point) === space);
}

/** The parts of a place from which no way leads to an exit, although one leads from another part; largest first. */
function cutOffParts(run: Run, { walked, portals, parts }: Place): readonly DiscPart[] {
  const out = outFrom(run);
  const exits = portals
    .filter(({ id, leads }) => (out.get(nodeOf({ id, leads })) ?? Infinity) < Infinity)
    .map(({ point }) => point);
  if (exits.length === 0) return [];
  return parts
    .filter((part) => knownWays(walked, part.point, exits).every((length) => length === Infinity))
    .toSorted((a, b) => b.size_mm2 - a.size_mm2);
}

/** Why a place has no route to an exit: the gap that closes off a part of it, if one does. */
export function whyNoRoute(run: Run, place: Place): string {
  const [part] = cutOffParts(run, place);
  if (part === undefined) return 'no route leads from the room to an exit';
  const gap = gapAround(run, place, part);
  const because = gap === null ? '' : `: ${gap} is narrower than ${WAY_MM} mm`;
  return `no route leads from a part of the room to an exit${because}`;
}

/**
 * Portals through which the building can be left without returning through the place; portals to a closet are excluded.
 */
export function outward(run: Run, { portals, level_id }: Place): readonly Portal[] {
  return portals.filter(({ id, leads, point }) => {
    if (leads === 'out') return true;
    if (leads !== 'on') return leadsOff(run, id, level_id);
    const passage = passageOf(run, id);
    return passage !== null && leadsOut(run, passage, spaceAt(run, level_id, point));
  });
}

/**
 * Length of the route from the furthest point of a place with one exit to the point from which two routes lead on, mm; null
 * if the place has several exits or none.
 */
export function commonPath(run: Run, place: Place): Furthest | null {
  const [only, ...others] = outward(run, place);
  if (only === undefined || others.length > 0) return null;
  const furthest = knownFurthest(place.walked, [{ point: only.point, rest_mm: only.beyond_mm }]);
  if (furthest === null) return null;
  let { length_mm } = furthest;
  let [here, through] = [place, only];
  for (const passed = new Set([place.id]); through.leads === 'on'; passed.add(here.id)) {
    const beyond = beyondOf(run, here, through);
    if (beyond === null || passed.has(beyond.place.id)) return null;
    const onward = outward(run, beyond.place).filter(({ id }) => id !== through.id);
    const [next, ...more] = onward;
    if (next === undefined) return null;
    length_mm += beyond.portal.beyond_mm;
    if (more.length > 0) break;
    const [length = Infinity] = knownWays(beyond.place.walked, beyond.portal.point, [next.point]);
    length_mm += length + next.beyond_mm;
    [here, through] = [beyond.place, next];
  }
  return length_mm === Infinity ? null : { ...furthest, length_mm };
}

/** The place on the other side of a door, with the door as its portal. */
export function beyondOf(
  run: Run,
  here: Place,
  { id }: Portal,
): { readonly place: Place; readonly portal: Portal } | null {
  for (const place of placesByPortal(run, here.level_id).get(id) ?? []) {
    const portal = place.portals.find((one) => one.id === id);
    if (place.id !== here.id && portal !== undefined) return { place, portal };
  }
  return null;
}

const placesByPortal = oncePerRun((run, level_id): ReadonlyMap<string, readonly Place[]> => {
  const by = new Map<string, Place[]>();
  for (const place of places(run, level_id)) {
    for (const { id } of place.portals) by.set(id, [...(by.get(id) ?? []), place]);
  }
  return by;
});
