/** @module floor: a slab with an outline and holes. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { regionArea, ringPerimeter } from '../../geometry/plan/polygon.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { area } from '../facets/symbol.ts';
import type { Fault, KindView, Site } from '../kind.ts';
import { defineKind } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import { requireFitsSlab, slabFault, slabHolds } from '../rules/in-slab.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { shownPlanes } from '../shared/cut-member.ts';
import { isCutByPlanes, movedPlanes, requireCutPlanes } from '../shared/cut-planes.ts';
import type { HoldingView } from '../shared/held.ts';
import { movedOutline, onLevel } from '../shared/motion.ts';
import { builtArea, builtThickness, extentSize, MIN_THICKNESS_MM } from '../shared/sizes.ts';
import { type TypeCode, requireOfType } from '../types/of-type.ts';
import {
  boundsOfFloor,
  cutFloorFault,
  meshOfFloor,
  piecesOfFloor,
  regionOf,
  spanOf,
  volumeOfFloor,
} from './floor-body.ts';
import { floorIfc } from './ifc.ts';
import { type Floor, FloorParams, isCeiling } from './params.ts';
import {
  cornersOf,
  isSloping,
  movedSlope,
  plateOf,
  reachOfFloor,
  slopedArea,
  storedSlope,
} from './slope.ts';

export type FloorCode =
  | LevelCode
  | BoundsCode
  | TypeCode
  | 'INVALID_BOUNDARY'
  | 'INVALID_ARGUMENT'
  | 'OUT_OF_RANGE';

/** Refuses a sloping floor with a corner outside the model, or with openings. */
function requireSlope(
  element: Floor,
  top: number,
  view: KindView,
  context: PlanContext<FloorCode>,
): void {
  const plate = plateOf(element.params);
  if (plate === null) return;
  for (const { x, y, z } of cornersOf(element.params, plate, top)) {
    requireInModel('a corner of the floor', { x, y, z }, context);
  }
  const [opening] = view.hostedBy(element.id);
  if (opening === undefined) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `floor \`${element.id}\` has opening \`${opening.id}\`: a sloping floor has \`holes\` instead, expected \`slope\` null or no openings`,
    { element_id: element.id, opening_id: opening.id },
  );
}

/** The area of the upper face of a sloping floor. */
function slopedFigure({ id, params }: Floor, view: HoldingView): Readonly<Record<string, number>> {
  const { area_mm2 } = view.measures(id);
  return !isSloping(params) || area_mm2 === null
    ? {}
    : { sloped_area_mm2: toGrid(slopedArea(params, area_mm2)) };
}

/** The fault of a sloping floor with an opening, which the fault names; null without one. */
function openingFault({ params, id }: Floor, site: Site): Fault | null {
  const [opening] = isSloping(params) ? site.fillings(id) : [];
  return opening === undefined ? null : { of: opening, why: `is in floor \`${id}\`, which slopes` };
}

/** A floor. */
export const floor = defineKind({
  kind: 'floor',
  category: 'Floors',
  params: FloorParams,
  fixed: {
    cut_planes: { unless_null: 'only an import sets planes; with null they do not cut the floor' },
  },
  plain_numbers: { fire_rating_min: null, slope: null, cut_planes: null },
  refs: { level_id: 'stands_on', type_id: 'is_of' },
  check(proposed: Floor, view: KindView, context: PlanContext<FloorCode>) {
    const typed = requireOfType(proposed, view, context);
    const { level_id, top_offset, thickness } = typed.params;
    const level = requireLevel(view, level_id, context);
    const { elevation } = level.params;
    requirePointsInModel('`boundary_points`', typed.params.boundary_points, context);
    requireInModel('top of the floor', { z: elevation + top_offset }, context);
    if (!isSloping(typed.params)) {
      requireInModel('bottom of the floor', { z: elevation + top_offset - thickness }, context);
    }
    const { boundary_points, holes, region, warnings } = requireBoundary(
      typed.params.boundary_points,
      typed.params.holes,
      context,
    );
    const params = { ...typed.params, ...storedSlope(typed.params), boundary_points, holes };
    const element = { ...typed, params };
    requireCutPlanes(element, context);
    requireSlope(element, elevation + top_offset, view, context);
    return {
      element,
      warnings,
      facts: {
        area_mm2: toGrid(regionArea(region)),
        volume_mm3: toGrid(volumeOfFloor(element, region, level)),
      },
    };
  },
  integrity: (element: Floor, site) =>
    slabFault(element, site) ?? openingFault(element, site) ?? cutFloorFault(element, site),
  reach: reachOfFloor,
  inputs: (element: Floor, site) => site.contents(element.id),
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh: meshOfFloor,
    pieces: piecesOfFloor,
  },
  obstructs: { ...OBSTRUCTS, rooms: false },
  bears: ({ params }: Floor) => (isCeiling(params) ? 'none' : 'slab'),
  covers: {
    flat: ({ params }: Floor) => !isSloping(params) && !isCutByPlanes(params) && !isCeiling(params),
    holes: ({ params: { holes } }: Floor) => holes,
  },
  bounds: boundsOfFloor,
  outline: ({ params: { boundary_points } }: Floor) => boundary_points,
  quantities: ['area_mm2', 'perimeter_mm', 'volume_mm3'],
  measures(element: Floor, site) {
    const region = regionOf(element, site);
    return {
      area_mm2: regionArea(region),
      perimeter_mm: ringPerimeter(element.params.boundary_points),
      volume_mm3: volumeOfFloor(element, region, site.level(element.params.level_id)),
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
        ...movedSlope(element.params, motion),
        ...movedPlanes(element.params, motion),
      },
    }),
    relevelled: onLevel,
  },
  holds: {
    ...slabHolds<Floor>(({ params: { holes } }) => holes),
    requireFits(host: Floor, filling, siblings, context) {
      if (isSloping(host.params)) {
        context.refuse(
          'OPENING_EXCEEDS_HOST',
          `floor \`${host.id}\` slopes: expected \`holes\` in its outline instead of opening \`${filling.id}\`, because a hole of a sloping slab has the edges of the slab`,
          { element_id: filling.id, host_id: host.id },
        );
      }
      requireFitsSlab({ ...host, holes: host.params.holes }, filling, siblings, context);
    },
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
    figures: { names: ['sloped_area_mm2'], of: slopedFigure },
  },
  shown: ({ params: { cut_planes, ...shown } }: Floor) => ({
    ...shown,
    ...shownPlanes({ cut_planes: cut_planes ?? null }),
  }),
});
