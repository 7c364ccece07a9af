/** @module the solid of a wall: its footprint extruded, with rectangular openings. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { uprightPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at } from '../indexed.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh, MeshBuilder } from '../mesh/mesh.ts';
import { boxMesh, createMeshBuilder, emptyMesh } from '../mesh/mesh.ts';
import type { SolidKernel, SolidResult } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import type { Point2 } from '../vector.ts';
import { onGrid } from '../vector.ts';
import type { ArcFrame } from './arcs/arc-frame.ts';
import { arcFrame } from './arcs/arc-frame.ts';
import { sectorRing, wallAxis } from './arcs/wall-axis.ts';
import { endChains } from './solid/end-chains.ts';
import type { Cells, Cut } from './solid/wall-cells.ts';
import { cellsOf } from './solid/wall-cells.ts';
import type { StraightWall } from './wall-contacts.ts';
import type { WallFootprint } from './wall-joins.ts';

/** Rectangular hole through a wall, mm: `offset` from the wall's start to the near edge, `sill` above its base. */
export type WallOpening = {
  readonly offset: number;
  readonly width: number;
  readonly sill: number;
  readonly height: number;
};

export type WallSolid = {
  readonly wall: StraightWall;
  readonly footprint: WallFootprint;
  /** Elevation of the foot, mm. */
  readonly base: number;
  /** mm. */
  readonly height: number;
  readonly openings: readonly WallOpening[];
};

/** A mesh, and the indices of openings that reach into a slanted end and were cut short there. */
export type WallMesh = { readonly mesh: Mesh; readonly unresolved: readonly number[] };

/** Half a grid step: positions closer than this to an end count as at the end. */
const AT_END = 0.001;
/** What is cut out of a wall goes past its faces by this, mm. */
const PAST_MM = 10;
/** How much more an opening may take than its box: arcs are chains of facets. */
const TAKEN = 1.01;

/**
 * Closed solid of the wall. Where openings lie between the joints, its volume is exactly footprint
 * times height less the openings; they may touch or overlap each other, the foot, the top and square
 * ends, and may reach beyond them. Parts that would touch along one edge only get separate vertices.
 * An opening that reaches into a slanted end is cut off where the slant begins and listed in
 * `unresolved`; `wallSolid` cuts it fully.
 */
export function wallMesh(spec: WallSolid): WallMesh {
  const frame = frameOf(spec);
  if (frame === null) {
    return { mesh: plainWall(spec), unresolved: [...spec.openings.keys()] };
  }
  const placed = spec.openings.map((opening) => place(opening, spec, frame));
  const unresolved = [...placed.keys()].filter((i) => at(placed, i).short);
  const cuts = placed.filter(({ from, to, low, high }) => from < to && low < high);
  if (cuts.length === 0) {
    return { mesh: plainWall(spec), unresolved };
  }
  return { mesh: cellMesh(spec, frame, cuts), unresolved };
}

/**
 * The same solid as convex pieces that share no volume; null where an opening reaches into a slanted end, so that only a
 * boolean cuts it.
 */
export function wallPieces(spec: WallSolid): readonly ConvexPiece[] | null {
  const { footprint, base, height, openings } = spec;
  const frame = openings.length === 0 ? null : frameOf(spec);
  if (frame === null) {
    return openings.length > 0
      ? null
      : uprightPieces(footprint.ring, [{ low: base, high: base + height }]);
  }
  const placed = openings.map((opening) => place(opening, spec, frame));
  if (placed.some(({ short }) => short)) return null;
  const cuts = placed.filter(({ from, to, low, high }) => from < to && low < high);
  const { stations, levels, solid } = cellsOf(spec, cuts);
  return solid.flatMap((column, piece) => {
    const outline = outlineOf(frame, stations, piece).map(({ point }) => point);
    return uprightPieces(outline, runsOf(column, levels));
  });
}

/** What openings leave of a volume at least, mm³. */
export function withoutBoxes(volume: number, { openings, wall }: WallSolid): number {
  const boxes = openings.reduce((sum, { width, height }) => sum + width * height, 0);
  return volume - boxes * wall.thickness * TAKEN;
}

/** A volume in mm³ than which that of the wall is no less. */
export function leastVolume(spec: WallSolid): number {
  return withoutBoxes(signedArea(spec.footprint.ring) * spec.height, spec);
}

/** What is cut out of a wall over an outline in plan, from height to height, mm. */
export type WallVoid = { readonly ring: Ring; readonly low: number; readonly high: number };

/** What openings cut out of a straight wall; `unresolved` are those that reach into a slanted end, by their places. */
export function wallVoids(spec: WallSolid): {
  readonly voids: readonly WallVoid[];
  readonly unresolved: readonly number[];
} {
  const { wall, footprint, openings } = spec;
  const frame = openings.length === 0 ? null : frameOf(spec);
  if (frame === null) return { voids: [], unresolved: [...openings.keys()] };
  const axis = wallAxis(wall);
  const stations = footprint.ring.map(axis.along);
  const [first, last] = [Math.min(...stations) - PAST_MM, Math.max(...stations) + PAST_MM];
  const side = wall.thickness / 2 + PAST_MM;
  const unresolved: number[] = [];
  const voids = openings.flatMap((opening, i): readonly WallVoid[] => {
    const { from, to, low, high, short } = place(opening, spec, frame);
    if (short) unresolved.push(i);
    if (short || from >= to || low >= high) return [];
    const [start, end] = [Math.max(first, from), Math.min(last, to)];
    const ring = [
      axis.at(start, 0 - side),
      axis.at(end, 0 - side),
      axis.at(end, side),
      axis.at(start, side),
    ];
    return [{ ring, low, high }];
  });
  return { voids, unresolved };
}

/** A wall without some of its openings. Throws `SolidKernelFault`. */
export function withoutOpenings(
  kernel: SolidKernel,
  mesh: Mesh,
  spec: WallSolid,
  numbers: readonly number[],
): Mesh {
  if (numbers.length === 0) return mesh;
  const frame = frameOf(spec);
  const boxes = numbers.flatMap((i) => {
    const opening = at(spec.openings, i);
    return opening.width > 0 && opening.height > 0 ? [openingBox(opening, spec, frame)] : [];
  });
  return kernel.subtractAll(mesh, boxes).mesh;
}

/** What openings leave of the outline of a wall; null where it has lost a corner. */
export function outlinesBeside(spec: WallSolid): readonly Ring[] | null {
  const frame = frameOf(spec);
  if (frame === null) return null;
  const placed = spec.openings.map((opening) => place(opening, spec, frame));
  const { stations, solid } = cellsOf(
    spec,
    placed.filter(({ from, to, low, high }) => from < to && low < high),
  );
  return solid.flatMap(([filled], piece) =>
    filled === true ? [outlineOf(frame, stations, piece).map(({ point }) => point)] : [],
  );
}

function uprightPieces(outline: Ring, runs: readonly Run[]): readonly ConvexPiece[] {
  if (runs.length === 0) return [];
  const rings = convexRings({ boundary: outline, holes: [] });
  return rings.flatMap((ring) => runs.map(({ low, high }) => uprightPiece(ring, low, high)));
}

/** Filled cells above each other, mm. */
type Run = { readonly low: number; readonly high: number };

function runsOf(column: readonly boolean[], levels: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [level, filled] of column.entries()) {
    if (!filled) continue;
    const high = at(levels, level + 1);
    const below = column[level - 1] === true ? runs.pop() : undefined;
    runs.push({ low: below?.low ?? at(levels, level), high });
  }
  return runs;
}

/** The solid of the wall with every opening cut fully; goes through booleans only where it must. */
export function wallSolid(solids: () => SolidKernel, spec: WallSolid): Mesh {
  const { mesh, unresolved } = wallMesh(spec);
  return unresolved.length === 0 ? mesh : wallByBoolean(solids(), spec).mesh;
}

/** The same solid by subtracting boxes: the slow path, and the reference for the fast one. */
export function wallByBoolean(kernel: SolidKernel, spec: WallSolid): SolidResult {
  const frame = frameOf(spec);
  return kernel.subtractAll(
    plainWall(spec),
    spec.openings
      .filter(({ width, height }) => width > 0 && height > 0)
      .map((opening) => openingBox(opening, spec, frame)),
  );
}

function plainWall({ footprint, base, height }: WallSolid): Mesh {
  return extrudeRegion({ boundary: footprint.ring, holes: [] }, base, base + height);
}

/** Box of the opening through the whole wall, 1 mm longer wherever it only touches the outside. */
function openingBox(opening: WallOpening, spec: WallSolid, frame: Frame | null): Mesh {
  const { wall, base, height } = spec;
  const cut = frame === null ? null : place(opening, spec, frame);
  const side = wall.thickness / 2 + 1;
  const low = opening.sill <= 0 ? base + opening.sill - 1 : base + opening.sill;
  const top = opening.sill + opening.height;
  const high = top >= height ? base + top + 1 : base + top;
  const axis = wallAxis(wall);
  const end = onGrid(opening.offset + opening.width);
  const begin = cut?.from === -Infinity ? Math.min(opening.offset, 0) - 1 : opening.offset;
  const finish = cut?.to === Infinity ? Math.max(end, axis.length) + 1 : end;
  if (axis.chain !== null) {
    return extrudeRegion({ boundary: sectorRing(axis, begin, finish, side), holes: [] }, low, high);
  }
  const box = boxMesh({
    min: { x: begin, y: 0 - side, z: low },
    max: { x: finish, y: side, z: high },
  });
  const positions = box.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const { x, y } = axis.at(at(box.positions, i), at(box.positions, i + 1));
    positions[i] = x;
    positions[i + 1] = y;
  }
  return { positions, triangles: box.triangles };
}

/** The outline taken apart into two faces and two ends; u is the station along the axis. */
type Frame = {
  /** Station at which the face `right` or `left` has the given point. */
  readonly pointAt: (side: 'left' | 'right', u: number) => Point2;
  /** The corners of a face between two stations; none of a straight one. */
  readonly bends: (side: 'left' | 'right', from: number, to: number) => readonly Point2[];
  /** Points round the start from the left face to the right one, and round the end back, inclusive. */
  readonly startChain: readonly Point2[];
  readonly endChain: readonly Point2[];
  /** Between these stations both faces are there. */
  readonly from: number;
  readonly to: number;
  readonly startSquare: boolean;
  readonly endSquare: boolean;
};

/** Null when the outline has lost a corner, so that there is no straight part to work on. */
function frameOf({ wall, footprint }: WallSolid): Frame | null {
  const { along: station, chain: facets } = wallAxis(wall);
  if (facets !== null) {
    const frame = arcFrame(wall, facets, footprint);
    return frame === null ? null : between(frame, frame);
  }
  const chains = endChains(footprint);
  if (chains === null) return null;
  const { startCorners, endCorners } = footprint;
  const { startChain, endChain } = chains;
  const faces = {
    left: [startCorners.left, endCorners.left],
    right: [startCorners.right, endCorners.right],
  } as const;
  const pointAt: Frame['pointAt'] = (side, u) => {
    const [a, b] = faces[side];
    const [ua, ub] = [station(a), station(b)];
    if (Math.abs(u - ua) < 1e-9) {
      return a;
    }
    if (Math.abs(u - ub) < 1e-9) {
      return b;
    }
    const share = (u - ua) / (ub - ua);
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  };
  return between({ startChain, endChain, station }, { pointAt, bends: () => [] });
}

/** The frame between two ends; null where they leave no part with both faces. */
function between(
  { startChain, endChain, station }: Pick<ArcFrame, 'startChain' | 'endChain' | 'station'>,
  { pointAt, bends }: Pick<Frame, 'pointAt' | 'bends'>,
): Frame | null {
  const starts = startChain.map((point) => station(point));
  const ends = endChain.map((point) => station(point));
  // A cut through an inner point of a slanted end would pinch the piece before it, so it stays clear.
  const from = Math.max(...starts, ...starts.slice(1, -1).map((u) => u + 2 * AT_END));
  const to = Math.min(...ends, ...ends.slice(1, -1).map((u) => u - 2 * AT_END));
  if (from >= to) {
    return null;
  }
  return {
    pointAt,
    bends,
    startChain,
    endChain,
    from,
    to,
    // Rounding of a diagonal wall's corners tilts a square end by up to one grid step.
    startSquare: Math.max(...starts) - Math.min(...starts) <= 2 * AT_END,
    endSquare: Math.max(...ends) - Math.min(...ends) <= 2 * AT_END,
  };
}

/** Sums are put on the grid, so that openings that touch share a station and no column of dust stands between them. */
function place(opening: WallOpening, { base, height }: WallSolid, frame: Frame): Cut {
  const end = onGrid(opening.offset + opening.width);
  const passesStart = frame.startSquare && opening.offset <= frame.from + AT_END;
  const passesEnd = frame.endSquare && end >= frame.to - AT_END;
  const from = Math.max(opening.offset, frame.from);
  const to = Math.min(end, frame.to);
  const top = opening.sill + opening.height;
  return {
    from: passesStart && end > frame.from + AT_END ? -Infinity : from,
    to: passesEnd && opening.offset < frame.to - AT_END ? Infinity : to,
    low: onGrid(base + Math.max(0, opening.sill)),
    high: top < height ? onGrid(base + top) : base + height,
    short:
      (!passesStart && opening.offset < frame.from - AT_END) ||
      (!passesEnd && end > frame.to + AT_END),
  };
}

/** Corner of a piece in plan; `station` is the number of the cut it lies on, null on the wall's ends. */
type Corner = { readonly key: string; readonly point: Point2; readonly station: number | null };

function cellMesh(spec: WallSolid, frame: Frame, cuts: readonly Cut[]): Mesh {
  const cells = cellsOf(spec, cuts);
  if (cells.solid.every((column) => column.every((filled) => !filled))) {
    return emptyMesh;
  }
  const builder = createMeshBuilder();
  for (const [piece, column] of cells.solid.entries()) {
    const outline = outlineOf(frame, cells.stations, piece);
    const triangles = triangulateRegion({
      boundary: outline.map(({ point }) => point),
      holes: [],
    });
    for (const [level, filled] of column.entries()) {
      if (filled) {
        addCell(builder, cells, { piece, level, outline, triangles });
      }
    }
  }
  return builder.finish();
}

function endCorner(point: Point2): Corner {
  return { key: `${point.x},${point.y}`, point, station: null };
}

function outlineOf(frame: Frame, stations: readonly number[], piece: number): readonly Corner[] {
  const cut = (station: number, side: 'left' | 'right'): Corner => {
    const point = frame.pointAt(side, at(stations, station));
    return { key: `${point.x},${point.y}`, point, station };
  };
  const start =
    piece === 0
      ? frame.startChain.map((point) => endCorner(point))
      : [cut(piece - 1, 'left'), cut(piece - 1, 'right')];
  const finish =
    piece === stations.length
      ? frame.endChain.map((point) => endCorner(point))
      : [cut(piece, 'right'), cut(piece, 'left')];
  const [from, to] = [stations[piece - 1] ?? -Infinity, stations[piece] ?? Infinity];
  const bends = (side: 'left' | 'right'): readonly Corner[] =>
    frame.bends(side, from, to).map((point) => endCorner(point));
  const outline = [...start, ...bends('right'), ...finish, ...bends('left').toReversed()];
  // A cut may start exactly at a corner of the end: the corner then belongs to the cut.
  const keys = new Set(outline.filter((c) => c.station !== null).map((c) => c.key));
  return outline.filter(({ key, station }) => station !== null || !keys.has(key));
}

type Cell = {
  readonly piece: number;
  readonly level: number;
  readonly outline: readonly Corner[];
  readonly triangles: Uint32Array;
};

function addCell(builder: MeshBuilder, cells: Cells, cell: Cell): void {
  const { piece, level, outline, triangles } = cell;
  const filled = (p: number, l: number): boolean => cells.solid[p]?.[l] ?? false;
  const vertex = (corner: Corner, atLevel: number): number => {
    const own = touchesDiagonally(cells, corner.station, atLevel)
      ? atLevel > level
        ? 'b'
        : 'a'
      : '';
    return builder.vertex(`${corner.key},${atLevel}${own}`, {
      ...corner.point,
      z: at(cells.levels, atLevel),
    });
  };
  const cap = (atLevel: number, order: readonly [number, number, number]): void => {
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = order.map((k) => vertex(at(outline, at(triangles, i + k)), atLevel));
      if (a !== undefined && b !== undefined && c !== undefined) {
        builder.triangle(a, b, c);
      }
    }
  };
  if (!filled(piece, level - 1)) {
    cap(level, [0, 2, 1]);
  }
  if (!filled(piece, level + 1)) {
    cap(level + 1, [0, 1, 2]);
  }
  for (const [i, corner] of outline.entries()) {
    const next = at(outline, (i + 1) % outline.length);
    // The two corners of a cut follow each other; behind them lies the neighbouring piece.
    const isCut = corner.station !== null && corner.station === next.station;
    const neighbour = corner.station === piece ? piece + 1 : piece - 1;
    if (!isCut || !filled(neighbour, level)) {
      builder.quad([
        vertex(corner, level),
        vertex(next, level),
        vertex(next, level + 1),
        vertex(corner, level + 1),
      ]);
    }
  }
}

/** Whether at this cut and level two filled cells meet in the edge across the wall only. */
function touchesDiagonally({ solid }: Cells, station: number | null, level: number): boolean {
  if (station === null) {
    return false;
  }
  const filled = (p: number, l: number): boolean => solid[p]?.[l] ?? false;
  const [sw, se] = [filled(station, level - 1), filled(station + 1, level - 1)];
  const [nw, ne] = [filled(station, level), filled(station + 1, level)];
  return sw === ne && se === nw && sw !== se;
}
