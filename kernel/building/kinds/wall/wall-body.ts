/** @module wall body: the solid of a wall, its box and its measures. */

import type { BoxMm } from '../../../../schemas/units.ts';
import { faceUnder, polygonsUnder } from '../../geometry/ceilings/cover.ts';
import type { WallUnder } from '../../geometry/ceilings/wall-under.ts';
import {
  extentUnder,
  leastUnder,
  meshUnder,
  piecesUnder,
} from '../../geometry/ceilings/wall-under.ts';
import { boundsUnion, type ConvexPiece, pieceVolume } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { meshOutside } from '../../geometry/convex/cut-mesh.ts';
import {
  type ConvexRegion,
  piecesOutside,
  polygonArea,
  polygonsOutside,
} from '../../geometry/convex/half-space-cut.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import { curtainMesh, curtainPieces } from '../../geometry/curtain/curtain-body.ts';
import { type Mesh, meshBounds } from '../../geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import type { Point3 } from '../../geometry/vector.ts';
import { axisLength, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { outlinesOver } from '../../geometry/walls/height-bands.ts';
import { bandedPieces, bandedSolid, leastBanded } from '../../geometry/walls/solid/banded-wall.ts';
import { lessBoxes, type WallSolid } from '../../geometry/walls/wall-mesh.ts';
import type { ElementFor, Filling, Site, Span, Storey } from '../kind.ts';
import { ceilingAmid } from '../rules/wall-under.ts';
import { boxOver, roundedBox } from '../shared/boxes.ts';
import { cutRegions, isCutByPlanes } from '../shared/cut-planes.ts';
import { neededSolids } from '../shared/faults.ts';
import { wallParts } from './curtain/wall-parts.ts';
import type { WallParams } from './params.ts';
import { straightWall } from './straight-wall.ts';
import { cutArea, outlineCutters, outlineOf, outlinesIn, piecesAround } from './wall-outlines.ts';

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
  if (isCutByPlanes(element.params)) {
    const pieces = grossPieces(element, level, site);
    return pieces === null ? 0 : lessBoxes(volumeOf(pieces), spec);
  }
  const ceiling = ceilingAmid(element, site);
  return ceiling === null ? leastBanded(spec) : leastUnder({ spec, ceiling });
}

export function storeyOf({ params: { level_id } }: Wall, site: Site): Storey {
  const level = site.level(level_id);
  if (level === undefined) throw new RangeError(`no level \`${level_id}\``);
  return level;
}

export function boundsOf(element: Wall, level: Storey, site: Site): BoxMm | null {
  if (isCutByPlanes(element.params)) return cutBounds(element, level, site);
  const under = underOf(element, level, site);
  if (under === null) {
    return boxOver(outlinesOver(site.footprint(element)).flat(), wallSpan(level, element));
  }
  const extent = extentUnder(under);
  const { low } = wallSpan(level, element);
  return extent === null ? null : boxOver(extent.points, { low, high: extent.high });
}

/** Box of a wall that planes cut, without regard to openings unless only its mesh is known; null if nothing is left. */
function cutBounds(element: Wall, level: Storey, site: Site): BoxMm | null {
  const pieces = grossPieces(element, level, site);
  if (pieces === null) {
    const mesh = wallBody(element, level, site);
    return mesh.positions.length === 0 ? null : roundedBox(meshBounds(mesh));
  }
  const [first, ...others] = pieces.map(({ bounds }) => bounds);
  if (first === undefined) return null;
  const [x0, y0, z0, x1, y1, z1] = others.reduce((a, b) => boundsUnion(a, b), first);
  return roundedBox({ min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } });
}

/** Pieces of a wall without its openings, as its planes cut it; null if only its mesh is known. */
function grossPieces(element: Wall, level: Storey, site: Site): readonly ConvexPiece[] | null {
  const ceiling = ceilingAmid(element, site);
  const spec = solidOf(element, level, site, []);
  const pieces = ceiling === null ? bandedPieces(spec) : piecesUnder({ spec, ceiling });
  return pieces === null ? null : piecesOutside(pieces, regionsIn(element, level));
}

function regionsIn({ params }: Wall, level: Storey): readonly ConvexRegion[] {
  return cutRegions(params, level.params.elevation);
}

function volumeOf(pieces: readonly ConvexPiece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
}

/** Area of a face along the axis before openings are subtracted, mm². */
export function faceOf(element: Wall, site: Site): number {
  const { start, end, height } = element.params;
  const ceiling = ceilingAmid(element, site);
  const level = storeyOf(element, site);
  const { low: base, high: beyond } = wallSpan(level, element);
  if (isCutByPlanes(element.params)) {
    const polygons =
      ceiling === null
        ? axisFace(element, { low: base, high: beyond })
        : polygonsUnder([start, end], ceiling, { base, beyond });
    return polygonsOutside(polygons, regionsIn(element, level)).reduce(
      (sum, polygon) => sum + polygonArea(polygon),
      0,
    );
  }
  if (ceiling === null) return axisLength(element.params) * height;
  return faceUnder([start, end], ceiling, { base, beyond });
}

/** Area of the openings in a face, mm²; of a straight wall that planes cut, only what they leave. */
export function openAreaOf(element: Wall, site: Site): number {
  const { params } = element;
  const fillings = site.fillings(element.id);
  if (!isCutByPlanes(params) || wallAxis(params).chain !== null) {
    return fillings.reduce((sum, filling) => sum + cutArea(filling.cut), 0);
  }
  const level = storeyOf(element, site);
  const { low } = wallSpan(level, element);
  const axis = wallAxis(params);
  const regions = regionsIn(element, level);
  return fillings.reduce((sum, { cut }) => {
    const outline = outlineOf(cut);
    const polygons = convexRings({ boundary: outline, holes: [] }).map((ring) =>
      ring.map(({ x, y }) => ({ ...axis.at(x), z: low + y })),
    );
    const left = polygonsOutside(polygons, regions).reduce((all, one) => all + polygonArea(one), 0);
    // Facets of an arc are smaller than the arc.
    return sum + (cut.arcs === undefined ? left : (left * cutArea(cut)) / signedArea(outline));
  }, 0);
}

/** The vertical face along the axis, one polygon for each facet of an arc. */
function axisFace({ params }: Wall, { low, high }: Span): readonly (readonly Point3[])[] {
  const nodes = wallAxis(params).chain?.nodes ?? [params.start, params.end];
  return nodes.slice(1).flatMap((to, i) => {
    const from = nodes[i];
    if (from === undefined) return [];
    return [
      [
        { ...from, z: low },
        { ...to, z: low },
        { ...to, z: high },
        { ...from, z: high },
      ],
    ];
  });
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
 * Volume of a wall that ends under a roof or floor, is cut by planes, or has several outlines over its height, by its
 * convex pieces, mm³;
 * null for others and without pieces. The corners of its mesh are rounded.
 */
export function volumeByPieces(element: Wall, site: Site): number | null {
  const { top_under, wall_type } = element.params;
  const isLayered = wall_type !== 'curtain' && site.footprint(element).bands !== undefined;
  const isCut = isCutByPlanes(element.params);
  if (typeof top_under !== 'string' && !isLayered && !isCut) return null;
  const pieces = wallPiecesOf(element, storeyOf(element, site), site);
  return pieces === null ? null : volumeOf(pieces);
}

export function partsOf(element: Wall, site: Site): ReturnType<typeof wallParts> {
  return wallParts(element, site.footprint(element), site.fillings(element.id));
}

export function wallPiecesOf(
  element: Wall,
  level: Storey,
  site: Site,
): readonly ConvexPiece[] | null {
  const pieces = wholePieces(element, level, site);
  const isCut = isCutByPlanes(element.params);
  if (pieces !== null) return isCut ? piecesOutside(pieces, regionsIn(element, level)) : pieces;
  const isUnder = ceilingAmid(element, site) !== null;
  return isUnder || isCut ? meshPieces(wallBody(element, level, site)) : null;
}

/** Pieces of a wall before its planes cut it; null if only its mesh is known. */
function wholePieces(element: Wall, level: Storey, site: Site): readonly ConvexPiece[] | null {
  const parts = partsOf(element, site);
  const under = underOf(element, level, site);
  if (under !== null) return piecesBelow(element, under, site);
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
  const mesh = wholeBody(element, level, site);
  if (!isCutByPlanes(element.params)) return mesh;
  const pieces = wholePieces(element, level, site);
  const solids = (): SolidKernel => neededSolids(site.solids, element);
  return meshOutside(solids, { mesh, pieces }, regionsIn(element, level));
}

/** The body before its planes cut it. */
function wholeBody(element: Wall, level: Storey, site: Site): Mesh {
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
