/** @module floor edges: edges of floors above a drop, and the barriers along them. */
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { pointInRing, ringBounds, signedArea } from '../../../building/geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../../building/geometry/vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../../../building/geometry/vector.ts';
import { door } from '../../../building/kinds/door/door.ts';
import { railing } from '../../../building/kinds/railing/railing.ts';
import { ramp } from '../../../building/kinds/ramp/ramp.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { stair } from '../../../building/kinds/stair/stair.ts';
import { wall } from '../../../building/kinds/wall/wall.ts';
import { oncePerRun, type Run } from '../run.ts';
import { clip, type Piece } from '../shapes/clip.ts';
import { Frame, type Interval } from '../shapes/frame.ts';
import { bodiesIn } from './bodies.ts';
import { sidesOfDoorway, doorwayOf } from './doorway.ts';
import { stairFlights } from './flight.ts';
import { slopeOf } from './ramps.ts';
import { groundOf, covers, OF_LEVEL_MM, type Surface, surfacesOf } from './surfaces.ts';

/** A drop counts if the lower ground is within this distance of the edge, mm (IBC 1015.2). */
export const WITHIN_MM = 36 * 25.4;
/** Distances outside the edge at which the ground is measured, mm. */
const OUTSIDE_MM = [50, 300, WITHIN_MM] as const;
/** An adjacent floor that is at most this much lower continues the floor, mm. */
const MAX_STEP_MM = 13;
/** A barrier belongs to an edge if it is between these distances inside the edge (negative: outside), mm. */
const STRIP_MM: Interval = [-150, 400];
/** A body that is lower than this above the floor is not a barrier, mm. */
const LOWEST_BARRIER_MM = 300;
/** Upper bound for the height of a riser, mm. */
const HIGHEST_RISER_MM = 1000;
/** Heights that differ by no more than this are equal, mm: several roundings to the 0.001 mm grid. */
const SAME_MM = 0.01;
/** Greatest difference between a floor and the end of a stair or ramp that leads onto it, mm. */
const SAME_HEIGHT_MM = 50;

/** A barrier at an edge; `height` is above the floor, mm. */
export type Barrier = { readonly id: string; readonly kind: string; readonly height: number };

/** A stretch of an edge with one drop and one barrier; lengths in mm. */
export type OpenEdge = {
  /** Height from the lowest ground within 36 in (914.4 mm) outside the edge up to the floor. */
  readonly drop: number;
  readonly length: number;
  readonly middle: Point2;
  /** The highest barrier along the stretch; null if there is none. */
  readonly barrier: Barrier | null;
};

type Along = { readonly s: Interval; readonly barrier: Barrier | null };

/** Extent along the edge of the part of a shape inside the strip along it; null if no part is inside. */
function extentAlong(shape: readonly Point2[], frame: Frame): Interval | null {
  const piece: Piece = shape.map((p) => ({ x: frame.s(p), y: frame.t(p), h: 0 }));
  const inside = clip(
    clip(piece, ({ y }) => y - STRIP_MM[0]),
    ({ y }) => STRIP_MM[1] - y,
  );
  if (inside.length === 0) return null;
  const { min, max } = ringBounds(inside);
  return max.x > min.x ? [min.x, max.x] : null;
}

/** Plan shapes of a barrier: the outline of a wall, or each segment of a railing. */
function barrierShapes(run: Run, id: string): readonly (readonly Point2[])[] {
  const footprint = run.view.footprint(id);
  if (footprint !== null) return [footprint.ring];
  const path = run.view.elementOf(id, railing.kind)?.params.path ?? [];
  return path.slice(1).map((to, i) => [at(path, i), to]);
}

/** Lines at which a stair or ramp meets a floor at this height: people leave the floor there. */
function meetingLines(run: Run, id: string, z: number): readonly (readonly Point2[])[] {
  const flight = stairFlights(run, id);
  if (flight !== null) {
    const { frame, s, t, head } = flight.flights.at(-1) ?? flight.flights[0];
    if (Math.abs(head - z) > SAME_HEIGHT_MM) return [];
    return [[frame.point(s[1], t[0]), frame.point(s[1], t[1])]];
  }
  const slope = slopeOf(run, id);
  if (slope === null) return [];
  const { frame, s, t, low, high } = slope;
  return (
    [
      [s[0], low],
      [s[1], high],
    ] as const
  )
    .filter(([, height]) => Math.abs(height - z) <= SAME_HEIGHT_MM)
    .map(([end]) => [frame.point(end, t[0]), frame.point(end, t[1])]);
}

type Surroundings = {
  readonly barriers: readonly { readonly barrier: Barrier; readonly shape: readonly Point2[] }[];
  readonly lines: readonly (readonly Point2[])[];
  readonly floors: readonly Surface[];
};

function enlarge({ min, max }: Box2, by: number): Box2 {
  return { min: { x: min.x - by, y: min.y - by }, max: { x: max.x + by, y: max.y + by } };
}

function surroundingsOf(run: Run, floor: Surface): Surroundings {
  const around = enlarge(floor.box, WITHIN_MM + 1);
  const { min, max } = around;
  const box = {
    min: { ...min, z: floor.z - HIGHEST_RISER_MM },
    max: { ...max, z: floor.z + LOWEST_BARRIER_MM },
  };
  const bodies = bodiesIn(run, box);
  const barriers = bodies.flatMap(({ id, kind }) => {
    const top = run.view.bounds(id)?.max.z ?? floor.z;
    const height = top - floor.z;
    if (![wall.kind, railing.kind].some((own) => own === kind)) return [];
    if (height < LOWEST_BARRIER_MM) return [];
    return barrierShapes(run, id).map((shape) => ({ barrier: { id, kind, height }, shape }));
  });
  const lines = bodies
    .filter(({ kind }) => kind === stair.kind || kind === ramp.kind)
    .flatMap(({ id }) => meetingLines(run, id, floor.z));
  const floors = surfacesOf(run, '').filter(
    ({ id, box: other }) => id !== floor.id && planBoxIntersects(other, around),
  );
  return { barriers, lines, floors };
}

/** Positions at which the surrounding floors begin or end along a line parallel to the edge. */
function changesAlong({ floors }: Surroundings, frame: Frame, t: number): readonly number[] {
  return floors.flatMap(({ boundary, holes }) =>
    [boundary, ...holes].flatMap((ring) =>
      ring.flatMap((a, i) => {
        const b = cyclic(ring, i + 1);
        const [ta, tb] = [frame.t(a) - t, frame.t(b) - t];
        if (ta > 0 === tb > 0) return [];
        return [frame.s(a) + ((frame.s(b) - frame.s(a)) * ta) / (ta - tb)];
      }),
    ),
  );
}

/** Drop outside the edge, mm; null if the floor continues at its height. */
function dropAt(
  run: Run,
  floor: Surface,
  near: Surroundings,
  points: readonly Point2[],
): number | null {
  const grounds = points.map((point) => {
    if (covers(floor, point)) return floor.z;
    const under = near.floors.filter(
      (other) => other.z <= floor.z + LOWEST_BARRIER_MM && covers(other, point),
    );
    return Math.max(groundOf(run, ''), ...under.map(({ z }) => z));
  });
  if (at(grounds, 0) >= floor.z - MAX_STEP_MM) return null;
  const drop = floor.z - Math.min(...grounds);
  return drop > MAX_STEP_MM ? drop : null;
}

/** The highest barrier; of equally high ones, the one along most of the edge. */
function highestOf(along: readonly Along[]): Barrier | null {
  let best: Along | null = null;
  for (const one of along) {
    const higher = (one.barrier?.height ?? 0) - (best?.barrier?.height ?? 0);
    const longer = one.s[1] - one.s[0] > (best === null ? 0 : best.s[1] - best.s[0]);
    if (higher > SAME_MM || (higher >= 0 - SAME_MM && longer)) best = one;
  }
  return best?.barrier ?? null;
}

/** Stretches of one side of a floor above a drop. The floor is on the left of the side. */
function openAlong(
  run: Run,
  floor: Surface,
  near: Surroundings,
  ends: readonly [Point2, Point2],
): readonly OpenEdge[] {
  const [a, b] = ends;
  const length = segmentLengthMm(a, b);
  const frame = new Frame(a, { x: (b.x - a.x) / length, y: (b.y - a.y) / length });
  const along: Along[] = near.barriers.flatMap(({ barrier, shape }) => {
    const s = extentAlong(shape, frame);
    return s === null ? [] : [{ s, barrier }];
  });
  const lines = near.lines.flatMap((line) => {
    const inStrip = line.every((p) => frame.t(p) >= STRIP_MM[0] && frame.t(p) <= STRIP_MM[1]);
    const s = inStrip ? extentAlong(line, frame) : null;
    return s === null ? [] : [s];
  });
  const breaks = [
    0,
    length,
    ...along.flatMap(({ s }) => s),
    ...lines.flat(),
    ...OUTSIDE_MM.flatMap((t) => changesAlong(near, frame, 0 - t)),
  ]
    .filter((s) => s >= 0 && s <= length)
    .toSorted((one, other) => one - other);
  const found: OpenEdge[] = [];
  for (let i = 0; i + 1 < breaks.length; i++) {
    const [from, to] = [at(breaks, i), at(breaks, i + 1)];
    const s = (from + to) / 2;
    const includes = (interval: Interval): boolean => interval[0] <= s && s <= interval[1];
    if (to - from < 1 || lines.some(includes)) continue;
    const points = OUTSIDE_MM.map((t) => frame.point(s, 0 - t));
    const drop = dropAt(run, floor, near, points);
    if (drop === null) continue;
    const barrier = highestOf(along.filter((one) => includes(one.s)));
    const last = found.at(-1);
    const middle = frame.point(s, 0);
    // Merges adjacent stretches that only the search has divided.
    const continues =
      last !== undefined &&
      last.barrier?.id === barrier?.id &&
      Math.abs(last.drop - drop) < 1 &&
      Math.abs(segmentLengthMm(last.middle, middle) - (last.length + to - from) / 2) < 1;
    if (continues) {
      const start = s - (to - from) / 2 - last.length;
      found[found.length - 1] = {
        ...last,
        length: last.length + to - from,
        middle: frame.point((start + to) / 2, 0),
      };
    } else {
      found.push({ drop, length: to - from, middle, barrier });
    }
  }
  return found;
}

function isNearFloor(floor: Surface, { x, y }: Point2): boolean {
  const steps = [-SAME_HEIGHT_MM, 0, SAME_HEIGHT_MM];
  return steps.some((dx) => steps.some((dy) => covers(floor, { x: x + dx, y: y + dy })));
}

function sharesPoint(run: Run, room_id: string, floor: Surface): boolean {
  const ring = run.view.outline(room_id) ?? [];
  if (ring.length === 0) return false;
  return (
    ring.some((p) => covers(floor, p)) || floor.boundary.some((corner) => pointInRing(corner, ring))
  );
}

function isNextToDoor(run: Run, id: string, floor: Surface): boolean {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return false;
  return sidesOfDoorway(doorway).some((point) => covers(floor, point));
}

/** The ring in the given orientation. */
function oriented(ring: Ring, counter_clockwise: boolean): Ring {
  return signedArea(ring) > 0 === counter_clockwise ? ring : ring.toReversed();
}

/** Whether people can reach a floor: from a room on it, a door, a stair or a ramp. */
export const isWalkedOn = oncePerRun((run, id): boolean => {
  const floor = surfacesOf(run, '').find((surface) => surface.id === id);
  if (floor === undefined) return false;
  const { min, max } = floor.box;
  // The body of a stair ends one riser below the floor that it leads to.
  const around = {
    min: { ...min, z: floor.z - HIGHEST_RISER_MM },
    max: { ...max, z: floor.z + SAME_HEIGHT_MM },
  };
  return run.view.inBox(around).some((other) => {
    const element = run.view.element(other);
    const low = run.view.bounds(other)?.min.z ?? Infinity;
    if (element === undefined) return false;
    if (element.kind === room.kind) {
      return Math.abs(low - floor.z) <= OF_LEVEL_MM && sharesPoint(run, other, floor);
    }
    if (element.kind === door.kind) {
      return Math.abs(low - floor.z) <= OF_LEVEL_MM && isNextToDoor(run, other, floor);
    }
    return meetingLines(run, other, floor.z).some((line) =>
      line.some((p) => isNearFloor(floor, p)),
    );
  });
});

/** All stretches of the edges of a floor above a drop. */
export const openEdgesOf = oncePerRun((run, id): readonly OpenEdge[] => {
  const floor = surfacesOf(run, '').find((surface) => surface.id === id);
  if (floor === undefined || floor.z - groundOf(run, '') <= MAX_STEP_MM) return [];
  const near = surroundingsOf(run, floor);
  const rings = [
    oriented(floor.boundary, true),
    ...floor.holes.map((hole) => oriented(hole, false)),
  ];
  return rings.flatMap((ring) =>
    ring.flatMap((a, i) => openAlong(run, floor, near, [a, cyclic(ring, i + 1)])),
  );
});
