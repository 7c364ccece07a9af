/** @module spaces: the rooms of a level and the spaces enclosed by walls, with their inner outlines. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import { locatePoint, pointInRing, ringBounds, signedArea } from '../geometry/plan/polygon.ts';
import type { Area } from '../geometry/plan/regions.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import type { RoomFace } from '../geometry/walls/rooms.ts';
import type { Element } from '../kinds/elements.ts';
import { boundsRooms } from '../kinds/room/bounding.ts';
import { enclosedOn } from '../kinds/room/enclosure.ts';
import { Derivation } from '../model/derived/derived-cache.ts';
import type { ModelView } from '../model/view.ts';

/** A room, or a space enclosed by walls that has no room (`room_id` is null). */
export type Space = {
  readonly room_id: string | null;
  /** Net outline; holes are clockwise; mm. */
  readonly area: Area;
  readonly bounds: Box2;
  /**
   * Sorted ids of the walls around and inside the space. For a room with a drawn outline: the walls of the space that
   * contains it.
   */
  readonly wall_ids: readonly string[];
};

const KNOWN = new WeakMap<ModelView, Map<string, readonly Space[]>>();

const SPACES = new Derivation<readonly Space[]>();

/**
 * Returns rooms by id, then the other spaces, limited to the walls and rooms that the view shows. Cached per view. The
 * result of an earlier view is reused if it has the same walls and room outlines.
 */
export function spacesOn(view: ModelView, level_id: string): readonly Space[] {
  const levels = KNOWN.get(view) ?? new Map<string, readonly Space[]>();
  KNOWN.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  const level = view.elementOf(level_id, 'level');
  const make = (): readonly Space[] => findSpaces(view, level_id);
  const made = level === undefined ? make() : SPACES.of(level, wallsAndRooms(view, level_id), make);
  levels.set(level_id, made);
  return made;
}

/** The inputs of the spaces of a level, compared by identity: any change replaces at least one of these objects. */
function wallsAndRooms(view: ModelView, level_id: string): readonly unknown[] {
  const inputs: unknown[] = [];
  for (const element of view.elementsOnLevel(level_id)) {
    if (boundsRooms(element)) inputs.push(element);
    if (element.kind === 'room') inputs.push(element, view.outline(element.id));
  }
  return inputs;
}

function findSpaces(view: ModelView, level_id: string): readonly Space[] {
  const faces = enclosedOn(level_id, view);
  const taken = new Set<RoomFace>();
  const rooms: Space[] = [];
  for (const element of view.elementsOnLevel(level_id)) {
    if (element.kind !== 'room') continue;
    const outline = view.outline(element.id);
    if (outline === null || outline.length < 3) continue;
    const ring = signedArea(outline) < 0 ? outline.toReversed() : outline;
    const face = closestTo(
      element.params.base_offset ?? null,
      faces.filter((one) => isFaceOf(one, ring, element)),
    );
    if (face !== undefined) taken.add(face);
    const holes = face === undefined || !sameArea(face.ring, ring) ? [] : face.holes;
    rooms.push({
      room_id: element.id,
      area: [ring, ...holes],
      bounds: ringBounds(ring),
      wall_ids: face?.wallIds ?? [],
    });
  }
  const rest = faces.filter((face) => !taken.has(face));
  return [
    ...rooms.toSorted((a, b) => compareText(a.room_id ?? '', b.room_id ?? '')),
    ...rest.map(({ ring, holes, wallIds }) => ({
      room_id: null,
      area: [ring, ...holes],
      bounds: ringBounds(ring),
      wall_ids: wallIds,
    })),
  ];
}

/** The first of the faces or, for a room with a foot of its own, the one whose lowest wall begins closest to it (mm). */
function closestTo(foot: number | null, faces: readonly RoomFace[]): RoomFace | undefined {
  if (foot === null) return faces[0];
  return faces.toSorted((a, b) => Math.abs(a.low - foot) - Math.abs(b.low - foot))[0];
}

/**
 * Whether a face between walls belongs to the room: it contains the room's point or, without one, a point inside its
 * outline.
 */
function isFaceOf(face: RoomFace, ring: Ring, room: Extract<Element, { kind: 'room' }>): boolean {
  const probe = room.params.point ?? insideOf(ring);
  return (
    pointInRing(probe, face.ring) &&
    face.holes.every((hole) => locatePoint(probe, hole) !== 'inside')
  );
}

function sameArea(a: Ring, b: Ring): boolean {
  return Math.abs(signedArea(a) - signedArea(b)) < 1;
}

/** A point inside a ring: its centroid or, if the centroid is outside, a point next to its longest side. */
export function insideOf(ring: Ring): Point2 {
  const middle = centroidOf(ring);
  if (locatePoint(middle, ring) === 'inside') return middle;
  let best: { readonly point: Point2; readonly length: number } | null = null;
  for (const [i, a] of ring.entries()) {
    const b = ring[(i + 1) % ring.length] ?? a;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (best !== null && length <= best.length) continue;
    for (const depth of [length / 4, 50, 1]) {
      const point = {
        x: (a.x + b.x) / 2 - (dy / length) * depth,
        y: (a.y + b.y) / 2 + (dx / length) * depth,
      };
      if (locatePoint(point, ring) !== 'inside') continue;
      best = { point, length };
      break;
    }
  }
  return best?.point ?? middle;
}

function centroidOf(ring: Ring): Point2 {
  const origin = ring[0] ?? { x: 0, y: 0 };
  let [area, x, y] = [0, 0, 0];
  for (const [i, p] of ring.entries()) {
    const q = ring[(i + 1) % ring.length] ?? p;
    const [px, py, qx, qy] = [p.x - origin.x, p.y - origin.y, q.x - origin.x, q.y - origin.y];
    const cross = px * qy - qx * py;
    area += cross;
    x += cross * (px + qx);
    y += cross * (py + qy);
  }
  return { x: origin.x + x / (3 * area), y: origin.y + y / (3 * area) };
}

/** Whether a point is inside a space; its outline is excluded. */
export function isIn({ area: [outer, ...holes], bounds }: Space, point: Point2): boolean {
  const { min, max } = bounds;
  if (point.x < min.x || point.x > max.x || point.y < min.y || point.y > max.y) return false;
  return (
    outer !== undefined &&
    locatePoint(point, outer) === 'inside' &&
    holes.every((hole) => locatePoint(point, hole) === 'outside')
  );
}
