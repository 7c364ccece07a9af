/** @module sliding leaves: sliding and pocket doors whose leaf has no space next to the opening. */
import type { BoxMm } from '../../../../../schemas/units.ts';
import { type ConvexPiece, uprightPiece } from '../../../geometry/convex/convex-piece.ts';
import { locatePoint } from '../../../geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../../geometry/vector.ts';
import { sillOf } from '../../../kinds/door/door.ts';
import type { Element, ElementOf } from '../../../kinds/elements.ts';
import { typeOf } from '../../../kinds/types/of-type.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';
import { standingBody } from './upright.ts';

type Door = ElementOf<'door'>;
type Wall = ElementOf<'wall'>;

/** Maximum distance from a door within which elements are examined, mm; wider leaves are not examined. */
const REACH_MM = 3000;
/** By how much a leaf may stop before it has left the opening, mm. */
const SHORT_MM = 50;
/** Thickness of a sliding leaf next to the face of the wall, mm. */
const LEAF_MM = 40;
/** Distance from the face of a wall at which its body is looked for, mm. */
const INSIDE_MM = 5;
/** Distance between the places along the leaf at which there must be a wall, mm. */
const STEP_MM = 50;
/** Kinds of bodies that can stop a leaf next to a wall, and of those that can stand within one. */
const OBSTACLES = ['wall', 'column', 'stair', 'furniture'] as const;
const WITHIN = ['column'] as const;
/** An obstacle with no more than this fraction of the space only touches it. */
const TOUCHING = 1e-3;

/** Reports a door whose leaf cannot slide, or the doors next to which an element leaves no space. */
export function slidingWarnings(element: Element, view: ModelView): readonly Glimpse[] {
  const box = view.bounds(element.id);
  if (box === null) return [];
  if (element.kind === 'door') return cannotSlide(element, view);
  const { fills } = view.kinds.of(element);
  if (!OBSTACLES.some((kind) => kind === element.kind) && fills === 'none') return [];
  return meeting(widened(box), ['door'], view).flatMap((other) =>
    other.kind === 'door' ? cannotSlide(other, view) : [],
  );
}

function cannotSlide(door: Door, view: ModelView): readonly Glimpse[] {
  const { door_type, host_id, width, offset } = door.params;
  const wall = view.elementOf(host_id, 'wall');
  if (wall === undefined || (wall.params.via ?? null) !== null || width > REACH_MM) return [];
  // Several leaves slide past each other within the opening.
  if ((typeOf(door, view)?.params.leaf_count ?? 1) > 1) return [];
  const ends = [
    [offset - width + SHORT_MM, offset],
    [offset + width, offset + 2 * width - SHORT_MM],
  ] as const;
  const isFree =
    door_type === 'pocket'
      ? (stretch: Stretch) => isFreeInside(door, wall, stretch, view)
      : (stretch: Stretch) => isFreeAlongFace(door, wall, stretch, view);
  if ((door_type !== 'sliding' && door_type !== 'pocket') || ends.some(isFree)) return [];
  const where = door_type === 'pocket' ? 'inside its wall' : 'on the left face of its wall';
  return [
    {
      key: `${door.id}\nslides`,
      text: `the leaf of ${door_type} door \`${door.id}\` has no room to slide: expected ${width} mm free ${where} on one side of the opening; move the door, or give it another \`door_type\``,
    },
  ];
}

/** Two distances along a wall, mm. */
type Stretch = readonly [number, number];

/** The point at a distance along the axis of a wall and to the left of it, mm. */
function pointAt({ params: { start, end } }: Wall, along: number, left: number): Point2 {
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return { x: start.x + ux * along - uy * left, y: start.y + uy * along + ux * left };
}

/** Whether a leaf can move there along the left face: walls carry it, and no other body is in its way. */
function isFreeAlongFace(door: Door, wall: Wall, [from, to]: Stretch, view: ModelView): boolean {
  const level = view.elementOf(wall.params.level_id, 'level');
  const box = view.bounds(door.id);
  if (level === undefined || box === null) return true;
  const face = wall.params.thickness / 2;
  const near = meeting(widened(box), OBSTACLES, view);
  const footprints = near.flatMap(({ id, kind }) => {
    const footprint = kind === 'wall' ? view.footprint(id) : null;
    return footprint === null ? [] : [footprint.ring];
  });
  for (let along = from; along <= to; along += STEP_MM) {
    const behind = pointAt(wall, along, face - INSIDE_MM);
    if (!footprints.some((ring) => locatePoint(behind, ring) !== 'outside')) return false;
  }
  const space = spaceOf(wall, { stretch: [from, to], low: face + 1, high: face + LEAF_MM }, box);
  return near.every(({ id }) => id === wall.id || !isIn(space, id, view));
}

/** The box within which elements are examined. */
function widened({ min, max }: BoxMm): BoxMm {
  return {
    min: { x: min.x - REACH_MM, y: min.y - REACH_MM, z: min.z },
    max: { x: max.x + REACH_MM, y: max.y + REACH_MM, z: max.z },
  };
}

/** Whether an element is in a space, not only next to it. */
function isIn(space: ConvexPiece, id: string, view: ModelView): boolean {
  return sharedVolume(standingBody(id, view), [space]) > TOUCHING * volumeOf([space]);
}

type AlongFace = { readonly stretch: Stretch; readonly low: number; readonly high: number };

/** The space along a wall between two distances to its left, over the height of a door less its edges. */
function spaceOf(
  wall: Wall,
  { stretch: [from, to], low, high }: AlongFace,
  { min, max }: { readonly min: { readonly z: number }; readonly max: { readonly z: number } },
): ConvexPiece {
  const ring = [
    pointAt(wall, from, low),
    pointAt(wall, to, low),
    pointAt(wall, to, high),
    pointAt(wall, from, high),
  ];
  return uprightPiece(ring, min.z + SHORT_MM, max.z - SHORT_MM);
}

/** Whether a leaf can move there inside the wall: it is within the wall, and no other void of it and no column is in its way. */
function isFreeInside(door: Door, wall: Wall, [from, to]: Stretch, view: ModelView): boolean {
  const { start, end } = wall.params;
  if (from < 0 || to > segmentLengthMm(start, end)) return false;
  const box = view.bounds(door.id);
  if (box !== null) {
    const space = spaceOf(wall, { stretch: [from, to], low: -LEAF_MM / 2, high: LEAF_MM / 2 }, box);
    const near = meeting(widened(box), WITHIN, view);
    if (near.some(({ id }) => isIn(space, id, view))) return false;
  }
  return view.hostedBy(wall.id).every((other) => {
    const { fills } = view.kinds.of(other);
    if (other.id === door.id || fills === 'none') return true;
    const { offset, width, sill, height } = fills.cut(other);
    const threshold = sillOf(door.params);
    const isAbove = sill >= threshold + door.params.height;
    const isBelow = sill + height <= threshold;
    return offset === null || offset + width <= from || offset >= to || isAbove || isBelow;
  });
}
