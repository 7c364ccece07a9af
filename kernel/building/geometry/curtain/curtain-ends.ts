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
import {
  type Across,
  type CurtainGrid,
  hull,
  mullionsAcross,
  panelsAcross,
} from './curtain-sizes.ts';

/** The strip of a curtain wall: a rectangle between two stations, and the joint outlines beyond them. */
export type CurtainStrip = {
  /** Null if the joints leave too little length for a panel. */
  readonly between: Range | null;
  /** Between which stations the panels are if they lap over the mullions. */
  readonly panels: Range;
  /** Counter-clockwise plan outlines (mm) of the strip between two stations, in a range across the wall. */
  outline(from: number, to: number, across: Across): readonly Ring[];
  /** The outline of a rectangle. */
  rectangle(from: number, to: number, across: Across): Ring;
};

type Range = { readonly from: number; readonly to: number };

/**
 * The strip of a wall in the range of its parts across it. The end mullions have at least the width of the border on its middle line and extend to the
 * cut of an oblique joint across the strip.
 */
export function curtainStrip(
  wall: StraightWall,
  footprint: WallFootprint,
  grid: CurtainGrid,
): CurtainStrip {
  const axis = axisOf(wall);
  const local = (ring: Ring): Ring => ring.map((point) => axis.toLocal(point));
  const rings = convexRings({ boundary: footprint.ring, holes: [] }).map((ring) => local(ring));
  const rectangle = (from: number, to: number, { right, left }: Across): Ring => {
    const corners = [
      { x: from, y: right },
      { x: to, y: right },
      { x: to, y: left },
      { x: from, y: left },
    ];
    return corners.map((point) => axis.toWorld(point));
  };
  const cut = (of: readonly Ring[], [from, to]: Stretch, across: Across): readonly Ring[] =>
    of.flatMap((ring) => {
      const left = clipToStrip(ring, [from, to], across);
      return left === null ? [] : [left.map((point) => axis.toWorld(point))];
    });
  const chains = endChains(footprint);
  const endRange =
    chains === null ? null : ([local(chains.startChain), local(chains.endChain)] as const);
  const ends = endRange === null ? null : endsOf(endRange, grid);
  if (chains === null || endRange === null || ends === null) {
    return {
      between: null,
      panels: { from: 0, to: 0 },
      outline: (from, to, across) => cut(rings, [from, to], across),
      rectangle,
    };
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
    panels: straightRange(endRange, panelsAcross(grid)),
    outline(from, to, across) {
      if (from >= begin && to <= finish) return [rectangle(from, to, across)];
      return cut((to <= begin ? startRings : endRings) ?? [], [from, to], across);
    },
    rectangle,
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

/** Outlines of both ends in stations and distances from the axis. */
type EndChains = readonly [start: Ring, end: Ring];

/** End of the start mullion and start of the end mullion; null if no panel fits between them. */
function endsOf([startChain, endChain]: EndChains, grid: CurtainGrid): Range | null {
  const own = mullionsAcross(grid);
  const across = grid.laps ? own : hull(own, panelsAcross(grid));
  const starts = stationsOf(startChain, across, grid.mullion_offset);
  const ends = stationsOf(endChain, across, grid.mullion_offset);
  const { width } = grid.edge;
  const inner = Math.max(...starts.strip, Math.max(...starts.axis) + width);
  const outer = Math.min(...ends.strip, Math.min(...ends.axis) - width);
  const range = onGrid(inner, outer);
  return range.to - range.from < MIN_PANEL_MM ? null : range;
}

/** Between which stations the strip of a range across the wall is a rectangle. */
function straightRange([startChain, endChain]: EndChains, across: Across): Range {
  const middle = (across.right + across.left) / 2;
  const [starts, ends] = [
    stationsOf(startChain, across, middle),
    stationsOf(endChain, across, middle),
  ];
  return onGrid(Math.max(...starts.strip, ...starts.axis), Math.min(...ends.strip, ...ends.axis));
}

/** The stations on the grid that are within a range. */
function onGrid(from: number, to: number): Range {
  return {
    from: Math.ceil(from * 1000 - ROUND_OFF_UM) / 1000,
    to: Math.floor(to * 1000 + ROUND_OFF_UM) / 1000,
  };
}

/**
 * The stations of a chain's corners within the strip and its crossings with the strip's edges, and its crossings with
 * the line through the middle of the mullions.
 */
function stationsOf(
  chain: Ring,
  { right, left }: Across,
  middle: number,
): { readonly strip: readonly number[]; readonly axis: readonly number[] } {
  const [strip, axis]: [number[], number[]] = [[], []];
  for (const [i, a] of chain.slice(0, -1).entries()) {
    const b = at(chain, i + 1);
    const crossing = (y: number): readonly number[] =>
      (a.y - y) * (b.y - y) < 0 ? [a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)] : [];
    const ends = [a, b];
    strip.push(
      ...ends
        .filter(({ y }) => y <= left + ROUND_OFF_MM && y >= right - ROUND_OFF_MM)
        .map(({ x }) => x),
      ...crossing(left),
      ...crossing(right),
    );
    axis.push(...ends.filter(({ y }) => y === middle).map(({ x }) => x), ...crossing(middle));
  }
  return { strip, axis };
}

/** A convex ring clipped to two stations and to a range across the wall; null if nothing is left. */
function clipToStrip(ring: Ring, [from, to]: Stretch, across: Across): Ring | null {
  let left: Ring = ring;
  if (from > -Infinity) left = clippedBehind(left, ({ x }) => from - x);
  if (to < Infinity) left = clippedBehind(left, ({ x }) => x - to);
  left = clippedBehind(left, ({ y }) => y - across.left);
  left = clippedBehind(left, ({ y }) => across.right - y);
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
