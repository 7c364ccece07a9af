/** @module wall body: the solid of a wall, its box and its measures. */

import type { BoxMm } from '../../../../schemas/units.ts';
import { faceUnder } from '../../geometry/ceilings/cover.ts';
import type { WallUnder } from '../../geometry/ceilings/wall-under.ts';
import {
  extentUnder,
  leastUnder,
  meshUnder,
  piecesUnder,
} from '../../geometry/ceilings/wall-under.ts';
import { type ConvexPiece, pieceVolume } from '../../geometry/convex/convex-piece.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import { curtainMesh, curtainPieces } from '../../geometry/curtain/curtain-body.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import { axisLength } from '../../geometry/walls/arcs/wall-axis.ts';
import { outlinesOver } from '../../geometry/walls/height-bands.ts';
import { bandedPieces, bandedSolid, leastBanded } from '../../geometry/walls/solid/banded-wall.ts';
import type { WallSolid } from '../../geometry/walls/wall-mesh.ts';
import type { ElementFor, Filling, Site, Span, Storey } from '../kind.ts';
import { ceilingAmid } from '../rules/wall-under.ts';
import { boxOver } from '../shared/boxes.ts';
import { neededSolids } from '../shared/faults.ts';
import { wallParts } from './curtain/wall-parts.ts';
import type { WallParams } from './params.ts';
import { straightWall } from './straight-wall.ts';
import { outlineCutters, outlinesIn, piecesAround } from './wall-outlines.ts';

type Wall = ElementFor<'wall', typeof WallParams>;

/** From the elevation of the level plus the offset, up by the height. */
export function wallSpan(level: Storey, { params: { base_offset, height } }: Wall): Span {
  const low = level.params.elevation + base_offset;
  return { low, high: low + height };
}

export function solidOf(
  element: Wall,
  level: Storey,
  site: Site,
  fillings = site.fillings(element.id),
): WallSolid {
  const openings = fillings.map(({ cut }) => ({
    offset: cut.offset ?? 0,
    width: cut.width,
    sill: cut.sill,
    height: cut.height,
  }));
  return {
    wall: straightWall(element),
    footprint: site.footprint(element),
    base: wallSpan(level, element).low,
    height: element.params.height,
    openings,
  };
}

/** The wall with the underside at which it ends; null if its top is level. */
function underOf(element: Wall, level: Storey, site: Site): WallUnder | null {
  const ceiling = ceilingAmid(element, site);
  return ceiling === null ? null : { spec: solidOf(element, level, site), ceiling };
}

/** Lower bound of the volume: each opening counts with its whole box; 0 for curtain walls. */
export function leastVolumeOf(element: Wall, level: Storey, site: Site): number {
  if (element.params.wall_type === 'curtain') return 0;
  const spec = solidOf(element, level, site);
  const ceiling = ceilingAmid(element, site);
  return ceiling === null ? leastBanded(spec) : leastUnder({ spec, ceiling });
}

export function storeyOf({ params: { level_id } }: Wall, site: Site): Storey {
  const level = site.level(level_id);
  if (level === undefined) throw new RangeError(`no level \`${level_id}\``);
  return level;
}

export function boundsOf(element: Wall, level: Storey, site: Site): BoxMm | null {
  const under = underOf(element, level, site);
  if (under === null) {
    return boxOver(outlinesOver(site.footprint(element)).flat(), wallSpan(level, element));
  }
  const extent = extentUnder(under);
  const { low } = wallSpan(level, element);
  return extent === null ? null : boxOver(extent.points, { low, high: extent.high });
}

/** Area of a face along the axis before openings are subtracted, mm². */
export function faceOf(element: Wall, site: Site): number {
  const { start, end, height } = element.params;
  const ceiling = ceilingAmid(element, site);
  if (ceiling === null) return axisLength(element.params) * height;
  const { low: base, high: beyond } = wallSpan(storeyOf(element, site), element);
  return faceUnder([start, end], ceiling, { base, beyond });
}

/** Pieces of a wall that ends under a roof or floor, with the remainder of the boxes of outlines. */
function piecesBelow(element: Wall, under: WallUnder, site: Site): readonly ConvexPiece[] | null {
  const outlines = outlinesIn(site.fillings(element.id));
  const pieces = piecesUnder(under);
  return pieces === null
    ? null
    : [...pieces, ...piecesAround(element.params, outlines, under.spec.base)];
}

/**
 * Volume of a wall that ends under a roof or floor, or has several outlines over its height, by its convex pieces, mm³;
 * null for others and without pieces. The corners of its mesh are rounded.
 */
export function volumeByPieces(element: Wall, site: Site): number | null {
  const { top_under, wall_type } = element.params;
  const isLayered = wall_type !== 'curtain' && site.footprint(element).bands !== undefined;
  if (typeof top_under !== 'string' && !isLayered) return null;
  const pieces = wallPiecesOf(element, storeyOf(element, site), site);
  return pieces === null ? null : pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
}

export function partsOf(element: Wall, site: Site): ReturnType<typeof wallParts> {
  return wallParts(element, site.footprint(element), site.fillings(element.id));
}

export function wallPiecesOf(
  element: Wall,
  level: Storey,
  site: Site,
): readonly ConvexPiece[] | null {
  const parts = partsOf(element, site);
  const under = underOf(element, level, site);
  if (under !== null) {
    return piecesBelow(element, under, site) ?? meshPieces(wallBody(element, level, site));
  }
  const base = wallSpan(level, element).low;
  if (parts !== null) return curtainPieces(parts, base);
  const pieces = bandedPieces(solidOf(element, level, site));
  const outlines = outlinesIn(site.fillings(element.id));
  return pieces === null ? null : [...pieces, ...piecesAround(element.params, outlines, base)];
}

function isRectangle({ cut }: Filling): boolean {
  return (cut.outline ?? null) === null;
}

export function wallBody(element: Wall, level: Storey, site: Site): Mesh {
  const parts = partsOf(element, site);
  if (parts !== null) return curtainMesh(parts, wallSpan(level, element).low);
  const fillings = site.fillings(element.id);
  const outlines = outlinesIn(fillings);
  const spec = solidOf(element, level, site, fillings.filter(isRectangle));
  const ceiling = ceilingAmid(element, site);
  const solids = (): SolidKernel => neededSolids(site.solids, element);
  const whole = ceiling === null ? bandedSolid(solids, spec) : meshUnder(solids, { spec, ceiling });
  if (outlines.length === 0) return whole;
  return solids().subtractAll(whole, outlineCutters(element.params, outlines, spec.base)).mesh;
}
