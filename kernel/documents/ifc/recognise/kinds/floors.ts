/** @module floors: slabs and footings that are upright prisms with openings, or sloping plates. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point3 } from '../../../../building/geometry/vector.ts';
import type { Floor } from '../../../../building/kinds/floor/params.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import type { Cap } from '../outlines/capped-prism.ts';
import { type Block, blockOf, layerOf, type Slope } from '../outlines/layers/layer.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import { outlineOf } from '../outlines/prism-outline.ts';
import { MOST_RISE, plateOfMesh, type SlopingPlate } from '../outlines/sloping-plate.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';
import { levelOpenings, openingRows, throughOpenings, withOpenings } from './slab-openings.ts';
import { capPlanes, planeParams, type WallPlane } from './wall-planes.ts';

/** The floor that a slab or footing is, with its openings. */
export function proposeFloor(
  slab: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const prism = prismOf(shape, context);
  if (!isUnrecognised(prism)) {
    const { low, high } = prism;
    return levelFloor(slab, { shape, body: { ...outlineOf(prism), low, high, cuts: [] } }, context);
  }
  const solid = context.evaluator.evaluate(shape.items, []);
  const mesh = solid.ok && solid.closed ? solid.mesh() : null;
  if (mesh === null) return prism;
  const plate = plateOfMesh(mesh);
  if (plate?.is_even === true) return slopingFloor(slab, { shape, plate }, context);
  const layer = layerOf(mesh);
  const [slope, another] = layer?.slopes ?? [];
  if (layer !== null && slope !== undefined && another === undefined && !isLevel(slope)) {
    const { boundary, holes, thickness, cuts } = layer;
    const { point, normal } = slope.upper;
    const plumb = { boundary, holes, point, normal, thickness, edges: 'plumb' } as const;
    return slopingFloor(slab, { shape, plate: plumb, cuts }, context);
  }
  const block = blockOf(mesh);
  if (block !== null) return levelFloor(slab, { shape, body: block }, context);
  return plate === null ? prism : slopingFloor(slab, { shape, plate }, context);
}

/** The ceiling that a covering is. */
export function proposeCeiling(
  covering: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  return context.products.predefinedType(covering.row) === 'CEILING'
    ? proposeFloor(covering, shape, context)
    : { why: 'is a covering other than a ceiling' };
}

function isLevel({ normal }: Slope): boolean {
  return normal.z >= MOST_RISE;
}

function levelFloor(
  slab: Product,
  { shape, body }: { readonly shape: ProductShape; readonly body: Block },
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { boundary, holes, low, high } = body;
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  const host_id = context.ids.of('floor', slab);
  const openings = levelOpenings(openingRows(slab, shape, context), { body, host_id }, context);
  if (isUnrecognised(openings)) return openings;
  const outline = {
    boundary_points: gridRing(boundary),
    holes: holes.map((hole) => gridRing(hole)),
    thickness: toGrid(high - low),
  };
  const planes = [...body.cuts.flatMap(capPlanes), ...openings.planes];
  const element = floorElement(slab, { top: high, outline, planes }, context);
  return withOpenings(slab, { shape, element, openings });
}

/** Grid of angles, parts of a degree: the ends of a slab of 1 km move by less than 0.1 µm. */
const ANGLE_PARTS = 1e9;

function slopingFloor(
  slab: Product,
  { shape, plate, cuts = [] }: SlopingBody,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { boundary, holes, point, normal, thickness, edges } = plate;
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  const host_id = context.ids.of('floor', slab);
  const through = { corners: cornersOf(plate), outline: null };
  const rows = openingRows(slab, shape, context);
  const openings = throughOpenings(rows, through, { host_id, context });
  if (isUnrecognised(openings)) return openings;
  const outline: JsonObject = {
    boundary_points: gridRing(boundary),
    holes: holes.map((hole) => gridRing(hole)),
    thickness: toGrid(thickness),
    slope: slopeOf(point, normal, edges),
  };
  const planes = [...cuts.flatMap(capPlanes), ...openings.planes];
  const element = floorElement(slab, { top: point.z, outline, planes }, context);
  return withOpenings(slab, { shape, element, openings });
}

type SlopingBody = {
  readonly shape: ProductShape;
  readonly plate: Omit<SlopingPlate, 'is_even'>;
  readonly cuts?: readonly Cap[];
};

/** The corners of both faces of a plate, as if its edges were upright. */
function cornersOf({ boundary, point, normal, thickness }: SlopingBody['plate']): Point3[] {
  return boundary.flatMap(({ x, y }) => {
    const z = point.z - ((x - point.x) * normal.x + (y - point.y) * normal.y) / normal.z;
    return [
      { x, y, z },
      { x, y, z: z - thickness / normal.z },
    ];
  });
}

/** A slope through a point with this unit normal upwards. */
function slopeOf(point: Point3, normal: Point3, edges: SlopingPlate['edges']): JsonObject {
  const [start] = gridRing([point]);
  return {
    point: { ...(start ?? { x: point.x, y: point.y }) },
    direction_deg: degrees(Math.atan2(0 - normal.y, 0 - normal.x)),
    pitch_deg: degrees(Math.acos(Math.min(1, normal.z))),
    edges,
  };
}

function degrees(radians: number): number {
  return Math.round(((radians * 180) / Math.PI) * ANGLE_PARTS) / ANGLE_PARTS;
}

type FloorBody = {
  readonly top: number;
  readonly outline: JsonObject;
  readonly planes?: readonly WallPlane[];
};

function floorElement(
  slab: Product,
  { top, outline, planes = [] }: FloorBody,
  { ids, products, storeys }: Context,
): ElementRecord {
  const level = storeys.of(slab.storey, top);
  return {
    id: ids.of('floor', slab),
    kind: 'floor',
    params: {
      level_id: level.id,
      name: nameOf(slab),
      ...outline,
      top_offset: toGrid(top - level.elevation),
      floor_type: floorType(slab, products.predefinedType(slab.row)),
      fire_rating_min: null,
      type_id: null,
      ...planeParams(planes, level.elevation),
    },
  };
}

/** What a slab is, by its class and its predefined type or that of its type. */
function floorType(slab: Product, predefined: string | null): Floor['params']['floor_type'] {
  if (slab.class === 'IfcCovering') return 'ceiling';
  if (slab.class === 'IfcFooting' || predefined === 'BASESLAB') return 'foundation';
  return predefined === 'ROOF' ? 'roof' : 'slab';
}
