/** @module corridors: which rooms are corridors, how narrow they are between their doors, and where they end dead. */
import type { Steps } from '../../findings/steps.ts';
import { at, cyclic } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import { room } from '../../kinds/room.ts';
import { insideOf } from '../../spatial/spaces.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, value } from '../measured.ts';
import { type Outcome, otherwise } from '../outcome.ts';
import { preparedPerRun, type Run } from '../run.ts';
import { isInside, sees } from '../shapes/geodesic.ts';
import { knownWays } from '../shapes/known-areas.ts';
import { useOf } from '../usage.ts';
import { type Load, loadOf } from './occupants.ts';
import { roomFreeCircle } from './rooms.ts';
import { passagesOf } from './storey.ts';
import { beyondOf, type Place, placeOf, type Portal, preparePlaces } from './ways.ts';

type Room = ElementOf<'room'>;

/** What is wider is no passage, mm. */
const WIDEST_MM = 6000;
/** What is nearer touches, mm. */
const TOUCH_MM = 2;
/** A line whose middle is nearer to a side than this runs along it: both are rounded to the 0.001 mm grid. */
const ALONG_MM = 0.01;
/** Middles of sides are looked at from so far inside the room, mm: rounded to the grid they stay in it. */
const INSIDE_MM = 0.002;
/** Lengths that differ by less than this are the same, mm. */
const SAME_MM = 0.01;

/** Rooms beyond the passages of a room that have no other way out than through it. */
function servedThrough(run: Run, through: ElementOf<'room'>): number {
  const beyond = new Set(
    passagesOf(run, through)
      .flatMap(({ rooms }) => rooms)
      .filter((id) => id !== null && id !== through.id),
  );
  return [...beyond].filter((id) => {
    const other = id === null ? undefined : run.view.elementOf(id, room.kind);
    return (
      other !== undefined && passagesOf(run, other).every(({ rooms }) => rooms.includes(through.id))
    );
  }).length;
}

/** From so many rooms on that have no other way out, a room without a usage is a corridor. */
const SERVES_LEAST = 3;

/** Whether people pass a room on their way out: its usage says so, or, without a usage, what leaves through it. */
function isCorridor(run: Run, element: ElementOf<'room'>): boolean {
  if (element.params.usage !== null) return useOf(element)?.corridor === true;
  return servedThrough(run, element) >= SERVES_LEAST;
}

/** For corridors; null where this is one. */
export function notCorridor(run: Run, element: Room): Outcome | null {
  return isCorridor(run, element) ? null : otherwise('the room is no corridor');
}

/** Where a point lies on an outline: number of the side and share of it; that of the nearest place. */
function placeOn(ring: Ring, point: Point2): number {
  let [best, nearest] = [0, Infinity];
  for (const [i, a] of ring.entries()) {
    const b = cyclic(ring, i + 1);
    const foot = footOn(a, b, point);
    const distance = segmentLengthMm(foot.point, point);
    if (distance < nearest) [best, nearest] = [i + foot.share, distance];
  }
  return best;
}

function footOn(
  a: Point2,
  b: Point2,
  { x, y }: Point2,
): { readonly point: Point2; readonly share: number } {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const share = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length2));
  return { point: { x: a.x + dx * share, y: a.y + dy * share }, share };
}

/** A line across a place, from its outline or from what stands in it to its outline or to something else. */
type Gate = {
  readonly length: number;
  readonly middle: Point2;
  readonly ends: readonly [End, End];
};

/** A place on the outline, or the number of a hole. */
type End = { readonly side: number } | { readonly hole: number };

/** Whether a point lies in an outline and not on one of its sides. */
function isWithin(ring: Ring, point: Point2): boolean {
  return (
    locatePoint(point, ring) === 'inside' &&
    ring.every((a, i) => {
      const foot = footOn(a, cyclic(ring, i + 1), point);
      return segmentLengthMm(foot.point, point) > ALONG_MM;
    })
  );
}

/** Points on a ring across from others. */
function footsOn(ring: Ring, points: readonly Point2[]): readonly Point2[] {
  return ring.flatMap((a, i) => points.map((p) => footOn(a, cyclic(ring, i + 1), p).point));
}

/** Lines from a point to the nearest places on each ring. */
function* gatesFrom(place: Place, from: Point2, end: End): Generator<Gate> {
  const { outline, holes } = place.area;
  for (const [k, ring] of [outline, ...holes].entries()) {
    if ('hole' in end && end.hole === k - 1) continue;
    for (const [i, a] of ring.entries()) {
      const foot = footOn(a, cyclic(ring, i + 1), from);
      const length = segmentLengthMm(from, foot.point);
      if (length > WIDEST_MM) continue;
      const middle = { x: (from.x + foot.point.x) / 2, y: (from.y + foot.point.y) / 2 };
      const to = k === 0 ? { side: i + foot.share } : { hole: k - 1 };
      const touches = 'hole' in end && length < TOUCH_MM;
      const across = length >= TOUCH_MM && isWithin(outline, middle);
      if (touches || (across && sees(place.area, from, foot.point))) {
        yield { length, middle, ends: [end, to] };
      }
    }
  }
}

/** Points without those that are there already. */
function distinct(points: readonly Point2[]): readonly Point2[] {
  return [...new Map(points.map((point) => [`${point.x} ${point.y}`, point])).values()];
}

/** Places from which lines are drawn between two stops. */
const STARTS_AT_ONCE = 20;

/** All lines across a place that can be its narrowest, the shortest first; of equal ones that nearest to its middle. */
function* gatesOf(place: Place): Steps<readonly Gate[]> {
  const { outline, holes } = place.area;
  const doors = place.portals.map(({ point }) => point);
  // Doors in rows have few places half way between them.
  const between = distinct(
    doors.flatMap((a, i) =>
      doors.slice(i + 1).map((b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })),
    ),
  );
  const gates: Gate[] = [];
  const starts = distinct([...outline, ...footsOn(outline, between)]);
  for (const [done, start] of starts.entries()) {
    if (done % STARTS_AT_ONCE === 0) {
      yield { done, total: starts.length, doing: 'looking for narrow places' };
    }
    gates.push(...gatesFrom(place, start, { side: placeOn(outline, start) }));
  }
  for (const [hole, ring] of holes.entries()) {
    yield { done: hole, total: holes.length, doing: 'looking for narrow places' };
    for (const corner of ring) {
      gates.push(...gatesFrom(place, corner, { hole }));
      // What reaches over the outline stands on it.
      if (locatePoint(corner, outline) === 'inside') continue;
      gates.push({
        length: 0,
        middle: corner,
        ends: [{ side: placeOn(outline, corner) }, { hole }],
      });
    }
  }
  const centre = insideOf(outline);
  const key = ({ length }: Gate): number => Math.round(length / SAME_MM);
  const off = ({ middle }: Gate): number => segmentLengthMm(middle, centre);
  return gates.toSorted((a, b) => key(a) - key(b) || off(a) - off(b));
}

/** Whether two places on an outline part some of its doors from others. */
function parts(doors: readonly number[], a: number, b: number): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  const within = doors.filter((door) => door > low && door < high).length;
  return within > 0 && within < doors.length;
}

/** Ways in and out that lie on the outline; stairs stand in the place. */
function doorsOf({ portals }: Place): readonly Portal[] {
  return portals.filter(({ leads }) => leads === 'on' || leads === 'out');
}

/**
 * The narrowest place that lies between two doors. Lines across are added from the shortest on; where a chain of them,
 * over what stands in the way, first parts the doors, its last line is the widest gap that is left.
 */
function* narrowestBetween(place: Place): Steps<Gate | null> {
  const doors = doorsOf(place).map(({ point }) => placeOn(place.area.outline, point));
  /** Holes that lines have joined share one list: where they are joined to the outline. */
  const joined = place.area.holes.map((): number[] => []);
  for (const gate of yield* gatesOf(place)) {
    const [one, other] = gate.ends.map((end) =>
      'side' in end ? [end.side] : at(joined, end.hole),
    );
    if (one === undefined || other === undefined || one === other) continue;
    if (one.some((a) => other.some((b) => parts(doors, a, b)))) return gate;
    const both = gate.ends.flatMap((end) => ('hole' in end ? at(joined, end.hole) : end.side));
    const all = [...new Set(both)];
    for (const [hole, list] of joined.entries()) {
      if (list === one || list === other) joined[hole] = all;
    }
    if (all.some((a, i) => all.slice(i + 1).some((b) => parts(doors, a, b)))) return gate;
  }
  return null;
}

/** The narrowest place of a room between two of its doors; null without one, or with fewer than two doors. */
const narrowest = preparedPerRun(function* (run, room_id): Steps<Gate | null> {
  const element = run.view.elementOf(room_id, room.kind);
  const place = element === undefined ? null : placeOf(run, element.params.level_id, room_id);
  return place === null || doorsOf(place).length < 2 ? null : yield* narrowestBetween(place);
});

/** Works out where these rooms are narrowest, and the places of their levels. */
export function* prepareCorridors(run: Run, subjects: readonly Element[]): Steps<void> {
  yield* preparePlaces(run, subjects);
  for (const { id } of subjects) yield* narrowest.inSteps(run, id);
}

export const corridorWidth = defineMeasure({
  subject: room.kind,
  unit: 'mm',
  reach: 'storey',
  prepare: prepareCorridors,
  name: 'corridor_width',
  definition:
    'The narrowest place of the room that lies between two of its doors: across it, or the widest gap beside what stands there; without one, its free circle.',
  measured(element: Room, run): Measured {
    const place = placeOf(run, element.params.level_id, element.id);
    if (place === null || doorsOf(place).length < 2) {
      return notApplicable('the room has fewer than two doors');
    }
    const gate = narrowest.at(run, element.id);
    if (gate === null) return roomFreeCircle.of(run, element.id);
    const z = run.view.bounds(element.id)?.min.z ?? 0;
    return value(gate.length, { ...gate.middle, z });
  },
});

/** Doors of a corridor through which one gets on towards an exit: exits, stairs, doors to other corridors. */
function onwards(run: Run, place: Place): readonly Portal[] {
  return place.portals.filter((portal) => {
    if (portal.leads !== 'on') return portal.leads !== 'up';
    const room_id = beyondOf(run, place, portal)?.place.room_id ?? null;
    const beyond = room_id === null ? undefined : run.view.elementOf(room_id, room.kind);
    return beyond !== undefined && isCorridor(run, beyond);
  });
}

export const corridorDeadEnd = defineMeasure({
  subject: room.kind,
  unit: 'm',
  reach: 'storey',
  prepare: preparePlaces,
  name: 'corridor_dead_end',
  definition:
    'How far the middle of the furthest side of the room lies off the ways between the doors that lead on towards exits; middles in which something stands are left out.',
  measured(element: Room, run): Measured {
    const place = placeOf(run, element.params.level_id, element.id);
    const ends = place === null ? [] : onwards(run, place);
    if (place === null || ends.length < 2) {
      return notApplicable('the room has fewer than two doors that lead on towards exits');
    }
    const { outline } = place.walked;
    const onSides = outline.map((a, i) => {
      const b = cyclic(outline, i + 1);
      const inward = INSIDE_MM / segmentLengthMm(a, b);
      const x = (a.x + b.x) / 2 - (b.y - a.y) * inward;
      return { x, y: (a.y + b.y) / 2 + (b.x - a.x) * inward };
    });
    // Nobody walks to where a column stands.
    const middles = onSides.filter((middle) => isInside(place.walked, middle));
    const points = ends.map(({ point }) => point);
    const ways = points.map((point) => knownWays(place.walked, point, [...points, ...middles]));
    const off = middles.map((_, m) => {
      let least = Infinity;
      for (const [i, one] of ways.entries()) {
        for (let j = i + 1; j < ways.length; j++) {
          const [a, b] = [at(one, points.length + m), at(at(ways, j), points.length + m)];
          least = Math.min(least, (a + b - at(one, j)) / 2);
        }
      }
      return least;
    });
    const longest = Math.max(...off);
    const middle = middles[off.indexOf(longest)];
    if (middle === undefined || longest === Infinity) {
      return notEvaluated('parts of the room cannot be reached from its doors');
    }
    const z = run.view.bounds(element.id)?.min.z ?? 0;
    return value(longest / 1000, { ...middle, z });
  },
});

/** The people of the rooms that open to a corridor. */
export function corridorLoad(run: Run, element: Room): Load {
  let persons = 0;
  const place = placeOf(run, element.params.level_id, element.id);
  const rooms = new Set(
    place?.portals.flatMap((portal) => beyondOf(run, place, portal)?.place.room_id ?? []),
  );
  for (const id of rooms) {
    const load = loadOf(run, id);
    if (!load.known) return load;
    persons += load.persons;
  }
  return { known: true, persons };
}
