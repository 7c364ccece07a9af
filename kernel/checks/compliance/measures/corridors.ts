/** @module corridors: which rooms are corridors, their width, and their dead ends. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { locatePoint } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { insideOf } from '../../../building/spatial/spaces.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, value } from '../measured.ts';
import { oncePerRun, type Run } from '../run.ts';
import { isInside, sees } from '../shapes/geodesic.ts';
import { knownWays } from '../shapes/known-areas.ts';
import { footOn, isWithin } from '../shapes/segment.ts';
import { useOf } from '../usage.ts';
import { type ArmEnd, armEnds, straightAt, unit } from './corridor-ends.ts';
import { leadsOff } from './leaving.ts';
import { groupOf, loadOf } from './occupants.ts';
import { roomFreeCircle } from './rooms.ts';
import { passagesOf } from './storey.ts';
import { beyondOf, type Place, placeOf, type Portal, preparePlaces } from './ways.ts';

type Room = ElementOf<'room'>;

/** A gap wider than this is not a bottleneck, mm. */
const WIDEST_MM = 6000;
/** Bodies nearer than this touch, mm. */
const TOUCH_MM = 2;
/** A line runs along a side if its middle is nearer to it than this, mm: both are rounded to the 0.001 mm grid. */
const ALONG_MM = 0.01;
/** Middles of sides are moved into the room by this, mm, so that they are still inside after rounding to the grid. */
const INSIDE_MM = 0.002;
/**
 * A line across a place is tested without this much at both ends, mm: its ends are feet on oblique sides, which rounding
 * to the 0.001 mm grid puts on either side of them. At 1° this is still 0.0017 mm from the side.
 */
const ENDS_MM = 0.1;
/** Lengths that differ by no more than this are equal, mm: several roundings to the 0.001 mm grid. */
const SAME_MM = 0.01;

/** Number of rooms that can be left only through this room. */
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

/** A room without a usage is a corridor if it is the only way out of at least this many rooms. */
const MIN_SERVED = 3;

/**
 * Whether a room is a corridor: by its usage or, if it has no usage, by the number of rooms that are left through it.
 */
export function isCorridor(run: Run, element: ElementOf<'room'>): boolean {
  if (element.params.usage !== null) return useOf(element)?.corridor === true;
  return servedThrough(run, element) >= MIN_SERVED;
}

/** Position on an outline that is nearest to a point: number of the side plus the fraction along it. */
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

/** A line across a place that connects two parts of its boundary: sides of the outline or obstacles. */
type Gate = {
  readonly length: number;
  readonly middle: Point2;
  readonly ends: readonly [End, End];
};

/** A position on the outline, or the number of a hole (obstacle). */
type End = { readonly side: number } | { readonly hole: number };

/** A point of the outline from which lines across the place are searched; inside a side: the direction of the side. */
type Start = { readonly point: Point2; readonly along: Point2 | null };

/** For each point, the nearest point on each side of a ring. */
function footsOn(ring: Ring, points: readonly Point2[]): readonly Start[] {
  return ring.flatMap((a, i) => {
    const b = cyclic(ring, i + 1);
    const along = unit(a, b);
    return points.map((p): Start => ({ point: footOn(a, b, p).point, along }));
  });
}

/** Lines from inside a side run across it if they are at least this far from its direction (cosine of 45°). */
const ACROSS = Math.SQRT1_2;

/** Whether a line of a place runs across the side on which it starts, and does not only cut off a corner. */
function isAcross({ point, along }: Start, { middle, length }: Gate): boolean {
  if (along === null) return true;
  const [dx, dy] = [middle.x - point.x, middle.y - point.y];
  return Math.abs(dx * along.x + dy * along.y) <= (ACROSS * length) / 2 + SAME_MM;
}

/** Whether the straight line between two points of the boundary, at least `TOUCH_MM` apart, stays in the place. */
function seesAcross({ area }: Place, a: Point2, b: Point2): boolean {
  const share = ENDS_MM / segmentLengthMm(a, b);
  const [x, y] = [(b.x - a.x) * share, (b.y - a.y) * share];
  return sees(area, { x: a.x + x, y: a.y + y }, { x: b.x - x, y: b.y - y });
}

/** Lines from a point to the nearest point of each side. */
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
      const across = length >= TOUCH_MM && isWithin(outline, middle, ALONG_MM);
      if (touches || (across && seesAcross(place, from, foot.point))) {
        yield { length, middle, ends: [end, to] };
      }
    }
  }
}

/** These starts without duplicates. Of equal points the first is kept: corners come before points inside sides. */
function distinct(starts: readonly Start[]): readonly Start[] {
  const found = new Map<string, Start>();
  for (const start of starts) {
    const key = `${start.point.x} ${start.point.y}`;
    if (!found.has(key)) found.set(key, start);
  }
  return [...found.values()];
}

/** Starting points processed between two checkpoints. */
const STARTS_AT_ONCE = 20;

/**
 * Points of a place from which lines to its sides are searched in addition to its corners. Between two ends of arms the narrowest
 * line is an end or begins at a corner: one point places lines of that length in the middle. Else the bottleneck between
 * two doors can be halfway between them.
 */
function pointsBetween(place: Place, ends: readonly ArmEnd[]): readonly Point2[] {
  if (ends.length > 1) return [insideOf(place.area.outline)];
  const doors = place.portals.map(({ point }) => point);
  return doors.flatMap((a, i) =>
    doors.slice(i + 1).map((b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })),
  );
}

/** All lines across a place that can be its bottleneck, by length, then by distance from the middle of the place. */
function gatesOf(place: Place, ends: readonly ArmEnd[]): readonly Gate[] {
  const { outline, holes } = place.area;
  const between = pointsBetween(place, ends);
  const gates: Gate[] = ends.map(({ a, b, middle }) => ({
    length: segmentLengthMm(a, b),
    middle,
    ends: [{ side: placeOn(outline, a) }, { side: placeOn(outline, b) }],
  }));
  const corners = outline.map((point, i): Start => ({ point, along: straightAt(outline, i) }));
  const starts = distinct([...corners, ...footsOn(outline, between)]);
  for (const [done, start] of starts.entries()) {
    if (done % STARTS_AT_ONCE === 0) {
      checkpoint({ done, total: starts.length, doing: 'searching for bottlenecks' });
    }
    const found = gatesFrom(place, start.point, { side: placeOn(outline, start.point) });
    for (const gate of found) if (isAcross(start, gate)) gates.push(gate);
  }
  for (const [hole, ring] of holes.entries()) {
    checkpoint({ done: hole, total: holes.length, doing: 'searching for bottlenecks' });
    for (const corner of ring) {
      gates.push(...gatesFrom(place, corner, { hole }));
      // An obstacle that extends over the outline closes the gap to it.
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

/** Whether a line between two positions on an outline separates some of its doors from others. */
function separates(doors: readonly number[], a: number, b: number): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  const within = doors.filter((door) => door > low && door < high).length;
  return within > 0 && within < doors.length;
}

/** Portals on the outline of a place. Stairs are excluded because they are inside the place. */
function doorsOf({ portals }: Place): readonly Portal[] {
  return portals.filter(({ leads }) => leads === 'on' || leads === 'out');
}

/**
 * The bottleneck between two doors or ends of arms. Lines across the place are added in order of length, and obstacles
 * that they connect are joined. When a chain of lines first separates the doors, its last line is the widest gap on the
 * best route.
 */
function narrowestBetween(place: Place): Gate | null {
  const { outline, holes } = place.area;
  const ends = armEnds(outline, holes);
  // The middle of each end counts as a door, so that the doors of the room need not be there.
  const doors = [
    ...doorsOf(place).map(({ point }) => point),
    ...ends.map(({ middle }) => middle),
  ].map((point) => placeOn(outline, point));
  /** By hole: the positions on the outline to which it is connected. Connected holes share one list. */
  const joined = place.area.holes.map((): number[] => []);
  for (const gate of gatesOf(place, ends)) {
    const [one, other] = gate.ends.map((end) =>
      'side' in end ? [end.side] : at(joined, end.hole),
    );
    if (one === undefined || other === undefined || one === other) continue;
    if (one.some((a) => other.some((b) => separates(doors, a, b)))) return gate;
    const both = gate.ends.flatMap((end) => ('hole' in end ? at(joined, end.hole) : end.side));
    const all = [...new Set(both)];
    for (const [hole, list] of joined.entries()) {
      if (list === one || list === other) joined[hole] = all;
    }
    if (all.some((a, i) => all.slice(i + 1).some((b) => separates(doors, a, b)))) return gate;
  }
  return null;
}

/** The bottleneck of a room; null if it has none or fewer than two doors. */
const narrowest = oncePerRun(function (run, room_id): Gate | null {
  const element = run.view.elementOf(room_id, room.kind);
  const place = element === undefined ? null : placeOf(run, element.params.level_id, room_id);
  return place === null || doorsOf(place).length < 2 ? null : narrowestBetween(place);
});

/** Computes the bottlenecks of these rooms and the places of their levels. */
function prepareCorridors(run: Run, subjects: readonly Element[]): void {
  preparePlaces(run, subjects);
  for (const { id } of subjects) narrowest(run, id);
}

export const corridorWidth = defineMeasure({
  subject: room.kind,
  unit: 'mm',
  reach: 'storey',
  prepare: prepareCorridors,
  name: 'corridor_width',
  definition:
    'Width of the bottleneck between the doors of the room and the ends of its arms: the widest gap on the best route past obstacles. An arm ends at a side from which two sides run back that are on average at least 2.5 times as long. Without a bottleneck: the free circle of the room. Leaves that swing into the room do not narrow it.',
  measured(element: Room, run): Measured {
    const place = placeOf(run, element.params.level_id, element.id);
    if (place === null || doorsOf(place).length < 2) {
      return notApplicable('the room has fewer than two doors');
    }
    const gate = narrowest(run, element.id);
    if (gate === null) return roomFreeCircle.of(run, element.id);
    const z = run.view.bounds(element.id)?.min.z ?? 0;
    return value(gate.length, { ...gate.middle, z });
  },
});

/** Portals of a corridor that lead towards an exit: exits, stairs towards the ground, and doors to other corridors. */
function portalsOnward(run: Run, place: Place): readonly Portal[] {
  return place.portals.filter((portal) => {
    if (portal.leads === 'out') return true;
    if (portal.leads !== 'on') return leadsOff(run, portal.id, place.level_id);
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
    'Greatest distance of the middle of a side of the room from the shortest routes between its doors towards exits. Obstructed middles are excluded.',
  measured(element: Room, run): Measured {
    const place = placeOf(run, element.params.level_id, element.id);
    const ends = place === null ? [] : portalsOnward(run, place);
    if (place === null || ends.length < 2) {
      return notApplicable('the room has fewer than two doors that lead towards exits');
    }
    const { outline } = place.walked;
    const onSides = outline.map((a, i) => {
      const b = cyclic(outline, i + 1);
      const inward = INSIDE_MM / segmentLengthMm(a, b);
      const x = (a.x + b.x) / 2 - (b.y - a.y) * inward;
      return { x, y: (a.y + b.y) / 2 + (b.x - a.x) * inward };
    });
    // Middles inside a column are dropped, because nobody walks there.
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

/** Ids of the rooms that open to a corridor. */
function adjacentRooms(run: Run, element: Room): ReadonlySet<string> {
  const place = placeOf(run, element.params.level_id, element.id);
  return new Set(
    place?.portals.flatMap((portal) => beyondOf(run, place, portal)?.place.room_id ?? []),
  );
}

/** Occupancy groups that a corridor serves: the stated group of the building, else those of the rooms that open to it. */
export function groupsServed(run: Run, element: Room): readonly string[] {
  if (run.circumstances.occupancy !== null) return [run.circumstances.occupancy];
  const groups = [...adjacentRooms(run, element)].flatMap((id) => {
    const adjacent = run.view.elementOf(id, room.kind);
    return adjacent === undefined ? [] : (groupOf(run, adjacent) ?? []);
  });
  return [...new Set(groups)];
}

/** Occupant load of the rooms that open to a corridor. */
export function corridorLoad(run: Run, element: Room): Measured {
  let persons = 0;
  for (const id of adjacentRooms(run, element)) {
    const load = loadOf(run, id);
    if (load.outcome !== 'value') return load;
    persons += load.value;
  }
  return value(persons);
}
