/**
 * @module wavefront: roofs over outlines of any shape, swept independently of the code of the kernel, with all derived values.
 *
 * A roof is defined by its level lines. The one at a height consists of the lines of the sides, each moved inwards by the
 * distance of its profile at that height, so the sequence of sides determines all corners at every height. The sequence
 * changes only where moved outlines cross themselves. The remaining outlines then have winding number one: a vanished side
 * runs backwards in a loop of opposite orientation, and so does the region that two fronts have passed. The events and
 * their heights are not computed: steps are halved until no outline changes in them, down to `EVENT_MM`. Between changes
 * each side sweeps trapezoids on its plane, whose integrals are exact; a change loses at most the volume between two
 * heights that far apart. If the parts do not fill the outline, there is no result.
 */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { seededNumbers } from '../../../kernel/building/geometry/walls/wall-plans.ts';
import type { LabelledRing, Placed } from './once-round.ts';
import { onceRound } from './once-round.ts';
import type { Height, SideForm } from './roof-heights.ts';
import {
  clipped,
  corner,
  fan,
  insideOf,
  linearAbove,
  linearIntegral,
  risesOf,
  ringArea,
} from './roof-heights.ts';

type Ring = readonly PlanPoint[];

/** A swept side: a line with its inward normal, the position of its eave, and the planes over it, mm. */
type Front = {
  readonly normal: PlanPoint;
  /** Offset of the side along its normal. */
  readonly at: number;
  readonly out: number;
  readonly planes: readonly Plane[];
};
/** Height over the side by the distance to its inside. */
type Plane = { readonly pitch: number; readonly lift: number };

/** A part of the roof in plan and the plane over it. */
export type Part = { readonly ring: Ring; readonly height: Height };

/** A roof to sweep: rings with the inside to their left, the form of their sides, and the overhang of each, mm. */
export type Swept = {
  readonly rings: readonly Ring[];
  readonly sides: readonly SideForm[];
  readonly thickness: number;
  readonly out: readonly number[];
};

/** Precision of the height at which the sequence of sides changes, mm. */
const EVENT_MM = 1e-7;
/** No outline crosses another and leaves it again in a step of this height, which no millimetre divides, mm. */
const STEP_MM = 40 * Math.SQRT2;
/** Sides are displaced by less than this, so that none are collinear and no two events coincide, mm. */
const ASIDE_MM = 2e-4;
const HIGHEST_MM = 200_000;
/** Parts that are missing, as a share of all. */
const MISSING = 1e-8;

/** The parts of a roof; throws if they do not fill the outline. */
export function sweptParts(swept: Swept): readonly Part[] {
  const parts = widerParts(swept);
  if (parts === null) throw new Error(`no roof over ${JSON.stringify(swept)}`);
  return parts;
}

/**
 * The same; null if the outlines cross with their overhang, or collinear sides of unequal slope become neighbours, so that
 * the continuing one is undefined.
 */
export function widerParts(swept: Swept): readonly Part[] | null {
  for (const times of TIMES) {
    const parts = partsOf(swept, frontsOf(swept, times));
    if (parts !== null) return parts;
  }
  return null;
}

/** Factors of further displacements, for displaced sides that still meet in one point. */
const TIMES = [1, -0.7, 0.4];

function partsOf(swept: Swept, fronts: readonly Front[]): readonly Part[] | null {
  // The height at which the first side starts.
  let height = Math.min(...fronts.flatMap((front) => front.planes.map((p) => overEave(front, p))));
  let state = numbered(swept.rings);
  const outlines = stateAt(fronts, state, height);
  if (outlines === null || !isAlike(outlines, state)) return null;
  const outline = state.reduce(
    (sum, ring) => sum + ringArea(placed(fronts, ring, height).corners),
    0,
  );
  const breaks = fronts
    .flatMap(breaksOf)
    .filter((one) => one > height)
    .toSorted((a, b) => a - b);
  const parts: Part[] = [];
  while (state.length > 0 && height < HIGHEST_MM) {
    const until = breaks.find((one) => one > height) ?? HIGHEST_MM;
    const { unchanged, next } = upwards(fronts, state, { height, until });
    if (next === null) return null;
    parts.push(...partsBetween(fronts, state, [height, unchanged]));
    ({ state, height } = next);
  }
  const filled = parts.reduce((sum, { ring }) => sum + ringArea(ring), 0);
  return Math.abs(filled / outline - 1) > MISSING ? null : parts;
}

/** Volume between the height of the outline and the parts, mm³. */
export function sweptVolume(parts: readonly Part[]): number {
  return parts.reduce((sum, { ring, height }) => sum + linearIntegral(ring, height), 0);
}

/** The area of rings that parts cover, mm², and the volume below them there, from the height `floor` on if given, mm³. */
export function overParts(
  rings: readonly Ring[],
  parts: readonly Part[],
  floor: number | null = null,
): { readonly area: number; readonly volume: number } {
  let [area, volume] = [0, 0];
  for (const { triangle, sign } of rings.flatMap(fan)) {
    for (const { ring, height } of parts) {
      const shared = ring.reduce<Ring>(
        (rest, a, i) => (isPoint(a, corner(ring, i + 1)) ? rest : clipped(rest, insideOf(ring, i))),
        triangle,
      );
      area += sign * ringArea(shared);
      volume += sign * linearAbove(shared, height, floor);
    }
  }
  return { area, volume };
}

function isPoint(a: PlanPoint, b: PlanPoint): boolean {
  return Math.hypot(b.x - a.x, b.y - a.y) < EVENT_MM;
}

type State = readonly LabelledRing[];
type At = { readonly height: number; readonly state: State };

/** The height up to which the sequence of sides stays the same, and the sequence directly above it. */
function upwards(
  fronts: readonly Front[],
  state: State,
  { height, until }: { readonly height: number; readonly until: number },
): { readonly unchanged: number; readonly next: At | null } {
  let [from, step] = [height, STEP_MM];
  while (from < until) {
    const to = Math.min(from + step, until);
    const found = stateAt(fronts, state, to);
    if (found !== null && isAlike(found, state)) {
      from = to;
    } else if (to - from > EVENT_MM) {
      step = (to - from) / 2;
    } else {
      return { unchanged: from, next: changed(fronts, state, from) };
    }
  }
  return { unchanged: until, next: { height: until, state } };
}

/** The outline directly above a change, or slightly higher if corners are on sides there. Null if it is undefined. */
function changed(fronts: readonly Front[], state: State, from: number): At | null {
  for (let by = EVENT_MM; by < 1e4 * EVENT_MM; by *= 1.37) {
    const found = stateAt(fronts, state, from + by);
    if (found !== null && !isAlike(found, state)) return { height: from + by, state: found };
  }
  return null;
}

/** The remaining outlines at a height; null if corners are on sides, so that they are undefined. */
function stateAt(fronts: readonly Front[], state: State, height: number): State | null {
  let rings = state;
  // Removing a reversed side lets its neighbours meet, so they are checked again.
  for (let round = 0; round < 8; round += 1) {
    const left = onceRound(rings.map((ring) => placed(fronts, ring, height)));
    if (left === null) return null;
    const forward = left.map((ring) => forwardOf(fronts, ring)).filter((ring) => ring.length > 2);
    if (isAlike(forward, rings)) return forward;
    rings = forward;
  }
  return null;
}

function forwardOf(fronts: readonly Front[], { labels, corners }: Placed): LabelledRing {
  const forward = labels.filter((label, i) => {
    const { x, y } = fronts[label]?.normal ?? { x: 0, y: 0 };
    const [a, b] = [corner(corners, i), corner(corners, i + 1)];
    return (b.x - a.x) * y - (b.y - a.y) * x > 0;
  });
  return forward.filter((label, i) => label !== forward.at(i - 1));
}

function isAlike(a: State, b: State): boolean {
  const textOf = (state: State): string => state.map(fromLeast).toSorted().join('; ');
  return a.length === b.length && textOf(a) === textOf(b);
}

function fromLeast(ring: LabelledRing): string {
  const turned = ring.map((_, i) => [...ring.slice(i), ...ring.slice(0, i)].join(' '));
  return turned.toSorted()[0] ?? '';
}

function partsBetween(
  fronts: readonly Front[],
  state: State,
  [low, high]: readonly [number, number],
): readonly Part[] {
  return state.flatMap((ring) => {
    const [from, to] = [placed(fronts, ring, low).corners, placed(fronts, ring, high).corners];
    return ring.flatMap((label, i): readonly Part[] => {
      const part = [corner(from, i), corner(from, i + 1), corner(to, i + 1), corner(to, i)];
      const front = fronts[label];
      if (front === undefined || !(ringArea(part) > 0)) return [];
      const { normal, at, planes } = front;
      const inside: Height = ({ x, y }) => x * normal.x + y * normal.y - at;
      const distance = insideAt(front, (low + high) / 2);
      const [first, ...others] = planes;
      const plane = others.reduce(
        (best, one) => (over(one, distance) < over(best, distance) ? one : best),
        first ?? { pitch: 0, lift: 0 },
      );
      return [{ ring: part, height: (p) => over(plane, inside(p)) }];
    });
  });
}

const over = ({ pitch, lift }: Plane, inside: number): number => pitch * inside + lift;
const overEave = ({ out }: Front, plane: Plane): number => over(plane, 0 - out);

/** The distance of a side inside its line at a height, at which the lowest of its planes has this height. */
function insideAt({ out, planes }: Front, height: number): number {
  return Math.max(0 - out, ...planes.map(({ pitch, lift }) => (height - lift) / pitch));
}

/** Heights at which a side starts or continues on another plane. */
function breaksOf(front: Front): readonly number[] {
  const [lower, upper] = front.planes;
  const starts = front.planes.map((plane) => overEave(front, plane));
  if (lower === undefined || upper === undefined) return starts;
  return [...starts, over(lower, (upper.lift - lower.lift) / (lower.pitch - upper.pitch))];
}

function placed(fronts: readonly Front[], labels: LabelledRing, height: number): Placed {
  const lines = labels.flatMap((label) => fronts[label] ?? []);
  const at = lines.map((front) => front.at + insideAt(front, height));
  const corners = lines.map(({ normal: n }, i) => {
    const m = lines.at(i - 1)?.normal ?? n;
    const [c, d] = [at.at(i - 1) ?? 0, at[i] ?? 0];
    const turn = m.x * n.y - m.y * n.x;
    return { x: (c * n.y - d * m.y) / turn, y: (m.x * d - n.x * c) / turn };
  });
  return { labels, corners };
}

function frontsOf({ rings, sides, thickness, out }: Swept, times: number): readonly Front[] {
  const lines = rings.flatMap((ring) =>
    ring.map((a, i) => {
      const [inside, b] = [insideOf(ring, i), corner(ring, i + 1)];
      const origin = inside({ x: a.x, y: a.y });
      const normal = {
        x: inside({ x: a.x + 1, y: a.y }) - origin,
        y: inside({ x: a.x, y: a.y + 1 }) - origin,
      };
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      return { normal, at: middle.x * normal.x + middle.y * normal.y };
    }),
  );
  const next = seededNumbers(lines.length);
  return lines.map(({ normal, at }, i) => {
    const side = sides[i];
    const planes = side === undefined ? [] : risesOf(side, thickness);
    return { normal, at: at + times * ASIDE_MM * (next() - 0.5), out: out[i] ?? 0, planes };
  });
}

function numbered(rings: readonly Ring[]): State {
  let count = 0;
  return rings.map((ring) => {
    const first = count;
    count += ring.length;
    return ring.map((_, i) => first + i);
  });
}
