/** @module walked floor: the part of a room's floor on which people can walk. */
import { at, doubleAt } from '../../../../building/geometry/indexed.ts';
import { pointInRing, ringBounds, signedArea } from '../../../../building/geometry/plan/polygon.ts';
import type { Ring } from '../../../../building/geometry/plan/polygon.ts';
import {
  type Area,
  closedBy,
  common,
  united,
  without,
} from '../../../../building/geometry/plan/regions.ts';
import { type Box2, planBoxIntersects, pointOnGrid } from '../../../../building/geometry/vector.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import { railing } from '../../../../building/kinds/railing/railing.ts';
import { ramp } from '../../../../building/kinds/ramp/ramp.ts';
import { stair } from '../../../../building/kinds/stair/stair.ts';
import type { Run } from '../../run.ts';
import { clip, type Piece } from '../../shapes/clip.ts';
import { bodiesIn, obstructsRooms, undersidesOf } from '../bodies.ts';
import { hullOf } from '../free-space/obstacles.ts';
import { OF_LEVEL_MM, surfacesNear } from '../surfaces.ts';

/** A body that begins no higher than this above the floor stands on the floor, mm; higher bodies hang over it. */
export const STANDS_MM = 500;
/** A rail up to this height above the floor keeps people off, mm. */
const RAIL_MM = 1500;
/** People do not walk through gaps of up to this width, mm. */
const GAP_MM = 100;
/** Width of the surroundings of a room in which its doors and open sides are followed, mm. */
const AROUND_MM = 1500;

/**
 * Whether an element begins on the floor and rises over it (a stair or ramp), so that its parts are judged separately.
 */
export function isFlight({ kind }: Element): boolean {
  return kind === stair.kind || kind === ramp.kind;
}

/** A face that faces down, with the heights of its corners above the floor. */
type Face = { readonly piece: Piece; readonly box: Box2 };

/** The faces of a body that face down, over a floor at `z`. */
export function facesOf(run: Run, id: string, z: number): readonly Face[] {
  return undersidesOf(run, id).map(({ triangle, box }) => ({
    piece: triangle.map((corner) => ({ x: corner.x, y: corner.y, h: corner.z - z })),
    box,
  }));
}

/** The ring in counter-clockwise order, the order of outlines in an area. */
export function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}

/** Plan outlines of the parts of a stair or ramp that stand on the floor or begin slightly below its top. */
function standingFaces(run: Run, id: string, z: number): readonly Ring[] {
  return facesOf(run, id, z).flatMap(({ piece }) => {
    const standing = clip(
      clip(piece, ({ h }) => STANDS_MM - h),
      ({ h }) => h + OF_LEVEL_MM,
    );
    return standing.length < 3 ? [] : [counterClockwise(standing)];
  });
}

/** Plan outlines of the parts of a body that stand on the floor and are too high to step over; of a railing also its rail. */
function standingParts(run: Run, { id, kind }: Element, z: number): readonly Ring[] {
  const highest = z + (kind === railing.kind ? RAIL_MM : STANDS_MM);
  const pieces = run.view.pieces(id);
  if (pieces === null) return standingFaces(run, id, z);
  return pieces.flatMap((piece): readonly Ring[] => {
    const { bounds } = piece;
    if (bounds[2] > highest || bounds[5] < z + STANDS_MM) return [];
    const [flat, step] = piece.shape === 'upright' ? [piece.ring, 2] : [piece.corners, 3];
    const corners = Array.from({ length: flat.length / step }, (_, i) =>
      pointOnGrid({ x: doubleAt(flat, step * i), y: doubleAt(flat, step * i + 1) }),
    );
    const outline = hullOf(corners);
    return outline.length < 3 ? [] : [outline];
  });
}

/** Holes in the floors of a level that no other floor covers. */
function wellsIn(run: Run, box: Box2, z: number): Area {
  const floors = surfacesNear(run, z).filter((surface) => planBoxIntersects(surface.box, box));
  const holes = floors.flatMap((surface) => surface.holes.map(counterClockwise));
  if (holes.length === 0) return [];
  const solid = floors.map(({ boundary, holes: own }) =>
    without([counterClockwise(boundary)], united([own.map(counterClockwise)])),
  );
  return without(united([holes]), united(solid));
}

/** Whether a part of a field extends to the edge of the field. */
function extendsToEdge(part: Ring, { min, max }: Box2): boolean {
  const own = ringBounds(part);
  return own.min.x <= min.x || own.min.y <= min.y || own.max.x >= max.x || own.max.y >= max.y;
}

/**
 * The floor of a room on which people can walk. It excludes the parts on which bodies stand and the parts that walls,
 * railings and other bodies fence off. A part is fenced off if no route leads from it out of the surroundings of the room.
 * If all parts are fenced off, the largest part counts as walked.
 */
export function walkedFloor(run: Run, ring: Ring, z: number): Area {
  const around = frameAround(ringBounds(ring), AROUND_MM);
  const field = ringBounds(around);
  const box = {
    min: { ...field.min, z: z - OF_LEVEL_MM },
    max: { ...field.max, z: z + RAIL_MM },
  };
  const standing = bodiesIn(run, box).flatMap((element): readonly Ring[] => {
    if (!obstructsRooms(element)) return [];
    return isFlight(element) ? standingFaces(run, element.id, z) : standingParts(run, element, z);
  });
  const blocked = closedBy(united([standing, wellsIn(run, field, z)]), GAP_MM / 2);
  const free = without([around], blocked);
  const fenced = free.filter((part) => signedArea(part) > 0 && !extendsToEdge(part, field));
  const floorOf = common(free, [counterClockwise(ring)]);
  const walked = without(floorOf, united([fenced]));
  return walked.length > 0 ? walked : largestOf(floorOf);
}

/** A rectangle that extends beyond a box by `by` on each side. */
function frameAround({ min, max }: Box2, by: number): Ring {
  const [x0, y0, x1, y1] = [min.x - by, min.y - by, max.x + by, max.y + by];
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
}

/** The largest connected part of an area, with its holes. */
function largestOf(area: Area): Area {
  const outer = area.filter((ring) => signedArea(ring) > 0);
  const [largest] = outer.toSorted((a, b) => signedArea(b) - signedArea(a));
  return largest === undefined
    ? []
    : [
        largest,
        ...area.filter((ring) => signedArea(ring) < 0 && pointInRing(at(ring, 0), largest)),
      ];
}

/** An area without its narrow parts, such as the ends of handrails and edges that extend over a railing. */
export function wideParts(area: Area): Area {
  if (area.length === 0) return area;
  const frame = [frameAround(ringBounds(area.flat()), 10 * GAP_MM)];
  return without(frame, closedBy(without(frame, area), GAP_MM / 2));
}
