/** @module blocked: the clear width of a strip that bodies intrude into. */
import type { SpacePoint } from '../../../../../schemas/units.ts';
import { at } from '../../../../building/geometry/indexed.ts';
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import { railing } from '../../../../building/kinds/railing/railing.ts';
import type { Run } from '../../run.ts';
import { clip, type Piece } from '../../shapes/clip.ts';
import type { Frame, Interval } from '../../shapes/frame.ts';
import { freeIntervals } from '../../shapes/frame.ts';
import { bodiesIn, trianglesOf } from '../bodies.ts';

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

/** Extent of the part of a body inside a strip. */
type Intrusion = { readonly id: string; readonly s: Interval; readonly t: Interval };

/** Extent of the part of a triangle inside the strip and between its heights; null if no part is inside. */
function extentIn(strip: Strip, triangle: readonly SpacePoint[]): Omit<Intrusion, 'id'> | null {
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
  return { s: [min.x, max.x], t: [min.y, max.y] };
}

function extentUnion(
  a: Omit<Intrusion, 'id'> | null,
  b: Omit<Intrusion, 'id'>,
): Omit<Intrusion, 'id'> {
  if (a === null) return b;
  return {
    s: [Math.min(a.s[0], b.s[0]), Math.max(a.s[1], b.s[1])],
    t: [Math.min(a.t[0], b.t[0]), Math.max(a.t[1], b.t[1])],
  };
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
      let extent: Omit<Intrusion, 'id'> | null = null;
      for (const triangle of trianglesOf(run, id)) {
        const part = extentIn(strip, triangle);
        if (part !== null) extent = extentUnion(extent, part);
      }
      return extent === null ? [] : [{ id, ...extent }];
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
