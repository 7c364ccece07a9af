/** @module wall mesh: the solid of a wall: its extruded footprint minus its openings. */

import { type ConvexPiece, uprightPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at } from '../indexed.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { boxMesh, createMeshBuilder, emptyMesh } from '../mesh/mesh.ts';
import type { SolidKernel, SolidResult } from '../mesh/solid-kernel.ts';
import type { Ring } from '../plan/polygon.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import { GRID_MM, LAST_DIGIT_MM } from '../tolerances.ts';
import { onGrid, type Point2 } from '../vector.ts';
import { type ArcFrame, arcFrame } from './arcs/arc-frame.ts';
import { sectorRing, wallAxis } from './arcs/wall-axis.ts';
import { endChains } from './solid/end-chains.ts';
import { type Cells, cellsOf, type Cut } from './solid/wall-cells.ts';
import type { StraightWall } from './wall-contacts.ts';
import type { WallFootprint } from './wall-joins.ts';

/** Rectangular hole through a wall, mm: `offset` from the wall's start to the near edge, `sill` above its base. */
export type WallOpening = {
  readonly offset: number;
  readonly width: number;
  readonly sill: number;
  readonly height: number;
};

/** The definition of a wall's solid. */
export type WallSolid = {
  readonly wall: StraightWall;
  readonly footprint: WallFootprint;
  /** Elevation of the foot, mm. */
  readonly base: number;
  /** Height, mm. */
  readonly height: number;
  readonly openings: readonly WallOpening[];
};

/** A mesh, and the indices of openings that reach an oblique end and were cut short there. */
export type WallMesh = { readonly mesh: Mesh; readonly unresolved: readonly number[] };

/** Extension of cut-outs beyond the faces of a wall, mm. */
const PAST_MM = 10;
/** Upper bound for the volume of an opening relative to its box; above 1, because arcs are faceted. */
const MAX_VOLUME_RATIO = 1.01;

/**
 * Closed solid of the wall. If openings are between the joints, its volume is exactly footprint times height less the
 * openings; they may touch or overlap each other, the foot, the top and square ends, and extend beyond them. Parts
 * that would touch along one edge only get separate vertices. An opening that reaches an oblique end is cut off where
 * the oblique part starts and listed in `unresolved`; `wallSolid` cuts it fully.
 */
export function wallMesh(spec: WallSolid): WallMesh {
  const frame = frameOf(spec);
  if (frame === null) return { mesh: plainWall(spec), unresolved: [...spec.openings.keys()] };
  const { placed, cuts } = cutsOf(spec, frame);
  const unresolved = [...placed.keys()].filter((i) => at(placed, i).short);
  if (cuts.length === 0) return { mesh: plainWall(spec), unresolved };
  return { mesh: cellMesh(spec, frame, cuts), unresolved };
}

/**
 * The same solid as convex pieces that share no volume; null if an opening reaches an oblique end, so that only a
 * boolean can cut it.
 */
export function wallPieces(spec: WallSolid): readonly ConvexPiece[] | null {
  const { footprint, base, height, openings } = spec;
  const frame = openings.length === 0 ? null : frameOf(spec);
  if (frame === null) {
    return openings.length > 0
      ? null
      : uprightPieces(footprint.ring, [{ low: base, high: base + height }]);
  }
  const { placed, cuts } = cutsOf(spec, frame);
  if (placed.some(({ short }) => short)) return null;
  const { stations, levels, solid } = cellsOf(spec, cuts);
  return solid.flatMap((column, piece) => {
    const outline = pieceOutline(frame, stations, piece).map(({ point }) => point);
    return uprightPieces(outline, runsOf(column, levels));
  });
}

/** Lower bound for a volume minus the openings, mm³. */
export function lessBoxes(volume: number, { openings, wall }: WallSolid): number {
  const boxes = openings.reduce((sum, { width, height }) => sum + width * height, 0);
  return volume - boxes * wall.thickness * MAX_VOLUME_RATIO;
}

/** A cut-out of a wall: a plan outline and a height interval, mm. */
export type WallVoid = { readonly ring: Ring; readonly low: number; readonly high: number };

/** The cut-outs of the openings of a wall; `unresolved` are the indices of those that reach an oblique end. */
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
    return [{ ring: sectorRing(axis, start, end, side), low, high }];
  });
  return { voids, unresolved };
}

/** A wall less some of its openings. Throws `SolidKernelFault`. */
export function subtractOpenings(
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

/** The plan outlines of a wall between its openings; null if the outline lacks a corner of an end. */
export function outlinesBeside(spec: WallSolid): readonly Ring[] | null {
  const frame = frameOf(spec);
  if (frame === null) return null;
  const { stations, solid } = cellsOf(spec, cutsOf(spec, frame).cuts);
  return solid.flatMap(([filled], piece) =>
    filled === true ? [pieceOutline(frame, stations, piece).map(({ point }) => point)] : [],
  );
}

function uprightPieces(outline: Ring, runs: readonly Run[]): readonly ConvexPiece[] {
  if (runs.length === 0) return [];
  const rings = convexRings({ boundary: outline, holes: [] });
  return rings.flatMap((ring) => runs.map(({ low, high }) => uprightPiece(ring, low, high)));
}

/** A vertical run of filled cells, mm. */
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

/** The solid of the wall with every opening cut fully; uses booleans only where necessary. */
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

/** Box of the opening through the whole wall, extended by 1 mm where it only touches the outside. */
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

/** The outline as two faces and two ends; u is the station along the axis. */
type Frame = {
  /** The point of a face at a station. */
  readonly pointAt: (side: 'left' | 'right', u: number) => Point2;
  /** The corners of a face between two stations; none for a straight face. */
  readonly bends: (side: 'left' | 'right', from: number, to: number) => readonly Point2[];
  /** Points around the start from the left face to the right one, and around the end back, inclusive. */
  readonly startChain: readonly Point2[];
  readonly endChain: readonly Point2[];
  /** Interval of stations in which both faces exist. */
  readonly from: number;
  readonly to: number;
  readonly startSquare: boolean;
  readonly endSquare: boolean;
};

/** The frame; null if the outline lacks a corner of an end, so that there is no straight part. */
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
    if (Math.abs(u - ua) < LAST_DIGIT_MM) return a;
    if (Math.abs(u - ub) < LAST_DIGIT_MM) return b;
    const share = (u - ua) / (ub - ua);
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  };
  return between({ startChain, endChain, station }, { pointAt, bends: () => [] });
}

/** The frame between two ends; null if no part has both faces. */
function between(
  { startChain, endChain, station }: Pick<ArcFrame, 'startChain' | 'endChain' | 'station'>,
  { pointAt, bends }: Pick<Frame, 'pointAt' | 'bends'>,
): Frame | null {
  const starts = startChain.map((point) => station(point));
  const ends = endChain.map((point) => station(point));
  // A cut through an inner point of an oblique end would pinch the piece before it: cuts keep clear of it.
  const from = Math.max(...starts, ...starts.slice(1, -1).map((u) => u + 2 * GRID_MM));
  const to = Math.min(...ends, ...ends.slice(1, -1).map((u) => u - 2 * GRID_MM));
  if (from >= to) return null;
  return {
    pointAt,
    bends,
    startChain,
    endChain,
    from,
    to,
    // Rounding the corners of a diagonal wall tilts a square end by up to one grid step.
    startSquare: Math.max(...starts) - Math.min(...starts) <= 2 * GRID_MM,
    endSquare: Math.max(...ends) - Math.min(...ends) <= 2 * GRID_MM,
  };
}

/**
 * The opening as a cut. Sums are rounded to the grid, so that touching openings share a station and leave no sliver
 * between them.
 */
function place(opening: WallOpening, { base, height }: WallSolid, frame: Frame): Cut {
  const end = onGrid(opening.offset + opening.width);
  const passesStart = frame.startSquare && opening.offset <= frame.from + GRID_MM;
  const passesEnd = frame.endSquare && end >= frame.to - GRID_MM;
  const from = Math.max(opening.offset, frame.from);
  const to = Math.min(end, frame.to);
  const top = opening.sill + opening.height;
  return {
    from: passesStart && end > frame.from + GRID_MM ? -Infinity : from,
    to: passesEnd && opening.offset < frame.to - GRID_MM ? Infinity : to,
    low: onGrid(base + Math.max(0, opening.sill)),
    high: top < height ? onGrid(base + top) : base + height,
    short:
      (!passesStart && opening.offset < frame.from - GRID_MM) ||
      (!passesEnd && end > frame.to + GRID_MM),
  };
}

/** The openings as cuts: all of them, and those that remove something. */
function cutsOf(
  spec: WallSolid,
  frame: Frame,
): { readonly placed: readonly Cut[]; readonly cuts: readonly Cut[] } {
  const placed = spec.openings.map((opening) => place(opening, spec, frame));
  return {
    placed,
    cuts: placed.filter(({ from, to, low, high }) => from < to && low < high),
  };
}

/** Corner of a piece in plan; `station` is the index of the cut it is on, null on the wall's ends. */
type Corner = { readonly point: Point2; readonly station: number | null };

/** The vertices of a wall, by the number of their corner, their level, and the cell if two cells touch only there. */
class CellVertices {
  readonly builder = createMeshBuilder();
  readonly #levels: readonly number[];
  /** Numbers of corners by x, then y. */
  readonly #corners = new Map<number, Map<number, number>>();
  #count = 0;
  /** Index in the mesh; −1 for a vertex that no face has used yet. */
  readonly #indices: number[] = [];

  constructor(levels: readonly number[]) {
    this.#levels = levels;
  }

  /** Number of a corner; corners at the same point have the same one. */
  numberOf({ point }: Corner): number {
    const column = this.#corners.get(point.x) ?? new Map<number, number>();
    const known = column.get(point.y);
    if (known !== undefined) return known;
    if (column.size === 0) this.#corners.set(point.x, column);
    const number = this.#count;
    this.#count += 1;
    column.set(point.y, number);
    for (let i = 0; i < 3 * this.#levels.length; i += 1) this.#indices.push(-1);
    return number;
  }

  /** Index of a vertex; `own`: 0, or 1 and 2 for the cells below and above if they share only this corner. */
  at(number: number, { point }: Corner, level: number, own: 0 | 1 | 2): number {
    const key = 3 * (number * this.#levels.length + level) + own;
    const known = at(this.#indices, key);
    if (known !== -1) return known;
    const index = this.builder.add(point.x, point.y, at(this.#levels, level));
    this.#indices[key] = index;
    return index;
  }
}

function cellMesh(spec: WallSolid, frame: Frame, cuts: readonly Cut[]): Mesh {
  const cells = cellsOf(spec, cuts);
  if (cells.solid.every((column) => column.every((filled) => !filled))) return emptyMesh;
  const vertices = new CellVertices(cells.levels);
  const apart = cells.stations.map((_, station) =>
    cells.levels.map((__, level) => touchesDiagonally(cells, station, level)),
  );
  for (const [piece, column] of cells.solid.entries()) {
    const outline = pieceOutline(frame, cells.stations, piece);
    const triangles = triangulateRegion({
      boundary: outline.map(({ point }) => point),
      holes: [],
    });
    const numbers = outline.map((corner) => vertices.numberOf(corner));
    for (const [level, filled] of column.entries()) {
      if (filled) {
        addCell(vertices, cells, { piece, level, outline, numbers, triangles, apart });
      }
    }
  }
  return vertices.builder.finish();
}

function endCorner(point: Point2): Corner {
  return { point, station: null };
}

function pieceOutline(frame: Frame, stations: readonly number[], piece: number): readonly Corner[] {
  const cut = (station: number, side: 'left' | 'right'): Corner => {
    return { point: frame.pointAt(side, at(stations, station)), station };
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
  const cuts = outline.filter(({ station }) => station !== null);
  const isOnCut = ({ x, y }: Point2): boolean =>
    cuts.some(({ point }) => point.x === x && point.y === y);
  return outline.filter(({ point, station }) => station !== null || !isOnCut(point));
}

type Cell = {
  readonly piece: number;
  readonly level: number;
  readonly outline: readonly Corner[];
  /** Numbers of the corners of the outline. */
  readonly numbers: readonly number[];
  readonly triangles: Uint32Array;
  /** For each station and level, whether the cells there touch only in the edge across the wall. */
  readonly apart: readonly (readonly boolean[])[];
};

function addCell(vertices: CellVertices, cells: Cells, cell: Cell): void {
  const { piece, level, outline, numbers, triangles, apart } = cell;
  const { builder } = vertices;
  const filled = (p: number, l: number): boolean => cells.solid[p]?.[l] ?? false;
  const vertex = (index: number, atLevel: number): number => {
    const corner = at(outline, index);
    const above = atLevel > level ? 2 : 1;
    const isApart = corner.station !== null && apart[corner.station]?.[atLevel] === true;
    const own = isApart ? above : 0;
    return vertices.at(at(numbers, index), corner, atLevel, own);
  };
  /** The face below (`side` −1) or above a cell. */
  const cap = (atLevel: number, side: -1 | 1): void => {
    for (let i = 0; i < triangles.length; i += 3) {
      const a = vertex(at(triangles, i), atLevel);
      const b = vertex(at(triangles, i + (side === 1 ? 1 : 2)), atLevel);
      const c = vertex(at(triangles, i + (side === 1 ? 2 : 1)), atLevel);
      builder.triangle(a, b, c);
    }
  };
  if (!filled(piece, level - 1)) {
    cap(level, -1);
  }
  if (!filled(piece, level + 1)) {
    cap(level + 1, 1);
  }
  for (const [i, corner] of outline.entries()) {
    const following = (i + 1) % outline.length;
    const next = at(outline, following);
    // The two corners of a cut are consecutive; the neighbouring piece is behind them.
    const isCut = corner.station !== null && corner.station === next.station;
    const neighbour = corner.station === piece ? piece + 1 : piece - 1;
    if (!isCut || !filled(neighbour, level)) {
      builder.quad([
        vertex(i, level),
        vertex(following, level),
        vertex(following, level + 1),
        vertex(i, level + 1),
      ]);
    }
  }
}

/** Whether two filled cells at this cut and level touch only in the edge across the wall. */
function touchesDiagonally({ solid }: Cells, station: number, level: number): boolean {
  const filled = (p: number, l: number): boolean => solid[p]?.[l] ?? false;
  const [sw, se] = [filled(station, level - 1), filled(station + 1, level - 1)];
  const [nw, ne] = [filled(station, level), filled(station + 1, level)];
  return sw === ne && se === nw && sw !== se;
}
