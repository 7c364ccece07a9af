/** @module under flights: what of stairs and ramps hangs over the floor of a room on which one can walk. */
import { at, float64At } from '../../geometry/indexed.ts';
import { pointInRing, ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Area, closedBy, common, united, without } from '../../geometry/plan/regions.ts';
import {
  type Box2,
  planBoxIntersects,
  pointOnGrid,
  segmentLengthMm,
} from '../../geometry/vector.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import { floor } from '../../kinds/floor.ts';
import { railing } from '../../kinds/railing.ts';
import { ramp } from '../../kinds/ramp.ts';
import { roof } from '../../kinds/roof.ts';
import { stair } from '../../kinds/stair.ts';
import type { Run } from '../run.ts';
import { clipped, nearestIn, type Piece } from '../shapes/clip.ts';
import {
  bodiesIn,
  isTouch,
  type Lowest,
  lower,
  lowestCorners,
  type Place,
  undersidesOf,
} from './bodies.ts';
import { hullOf } from './obstacles.ts';
import { OF_LEVEL_MM, surfacesNear } from './surfaces.ts';

/** What begins no higher than this above the floor stands on it and does not hang over it, mm. */
export const STANDS_MM = 500;
/** A rail no higher than this above the floor keeps people off, mm. */
const RAIL_MM = 1500;
/** Nobody walks through or under what is not wider than this, mm. */
const GAP_MM = 100;
/** Around a room one sees where its doors and open sides lead to, mm. */
const AROUND_MM = 1500;

/** Of stairs and ramps parts are judged: they begin on a floor and hang over it further on. */
export function isFlight({ kind }: Element): boolean {
  return kind === stair.kind || kind === ramp.kind;
}

/** A face that looks down, with the heights of its corners above the floor. */
type Face = { readonly piece: Piece; readonly box: Box2 };

function facesOf(run: Run, id: string, z: number): readonly Face[] {
  return undersidesOf(run, id).map(({ triangle, box }) => ({
    piece: triangle.map((corner) => ({ x: corner.x, y: corner.y, h: corner.z - z })),
    box,
  }));
}

/** Height of the plane of a face at a point in plan. */
function heightOn(face: Piece): (point: Point2) => number {
  const [a, b, c] = [at(face, 0), at(face, 1), at(face, 2)];
  const [ux, uy, uh] = [b.x - a.x, b.y - a.y, b.h - a.h];
  const [vx, vy, vh] = [c.x - a.x, c.y - a.y, c.h - a.h];
  const twice = ux * vy - uy * vx;
  const [gx, gy] = [(uh * vy - vh * uy) / twice, (ux * vh - vx * uh) / twice];
  return ({ x, y }) => a.h + gx * (x - a.x) + gy * (y - a.y);
}

function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}

/** Where a stair or ramp stands on the floor, or begins a little below its top. */
function standingFaces(run: Run, id: string, z: number): readonly Ring[] {
  return facesOf(run, id, z).flatMap(({ piece }) => {
    const standing = clipped(
      clipped(piece, ({ h }) => STANDS_MM - h),
      ({ h }) => h + OF_LEVEL_MM,
    );
    return standing.length < 3 ? [] : [counterClockwise(standing)];
  });
}

/** Outlines of the parts of a body that stand on the floor and are too high to step over; of a railing its rail, too. */
function standingParts(run: Run, { id, kind }: Element, z: number): readonly Ring[] {
  const highest = z + (kind === railing.kind ? RAIL_MM : STANDS_MM);
  const pieces = run.view.pieces(id);
  if (pieces === null) return standingFaces(run, id, z);
  return pieces.flatMap((piece): readonly Ring[] => {
    const { bounds } = piece;
    if (bounds[2] > highest || bounds[5] < z + STANDS_MM) return [];
    const [flat, step] = piece.shape === 'upright' ? [piece.ring, 2] : [piece.corners, 3];
    const corners = Array.from({ length: flat.length / step }, (_, i) =>
      pointOnGrid({ x: float64At(flat, step * i), y: float64At(flat, step * i + 1) }),
    );
    const outline = hullOf(corners);
    return outline.length < 3 ? [] : [outline];
  });
}

/** Holes in the floors of a storey that no other floor covers. */
function wellsIn(run: Run, box: Box2, z: number): Area {
  const floors = surfacesNear(run, z).filter((surface) => planBoxIntersects(surface.box, box));
  const holes = floors.flatMap((surface) => surface.holes.map(counterClockwise));
  if (holes.length === 0) return [];
  const solid = floors.map(({ boundary, holes: own }) =>
    without([counterClockwise(boundary)], united([own.map(counterClockwise)])),
  );
  return without(united([holes]), united(solid));
}

/** Whether a part of a field reaches its edge. */
function leadsOn(part: Ring, { min, max }: Box2): boolean {
  const own = ringBounds(part);
  return own.min.x <= min.x || own.min.y <= min.y || own.max.x >= max.x || own.max.y >= max.y;
}

/**
 * The floor of a room on which one can walk: without what stands on it, and without what walls, railings and the like
 * fence off. A part is fenced off when no way leads from it past the surroundings of the room; the largest never is.
 */
function walkedFloor(run: Run, ring: Ring, z: number): Area {
  const around = frameAround(ringBounds(ring), AROUND_MM);
  const field = ringBounds(around);
  const box = {
    min: { ...field.min, z: z - OF_LEVEL_MM },
    max: { ...field.max, z: z + RAIL_MM },
  };
  const standing = bodiesIn(run, box).flatMap((element): readonly Ring[] => {
    if (element.kind === floor.kind || element.kind === roof.kind) return [];
    return isFlight(element) ? standingFaces(run, element.id, z) : standingParts(run, element, z);
  });
  const blocked = closedBy(united([standing, wellsIn(run, field, z)]), GAP_MM / 2);
  const free = without([around], blocked);
  const fenced = free.filter((part) => signedArea(part) > 0 && !leadsOn(part, field));
  const floorOf = common(free, [counterClockwise(ring)]);
  const walked = without(floorOf, united([fenced]));
  return walked.length > 0 ? walked : largestOf(floorOf);
}

/** A box with corners so far beyond another. */
function frameAround({ min, max }: Box2, by: number): Ring {
  const [x0, y0, x1, y1] = [min.x - by, min.y - by, max.x + by, max.y + by];
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
}

/** An area without its narrow parts: the ends of handrails, and edges that reach over a railing. */
function wideParts(area: Area): Area {
  if (area.length === 0) return area;
  const frame = [frameAround(ringBounds(area.flat()), 10 * GAP_MM)];
  return without(frame, closedBy(without(frame, area), GAP_MM / 2));
}

/** The largest connected part of an area, with what lies in its holes left out. */
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

/** A room as it is asked about: its net outline, the elevation of its floor and a point in its middle. */
export type Asked = { readonly ring: Ring; readonly z: number; readonly middle: Point2 };

/**
 * The lowest underside of stairs and ramps over the floor of a room on which one can walk, no more than `most` above it;
 * null when there is none. Where they are lower than 500 mm one does not walk.
 */
export function lowestFlight(run: Run, { ring, z, middle }: Asked, most: number): Lowest | null {
  const { min, max } = ringBounds(ring);
  const box = { min: { ...min, z: z + STANDS_MM }, max: { ...max, z: z + most } };
  const hanging = bodiesIn(run, box)
    .filter(isFlight)
    .flatMap(({ id }) =>
      facesOf(run, id, z).flatMap((face) => {
        if (!planBoxIntersects(face.box, { min, max })) return [];
        const over = clipped(face.piece, ({ h }) => h - STANDS_MM);
        if (isTouch(over)) return [];
        return [{ id, outline: counterClockwise(over), height: heightOn(face.piece) }];
      }),
    );
  if (hanging.length === 0) return null;
  const all = united([hanging.map(({ outline }) => outline)]);
  const walked = wideParts(common(all, walkedFloor(run, ring, z)));
  let lowest: Place | null = null;
  for (const { id, outline, height } of hanging) {
    for (const part of common([outline], walked)) {
      const corners = part.map(({ x, y }) => ({ x, y, h: height({ x, y }) }));
      if (signedArea(part) < 0 || isTouch(corners)) continue;
      const low = lowestCorners(corners);
      const clear = Math.min(...low.map(({ h }) => h));
      if (clear > most) continue;
      const { x, y } = nearestIn(low, middle);
      const off = segmentLengthMm({ x, y }, middle);
      lowest = lower(lowest, { clear, at: { x, y, z: z + clear }, of: [id], off });
    }
  }
  return lowest === null ? null : { ...lowest, of: lowest.of.toSorted() };
}
