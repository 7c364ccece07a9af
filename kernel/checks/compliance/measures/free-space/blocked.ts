/** @module blocked: how wide a strip is that bodies reach into. */
import type { SpacePoint } from '../../../schemas/units.ts';
import { at } from '../../geometry/indexed.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Run } from '../run.ts';
import { clipped, type Piece } from '../shapes/clip.ts';
import type { Frame, Interval } from '../shapes/frame.ts';
import { uncovered } from '../shapes/frame.ts';
import { bodiesIn, trianglesOf } from './bodies.ts';

/** What only touches the strip, or reaches no further into it than this, is beside it, mm. */
const BESIDE_MM = 1;

/** Widths that differ by no more than this are the same, mm. */
const SAME_MM = 0.01;

/** A strip in plan, with the heights between which it is walked: from `low` to `high` above `height`, mm. */
export type Strip = {
  readonly frame: Frame;
  readonly s: Interval;
  readonly t: Interval;
  /** Elevation of what is walked on, by the distance along the strip; linear. */
  readonly height: (s: number) => number;
  readonly low: number;
  readonly high: number;
};

/** Where a body reaches into a strip. */
type Reached = { readonly id: string; readonly s: Interval; readonly t: Interval };

/** The part of a triangle that is inside the strip and between its heights, as extents; null when none is. */
function extentIn(strip: Strip, triangle: readonly SpacePoint[]): Omit<Reached, 'id'> | null {
  const { frame, height, low, high } = strip;
  // Corners are (s, t) from here on.
  let piece: Piece = triangle.map((corner) => {
    const s = frame.s(corner);
    return { x: s, y: frame.t(corner), h: corner.z - height(s) };
  });
  const [s0, s1, t0, t1] = [...strip.s, ...strip.t];
  const sides = [
    ({ h }: { readonly h: number }) => h - low,
    ({ h }: { readonly h: number }) => high - h,
    ({ x }: { readonly x: number }) => x - s0 - BESIDE_MM,
    ({ x }: { readonly x: number }) => s1 - BESIDE_MM - x,
    ({ y }: { readonly y: number }) => y - t0 - BESIDE_MM,
    ({ y }: { readonly y: number }) => t1 - BESIDE_MM - y,
  ];
  for (const side of sides) {
    piece = clipped(piece, side);
    if (piece.length === 0) return null;
  }
  const { min, max } = ringBounds(piece);
  return { s: [min.x, max.x], t: [min.y, max.y] };
}

function joined(a: Omit<Reached, 'id'> | null, b: Omit<Reached, 'id'>): Omit<Reached, 'id'> {
  if (a === null) return b;
  return {
    s: [Math.min(a.s[0], b.s[0]), Math.max(a.s[1], b.s[1])],
    t: [Math.min(a.t[0], b.t[0]), Math.max(a.t[1], b.t[1])],
  };
}

/** Bodies that reach into the strip, with the extent of what is inside. */
export function reachedInto(
  run: Run,
  strip: Strip,
  counts: (element: Element) => boolean,
): readonly Reached[] {
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
      let extent: Omit<Reached, 'id'> | null = null;
      for (const triangle of trianglesOf(run, id)) {
        const part = extentIn(strip, triangle);
        if (part !== null) extent = joined(extent, part);
      }
      return extent === null ? [] : [{ id, ...extent }];
    });
}

/** The narrowest place of a strip: its greatest free width there, how far along, and what reaches in, there and where it is as narrow. */
export type Narrowest = {
  readonly width: number;
  readonly s: number;
  readonly of: readonly string[];
};

/** How wide the strip is at its narrowest place. A body counts over its whole extent inside the strip. */
export function narrowestOf(
  run: Run,
  strip: Strip,
  counts: (element: Element) => boolean,
): Narrowest {
  const bodies = reachedInto(run, strip, counts);
  const whole = strip.t;
  const middle = (strip.s[0] + strip.s[1]) / 2;
  let narrowest: Narrowest = { width: whole[1] - whole[0], s: middle, of: [] };
  const stations = [...new Set(bodies.flatMap(({ s }) => s))].toSorted((a, b) => a - b);
  for (let i = 0; i < stations.length; i++) {
    const from = at(stations, i);
    const s = (from + (stations[i + 1] ?? from)) / 2;
    const here = bodies.filter((body) => body.s[0] <= s && s <= body.s[1]);
    // What lies within a millimetre of the edge closes the rest of it.
    const taken = here.map(({ t }): Interval => [
      t[0] <= whole[0] + 2 * BESIDE_MM ? whole[0] : t[0],
      t[1] >= whole[1] - 2 * BESIDE_MM ? whole[1] : t[1],
    ]);
    const width = Math.max(0, ...uncovered(whole, taken).map(([a, b]) => b - a));
    if (here.length === 0 || width > narrowest.width + SAME_MM) continue;
    const of = here.map(({ id }) => id);
    if (width < narrowest.width - SAME_MM) narrowest = { width, s, of };
    else narrowest = { ...narrowest, of: [...new Set([...narrowest.of, ...of])].toSorted() };
  }
  return narrowest;
}
