/** @module sloped roof: the layer between the underside of a roof and the same planes raised by its thickness. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { at } from '../indexed.ts';
import { createMeshBuilder, isWatertight, type Mesh } from '../mesh/mesh.ts';
import { flipDegenerate } from '../plan/edge-flips.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import { ROOF_NODE_MM } from '../tolerances.ts';
import type { Point2, Point3 } from '../vector.ts';
import { piecesBetween, piecesLifted } from './layer-pieces.ts';
import { type NetFace, type RoofNet, roofNet } from './roof-net.ts';
import { sideEnds } from './roof-rings.ts';
import type { Eaves, RoofSide, SidedOutline } from './roof-sides.ts';
import {
  depthOf,
  eavesOf,
  inwardGable,
  phasesAbove,
  phasesBelow,
  phasesBeyond,
  haveEqualSlopes,
  widerEaves,
} from './roof-sides.ts';
import type { WaveFault } from './wave.ts';

/** The reason why a roof is impossible. Sides are identified by index, ring after ring. */
export type SlopedFault =
  | WaveFault
  /** There is no space for the overhang of this side. */
  | { readonly fault: 'overhang'; readonly side: number }
  /** A gable ends at a reflex corner, or a plane of the roof would extend past an end of it. */
  | { readonly fault: 'gable_inside'; readonly side: number };

/** The underside of a roof, with heights above its outline, mm. */
export type Underside = { readonly eaves: Eaves; readonly net: RoofNet };

export type Refused = { readonly ok: false; readonly why: SlopedFault };
export type UndersideResult = { readonly ok: true; readonly underside: Underside } | Refused;
export type SlopedResult = { readonly ok: true; readonly mesh: Mesh } | Refused;

/** The underside of a roof over an outline, from its eaves to the highest ridge. */
export function undersideOf(outline: SidedOutline): UndersideResult {
  const inward = inwardGable(outline);
  if (inward !== null) return { ok: false, why: { fault: 'gable_inside', side: inward } };
  const eaves = eavesOf(outline);
  if ('side' in eaves) return { ok: false, why: { fault: 'overhang', side: eaves.side } };
  const made = roofNet(eaves.rings, phasesBelow(outline.sides, eaves.fall));
  if (!made.ok) return { ok: false, why: made };
  const exceeded = exceededGable(made.net, eaves);
  if (exceeded !== null) return { ok: false, why: { fault: 'gable_inside', side: exceeded } };
  return { ok: true, underside: { eaves, net: made.net } };
}

/** The planes of an underside from eaves extended by `out` mm, one value per side; null if there is no such net. */
export function widerNet(
  { eaves }: Underside,
  sides: readonly RoofSide[],
  out: readonly number[],
): RoofNet | null {
  const wider = widerEaves(eaves, sides, out);
  const made = wider === null ? null : roofNet(wider.rings, phasesBeyond(sides, wider.falls));
  return made?.ok === true ? made.net : null;
}

/** A gable side whose vertical face extends past the ends of the side; null if there is none. */
function exceededGable({ nodes, faces }: RoofNet, { rings }: Eaves): number | null {
  const ends = sideEnds(rings);
  for (const { side, run, loops } of faces) {
    if (run !== 0) continue;
    const [a, b] = at(ends, side);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const squaredLength = dx * dx + dy * dy;
    const slack = ROOF_NODE_MM * Math.sqrt(squaredLength);
    const inside = loops.flat().every((node) => {
      const { x, y } = at(nodes, node);
      const along = (x - a.x) * dx + (y - a.y) * dy;
      return along > -slack && along < squaredLength + slack;
    });
    if (!inside) return side;
  }
  return null;
}

/** Elevation of the outline, and thickness of the layer perpendicular to every plane, mm. */
type Layer = { readonly elevation: number; readonly thickness: number };

/** The planes of the top of a layer, with heights above the outline, mm. */
function topOf(
  sides: readonly RoofSide[],
  { rings, fall }: Eaves,
  { thickness }: Layer,
): ReturnType<typeof roofNet> {
  return roofNet(rings, phasesAbove(sides, { fall, thickness }));
}

/** Vertical thickness of a layer over equal slopes, mm. */
function layerDepth(sides: readonly RoofSide[], { thickness }: Layer): number {
  return depthOf(thickness, Math.max(...sides.map((side) => side?.pitch ?? 0)));
}

/** The solid of the layer over an underside. */
export function layerOver(
  sides: readonly RoofSide[],
  { eaves, net }: Underside,
  layer: Layer,
): SlopedResult {
  let polygons: Polygons;
  if (haveEqualSlopes(sides)) {
    polygons = translatedLayer(net, layerDepth(sides, layer));
  } else {
    const top = topOf(sides, eaves, layer);
    if (!top.ok) return { ok: false, why: top };
    const between = betweenNets(net, top.net, eaves.rings.flat().length);
    if (between === null) return { ok: false, why: { fault: 'unresolved' } };
    polygons = between;
  }
  const mesh = meshOf(polygons, layer.elevation);
  return mesh === null ? { ok: false, why: { fault: 'unresolved' } } : { ok: true, mesh };
}

/** Convex pieces of the layer; null for equal slopes, whose mesh can be decomposed into fewer pieces. */
export function piecesOver(
  sides: readonly RoofSide[],
  { eaves, net }: Underside,
  layer: Layer,
): readonly ConvexPiece[] | null {
  if (haveEqualSlopes(sides)) return null;
  const top = topOf(sides, eaves, layer);
  return top.ok ? piecesBetween(net, top.net, layer.elevation) : null;
}

/** Convex pieces of a layer over equal slopes, one for each part of the underside; null for other roofs. */
export function piecesAlike(
  sides: readonly RoofSide[],
  { net }: Underside,
  layer: Layer,
): readonly ConvexPiece[] | null {
  if (!haveEqualSlopes(sides)) return null;
  return piecesLifted(net, { elevation: layer.elevation, depth: layerDepth(sides, layer) });
}

/** Faces of a closed body, counter-clockwise seen from outside. */
type Polygons = {
  readonly nodes: readonly Point3[];
  readonly faces: readonly Face[];
};

/** A face of a body. An upright one has no area in plan, except by rounding of its nodes. */
type Face = { readonly loop: readonly number[]; readonly upright: boolean };

function slopingFace(loop: readonly number[]): Face {
  return { loop, upright: false };
}

function uprightFace(loop: readonly number[]): Face {
  return { loop, upright: true };
}

function loopsOf(faces: readonly NetFace[]): readonly (readonly number[])[] {
  return faces.flatMap(({ run, loops }) => (run === 0 ? [] : loops));
}

/** The body between an underside and its translation upwards by `depth` mm, with vertical faces along the edge. */
function translatedLayer({ nodes, faces }: RoofNet, depth: number): Polygons {
  const size = nodes.length;
  const under = loopsOf(faces);
  const edges = new Set(under.flatMap((loop) => loop.map((from, i) => `${from},${next(loop, i)}`)));
  const rim = under.flatMap((loop) =>
    loop.flatMap((from, i) => {
      const to = next(loop, i);
      return edges.has(`${to},${from}`) ? [] : [[from, to, to + size, from + size]];
    }),
  );
  return {
    nodes: [...nodes, ...nodes.map(({ x, y, z }) => ({ x, y, z: z + depth }))],
    faces: [
      ...under.map((loop) => slopingFace(loop.toReversed())),
      ...under.map((loop) => slopingFace(loop.map((node) => node + size))),
      ...rim.map(uprightFace),
    ],
  };
}

function next(loop: readonly number[], i: number): number {
  return at(loop, (i + 1) % loop.length);
}

/**
 * The body between two nets that start at the same height over the same outline; the first `corners` nodes of both are
 * the corners of the outline. At the eaves the vertical faces of the top close the body; at a gable the part of that
 * face above the gable of the underside does. Null if the nets do not match.
 */
function betweenNets(under: RoofNet, top: RoofNet, corners: number): Polygons | null {
  const topNode = (node: number): number => (node < corners ? node : node + under.nodes.length);
  const faces = loopsOf(under.faces).map((loop) => slopingFace(loop.toReversed()));
  const gables = new Map(
    under.faces.filter(({ run }) => run === 0).map((face) => [face.side, face]),
  );
  for (const { side, phase, run, loops } of top.faces) {
    const gable = phase === 0 ? gables.get(side) : undefined;
    if (gable === undefined) {
      const made = loops.map((loop) => loop.map(topNode));
      faces.push(...made.map(run === 0 ? uprightFace : slopingFace));
      continue;
    }
    const [upper, lower] = [loops[0], gable.loops[0]];
    if (upper === undefined || lower === undefined) return null;
    if (loops.length > 1 || gable.loops.length > 1) return null;
    const verge = withoutBase(upper.map(topNode), lower, under.nodes);
    if (verge === null) return null;
    faces.push(uprightFace(verge));
  }
  return { nodes: [...under.nodes, ...top.nodes], faces };
}

/**
 * The difference of two vertical polygons with a common base, as the nodes along the upper one and back along the lower
 * one; null if their bases differ.
 */
function withoutBase(
  upper: readonly number[],
  lower: readonly number[],
  nodes: readonly Point3[],
): readonly number[] | null {
  // Both polygons start with the base, because it is the first edge of the face that a side sweeps.
  const [start, end, ...over] = upper;
  const [lowerStart, lowerEnd, ...along] = lower;
  if (start === undefined || end === undefined) return null;
  if (start !== lowerStart || end !== lowerEnd) return null;
  const straightUp = (corner: number, node: number | undefined): boolean => {
    const [a, b] = [at(nodes, corner), nodes[node ?? corner]];
    if (node === undefined || b === undefined) return false;
    return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < ROOF_NODE_MM;
  };
  // At a corner between two gables both polygons rise along the same vertical edge, so the difference starts at the end
  // of the lower polygon's part of that edge.
  const ends = straightUp(end, along[0]) ? [] : [end];
  const starts = straightUp(start, along.at(-1)) ? [] : [start];
  return [...ends, ...over, ...starts, ...along.toReversed()];
}

/** A body as a mesh; null if a face is not a simple polygon or the body is not closed. */
function meshOf({ nodes, faces }: Polygons, elevation: number): Mesh | null {
  const used = [...new Set(faces.flatMap(({ loop }) => loop))].toSorted((a, b) => a - b);
  const builder = createMeshBuilder();
  const places = new Map(
    used.map((node) => {
      const { x, y, z } = at(nodes, node);
      return [node, builder.add(x, y, z + elevation)];
    }),
  );
  for (const { loop, upright: isUpright } of faces) {
    const points = loop.map((node) => at(nodes, node));
    const corners = trianglesOf(points, isUpright);
    if (corners === null) return null;
    for (let i = 0; i + 2 < corners.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => places.get(at(loop, at(corners, i + k))));
      if (a === undefined || b === undefined || c === undefined) return null;
      builder.triangle(a, b, c);
    }
  }
  const mesh = builder.finish();
  return isWatertight(mesh) ? mesh : null;
}

/** Triangles over the corners of a planar polygon, with its orientation; null if it is not a simple polygon. */
function trianglesOf(points: readonly Point3[], isUpright: boolean): ArrayLike<number> | null {
  if (points.length === 3) return [0, 1, 2];
  const flat = flattened(points, isUpright);
  try {
    // Faces have collinear nodes where other planes meet at a hip, which cause degenerate triangles.
    return flipDegenerate(flat, triangulateRegion({ boundary: flat, holes: [] }));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Factor on coordinates before triangulation, which is exact on the 0.001 mm grid: nodes are intersections of planes
 * and not on that grid.
 */
const FINER_GRID = 1000;

/**
 * A polygon projected into two dimensions, relative to its first corner: seen from above or below, or for a vertical
 * one from outside along the coordinate axis closest to its normal.
 */
function flattened(points: readonly Point3[], isUpright: boolean): readonly Point2[] {
  const o = at(points, 0);
  const rel = points.map(({ x, y, z }) => ({
    x: FINER_GRID * (x - o.x),
    y: FINER_GRID * (y - o.y),
    z: FINER_GRID * (z - o.z),
  }));
  let [nx, ny, nz] = [0, 0, 0];
  for (const [i, p] of rel.entries()) {
    const q = at(rel, (i + 1) % rel.length);
    nx += p.y * q.z - p.z * q.y;
    ny += p.z * q.x - p.x * q.z;
    nz += p.x * q.y - p.y * q.x;
  }
  if (!isUpright) return rel.map(({ x, y }) => (nz > 0 ? { x, y } : { x: y, y: x }));
  if (Math.abs(nx) > Math.abs(ny)) {
    return rel.map(({ y, z }) => (nx > 0 ? { x: y, y: z } : { x: z, y }));
  }
  return rel.map(({ x, z }) => (ny > 0 ? { x: z, y: x } : { x, y: z }));
}
