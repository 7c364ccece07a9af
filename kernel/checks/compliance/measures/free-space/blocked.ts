/** @module blocked: the clear width of a strip that bodies intrude into. */
import { at } from '../../../../building/geometry/indexed.ts';
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import { railing } from '../../../../building/kinds/railing/railing.ts';
import type { Run } from '../../run.ts';
import { clip, type Piece } from '../../shapes/clip.ts';
import type { Frame, Interval } from '../../shapes/frame.ts';
import { freeIntervals } from '../../shapes/frame.ts';
import { bodiesIn, doubledPlanArea, type Triangle, trianglesOf } from '../bodies.ts';

/** Clear widths are measured between these heights above the walking surface, mm: feet to shoulders. */
export const FEET_MM = 50;
export const SHOULDERS_MM = 1500;

/** A body that intrudes no further than this only touches the strip, mm. */
export const TOUCH_MM = 1;

/** Selects the bodies that obstruct a stair or ramp: all but itself and railings, since standards let handrails project. */
export function obstructs(id: string): (element: Element) => boolean {
  return (element) => element.id !== id && element.kind !== railing.kind;
}

/** Widths that differ by no more than this are equal, mm: several roundings to the 0.001 mm grid. */
export const SAME_MM = 0.01;

/** A strip in plan that must be clear between the heights `low` and `high` above `height`; mm. */
export type Strip = {
  readonly frame: Frame;
  readonly s: Interval;
  readonly t: Interval;
  /** Elevation of the walking surface at a distance along the strip; linear. */
  readonly height: (s: number) => number;
  readonly low: number;
  readonly high: number;
};

/** Extent along and across a strip, mm. */
type Extent = { readonly s: Interval; readonly t: Interval };

/** Extent of the part of a body inside a strip. */
type Intrusion = Extent & { readonly id: string };

/** The part of a triangle inside a strip, and the components of its outward unit normal along and across the strip. */
type Part = Extent & { readonly facing: { readonly s: number; readonly t: number } };

/** The part of a triangle inside the strip and between its heights; null if no part is inside. */
function partIn(strip: Strip, triangle: Triangle): Part | null {
  const { frame, height, low, high } = strip;
  // The corners of `piece` are (s, t).
  let piece: Piece = triangle.map((corner) => {
    const s = frame.s(corner);
    return { x: s, y: frame.t(corner), h: corner.z - height(s) };
  });
  const [s0, s1, t0, t1] = [...strip.s, ...strip.t];
  const sides = [
    ({ h }: { readonly h: number }) => h - low,
    ({ h }: { readonly h: number }) => high - h,
    ({ x }: { readonly x: number }) => x - s0 - TOUCH_MM,
    ({ x }: { readonly x: number }) => s1 - TOUCH_MM - x,
    ({ y }: { readonly y: number }) => y - t0 - TOUCH_MM,
    ({ y }: { readonly y: number }) => t1 - TOUCH_MM - y,
  ];
  for (const side of sides) {
    piece = clip(piece, side);
    if (piece.length === 0) return null;
  }
  const { min, max } = ringBounds(piece);
  return { s: [min.x, max.x], t: [min.y, max.y], facing: facingOf(frame, triangle) };
}

function facingOf(frame: Frame, [a, b, c]: Triangle): Part['facing'] {
  const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
  const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const { along } = frame;
  const length = Math.hypot(x, y, z);
  return { s: (x * along.x + y * along.y) / length, t: (y * along.x - x * along.y) / length };
}

/** A face whose normal has a smaller component in a direction is parallel to it. */
const PARALLEL = 1e-3;

/**
 * The extent of a body in one direction. Only its surface is inside the strip: if the outermost face looks inwards, the
 * body begins outside of the strip and fills it up to that face.
 */
function filled(parts: readonly Part[], direction: 's' | 't', whole: Interval): Interval {
  const low = Math.min(...parts.map((part) => part[direction][0]));
  const high = Math.max(...parts.map((part) => part[direction][1]));
  const looks = (sign: number, isOutermost: (part: Part) => boolean): boolean =>
    parts.every((part) => !isOutermost(part) || sign * part.facing[direction] > PARALLEL);
  return [
    looks(1, (part) => part[direction][0] <= low + SAME_MM) ? whole[0] : low,
    looks(-1, (part) => part[direction][1] >= high - SAME_MM) ? whole[1] : high,
  ];
}

/** Off the edges of bodies that are aligned with a strip, mm. */
const [OFF_S, OFF_T] = [0.137, 0.071];

/** Whether a body without a face in the strip has all of the strip in it: how often its faces are crossed upwards. */
function encloses(
  triangles: readonly Triangle[],
  { frame, s, t, height, low, high }: Strip,
): boolean {
  const along = (s[0] + s[1]) / 2 + OFF_S;
  const point = frame.point(along, (t[0] + t[1]) / 2 + OFF_T);
  const z = height(along) + (low + high) / 2;
  let crossed = 0;
  for (const triangle of triangles) {
    const [a, b, c] = triangle;
    const whole = doubledPlanArea(triangle);
    // The shares of the three corners; all have the same sign where the point is in the triangle.
    const [u, v, w] = [
      doubledPlanArea([{ ...point, z: 0 }, b, c]) / whole,
      doubledPlanArea([a, { ...point, z: 0 }, c]) / whole,
      doubledPlanArea([a, b, { ...point, z: 0 }]) / whole,
    ];
    if (!(u > 0 && v > 0 && w > 0)) continue;
    if (u * a.z + v * b.z + w * c.z > z) crossed += Math.sign(whole);
  }
  return crossed > 0;
}

/** Bodies that intrude into the strip, each with the extent of its part inside. `counts` selects the bodies. */
export function intrusionsInto(
  run: Run,
  strip: Strip,
  counts: (element: Element) => boolean,
): readonly Intrusion[] {
  const { frame, s, t, height, low, high } = strip;
  const { min, max } = ringBounds(frame.rectangle(s, t));
  const [z0, z1] = [height(s[0]), height(s[1])];
  const box = {
    min: { ...min, z: Math.min(z0, z1) + low },
    max: { ...max, z: Math.max(z0, z1) + high },
  };
  return bodiesIn(run, box)
    .filter(counts)
    .flatMap(({ id }) => {
      const triangles = trianglesOf(run, id);
      const parts = triangles.flatMap((triangle) => partIn(strip, triangle) ?? []);
      if (parts.length === 0) return encloses(triangles, strip) ? [{ id, s, t }] : [];
      return [{ id, s: filled(parts, 's', s), t: filled(parts, 't', t) }];
    });
}

/** The narrowest place of a strip: its clear width, its position along the strip, and the bodies that narrow it. */
export type Narrowest = {
  readonly width: number;
  readonly s: number;
  readonly of: readonly string[];
};

/** The narrowest place of a strip. A body counts with the whole extent of its part inside. */
export function narrowestOf(
  run: Run,
  strip: Strip,
  counts: (element: Element) => boolean,
): Narrowest {
  const bodies = intrusionsInto(run, strip, counts);
  const whole = strip.t;
  const middle = (strip.s[0] + strip.s[1]) / 2;
  let narrowest: Narrowest = { width: whole[1] - whole[0], s: middle, of: [] };
  const stations = [...new Set(bodies.flatMap(({ s }) => s))].toSorted((a, b) => a - b);
  for (let i = 0; i < stations.length; i++) {
    const from = at(stations, i);
    const s = (from + (stations[i + 1] ?? from)) / 2;
    const here = bodies.filter((body) => body.s[0] <= s && s <= body.s[1]);
    // A body within a millimetre of the edge also closes the gap to the edge.
    const taken = here.map(({ t }): Interval => [
      t[0] <= whole[0] + 2 * TOUCH_MM ? whole[0] : t[0],
      t[1] >= whole[1] - 2 * TOUCH_MM ? whole[1] : t[1],
    ]);
    const width = Math.max(0, ...freeIntervals(whole, taken).map(([a, b]) => b - a));
    if (here.length === 0 || width > narrowest.width + SAME_MM) continue;
    const of = here.map(({ id }) => id);
    if (width < narrowest.width - SAME_MM) narrowest = { width, s, of };
    else narrowest = { ...narrowest, of: [...new Set([...narrowest.of, ...of])].toSorted() };
  }
  return narrowest;
}
