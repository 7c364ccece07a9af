/** @module rooms: measures of rooms: size, free circle and heights. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { at } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { validateRing } from '../../../building/geometry/plan/polygon.ts';
import { triangulateRegion } from '../../../building/geometry/plan/triangulate.ts';
import { boxIntersects, segmentLengthMm } from '../../../building/geometry/vector.ts';
import { COVERING, type ElementOf } from '../../../building/kinds/elements.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { insideOf } from '../../../building/spatial/spaces.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import { oncePerRun, type Run } from '../run.ts';
import { type Disc, largestDisc } from '../shapes/largest-disc.ts';
import { bodiesOver, type Lowest, lowestAbove, middleOf } from './bodies.ts';
import { obstaclesIn } from './free-space/obstacles.ts';
import { lowestFlight } from './headroom/under-flights.ts';
import { isFlight, STANDS_MM } from './headroom/walked-floor.ts';
import { standingIn } from './surfaces.ts';

/** Beams and other bodies count up to this height above the floor, mm; above it only floors and roofs count. */
const HANGS_MM = 6000;

type Room = ElementOf<'room'>;
const ofRoom = { subject: room.kind, unit: 'mm' } as const;

/** Net outline of a room, mm. */
function roomRing(run: Run, { id, params }: Room): Ring {
  return run.view.outline(id) ?? params.boundary_points;
}

/** Elevation of the floor at a point inside the room, else of its foot, mm. */
const roomFloor = oncePerRun((run, id): number => {
  const element = run.view.elementOf(id, room.kind);
  if (element === undefined) return 0;
  return standingIn(run, element, insideOf(roomRing(run, element)));
});

/** The largest circle that fits in a room, without and with the bodies that stand in it. */
const discsOf = oncePerRun(
  (run, id): { readonly bare: Disc | null; readonly furnished: Disc | null } => {
    const element = run.view.elementOf(id, room.kind);
    if (element === undefined) return { bare: null, furnished: null };
    const ring = roomRing(run, element);
    const bare = largestDisc(ring, []);
    if (bare === null) return { bare, furnished: null };
    const obstacles = obstaclesIn(run, ring, roomFloor(run, id));
    return { bare, furnished: obstacles.length === 0 ? bare : largestDisc(ring, obstacles) };
  },
);

function ofDisc(chosen: 'bare' | 'furnished') {
  return ({ id }: Room, run: Run): Measured => {
    const disc = discsOf(run, id)[chosen];
    if (disc === null) return value(0);
    return value(2 * disc.radius, { ...disc.centre, z: roomFloor(run, id) });
  };
}

export const roomWidth = defineMeasure({
  ...ofRoom,
  name: 'room_width',
  definition:
    'Diameter of the largest circle in the net outline of the room. For a rectangle: its shorter side.',
  measured: ofDisc('bare'),
});

export const roomFreeCircle = defineMeasure({
  ...ofRoom,
  name: 'room_free_circle',
  definition:
    'Diameter of the largest circle in the room that touches neither its outline nor a body between 50 and 2,000 mm above its floor.',
  measured: ofDisc('furnished'),
});

export const roomArea = defineMeasure({
  ...ofRoom,
  unit: 'm²',
  name: 'room_area',
  definition: 'Net floor area between the faces of the walls.',
  measured: ({ id }: Room, run) => value((run.view.measures(id).area_mm2 ?? 0) / 1e6),
});

/** Longest distance between two corners of a room, mm. */
export function roomDiagonal(run: Run, element: Room): number {
  const ring = roomRing(run, element);
  return Math.max(...ring.flatMap((a) => ring.map((b) => segmentLengthMm(a, b))));
}

/** Triangulation of the room's outline; empty if the outline is not simple. */
const piecesOf = oncePerRun((run, id): readonly Ring[] => {
  const element = run.view.elementOf(id, room.kind);
  if (element === undefined) return [];
  const check = validateRing(roomRing(run, element));
  if (!check.ok) return [];
  const corners = triangulateRegion({ boundary: check.ring, holes: [] });
  const pieces: Ring[] = [];
  for (let i = 0; i + 2 < corners.length; i += 3) {
    pieces.push([0, 1, 2].map((k) => at(check.ring, at(corners, i + k))));
  }
  return pieces;
});

/** Floors and roofs with their boxes. The id is not used. */
const coversOf = oncePerRun((run, _all): readonly Cover[] =>
  COVERING.flatMap((kind) =>
    [...run.view.elementsOf(kind)].flatMap(({ id }) => {
      const box = run.view.bounds(id);
      return box === null ? [] : [{ id, box }];
    }),
  ),
);

type Cover = { readonly id: string; readonly box: BoxMm };

/** The lowest underside over the whole outline of a room, at most `most` above its floor at `z`. */
function lowestOver(
  run: Run,
  { pieces, z }: { readonly pieces: readonly Ring[]; readonly z: number },
  among: (box: BoxMm) => readonly string[],
  most?: number,
): Lowest | null {
  const hanging = (box: BoxMm): readonly string[] =>
    among({ min: { ...box.min, z: z + STANDS_MM }, max: box.max }).filter(
      (other) => (run.view.bounds(other)?.min.z ?? z) > z + STANDS_MM,
    );
  return lowestAbove(run, { pieces, height: () => z }, hanging, most);
}

const NOT_SIMPLE = 'the outline of the room is not simple';

export const roomHeight = defineMeasure({
  ...ofRoom,
  name: 'room_height',
  definition:
    'Minimum height from the floor of the room to the underside of a floor or roof above it, over its whole outline.',
  measured({ id }: Room, run) {
    const pieces = piecesOf(run, id);
    if (pieces.length === 0) return notEvaluated(NOT_SIMPLE);
    const lowest = lowestOver(run, { pieces, z: roomFloor(run, id) }, (box) =>
      coversOf(run, '').flatMap((cover) => (boxIntersects(cover.box, box) ? [cover.id] : [])),
    );
    return lowest === null
      ? notEvaluated('no floor or roof is modelled above the room: its height is unknown')
      : value(lowest.clear, lowest.at, lowest.of);
  },
});

export const roomHeadroom = defineMeasure({
  ...ofRoom,
  name: 'room_headroom',
  definition:
    'Minimum height from the floor of the room to the underside of any body within 6 m above it. Stairs and ramps: only parts more than 500 mm above floor on which people can walk, where no body stands and which no wall or railing fences off. Without such a body: the height of the room.',
  measured(element: Room, run) {
    const pieces = piecesOf(run, element.id);
    if (pieces.length === 0) return notEvaluated(NOT_SIMPLE);
    const z = roomFloor(run, element.id);
    const others = (box: BoxMm): readonly string[] =>
      bodiesOver(run, box).flatMap((other) => (isFlight(other) ? [] : [other.id]));
    const whole = lowestOver(run, { pieces, z }, others, HANGS_MM);
    const plan = { ring: roomRing(run, element), z, middle: middleOf(pieces) };
    const flight = lowestFlight(run, plan, HANGS_MM);
    const lowest =
      whole !== null && (flight === null || whole.clear <= flight.clear) ? whole : flight;
    return lowest === null
      ? roomHeight.of(run, element.id)
      : value(lowest.clear, lowest.at, lowest.of);
  },
});
