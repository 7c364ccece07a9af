/** @module floor: a slab with an outline and holes. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import type { Region } from '../../geometry/plan/polygon.ts';
import {
  regionArea,
  ringBounds,
  ringPerimeter,
  validateRegion,
} from '../../geometry/plan/polygon.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { area } from '../facets/symbol.ts';
import type { KindView, Site, Span, Storey } from '../kind.ts';
import { defineKind } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import { openingsIn, slabFault, slabHolds } from '../rules/in-slab.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { boxOver } from '../shared/boxes.ts';
import { impossible } from '../shared/faults.ts';
import { movedOutline, onLevel } from '../shared/motion.ts';
import { builtArea, builtThickness, extentSize, MIN_THICKNESS_MM } from '../shared/sizes.ts';
import { type TypeCode, requireOfType } from '../types/of-type.ts';
import { floorIfc } from './ifc.ts';
import { type Floor, FloorParams } from './params.ts';

export type FloorCode = LevelCode | BoundsCode | TypeCode | 'INVALID_BOUNDARY';

/** From the bottom to the top, which is at the elevation of the level plus the offset. */
function spanOf(level: Storey, { params: { top_offset, thickness } }: Floor): Span {
  const high = level.params.elevation + top_offset;
  return { low: high - thickness, high };
}

/** Outline with its holes and openings. Throws `RangeError` if they collide. */
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
  params: FloorParams,
  fixed: {},
  plain_numbers: { fire_rating_min: null },
  refs: { level_id: 'stands_on', type_id: 'is_of' },
  check(proposed: Floor, view: KindView, context: PlanContext<FloorCode>) {
    const typed = requireOfType(proposed, view, context);
    const { level_id, top_offset, thickness } = typed.params;
    const { elevation } = requireLevel(view, level_id, context).params;
    requirePointsInModel('`boundary_points`', typed.params.boundary_points, context);
    requireInModel('top of the floor', { z: elevation + top_offset }, context);
    requireInModel('bottom of the floor', { z: elevation + top_offset - thickness }, context);
    const { boundary_points, holes, region, warnings } = requireBoundary(
      typed.params.boundary_points,
      typed.params.holes,
      context,
    );
    const net = regionArea(region);
    return {
      element: { ...typed, params: { ...typed.params, boundary_points, holes } },
      warnings,
      facts: { area_mm2: toGrid(net), volume_mm3: toGrid(net * thickness) },
    };
  },
  integrity: (element: Floor, site) => slabFault(element, site),
  reach({ params: { boundary_points, top_offset: high, thickness } }: Floor) {
    return { grid: 'bodies', box: ringBounds(boundary_points), low: high - thickness, high };
  },
  inputs: (element: Floor, site) => site.contents(element.id),
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh(element: Floor, level, site) {
      const { low, high } = spanOf(level, element);
      return extrudeRegion(regionOf(element, site), low, high);
    },
    pieces(element: Floor, level, site) {
      const { low, high } = spanOf(level, element);
      return convexRings(regionOf(element, site)).map((ring) => uprightPiece(ring, low, high));
    },
  },
  obstructs: { ...OBSTRUCTS, rooms: false },
  bears: 'slab',
  covers: { flat: true, holes: ({ params: { holes } }: Floor) => holes },
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
  holds: {
    ...slabHolds<Floor>(({ params: { holes } }) => holes),
    span: (host: Floor, level) => spanOf(level, host),
  },
  appearance: { picture: [214, 210, 203], elevation: null, gltf: [0.45, 0.45, 0.46] },
  stated: { set: 'Pset_SlabCommon', has: STATES_ALL },
  ifc: floorIfc,
  symbol: {
    layer: 0,
    plans: 'body',
    marks: ({ params: { boundary_points, holes } }: Floor) => [
      area('area', boundary_points, ...holes),
    ],
  },
  sizes: ({ params: { boundary_points, thickness } }: Floor) => [
    extentSize(boundary_points),
    ['thickness', thickness, MIN_THICKNESS_MM],
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
