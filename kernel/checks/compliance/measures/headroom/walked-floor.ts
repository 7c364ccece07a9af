/** @module walked floor: the floor of a room on which one can walk, with stairs and ramps that stand on it. */
import { at, float64At } from '../../../geometry/indexed.ts';
import { pointInRing, ringBounds, signedArea } from '../../../geometry/plan/polygon.ts';
import type { Ring } from '../../../geometry/plan/polygon.ts';
import { type Area, closedBy, common, united, without } from '../../../geometry/plan/regions.ts';
import { type Box2, planBoxIntersects, pointOnGrid } from '../../../geometry/vector.ts';
import type { Element } from '../../../kinds/elements.ts';
import { floor } from '../../../kinds/floor.ts';
import { railing } from '../../../kinds/railing.ts';
import { ramp } from '../../../kinds/ramp.ts';
import { roof } from '../../../kinds/roof.ts';
import { stair } from '../../../kinds/stair.ts';
import type { Run } from '../../run.ts';
import { clipped, type Piece } from '../../shapes/clip.ts';
import { bodiesIn, undersidesOf } from '../bodies.ts';
import { hullOf } from '../obstacles.ts';
import { OF_LEVEL_MM, surfacesNear } from '../surfaces.ts';

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

/** The faces of a body that look down, over a floor at `z`. */
export function facesOf(run: Run, id: string, z: number): readonly Face[] {
  return undersidesOf(run, id).map(({ triangle, box }) => ({
    piece: triangle.map((corner) => ({ x: corner.x, y: corner.y, h: corner.z - z })),
    box,
  }));
}

/** A ring as areas have their outlines. */
export function counterClockwise(ring: Ring): Ring {
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
 * fence off. A part is fenced off when no way leads from it past the surroundings of the room; where all of it would be, the largest part is not.
 */
export function walkedFloor(run: Run, ring: Ring, z: number): Area {
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

/** An area without its narrow parts: the ends of handrails, and edges that reach over a railing. */
export function wideParts(area: Area): Area {
  if (area.length === 0) return area;
  const frame = [frameAround(ringBounds(area.flat()), 10 * GAP_MM)];
  return without(frame, closedBy(without(frame, area), GAP_MM / 2));
}
