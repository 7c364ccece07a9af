/** @module floor body: the body of a floor: a level or sloping slab over its outline, as planes cut it. */
import { boundsUnion, type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { slopingMesh, slopingPieces } from '../../geometry/mesh/sloping-slab.ts';
import type { Region } from '../../geometry/plan/polygon.ts';
import { regionArea, validateRegion } from '../../geometry/plan/polygon.ts';
import type { Box3 } from '../../geometry/vector.ts';
import type { Fault, Site, Span, Storey } from '../kind.ts';
import { openingsIn } from '../rules/in-slab.ts';
import { boxOver } from '../shared/boxes.ts';
import { cutMemberFault, cutMesh, cutPieces, cutVolume } from '../shared/cut-member.ts';
import { isCutByPlanes } from '../shared/cut-planes.ts';
import { impossible } from '../shared/faults.ts';
import type { Floor } from './params.ts';
import { cornersOf, plateOf, slopedArea } from './slope.ts';

/** From the bottom to the top, which is at the elevation of the level plus the offset. */
export function spanOf(level: Storey, { params: { top_offset, thickness } }: Floor): Span {
  const high = level.params.elevation + top_offset;
  return { low: high - thickness, high };
}

/** Outline with its holes and openings. Throws `RangeError` if they collide. */
export function regionOf(element: Floor, site: Site): Region {
  const { boundary_points, holes } = element.params;
  const check = validateRegion(boundary_points, [...holes, ...openingsIn(site, element.id)]);
  if (check.ok) return check.region;
  return impossible(element, `outline is not valid: ${check.fault.replaceAll('_', ' ')}`);
}

/** The mesh of a floor. Throws `RangeError` if planes cut it and the solid kernel is not loaded. */
export function meshOfFloor(element: Floor, level: Storey, site: Site): Mesh {
  const region = regionOf(element, site);
  const { low, high } = spanOf(level, element);
  const plate = plateOf(element.params);
  const mesh = plate === null ? extrudeRegion(region, low, high) : slopingMesh(region, plate, high);
  const pieces = (): readonly ConvexPiece[] => wholePieces(element, region, level);
  return cutMesh(element, { mesh, pieces }, level, site);
}

/** The convex pieces of a floor. */
export function piecesOfFloor(element: Floor, level: Storey, site: Site): readonly ConvexPiece[] {
  return cutPieces(element, wholePieces(element, regionOf(element, site), level), level);
}

/** Volume of a floor over a region, mm³. */
export function volumeOfFloor(element: Floor, region: Region, level: Storey | undefined): number {
  const volume = slopedArea(element.params, regionArea(region)) * element.params.thickness;
  const pieces = (): readonly ConvexPiece[] =>
    level === undefined ? [] : wholePieces(element, region, level);
  return cutVolume(element, { volume, pieces }, level);
}

/** The fault of a floor of which its planes leave nothing; null without one. */
export function cutFloorFault(element: Floor, site: Site): Fault | null {
  const pieces = (level: Storey): readonly ConvexPiece[] =>
    wholePieces(element, regionOf(element, site), level);
  return cutMemberFault(element, pieces, site.level(element.params.level_id));
}

/** The box of a floor, mm. */
export function boundsOfFloor(element: Floor, level: Storey, site: Site): Box3 {
  const { params } = element;
  if (isCutByPlanes(params)) {
    const [first, ...others] = piecesOfFloor(element, level, site).map(({ bounds }) => bounds);
    if (first !== undefined) {
      const [x, y, z, to_x, to_y, to_z] = others.reduce((a, b) => boundsUnion(a, b), first);
      return { min: { x, y, z }, max: { x: to_x, y: to_y, z: to_z } };
    }
  }
  const span = spanOf(level, element);
  const plate = plateOf(params);
  if (plate === null) return boxOver(params.boundary_points, span);
  const corners = cornersOf(params, plate, span.high);
  const heights = corners.map(({ z }) => z);
  return boxOver(corners, { low: Math.min(...heights), high: Math.max(...heights) });
}

/** The pieces of a floor that no plane cuts. */
function wholePieces(element: Floor, region: Region, level: Storey): readonly ConvexPiece[] {
  const { low, high } = spanOf(level, element);
  const plate = plateOf(element.params);
  if (plate !== null) return slopingPieces(region, plate, high);
  return convexRings(region).map((ring) => uprightPiece(ring, low, high));
}
