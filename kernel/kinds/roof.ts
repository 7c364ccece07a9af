/** @module roof: flat, shed, gable or hip over an outline. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { CoordinateMm, DistanceMm, LengthMm, toGrid } from '../../schemas/units.ts';
import type { RoofFault } from '../geometry/members/roof.ts';
import { isRectangle, roofMesh } from '../geometry/members/roof.ts';
import { extrudeRegion } from '../geometry/mesh/extrude.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import { meshBounds } from '../geometry/mesh/mesh.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import { offsetRing, ringBounds, ringPerimeter, signedArea } from '../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import { widened } from './boxes.ts';
import { impossible, neededSolids } from './faults.ts';
import { roofIfc } from './ifc/slabs.ts';
import type { ElementFor, KindView, Reach, Site, Storey } from './kind.ts';
import { defineKind } from './kind.ts';
import { onLevel } from './motion.ts';
import { Boundary, Name, Ref } from './params.ts';
import { requireBoundary } from './rules/boundary.ts';
import {
  misfitInSlab,
  openingsIn,
  outlineInSlab,
  requireFitsSlab,
  slabFault,
  slideInSlab,
} from './rules/in-slab.ts';
import type { LevelCode } from './rules/lookup.ts';
import { requireLevel } from './rules/lookup.ts';
import type { BoundsCode } from './rules/model-bounds.ts';
import { requireInModel, requirePointsInModel } from './rules/model-bounds.ts';
import { builtArea, builtThickness, extentSize, LEAST_THICKNESS_MM } from './sizes.ts';
import { dashed } from './symbol.ts';

export const ROOF_TYPES = ['flat', 'shed', 'gable', 'hip'] as const;

const params = z.strictObject({
  level_id: Ref,
  name: Name,
  boundary_points: Boundary,
  slope_deg: z
    .number()
    .min(0, 'expected at least 0 degrees')
    .max(85, 'expected at most 85 degrees'),
  thickness: LengthMm,
  base_offset: CoordinateMm,
  roof_type: z.enum(ROOF_TYPES),
  overhang: DistanceMm,
});
export type Roof = ElementFor<'roof', typeof params>;
export type RoofCode = LevelCode | BoundsCode | 'INVALID_BOUNDARY';

/** The shape over `boundary`, at the elevation of the level. */
function shapeOf(roof: Roof, level: Storey, boundary: Ring): ReturnType<typeof roofMesh> {
  const { slope_deg, thickness, base_offset, roof_type, overhang } = roof.params;
  return roofMesh({
    kind: roof_type,
    boundary,
    elevation: level.params.elevation + base_offset,
    slope_deg,
    thickness,
    overhang,
  });
}

/** Outline with its overhang, mm. */
function eavesOf({ params: { boundary_points, overhang } }: Roof): Ring {
  return offsetRing(boundary_points, overhang) ?? boundary_points;
}

function planArea(edge: Ring): number {
  return Math.abs(signedArea(edge));
}

function pitchOf({ params: { roof_type, slope_deg } }: Roof): number {
  return roof_type === 'flat' ? 0 : Math.tan((slope_deg * Math.PI) / 180);
}

/** Areas with the overhang, mm²: in plan, and on the slope, which is the same on every side. */
function areasOf(element: Roof): { readonly area_mm2: number; readonly sloped_area_mm2: number } {
  const area = planArea(eavesOf(element));
  const sloped = area * Math.sqrt(1 + pitchOf(element) ** 2);
  return { area_mm2: toGrid(area), sloped_area_mm2: toGrid(sloped) };
}

/** What is said of a slope that the form does not have, or of a form that needs one. */
function slopeWarnings({ params: { roof_type, slope_deg } }: Roof): readonly string[] {
  if (roof_type === 'flat') {
    return slope_deg === 0
      ? []
      : [
          `a flat roof has no slope: its slope of ${slope_deg} degrees counts only for another roof_type`,
        ];
  }
  return slope_deg === 0
    ? [`a ${roof_type} roof with a slope of 0 degrees is flat: set its slope`]
    : [];
}

/** Whether an outline can bear a gable or a hip. */
export function takesGable(boundary_points: Ring): boolean {
  return isRectangle(boundary_points);
}

/** Area of each of the two triangles that a gable roof leaves open above the top of the walls, mm²; null for other forms. */
export function openGable(element: Roof): number | null {
  const [a, b, c] = element.params.boundary_points;
  if (element.params.roof_type !== 'gable' || a === undefined || b === undefined || !c) return null;
  const side = Math.min(segmentLengthMm(a, b), segmentLengthMm(b, c));
  return ((side * side) / 4) * pitchOf(element);
}

/** A roof. */
export const roof = defineKind({
  kind: 'roof',
  category: 'Roofs',
  params,
  fixed: [],
  plain_numbers: { slope_deg: 'deg' },
  refs: { level_id: 'stands_on' },
  check(asked: Roof, view: KindView, context: PlanContext<RoofCode>) {
    const { level_id, roof_type, overhang } = asked.params;
    const level = requireLevel(view, level_id, context);
    requirePointsInModel('`boundary_points`', asked.params.boundary_points, context);
    const checked = requireBoundary(asked.params.boundary_points, [], context);
    const { boundary_points, warnings } = checked;
    const element = { ...asked, params: { ...asked.params, boundary_points } };
    const shape = shapeOf(asked, level, boundary_points);
    if (!shape.ok) {
      return context.refuse('INVALID_BOUNDARY', saidOf(shape.fault, asked), {
        fault: shape.fault,
        roof_type,
        overhang,
      });
    }
    const { min, max } = meshBounds(shape.mesh);
    for (const { x, y, z: height } of [min, max]) {
      requireInModel('a corner of the roof', { x, y, z: height }, context);
    }
    return {
      element,
      warnings: [...warnings, ...slopeWarnings(element)],
      facts: areasOf(element),
    };
  },
  integrity: (element: Roof, site) => slabFault(element, site),
  reach: reachOf,
  inputs: (element: Roof, site) => site.contents(element.id),
  body: {
    occupies: 'matter',
    may_fail: true,
    mesh: bodyOf,
    pieces: 'of_mesh',
  },
  workspace: 'none',
  bounds: 'of_body',
  outline: eavesOf,
  quantities: ['area_mm2', 'perimeter_mm', 'volume_mm3'],
  measures(element: Roof, site) {
    const edge = eavesOf(element);
    return {
      area_mm2: planArea(edge),
      perimeter_mm: ringPerimeter(edge),
      volume_mm3: site.volume(element),
    };
  },
  transform: {
    points: ({ params: { boundary_points } }: Roof) => boundary_points,
    reference: ({ params: { boundary_points } }: Roof) => boundary_points[0] ?? { x: 0, y: 0 },
    moved: (element: Roof, { point, dz }) => ({
      ...element,
      params: {
        ...element.params,
        boundary_points: element.params.boundary_points.map(point),
        base_offset: element.params.base_offset + dz,
      },
    }),
    relevelled: onLevel,
  },
  follows: 'none',
  fills: 'none',
  holds: {
    requireFits: (host: Roof, filling, siblings, context) =>
      requireFitsSlab({ ...host, holes: [] }, filling, siblings, context),
    slide: (host: Roof, _filling, delta, context) => slideInSlab(host, delta, context),
    shift: () => 0,
    misfit: (host: Roof, filling) => misfitInSlab(host, filling),
    outline: (_host: Roof, filling) => outlineInSlab(filling),
    span(host: Roof, _level, _filling, site) {
      const box = site.bounds(host);
      return box === null ? null : { low: box.min.z, high: box.max.z };
    },
  },
  ifc: roofIfc,
  symbol: {
    layer: 20,
    marks: ({ params: { boundary_points } }: Roof) => [
      dashed([...boundary_points, ...boundary_points.slice(0, 1)], 1.5),
    ],
  },
  sizes: ({ params: { boundary_points, thickness } }: Roof) => [
    extentSize(boundary_points),
    ['thickness', thickness, LEAST_THICKNESS_MM],
  ],
  buildable: ({ params: { boundary_points, thickness } }: Roof) => [
    builtArea(boundary_points),
    builtThickness('thickness', thickness),
  ],
  schedule: {
    type: 'roof_type',
    columns: ['name', 'level', 'roof_type', 'slope_deg', 'thickness', 'area_m2', 'volume_m3'],
    summed: [],
  },
  shown: 'all',
});

function saidOf(fault: RoofFault, { params: { roof_type, ...rest } }: Roof): string {
  switch (fault) {
    case 'needs_rectangle':
      return `a ${roof_type} roof needs a rectangle of 4 points, got ${rest.boundary_points.length} points that are none`;
    case 'overhang_collides':
      return `an overhang of ${rest.overhang} mm makes the outline cross itself`;
    case 'slope_out_of_range':
      return `a slope of ${rest.slope_deg} degrees makes no roof`;
    default:
      return fault satisfies never;
  }
}

function reachOf(element: Roof): Reach {
  const { overhang, slope_deg, base_offset, thickness } = element.params;
  const box = widened(ringBounds(eavesOf(element)), overhang);
  const extent = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
  // Steeper than any roof form reaches: a shed roof rises over its whole extent.
  const rise = 2 * extent * Math.tan((slope_deg * Math.PI) / 180);
  return {
    grid: 'bodies',
    box,
    low: base_offset - rise - thickness,
    high: base_offset + rise + 20 * thickness,
  };
}

function bodyOf(element: Roof, level: Storey, site: Site): Mesh {
  const result = shapeOf(element, level, element.params.boundary_points);
  if (!result.ok) return impossible(element, `no such roof: ${result.fault.replaceAll('_', ' ')}`);
  const openings = openingsIn(site, element.id);
  if (openings.length === 0) return result.mesh;
  const { min, max } = meshBounds(result.mesh);
  const cutters = openings.map((boundary) =>
    extrudeRegion({ boundary, holes: [] }, min.z - 1, max.z + 1),
  );
  return neededSolids(site.solids, element).subtractAll(result.mesh, cutters).mesh;
}
