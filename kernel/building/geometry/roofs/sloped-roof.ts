/** @module sloped roof: the layer over any outline, between its underside and the same planes lifted by its thickness. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { at } from '../indexed.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { createMeshBuilder, isWatertight } from '../mesh/mesh.ts';
import { triangulateRegion } from '../plan/triangulate.ts';
import { turnedOver } from '../plan/turned-triangles.ts';
import type { Point2, Point3 } from '../vector.ts';
import { piecesBetween, piecesLifted } from './layer-pieces.ts';
import type { NetFace, RoofNet } from './roof-net.ts';
import { roofNet } from './roof-net.ts';
import type { Eaves, RoofSide, SidedOutline } from './roof-sides.ts';
import {
  depthOf,
  eavesOf,
  inwardGable,
  phasesAbove,
  phasesBelow,
  phasesBeyond,
  slopesAlike,
  widerEaves,
} from './roof-sides.ts';
import type { WaveFault } from './wave.ts';

/** Why there is no such roof, by the indices of sides (ring after ring). */
export type SlopedFault =
  | WaveFault
  /** The overhang leaves this side no room. */
  | { readonly fault: 'overhang'; readonly side: number }
  /** A gable that ends at a corner that turns inwards, or that a plane of the roof would pass. */
  | { readonly fault: 'gable_inside'; readonly side: number };

/** The underside of a roof, heights over its outline, mm. */
export type Underside = { readonly eaves: Eaves; readonly net: RoofNet };

export type Refused = { readonly ok: false; readonly why: SlopedFault };
export type UndersideResult = { readonly ok: true; readonly underside: Underside } | Refused;
export type SlopedResult = { readonly ok: true; readonly mesh: Mesh } | Refused;

/** The planes of the underside, from the eaves on. */
export function undersideOf(outline: SidedOutline): UndersideResult {
  const inward = inwardGable(outline);
  if (inward !== null) return { ok: false, why: { fault: 'gable_inside', side: inward } };
  const eaves = eavesOf(outline);
  if ('side' in eaves) return { ok: false, why: { fault: 'overhang', side: eaves.side } };
  const made = roofNet(eaves.rings, phasesBelow(outline.sides, eaves.fall));
  if (!made.ok) return { ok: false, why: made };
  const passed = passedGable(made.net, eaves);
  if (passed !== null) return { ok: false, why: { fault: 'gable_inside', side: passed } };
  return { ok: true, underside: { eaves, net: made.net } };
}

/** The same planes from eaves that lie further out by `out`, mm side by side; null where there are none. */
export function widerNet(
  { eaves }: Underside,
  sides: readonly RoofSide[],
  out: readonly number[],
): RoofNet | null {
  const wider = widerEaves(eaves, sides, out);
  const made = wider === null ? null : roofNet(wider.rings, phasesBeyond(sides, wider.falls));
  return made?.ok === true ? made.net : null;
}

/** A vertical face that reaches past the ends of its side, null without one. */
function passedGable({ nodes, faces }: RoofNet, { rings }: Eaves): number | null {
  const ends = rings.flatMap((ring) =>
    ring.map((start, i) => [start, at(ring, (i + 1) % ring.length)] as const),
  );
  for (const { side, run, loops } of faces) {
    if (run !== 0) continue;
    const [a, b] = at(ends, side);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const square = dx * dx + dy * dy;
    const slack = 0.01 * Math.sqrt(square);
    const inside = loops.flat().every((node) => {
      const { x, y } = at(nodes, node);
      const along = (x - a.x) * dx + (y - a.y) * dy;
      return along > -slack && along < square + slack;
    });
    if (!inside) return side;
  }
  return null;
}

/** Where the outline lies, and how thick the layer is square to every plane, mm. */
type Layer = { readonly elevation: number; readonly thickness: number };

/** The planes of the top of a layer, heights over the outline. */
function topOf(
  sides: readonly RoofSide[],
  { rings, fall }: Eaves,
  { thickness }: Layer,
): ReturnType<typeof roofNet> {
  return roofNet(rings, phasesAbove(sides, { fall, thickness }));
}

/** Vertical measure of a layer over slopes that are alike. */
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
  if (slopesAlike(sides)) {
    polygons = lifted(net, layerDepth(sides, layer));
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

/** Convex pieces of the layer; null where slopes are alike: the mesh may tell fewer of them. */
export function piecesOver(
  sides: readonly RoofSide[],
  { eaves, net }: Underside,
  layer: Layer,
): readonly ConvexPiece[] | null {
  if (slopesAlike(sides)) return null;
  const top = topOf(sides, eaves, layer);
  return top.ok ? piecesBetween(net, top.net, layer.elevation) : null;
}

/** Convex pieces of a layer over slopes that are alike, one over each part of the underside. */
export function piecesAlike(
  sides: readonly RoofSide[],
  { net }: Underside,
  layer: Layer,
): readonly ConvexPiece[] | null {
  if (!slopesAlike(sides)) return null;
  return piecesLifted(net, { elevation: layer.elevation, depth: layerDepth(sides, layer) });
}

/** Faces of a closed body, counter-clockwise from outside. */
type Polygons = {
  readonly nodes: readonly Point3[];
  readonly faces: readonly Face[];
};

/** A face that is upright has no area in plan but for the rounding of its nodes. */
type Face = { readonly loop: readonly number[]; readonly upright: boolean };

function sloping(loop: readonly number[]): Face {
  return { loop, upright: false };
}

function upright(loop: readonly number[]): Face {
  return { loop, upright: true };
}

function loopsOf(faces: readonly NetFace[]): readonly (readonly number[])[] {
  return faces.flatMap(({ run, loops }) => (run === 0 ? [] : loops));
}

/** The underside, the same moved up, and sides along their edge. */
function lifted({ nodes, faces }: RoofNet, depth: number): Polygons {
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
      ...under.map((loop) => sloping(loop.toReversed())),
      ...under.map((loop) => sloping(loop.map((node) => node + size))),
      ...rim.map(upright),
    ],
  };
}

function next(loop: readonly number[], i: number): number {
  return at(loop, (i + 1) % loop.length);
}

/**
 * What lies between two nets over the same outline from the same height on, whose first `corners` nodes are those of the
 * outline. The upright faces of the top are the edge of the body at the eaves; at a gable it is what they exceed those
 * of the underside by. Null where the nets do not fit together.
 */
function betweenNets(under: RoofNet, top: RoofNet, corners: number): Polygons | null {
  const moved = (node: number): number => (node < corners ? node : node + under.nodes.length);
  const faces = loopsOf(under.faces).map((loop) => sloping(loop.toReversed()));
  const gables = new Map(
    under.faces.filter(({ run }) => run === 0).map((face) => [face.side, face]),
  );
  for (const { side, phase, run, loops } of top.faces) {
    const gable = phase === 0 ? gables.get(side) : undefined;
    if (gable === undefined) {
      const made = loops.map((loop) => loop.map(moved));
      faces.push(...made.map(run === 0 ? upright : sloping));
      continue;
    }
    const [upper, lower] = [loops[0], gable.loops[0]];
    if (upper === undefined || lower === undefined) return null;
    if (loops.length > 1 || gable.loops.length > 1) return null;
    const verge = withoutBase(upper.map(moved), lower, under.nodes);
    if (verge === null) return null;
    faces.push(upright(verge));
  }
  return { nodes: [...under.nodes, ...top.nodes], faces };
}

/** A node this near to a corner in plan stands over it, mm. */
const OVER_MM = 0.01;

/** An upright polygon without a lower one on the same base: up and back over the one, and down along the other. */
function withoutBase(
  upper: readonly number[],
  lower: readonly number[],
  nodes: readonly Point3[],
): readonly number[] | null {
  // Both begin with the base, as it is the first edge that a side sweeps.
  const [start, end, ...over] = upper;
  const [lowerStart, lowerEnd, ...along] = lower;
  if (start === undefined || end === undefined) return null;
  if (start !== lowerStart || end !== lowerEnd) return null;
  const straightUp = (corner: number, node: number | undefined): boolean => {
    const [a, b] = [at(nodes, corner), nodes[node ?? corner]];
    if (node === undefined || b === undefined) return false;
    return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < OVER_MM;
  };
  // Between two gables both go straight up from the corner: the body begins where the lower one ends.
  const ends = straightUp(end, along[0]) ? [] : [end];
  const starts = straightUp(start, along.at(-1)) ? [] : [start];
  return [...ends, ...over, ...starts, ...along.toReversed()];
}

/** The body as a mesh; null where a face is no polygon or the body does not close. */
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

/** Triangles over the corners of a flat polygon, in its own sense of turning; null where it is no polygon. */
function trianglesOf(points: readonly Point3[], isUpright: boolean): ArrayLike<number> | null {
  if (points.length === 3) return [0, 1, 2];
  const flat = flattened(points, isUpright);
  try {
    // Nodes lie along a hip that goes on past where another plane meets it.
    return turnedOver(flat, triangulateRegion({ boundary: flat, holes: [] }));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Triangulation is exact on the 0.001 grid of its points: a thousandth of that here, as nodes are where planes meet; what
 * are millimetres there are micrometres of the roof.
 */
const FINER = 1000;

/** The polygon from above or below, or an upright one along the axis that it faces most, from outside; relative to its first corner. */
function flattened(points: readonly Point3[], isUpright: boolean): readonly Point2[] {
  const o = at(points, 0);
  const rel = points.map(({ x, y, z }) => ({
    x: FINER * (x - o.x),
    y: FINER * (y - o.y),
    z: FINER * (z - o.z),
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
