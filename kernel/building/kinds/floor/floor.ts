/** @module floor: a slab with an outline and holes. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { CoordinateMm, LengthMm, toGrid } from '../../schemas/units.ts';
import { uprightPiece } from '../geometry/convex/convex-piece.ts';
import { convexRings } from '../geometry/convex/convex-rings.ts';
import { extrudeRegion } from '../geometry/mesh/extrude.ts';
import type { Region } from '../geometry/plan/polygon.ts';
import { regionArea, ringBounds, ringPerimeter, validateRegion } from '../geometry/plan/polygon.ts';
import { boxOver } from './boxes.ts';
import { impossible } from './faults.ts';
import { floorIfc } from './ifc/slabs.ts';
import type { ElementFor, KindView, Site, Span, Storey } from './kind.ts';
import { defineKind } from './kind.ts';
import { movedOutline, onLevel } from './motion.ts';
import { Boundary, FireRating, Name, Ref } from './params.ts';
import { requireBoundary } from './rules/boundary.ts';
import { openingsIn, slabFault, slabHolds } from './rules/in-slab.ts';
import type { LevelCode } from './rules/lookup.ts';
import { requireLevel } from './rules/lookup.ts';
import type { BoundsCode } from './rules/model-bounds.ts';
import { requireInModel, requirePointsInModel } from './rules/model-bounds.ts';
import { builtArea, builtThickness, extentSize, LEAST_THICKNESS_MM } from './sizes.ts';
import { area } from './symbol.ts';
import type { TypeCode } from './types/of-type.ts';
import { requireOfType, TypeId } from './types/of-type.ts';

export const FLOOR_TYPES = ['slab', 'suspended', 'foundation'] as const;

const params = z.strictObject({
  level_id: Ref,
  name: Name,
  boundary_points: Boundary,
  holes: z.array(Boundary).max(200),
  thickness: LengthMm,
  /** Top of the floor above its level. */
  top_offset: CoordinateMm,
  floor_type: z.enum(FLOOR_TYPES),
  fire_rating_min: FireRating,
  type_id: TypeId,
});
export type Floor = ElementFor<'floor', typeof params>;
export type FloorCode = LevelCode | BoundsCode | TypeCode | 'INVALID_BOUNDARY';

/** The top is at the level's elevation plus the offset; the thickness goes down from there. */
function spanOf(level: Storey, { params: { top_offset, thickness } }: Floor): Span {
  const high = level.params.elevation + top_offset;
  return { low: high - thickness, high };
}

/** Outline with its holes and the openings it holds. Throws `RangeError` when they collide. */
function regionOf(element: Floor, site: Site): Region {
  const { boundary_points, holes } = element.params;
  const check = validateRegion(boundary_points, [...holes, ...openingsIn(site, element.id)]);
  if (check.ok) return check.region;
  return impossible(element, `outline is not valid: ${check.fault.replaceAll('_', ' ')}`);
}

/** A floor. */
export const floor = defineKind({
  kind: 'floor',
  category: 'Floors',
  params,
  fixed: {},
  plain_numbers: { fire_rating_min: null },
  refs: { level_id: 'stands_on', type_id: 'is_of' },
  check(given: Floor, view: KindView, context: PlanContext<FloorCode>) {
    const asked = requireOfType(given, view, context);
    const { level_id, top_offset, thickness } = asked.params;
    const { elevation } = requireLevel(view, level_id, context).params;
    requirePointsInModel('`boundary_points`', asked.params.boundary_points, context);
    requireInModel('top of the floor', { z: elevation + top_offset }, context);
    requireInModel('bottom of the floor', { z: elevation + top_offset - thickness }, context);
    const { boundary_points, holes, region, warnings } = requireBoundary(
      asked.params.boundary_points,
      asked.params.holes,
      context,
    );
    const net = regionArea(region);
    return {
      element: { ...asked, params: { ...asked.params, boundary_points, holes } },
      warnings,
      facts: { area_mm2: toGrid(net), volume_mm3: toGrid(net * thickness) },
    };
  },
  integrity: (element: Floor, site) => slabFault(element, site),
  reach({ params: { boundary_points, top_offset: high, thickness } }: Floor) {
    return { grid: 'bodies', box: ringBounds(boundary_points), low: high - thickness, high };
  },
  inputs: (element: Floor, site) => site.contents(element.id),
  body: {
    occupies: 'matter',
    may_fail: true,
    least_volume: 'of_body',
    mesh(element: Floor, level, site) {
      const { low, high } = spanOf(level, element);
      return extrudeRegion(regionOf(element, site), low, high);
    },
    pieces(element: Floor, level, site) {
      const { low, high } = spanOf(level, element);
      return convexRings(regionOf(element, site)).map((ring) => uprightPiece(ring, low, high));
    },
  },
  workspace: 'none',
  bounds: (element: Floor, level) =>
    boxOver(element.params.boundary_points, spanOf(level, element)),
  outline: ({ params: { boundary_points } }: Floor) => boundary_points,
  quantities: ['area_mm2', 'perimeter_mm', 'volume_mm3'],
  measures(element: Floor, site) {
    const area_mm2 = regionArea(regionOf(element, site));
    return {
      area_mm2,
      perimeter_mm: ringPerimeter(element.params.boundary_points),
      volume_mm3: area_mm2 * element.params.thickness,
    };
  },
  transform: {
    points: ({ params: { boundary_points } }: Floor) => boundary_points,
    reference: ({ params: { boundary_points } }: Floor) => boundary_points[0] ?? { x: 0, y: 0 },
    moved: (element: Floor, motion) => ({
      ...element,
      params: {
        ...element.params,
        boundary_points: movedOutline(element.params.boundary_points, motion),
        holes: element.params.holes.map((hole) => movedOutline(hole, motion)),
        top_offset: element.params.top_offset + motion.dz,
      },
    }),
    relevelled: onLevel,
  },
  follows: 'none',
  fills: 'none',
  holds: {
    ...slabHolds<Floor>(({ params: { holes } }) => holes),
    span: (host: Floor, level) => spanOf(level, host),
  },
  ifc: floorIfc,
  symbol: {
    layer: 0,
    marks: ({ params: { boundary_points, holes } }: Floor) => [
      area('area', boundary_points, ...holes),
    ],
  },
  sizes: ({ params: { boundary_points, thickness } }: Floor) => [
    extentSize(boundary_points),
    ['thickness', thickness, LEAST_THICKNESS_MM],
  ],
  buildable: ({ params: { boundary_points, thickness } }: Floor) => [
    builtArea(boundary_points),
    builtThickness('thickness', thickness),
  ],
  schedule: {
    type: 'floor_type',
    columns: [
      'name',
      'level',
      'floor_type',
      'thickness',
      'area_m2',
      'perimeter_m',
      'volume_m3',
      'fire_rating_min',
    ],
    summed: [],
  },
  shown: 'all',
});
