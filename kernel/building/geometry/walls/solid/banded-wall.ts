/** @module banded wall: the solid of a wall whose outline may differ over its height (`HeightBand`), layer by layer. */

import { bodyUnder } from '../../ceilings/ceiling-body.ts';
import type { Ceiling } from '../../ceilings/ceiling.ts';
import type { ConvexPiece } from '../../convex/convex-piece.ts';
import { at } from '../../indexed.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { SolidKernel } from '../../mesh/solid-kernel.ts';
import { signedArea } from '../../plan/polygon.ts';
import { GRID_MM } from '../../tolerances.ts';
import { onGrid } from '../../vector.ts';
import type { WallSolid, WallVoid } from '../wall-mesh.ts';
import { lessBoxes, subtractOpenings, wallPieces, wallSolid, wallVoids } from '../wall-mesh.ts';

/**
 * The wall as layers of one outline each, from below; the wall itself if its outline is the same everywhere. The
 * uppermost layer extends to the height of the wall. Openings are those that cut the layer, relative to its foot.
 */
export function layersOf(spec: WallSolid): readonly WallSolid[] {
  const { base, height, footprint, wall } = spec;
  const { bands } = footprint;
  if (bands === undefined) return [spec];
  const reference = base - (wall.low ?? 0);
  return bands.flatMap((band, i): readonly WallSolid[] => {
    const low = i === 0 ? base : onGrid(reference + band.low);
    const end = base + height;
    const high = i === bands.length - 1 ? end : Math.min(end, onGrid(reference + band.high));
    if (high - low < GRID_MM / 2) return [];
    const openings = spec.openings
      .map((opening) => ({ ...opening, sill: onGrid(opening.sill + base - low) }))
      .filter((opening) => opening.sill + opening.height > 0 && opening.sill < high - low);
    return [{ ...spec, footprint: band, base: low, height: high - low, openings }];
  });
}

/** The closed body of a wall with a level top. */
export function bandedSolid(solids: () => SolidKernel, spec: WallSolid): Mesh {
  if (spec.footprint.bands === undefined) return wallSolid(solids, spec);
  return layeredMesh(solids, spec, { ceiling: NO_CEILING, beyond: spec.base + spec.height });
}

const NO_CEILING: Ceiling = { parts: [] };

/** What is over a wall: see `BodyUnder`. */
type Over = { readonly ceiling: Ceiling; readonly beyond: number | null };

/** The closed body of a wall of several outlines, up to what is over it. */
export function layeredMesh(solids: () => SolidKernel, spec: WallSolid, over: Over): Mesh {
  const layers = layersOf(spec);
  const bands = layers.map(({ footprint: { ring }, base: low, height }, i) => {
    // The body ends at the ceiling, which may be above the last layer.
    return { ring, low, high: i === layers.length - 1 ? Infinity : low + height };
  });
  const voids: WallVoid[] = [];
  const short: (readonly [WallSolid, readonly number[]])[] = [];
  for (const [i, { footprint }] of layers.entries()) {
    const { low, high } = at(bands, i);
    // The whole wall with the ends of this layer: cut-outs are exact at the foot and top of the wall only.
    const whole = { ...spec, footprint };
    const own = wallVoids(whole);
    for (const cut of own.voids) {
      const part = { ...cut, low: Math.max(low, cut.low), high: Math.min(high, cut.high) };
      if (part.low < part.high) voids.push(part);
    }
    const numbers = own.unresolved.filter((number) => {
      const { sill, height } = at(spec.openings, number);
      return spec.base + sill < high && spec.base + sill + height > low;
    });
    if (numbers.length > 0) short.push([whole, numbers]);
  }
  const region = { boundary: at(bands, 0).ring, holes: [] };
  const mesh = bodyUnder({ region, bands, base: spec.base, ...over, voids });
  return short.reduce(
    (left, [whole, numbers]) => subtractOpenings(solids(), left, whole, numbers),
    mesh,
  );
}

/** The same body as convex pieces that share no volume; null if only a boolean can cut it. */
export function bandedPieces(spec: WallSolid): readonly ConvexPiece[] | null {
  const pieces = layersOf(spec).map((layer) => wallPieces(layer));
  return pieces.includes(null) ? null : pieces.flatMap((own) => own ?? []);
}

/** Lower bound for the volume, mm³. */
export function leastBanded(spec: WallSolid): number {
  return lessBoxes(grossVolume(spec), spec);
}

/** The volume without regard to openings, mm³. */
function grossVolume(spec: WallSolid): number {
  return layersOf(spec).reduce(
    (sum, { footprint: { ring }, height }) => sum + signedArea(ring) * height,
    0,
  );
}
