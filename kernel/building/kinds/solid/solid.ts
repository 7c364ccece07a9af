/** @module solid: the result of a boolean; its mesh is kept exactly. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { CoordinateMm } from '../../../../schemas/units.ts';
import { type Mesh, meshBounds, translateMesh } from '../../geometry/mesh/mesh.ts';
import type { Box2 } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { area } from '../facets/symbol.ts';
import { type AnyElement, type ElementFor, type KindView, defineKind, isOf } from '../kind.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel } from '../rules/model-bounds.ts';
import { Name, Ref } from '../shared/params.ts';
import { solidIfc } from './ifc.ts';

export const BOOLEAN_OPERATIONS = ['union', 'subtract', 'intersect'] as const;

/** Numbers, not vertices. */
export const MAX_POSITIONS = 600_000;
export const MAX_INDICES = 1_200_000;

/** Positions in mm (x,y,z …), triangles as vertex indices. */
const params = z.strictObject({
  level_id: Ref,
  name: Name,
  operation: z.enum(BOOLEAN_OPERATIONS),
  source_ids: z.array(Ref).length(2),
  positions: z.array(z.number()).max(MAX_POSITIONS),
  triangles: z.array(z.number().int().min(0)).max(MAX_INDICES),
  offset: z.strictObject({ x: CoordinateMm, y: CoordinateMm, z: CoordinateMm }),
  /** Maximum difference of its volume from the same boolean of true circles, mm³; unknown for older solids. */
  volume_tolerance_mm3: z.number().min(0).nullable().exactOptional(),
});
export type Solid = ElementFor<'solid', typeof params>;
export type SolidCode = LevelCode | BoundsCode;

function meshOf({ params: { positions, triangles } }: Solid): Mesh {
  return {
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from(triangles),
  };
}

const MADE = 'boolean_operation computes it';

/** A solid. */
export const solid = defineKind({
  kind: 'solid',
  category: 'Solids',
  params,
  // The inputs of a solid cannot be set.
  fixed: {
    operation: MADE,
    source_ids: MADE,
    positions: MADE,
    triangles: MADE,
    volume_tolerance_mm3: MADE,
  },
  plain_numbers: { positions: null, triangles: null, volume_tolerance_mm3: null },
  refs: { level_id: 'stands_on' },
  check(element: Solid, view: KindView, context: PlanContext<SolidCode>) {
    const { level_id, offset, positions } = element.params;
    requireLevel(view, level_id, context);
    const { min, max } = meshBounds({
      positions: Float64Array.from(positions),
      triangles: new Uint32Array(0),
    });
    for (const corner of [min, max]) {
      requireInModel(
        'a corner of the solid',
        { x: corner.x + offset.x, y: corner.y + offset.y, z: corner.z + offset.z },
        context,
      );
    }
    return { element, warnings: [], facts: {} };
  },
  integrity: () => null,
  reach: (element: Solid) => ({ grid: 'tall', box: boxOf(element), low: 0, high: 0 }),
  inputs: () => [],
  ...STANDALONE,
  body: {
    ...MATTER,
    mesh: (element: Solid) => translateMesh(meshOf(element), element.params.offset),
    pieces: 'of_mesh',
  },
  obstructs: OBSTRUCTS,
  bears: 'post',
  bounds: 'of_body',
  outline: 'none',
  quantities: ['volume_mm3'],
  measures: (element: Solid, site) => ({ volume_mm3: site.volume(element) }),
  transform: {
    points: ({ params: { offset } }: Solid) => [{ x: offset.x, y: offset.y }],
    reference: ({ params: { offset } }: Solid) => ({ x: offset.x, y: offset.y }),
    moved(element: Solid, { point, dz, turn_deg, mirrored }, context) {
      if (turn_deg !== 0 || mirrored) {
        context.refuse(
          'INVALID_ARGUMENT',
          `\`${element.id}\` is a solid, which keeps its directions: turn or mirror its sources and repeat the operation`,
        );
      }
      const { x, y, z: height } = element.params.offset;
      const offset = { ...point({ x, y }), z: height + dz };
      return { ...element, params: { ...element.params, offset } };
    },
    relevelled(element: Solid, target, view, context) {
      // A solid has world coordinates, so its place includes the difference between the levels.
      const from = requireLevel(view, element.params.level_id, context).params.elevation;
      const { offset } = element.params;
      const lifted = { ...offset, z: offset.z + target.params.elevation - from };
      return { ...element, params: { ...element.params, level_id: target.id, offset: lifted } };
    },
  },
  appearance: { picture: [205, 205, 208], elevation: null, gltf: [0.45, 0.4, 0.55] },
  stated: { set: 'Pset_BuildingElementProxyCommon', has: STATES_ALL },
  ifc: solidIfc,
  symbol: {
    layer: 65,
    plans: 'body',
    // Its box: the outline would require another boolean.
    marks(element: Solid) {
      const { min, max } = boxOf(element);
      return [area('area', [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }])];
    },
  },
  sizes: () => [],
  // Its body was computed and has no sizes.
  buildable: () => [],
  schedule: { type: 'operation', columns: ['name', 'level', 'operation', 'volume_m3'], summed: [] },
  shown({ params: { positions, triangles, ...rest } }: Solid) {
    return { ...rest, vertex_count: positions.length / 3, triangle_count: triangles.length / 3 };
  },
});

/** Maximum difference of the volume of a solid from its volume with true circles, mm³; 0 for other elements and if unknown. */
export function volumeToleranceOf(element: AnyElement): number {
  return isOf(solid, element) ? (element.params.volume_tolerance_mm3 ?? 0) : 0;
}

/** Ids of the two sources of a solid; empty for other elements. */
export function sourcesOf(element: AnyElement): readonly string[] {
  return isOf(solid, element) ? element.params.source_ids : [];
}

/** Ids of the sources that remain next to a solid: what a difference was cut from it by; empty for other elements. */
export function stayingSources(element: AnyElement): readonly string[] {
  if (!isOf(solid, element)) return [];
  return element.params.operation === 'subtract' ? element.params.source_ids.slice(1) : [];
}

function boxOf({ params: { positions, offset } }: Solid): Box2 {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < positions.length; i += 3) {
    minX = Math.min(minX, positions[i] ?? 0);
    maxX = Math.max(maxX, positions[i] ?? 0);
    minY = Math.min(minY, positions[i + 1] ?? 0);
    maxY = Math.max(maxY, positions[i + 1] ?? 0);
  }
  return {
    min: { x: minX + offset.x, y: minY + offset.y },
    max: { x: maxX + offset.x, y: maxY + offset.y },
  };
}
