/**
 * @module curtain ends: plan outlines of the mullions at the ends of a curtain wall, in stations and distances from
 * the axis.
 */

import { convexRings } from '../convex/convex-rings.ts';
import { at } from '../indexed.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import { GRID_AREA_MM2, ROUND_OFF_MM, ROUND_OFF_UM } from '../tolerances.ts';
import { type Point2, segmentLengthMm } from '../vector.ts';
import { endChains } from '../walls/solid/end-chains.ts';
import type { StraightWall } from '../walls/wall-contacts.ts';
import type { WallFootprint } from '../walls/wall-joins.ts';
import { MIN_PANEL_MM } from './curtain-grid.ts';

/** The strip of a curtain wall: a rectangle between two stations, and the joint outlines beyond them. */
export type CurtainStrip = {
  /** Null if the joints leave too little length for a panel. */
  readonly between: { readonly from: number; readonly to: number } | null;
  /**
   * Counter-clockwise plan outlines (mm) of the strip between two stations, up to `half` from the axis on both sides.
   */
  outline(from: number, to: number, half: number): readonly Ring[];
};

/**
 * The strip of a wall, `depth` mm across. The end mullions are at least `mullion` mm wide on the axis and extend to the
 * cut of an oblique joint across the strip.
 */
export function curtainStrip(
  wall: StraightWall,
  footprint: WallFootprint,
  { depth, mullion }: { readonly depth: number; readonly mullion: number },
): CurtainStrip {
  const axis = axisOf(wall);
  const local = (ring: Ring): Ring => ring.map((point) => axis.toLocal(point));
  const rings = convexRings({ boundary: footprint.ring, holes: [] }).map((ring) => local(ring));
  const cut = (of: readonly Ring[], [from, to]: Stretch, half: number): readonly Ring[] =>
    of.flatMap((ring) => {
      const left = clipToStrip(ring, [from, to], half);
      return left === null ? [] : [left.map((point) => axis.toWorld(point))];
    });
  const chains = endChains(footprint);
  const ends =
    chains === null
      ? null
      : endsOf(local(chains.startChain), local(chains.endChain), depth, mullion);
  if (chains === null || ends === null) {
    return { between: null, outline: (from, to, half) => cut(rings, [from, to], half) };
  }
  const { from: begin, to: finish } = ends;
  const middle = (begin + finish) / 2;
  const [startRings, endRings] = [chains.startChain, chains.endChain].map((chain) => {
    const points = local(chain);
    const sides = [at(points, points.length - 1), at(points, 0)].map(({ y }) => ({ x: middle, y }));
    return convexRings({ boundary: [...points, ...sides], holes: [] });
  });
  return {
    between: ends,
    outline(from, to, half) {
      if (from >= begin && to <= finish) {
        const ring = [
          { x: from, y: -half },
          { x: to, y: -half },
          { x: to, y: half },
          { x: from, y: half },
        ];
        return [ring.map((point) => axis.toWorld(point))];
      }
      return cut((to <= begin ? startRings : endRings) ?? [], [from, to], half);
    },
  };
}

type Stretch = readonly [from: number, to: number];

type Axis = {
  readonly toLocal: (point: Point2) => Point2;
  readonly toWorld: (point: Point2) => Point2;
};

function axisOf({ start, end }: StraightWall): Axis {
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return {
    toLocal: ({ x, y }) => ({
      x: (x - start.x) * ux + (y - start.y) * uy,
      y: (y - start.y) * ux - (x - start.x) * uy,
    }),
    toWorld: ({ x, y }) => ({ x: start.x + x * ux - y * uy, y: start.y + x * uy + y * ux }),
  };
}

/** End of the start mullion and start of the end mullion; null if no panel fits between them. */
function endsOf(
  startChain: Ring,
  endChain: Ring,
  depth: number,
  mullion: number,
): { readonly from: number; readonly to: number } | null {
  const half = depth / 2;
  const starts = stationsOf(startChain, half);
  const ends = stationsOf(endChain, half);
  const inner = Math.max(...starts.strip, Math.max(...starts.axis) + mullion);
  const outer = Math.min(...ends.strip, Math.min(...ends.axis) - mullion);
  const from = Math.ceil(inner * 1000 - ROUND_OFF_UM) / 1000;
  const to = Math.floor(outer * 1000 + ROUND_OFF_UM) / 1000;
  return to - from < MIN_PANEL_MM ? null : { from, to };
}

/**
 * The stations of a chain's corners within the strip and its crossings with the strip's edges, and its crossings with
 * the axis.
 */
function stationsOf(
  chain: Ring,
  half: number,
): { readonly strip: readonly number[]; readonly axis: readonly number[] } {
  const [strip, axis]: [number[], number[]] = [[], []];
  for (const [i, a] of chain.slice(0, -1).entries()) {
    const b = at(chain, i + 1);
    const crossing = (y: number): readonly number[] =>
      (a.y - y) * (b.y - y) < 0 ? [a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)] : [];
    const ends = [a, b];
    strip.push(
      ...ends.filter(({ y }) => Math.abs(y) <= half + ROUND_OFF_MM).map(({ x }) => x),
      ...crossing(half),
      ...crossing(-half),
    );
    axis.push(...ends.filter(({ y }) => y === 0).map(({ x }) => x), ...crossing(0));
  }
  return { strip, axis };
}

/** A convex ring clipped to two stations and to `half` from the axis; null if nothing is left. */
function clipToStrip(ring: Ring, [from, to]: Stretch, half: number): Ring | null {
  let left: Ring = ring;
  if (from > -Infinity) left = clippedBehind(left, ({ x }) => from - x);
  if (to < Infinity) left = clippedBehind(left, ({ x }) => x - to);
  left = clippedBehind(left, ({ y }) => y - half);
  left = clippedBehind(left, ({ y }) => -half - y);
  const corners = left.filter((point, i) => {
    const before = at(left, (i + left.length - 1) % left.length);
    return (
      Math.abs(point.x - before.x) > ROUND_OFF_MM || Math.abs(point.y - before.y) > ROUND_OFF_MM
    );
  });
  return corners.length < 3 || signedArea(corners) < GRID_AREA_MM2 ? null : corners;
}

/**
 * The part of a convex ring where `over` is not positive; the ring starts at the crossing that precedes its first
 * kept corner.
 */
function clippedBehind(ring: Ring, over: (point: Point2) => number): Ring {
  return ring.flatMap((point, i) => {
    const before = at(ring, (i + ring.length - 1) % ring.length);
    const [was, is] = [over(before), over(point)];
    const kept = is <= 0 ? [point] : [];
    if (was <= 0 === is <= 0) return kept;
    const share = was / (was - is);
    const crossing = {
      x: before.x + (point.x - before.x) * share,
      y: before.y + (point.y - before.y) * share,
    };
    return [crossing, ...kept];
  });
}
