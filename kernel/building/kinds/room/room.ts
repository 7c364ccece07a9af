/** @module room: a space with an outline, given or found between the walls that enclose a point. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { SpaceUnder } from '../../geometry/ceilings/space-under.ts';
import { extentOfSpace, leastHeight } from '../../geometry/ceilings/space-under.ts';
import { kernelCentroid } from '../../geometry/plan/kernel-point.ts';
import type { Region, Ring } from '../../geometry/plan/polygon.ts';
import {
  pointInRing,
  regionArea,
  ringBounds,
  ringPerimeter,
  signedArea,
  validateRegion,
} from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import { STANDALONE } from '../facets/standalone.ts';
import { type Mark, area } from '../facets/symbol.ts';
import type { AnyElement, Followed, KindView, Site, Span, Storey } from '../kind.ts';
import { defineKind, isOf } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import { outlineFault } from '../rules/in-slab.ts';
import { atHeightOf, heightFault, requireHeightOf } from '../rules/level-height.ts';
import { type ElementCode, type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { closedAbove, requireSpaceUnder, spaceFault, spaceUnder } from '../rules/room-under.ts';
import { overheadOf } from '../rules/wall-under.ts';
import { actualHeight } from '../shared/actual-height.ts';
import { boxOver, widened } from '../shared/boxes.ts';
import { shownPlanes } from '../shared/cut-member.ts';
import { movedPlanes, requireCutPlanes } from '../shared/cut-planes.ts';
import type { HoldingView } from '../shared/held.ts';
import { movedOutline, onLevel } from '../shared/motion.ts';
import { builtArea, builtSize, extentSize, MIN_MM } from '../shared/sizes.ts';
import { wall } from '../wall/wall.ts';
import type { EnclosedCode, LevelView } from './enclosure.ts';
import { enclosedOn, enclosureAt, requireEnclosure } from './enclosure.ts';
import { lifted, offsetOf, roomFoot } from './foot.ts';
import { roomIfc } from './ifc.ts';
import { type Room, RoomParams } from './params.ts';
import { copiedRoom } from './room-copy.ts';
import {
  cutRoomFault,
  cutTop,
  meshOfRoom,
  piecesOfRoom,
  type RoomBody,
  volumeOfRoom,
} from './room-space.ts';
import { netFloorArea } from './space-quantities.ts';

export type RoomCode =
  | LevelCode
  | BoundsCode
  | ElementCode
  | 'INVALID_BOUNDARY'
  | 'INVALID_ARGUMENT'
  | 'OUT_OF_RANGE';

/**
 * A room that follows its walls is indexed by its stored boundary widened by this, mm. Its outline is exact wherever
 * the walls move; queries by place find it only within this distance.
 */
const ROOM_MARGIN_MM = 1000;

const REACHES = new WeakMap<Room, Box2>();

/** Stored boundary of a room, widened when the room follows its walls. */
export function reachOfRoom(element: Room): Box2 {
  const known = REACHES.get(element);
  if (known !== undefined) return known;
  const box = boxOf(element);
  REACHES.set(element, box);
  return box;
}

function boxOf({ params: { boundary_points, point } }: Room): Box2 {
  const bounds = ringBounds(boundary_points);
  return point === null ? bounds : widened(bounds, ROOM_MARGIN_MM);
}

/** Plan of a room: `holes` are free-standing groups of walls inside, which its area excludes. */
export type RoomOutline = {
  readonly ring: Ring;
  readonly holes: readonly Ring[];
  readonly area_mm2: number;
  readonly enclosed: boolean;
};

/** Outline of a room; `enclosed` is false when it follows walls that no longer enclose its point. */
export function roomOutline(element: Room, site: Pick<Site, 'roomFace'>): RoomOutline {
  const { point, boundary_points: ring } = element.params;
  const face = point === null ? null : site.roomFace(element, point);
  if (face === null) {
    return { ring, holes: [], area_mm2: Math.abs(signedArea(ring)), enclosed: point === null };
  }
  return { ring: face.ring, holes: face.holes, area_mm2: face.area_mm2, enclosed: true };
}

/** Length of all wall faces around a room, including free-standing walls in it, mm. */
export function perimeterOf({ ring, holes }: Pick<RoomOutline, 'ring' | 'holes'>): number {
  return holes.reduce((sum, hole) => sum + ringPerimeter(hole), ringPerimeter(ring));
}

function regionOf(element: Room, site: Site): Region {
  const { ring, holes } = roomOutline(element, site);
  const check = validateRegion(ring, holes);
  // Groups of walls that touch each other have no simple outline to cut out.
  return check.ok ? check.region : { boundary: ring, holes: [] };
}

function spanOf(level: Storey, element: Room): Span {
  const low = roomFoot(element, level);
  return { low, high: low + element.params.height };
}

/** The space of a room that is open to a roof or floor above; null for a room of its own height. */
function openSpace(element: Room, site: Site): SpaceUnder | null {
  if (typeof element.params.top_under !== 'string') return null;
  return spaceUnder(element, regionOf(element, site), site);
}

function bodyOf(room: Room, site: Site): RoomBody {
  return { room, region: regionOf(room, site), under: openSpace(room, site) };
}

/** The stored outline; if the room follows its walls, the current outline may differ. */
function storedRegion({ params: { boundary_points } }: Room): Region {
  return { boundary: boundary_points, holes: [] };
}

/** A room. */
export const room = defineKind({
  kind: 'room',
  category: 'Rooms',
  params: RoomParams,
  fixed: {
    cut_planes: { unless_null: 'only an import sets planes; with null they do not cut the room' },
  },
  plain_numbers: { occupancy: null, cut_planes: null },
  refs: { level_id: 'stands_on', top_under: 'ends_under' },
  check(given: Room, view: KindView, context: PlanContext<RoomCode>) {
    const level = requireLevel(view, given.params.level_id, context);
    requireCutPlanes(given, context);
    const proposed = requireHeightOf(given, level, context);
    const { height } = proposed.params;
    const foot = roomFoot(proposed, level);
    requirePointsInModel('`boundary_points`', proposed.params.boundary_points, context);
    requireInModel('foot of the room', { z: foot }, context);
    requireInModel('top of the room', { z: foot + height }, context);
    const { boundary_points, region, warnings } = requireBoundary(
      proposed.params.boundary_points,
      [],
      context,
    );
    const net = regionArea(region);
    const under = requireSpaceUnder(proposed, region, view, context);
    return {
      element: { ...proposed, params: { ...proposed.params, boundary_points } },
      warnings,
      facts: {
        area_mm2: toGrid(net),
        perimeter_mm: toGrid(ringPerimeter(region.boundary)),
        volume_mm3: toGrid(volumeOfRoom({ room: proposed, region, under }, net, level)),
      },
    };
  },
  integrity: (element: Room, site) =>
    heightFault(element, site) ??
    outlineFault(element.params.boundary_points) ??
    spaceFault(element, storedRegion(element), site) ??
    cutRoomFault(
      { room: element, region: storedRegion(element), under: null },
      site.level(element.params.level_id),
    ),
  reach(element: Room) {
    const { top_under, height } = element.params;
    const low = offsetOf(element.params);
    // Independent of the height of the roof above.
    const high = typeof top_under === 'string' ? Infinity : low + height;
    return { grid: 'bodies', box: boxOf(element), low, high };
  },
  inputs: (element: Room, site) => [roomOutline(element, site).ring, ...overheadOf(element, site)],
  ...STANDALONE,
  body: {
    occupies: 'space',
    may_fail: false,
    least_volume: 'of_body',
    mesh: (element: Room, level, site) => meshOfRoom(bodyOf(element, site), level, site),
    pieces: (element: Room, level, site) => piecesOfRoom(bodyOf(element, site), level),
  },
  obstructs: 'none',
  bears: 'none',
  bounds(element: Room, level, site) {
    const span = spanOf(level, element);
    const { ring } = roomOutline(element, site);
    const space = openSpace(element, site);
    const extent = space === null ? null : extentOfSpace(space);
    const high = cutTop(bodyOf(element, site), level) ?? extent?.high ?? span.high;
    return boxOver(ring, { ...span, high });
  },
  outline: (element: Room, site) => roomOutline(element, site).ring,
  quantities: ['area_mm2', 'perimeter_mm', 'volume_mm3'],
  measures(element: Room, site) {
    const outline = roomOutline(element, site);
    const { area_mm2 } = outline;
    const level = site.level(element.params.level_id);
    const volume_mm3 = volumeOfRoom(bodyOf(element, site), area_mm2, level);
    return { area_mm2, perimeter_mm: perimeterOf(outline), volume_mm3 };
  },
  transform: {
    points: ({ params: { boundary_points } }: Room) => boundary_points,
    reference: ({ params: { boundary_points } }: Room) => boundary_points[0] ?? { x: 0, y: 0 },
    moved(element: Room, motion, context) {
      const { boundary_points, point } = element.params;
      return {
        ...element,
        params: {
          ...element.params,
          ...lifted(element, motion, context),
          ...movedPlanes(element.params, motion),
          boundary_points: movedOutline(boundary_points, motion),
          point: point === null ? null : motion.point(point),
        },
      };
    },
    relevelled: (element: Room, target) =>
      atHeightOf(onLevel(closedAbove(element), target), target),
  },
  follows: {
    modified,
    moved(after: Room, view, context) {
      const { point } = after.params;
      if (point === null) return { element: after, wall_ids: [], notes: [] };
      return around(after, { x: toGrid(point.x), y: toGrid(point.y) }, { view, context });
    },
    present(element: Room, view) {
      if (element.params.point === null) return element;
      const outline = view.outline(element.id) ?? element.params.boundary_points;
      const boundary_points = outline.map(({ x, y }) => ({ x, y }));
      return { ...element, params: { ...element.params, boundary_points } };
    },
    copied: copiedRoom,
  },
  appearance: { picture: [205, 205, 208], elevation: null, gltf: [0.25, 0.5, 0.7] },
  stated: 'none',
  ifc: roomIfc,
  symbol: { layer: 10, plans: 'body', marks: symbolOf },
  sizes: ({ params: { boundary_points, height } }: Room) => [
    extentSize(boundary_points),
    ['height', height, MIN_MM],
  ],
  buildable: ({ params: { boundary_points, height } }: Room) => [
    builtArea(boundary_points),
    builtSize('height', height),
  ],
  schedule: {
    type: 'usage',
    columns: [
      'number',
      'name',
      'level',
      'usage',
      'area_m2',
      'perimeter_m',
      'volume_m3',
      'height',
      'occupancy',
    ],
    summed: ['occupancy'],
    figures: { names: ['min_height_mm', 'net_floor_area_mm2'], of: figuresOf },
    actual: actualHeight,
  },
  shown: ({ params: { cut_planes, ...shown } }: Room) => ({
    ...shown,
    ...shownPlanes({ cut_planes: cut_planes ?? null }),
  }),
});

/** Figures of a room besides its measures. */
function figuresOf(element: Room, view: HoldingView): Readonly<Record<string, number>> {
  const net = netFloorArea(element, view);
  return {
    ...minHeightFigure(element, view),
    ...(net === null ? {} : { net_floor_area_mm2: toGrid(net) }),
  };
}

/** The minimum height of a room that is open to a roof or floor, mm. */
function minHeightFigure(element: Room, view: HoldingView): Readonly<Record<string, number>> {
  if (typeof element.params.top_under !== 'string') return {};
  const check = validateRegion(view.outline(element.id) ?? [], view.holes(element.id));
  const space = check.ok ? spaceUnder(element, check.region, view) : null;
  return space === null ? {} : { min_height_mm: toGrid(leastHeight(space)) };
}

type Planning = { readonly view: KindView; readonly context: PlanContext<EnclosedCode> };

/** The room with the outline of the walls around its point. */
function around(element: Room, point: PlanPoint, { view, context }: Planning): Followed<Room> {
  const place = { ...element.params, point };
  const { boundary_points, wall_ids } = requireEnclosure(place, view, context);
  return {
    element: { ...element, params: { ...element.params, boundary_points } },
    wall_ids,
    notes: [],
  };
}

/** A new point results in a new outline; a given outline does not follow walls. */
function modified(
  before: Room,
  proposed: Room,
  view: KindView,
  context: PlanContext<EnclosedCode | LevelCode>,
): Followed<Room> {
  const { level_id, point, boundary_points } = proposed.params;
  const { params: was } = before;
  if (boundary_points !== was.boundary_points && !deepEqual(boundary_points, was.boundary_points)) {
    return {
      element: { ...proposed, params: { ...proposed.params, point: null } },
      wall_ids: [],
      notes: point === null ? [] : ['the room keeps this outline and no longer follows its walls'],
    };
  }
  // Setting the same point again finds the outline of the current walls.
  const again = deepEqual(proposed.params, was);
  const moved = level_id !== was.level_id || !deepEqual(point, was.point);
  if (point === null || !(moved || again)) return { element: proposed, wall_ids: [], notes: [] };
  requireLevel(view, level_id, context);
  return around(proposed, point, { view, context });
}

/** The floor of the room with name and number. */
function symbolOf(element: Room, site: Site): readonly Mark[] {
  const { ring, holes } = roomOutline(element, site);
  if (ring.length < 3) return [];
  const { name, number, point } = element.params;
  const lines = number === null ? [name] : [name, number];
  // The point of a room may be anywhere in it: a label there can lie on walls
  const at = kernelCentroid(ring) ?? point ?? middleOf(ring);
  return [area('area', ring, ...holes), { shape: 'text', at, lines }];
}

function middleOf(points: Ring): PlanPoint {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Ids of the walls that a room follows; empty for a given outline, walls that no longer enclose it, and other elements. */
export function wallsAround(element: AnyElement, view: LevelView): readonly string[] {
  if (!isOf(room, element)) return [];
  const { params } = element;
  const { point } = params;
  return point === null ? [] : (enclosureAt({ ...params, point }, view)?.wall_ids ?? []);
}

/** Ids of the rooms of a level that follow walls, if all of these are among the given ones. */
export function roomsBetween(
  level_id: string,
  wall_ids: ReadonlySet<string>,
  view: LevelView,
): readonly string[] {
  return roomsIn(level_id, view, (walls) => walls.every((id) => wall_ids.has(id)));
}

/** Ids of the rooms that follow a wall; empty for other elements. */
export function roomsAlong(along: AnyElement, view: LevelView): readonly string[] {
  if (!isOf(wall, along)) return [];
  return roomsIn(along.params.level_id, view, (walls) => walls.includes(along.id));
}

/** Ids of the rooms of a level that follow walls, for which a condition on the ids of these walls is met. */
function roomsIn(
  level_id: string,
  view: LevelView,
  isWanted: (wall_ids: readonly string[]) => boolean,
): readonly string[] {
  const faces = enclosedOn(level_id, view).filter(({ wallIds }) => isWanted(wallIds));
  const rooms: string[] = [];
  if (faces.length === 0) return rooms;
  for (const element of view.elementsOnLevel(level_id)) {
    if (!isOf(room, element) || element.params.point === null) continue;
    const { point } = element.params;
    if (faces.some(({ ring }) => pointInRing(point, ring))) rooms.push(element.id);
  }
  return rooms;
}
