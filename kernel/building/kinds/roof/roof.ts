/** @module roof: a flat, shed, gable, hip or mansard roof over an outline, or one defined side by side. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { meshPieces } from '../../geometry/convex/mesh-pieces.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import { type Mesh, meshBounds } from '../../geometry/mesh/mesh.ts';
import { regionArea, ringBounds, ringPerimeter, signedArea } from '../../geometry/plan/polygon.ts';
import type { RoofFace } from '../../geometry/roofs/roof-lines.ts';
import type { RoofFault, RoofShape } from '../../geometry/roofs/roof-shape.ts';
import {
  alikePieces,
  coveredRegion,
  roofLayer,
  roofPieces,
} from '../../geometry/roofs/roof-shape.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import type { Fault, KindView, Reach, Site, Storey } from '../kind.ts';
import { defineKind } from '../kind.ts';
import { openingsIn, slabFault, slabHolds } from '../rules/in-slab.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { courtFault, outlineMoved, storedOutline } from '../rules/roof-outline.ts';
import { widened } from '../shared/boxes.ts';
import { cutMemberFault, cutMesh, cutPieces, shownPlanes } from '../shared/cut-member.ts';
import { isCutByPlanes, movedPlanes, requireCutPlanes } from '../shared/cut-planes.ts';
import { impossible, neededSolids } from '../shared/faults.ts';
import type { HoldingView } from '../shared/held.ts';
import { onLevel } from '../shared/motion.ts';
import {
  builtArea,
  builtSize,
  builtThickness,
  extentSize,
  MIN_THICKNESS_MM,
} from '../shared/sizes.ts';
import { type TypeCode, requireOfType } from '../types/of-type.ts';
import { roofIfc } from './ifc.ts';
import { type Roof, RoofParams } from './params.ts';
import type { RoofFigures } from './roof-form.ts';
import {
  coveredBy,
  figuresOf,
  formFault,
  isFormFault,
  kindOfEdges,
  netSlopedArea,
  ROOF_FIGURES,
  roofFaultText,
  shapeOf,
  steepest,
} from './roof-form.ts';
import { roofMarks } from './roof-marks.ts';

export type RoofCode = LevelCode | BoundsCode | TypeCode | 'INVALID_BOUNDARY' | 'OUT_OF_RANGE';

/** Facts of a new roof in addition to its measures: its planes by side, areas mm². */
export type RoofFacts = RoofFigures & {
  readonly area_mm2: number;
  readonly faces: readonly RoofFace[];
};

/** Figures of a roof; empty if it cannot be built. */
function figures({ id, params }: Roof, view: HoldingView): Readonly<Record<string, number>> {
  const made = shapeOf(params);
  if (!made.ok) return {};
  return {
    ...figuresOf(made.shape),
    net_sloped_area_mm2: toGrid(netSlopedArea(id, made.shape, view)),
  };
}

/** Warnings of a slope that the form ignores, or of a missing slope. */
function slopeWarnings({ params: { roof_type, slope_deg, edges } }: Roof): readonly string[] {
  if (edges !== undefined && edges !== null) return [];
  if (roof_type === 'flat') {
    return slope_deg === 0
      ? []
      : [
          `a flat roof has no slope: its slope of ${slope_deg} degrees applies only to another roof_type`,
        ];
  }
  return slope_deg === 0
    ? [`a ${roof_type} roof with a slope of 0 degrees is flat: set its slope`]
    : [];
}

/** A roof. */
export const roof = defineKind({
  kind: 'roof',
  category: 'Roofs',
  params: RoofParams,
  fixed: {
    cut_planes: { unless_null: 'only an import sets planes; with null they do not cut the roof' },
  },
  plain_numbers: { slope_deg: 'deg', upper_slope_deg: 'deg', edges: null, cut_planes: null },
  refs: { level_id: 'stands_on', type_id: 'is_of' },
  check(proposed: Roof, view: KindView, context: PlanContext<RoofCode>) {
    const typed = requireOfType(proposed, view, context);
    const level = requireLevel(view, typed.params.level_id, context);
    requirePointsInModel('`boundary_points`', typed.params.boundary_points, context);
    requirePointsInModel('`holes`', (typed.params.holes ?? []).flat(), context);
    requireCutPlanes(typed, context);
    const { element, warnings } = outlined(typed, view, context);
    const { params } = element;
    const made = bodyFor(element, level);
    if (!made.ok) {
      const { roof_type, overhang } = params;
      const data = { ...made.why, roof_type, overhang };
      const code = isFormFault(made.why) ? 'INVALID_ARGUMENT' : 'INVALID_BOUNDARY';
      return context.refuse(code, roofFaultText(made.why, params), data);
    }
    const { min, max } = meshBounds(made.mesh);
    for (const { x, y, z: height } of [min, max]) {
      requireInModel('a corner of the roof', { x, y, z: height }, context);
    }
    const facts: RoofFacts = {
      area_mm2: toGrid(regionArea(coveredRegion(made.shape))),
      ...figuresOf(made.shape),
      faces: made.shape.faces.map(({ side, slope_deg, area_mm2, sloped_area_mm2 }) => ({
        side,
        slope_deg: toGrid(slope_deg),
        area_mm2: toGrid(area_mm2),
        sloped_area_mm2: toGrid(sloped_area_mm2),
      })),
    };
    return { element, warnings: [...warnings, ...slopeWarnings(element)], facts };
  },
  integrity: (element: Roof, site) =>
    slabFault(element, site) ?? courtFault(element, site) ?? cutFault(element, site),
  reach: reachOf,
  inputs: (element: Roof, site) => site.contents(element.id),
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh: bodyOf,
    pieces: piecesOf,
  },
  obstructs: { ...OBSTRUCTS, routes: false, rooms: false },
  bears: 'slab',
  covers: { flat: () => false, holes: ({ params }: Roof) => coveredBy(params).holes },
  bounds: 'of_body',
  outline: ({ params }: Roof) => coveredBy(params).boundary,
  quantities: ['area_mm2', 'perimeter_mm', 'volume_mm3'],
  measures(element: Roof, site) {
    const covered = coveredBy(element.params);
    const cut = openingsIn(site, element.id).reduce(
      (sum, ring) => sum + Math.abs(signedArea(ring)),
      0,
    );
    return {
      area_mm2: regionArea(covered) - cut,
      perimeter_mm: ringPerimeter(covered.boundary),
      volume_mm3: site.volume(element),
    };
  },
  transform: {
    points: ({ params: { boundary_points } }: Roof) => boundary_points,
    reference: ({ params: { boundary_points } }: Roof) => boundary_points[0] ?? { x: 0, y: 0 },
    moved: (element: Roof, motion) => ({
      ...element,
      params: {
        ...element.params,
        ...outlineMoved(element.params, motion),
        base_offset: element.params.base_offset + motion.dz,
        ...movedPlanes(element.params, motion),
      },
    }),
    relevelled: onLevel,
  },
  holds: {
    ...slabHolds<Roof>(({ params }) => params.holes ?? []),
    span(host: Roof, _level, _filling, site) {
      const box = site.bounds(host);
      return box === null ? null : { low: box.min.z, high: box.max.z };
    },
  },
  appearance: { picture: [176, 112, 92], elevation: [232, 232, 233], gltf: [0.42, 0.12, 0.08] },
  stated: { set: 'Pset_RoofCommon', has: STATES_ALL },
  ifc: roofIfc,
  symbol: {
    layer: 20,
    plans: 'body',
    marks: ({ params }: Roof) => roofMarks(params),
  },
  sizes: ({ params: { boundary_points, thickness } }: Roof) => [
    extentSize(boundary_points),
    ['thickness', thickness, MIN_THICKNESS_MM],
  ],
  buildable: ({ params: { boundary_points, thickness, break_height } }: Roof) => [
    builtArea(boundary_points),
    builtThickness('thickness', thickness),
    ...(typeof break_height === 'number' ? [builtSize('break_height', break_height)] : []),
  ],
  schedule: {
    type: 'roof_type',
    columns: [
      'name',
      'level',
      'roof_type',
      'slope_deg',
      'thickness',
      'area_m2',
      'sloped_area_m2',
      'net_sloped_area_m2',
      'volume_m3',
    ],
    summed: [],
    figures: { names: [...ROOF_FIGURES, 'net_sloped_area_mm2'], of: figures },
  },
  shown: ({ params: { cut_planes, ...shown } }: Roof) => ({
    ...shown,
    ...shownPlanes({ cut_planes: cut_planes ?? null }),
  }),
});

/** The roof with its outline as stored, its edges in the same order, and the resulting form. */
function outlined(
  typed: Roof,
  view: KindView,
  context: PlanContext<'INVALID_ARGUMENT' | 'INVALID_BOUNDARY'>,
): { readonly element: Roof; readonly warnings: readonly string[] } {
  const { stored: params, warnings } = storedOutline(typed.params, context);
  const why = formFault(typed.params);
  if (why !== null) context.refuse('INVALID_ARGUMENT', why);
  const { edges } = params;
  if (edges === undefined || edges === null) return { element: { ...typed, params }, warnings };
  const roof_type = kindOfEdges(edges);
  const before = view.element(typed.id)?.params;
  if (params.roof_type !== roof_type && before?.['roof_type'] === roof_type) {
    context.refuse(
      'INVALID_ARGUMENT',
      `its \`edges\` define a ${roof_type} roof: expected \`edges\` null before another \`roof_type\``,
    );
  }
  return { element: { ...typed, params: { ...params, roof_type } }, warnings };
}

type Made =
  | { readonly ok: true; readonly shape: RoofShape; readonly mesh: Mesh }
  | { readonly ok: false; readonly why: RoofFault };

/** The shape of a roof, and its layer without the openings. */
function bodyFor({ params }: Roof, level: Storey): Made {
  const made = shapeOf(params);
  if (!made.ok) return made;
  const { shape } = made;
  const elevation = level.params.elevation + params.base_offset;
  const layer = roofLayer(shape, { elevation, thickness: params.thickness });
  return layer.ok ? { ok: true, shape, mesh: layer.mesh } : layer;
}

function reachOf({ params }: Roof): Reach {
  const { overhang, base_offset, thickness } = params;
  const box = widened(ringBounds(coveredBy(params).boundary), overhang);
  const extent = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
  // An upper bound: a shed roof rises over its whole extent.
  const rise = 2 * extent * Math.tan((steepest(params) * Math.PI) / 180);
  return {
    grid: 'bodies',
    box,
    low: base_offset - rise - thickness,
    high: base_offset + rise + 20 * thickness,
  };
}

/** With openings in a slope, the pieces are derived from the mesh. */
function piecesOf(element: Roof, level: Storey, site: Site): readonly ConvexPiece[] | null {
  const hasOpenings = openingsIn(site, element.id).length > 0;
  const pieces = hasOpenings
    ? meshPieces(openedMesh(element, layerMesh(element, level), site))
    : wholePieces(element, level);
  if (pieces !== null) return cutPieces(element, pieces, level);
  return isCutByPlanes(element.params) ? meshPieces(bodyOf(element, level, site)) : null;
}

/** The pieces of a roof without its openings and before planes cut it. */
function wholePieces({ params }: Roof, level: Storey): readonly ConvexPiece[] | null {
  const made = shapeOf(params);
  if (!made.ok) return null;
  const elevation = level.params.elevation + params.base_offset;
  const layer = { elevation, thickness: params.thickness };
  const pieces = roofPieces(made.shape, layer);
  if (pieces !== null) return pieces;
  const body = roofLayer(made.shape, layer);
  return (body.ok ? meshPieces(body.mesh) : null) ?? alikePieces(made.shape, layer);
}

/** The fault of a roof of which its planes leave nothing; null without one, or without pieces that would show it. */
function cutFault(element: Roof, site: Site): Fault | null {
  const level = site.level(element.params.level_id);
  const pieces = level === undefined ? null : wholePieces(element, level);
  return pieces === null ? null : cutMemberFault(element, () => pieces, level);
}

function bodyOf(element: Roof, level: Storey, site: Site): Mesh {
  const whole = { mesh: layerMesh(element, level), pieces: () => wholePieces(element, level) };
  return openedMesh(element, cutMesh(element, whole, level, site), site);
}

/** The layer without openings and before planes cut it. Throws `RangeError` for an impossible roof. */
function layerMesh(element: Roof, level: Storey): Mesh {
  const result = bodyFor(element, level);
  if (!result.ok) return impossible(element, roofFaultText(result.why, element.params));
  return result.mesh;
}

/** A mesh of a roof without its openings. */
function openedMesh(element: Roof, mesh: Mesh, site: Site): Mesh {
  const openings = openingsIn(site, element.id);
  if (openings.length === 0) return mesh;
  const { min, max } = meshBounds(mesh);
  const cutters = openings.map((boundary) =>
    extrudeRegion({ boundary, holes: [] }, min.z - 1, max.z + 1),
  );
  return neededSolids(site.solids, element).subtractAll(mesh, cutters).mesh;
}
