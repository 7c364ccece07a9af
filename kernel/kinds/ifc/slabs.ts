/** @module slabs in IFC: floors, and roofs, of which flat and shed ones consist of one slab. */
import type { PlanPoint } from '../../../schemas/units.ts';
import type { RoofKind } from '../../geometry/members/roof.ts';
import { roofMesh } from '../../geometry/members/roof.ts';
import { offsetRing, regionArea, ringPerimeter, signedArea } from '../../geometry/plan/polygon.ts';
import type { IfcProduct } from './facet.ts';
import { fireRatingLabel, inAllSchemas } from './facet.ts';
import { inPlace, placeAt } from './local.ts';

type Floored = {
  readonly id: string;
  readonly params: {
    readonly boundary_points: readonly PlanPoint[];
    readonly holes: readonly (readonly PlanPoint[])[];
    readonly thickness: number;
    readonly top_offset: number;
    readonly floor_type: string;
    readonly fire_rating_min: number | null;
  };
};

/** What a floor is in IFC. */
export const floorIfc: IfcProduct<Floored> = {
  as: 'product',
  entity: () => inAllSchemas('IfcSlab'),
  part: () => null,
  attributes: () => ({}),
  type: ({ params: { thickness, floor_type } }) => ({
    entity: inAllSchemas('IfcSlabType'),
    name: `${floor_type} floor ${thickness} mm`,
    attributes: { PredefinedType: [floor_type === 'foundation' ? 'BASESLAB' : 'FLOOR'] },
    layer: thickness,
  }),
  shape({ params: { boundary_points, holes, thickness, top_offset } }, level) {
    const corner = boundary_points[0] ?? { x: 0, y: 0 };
    const place = placeAt({ ...corner, z: level.params.elevation + top_offset - thickness });
    const boundary = inPlace(boundary_points, place);
    const inner = holes.map((hole) => inPlace(hole, place));
    const section = { kind: 'outline', boundary, holes: inner } as const;
    return { place, items: [{ item: 'extrusion', section, depth: thickness }] };
  },
  properties: ({ params: { fire_rating_min } }) => ({
    Pset_SlabCommon: { FireRating: fireRatingLabel(fire_rating_min) },
  }),
  quantities({ id, params: { boundary_points, holes, thickness } }, view) {
    const { area_mm2, volume_mm3 } = view.measures(id);
    const gross = regionArea({ boundary: boundary_points, holes });
    return {
      Width: thickness,
      Depth: thickness,
      Perimeter: ringPerimeter(boundary_points),
      GrossArea: gross,
      NetArea: area_mm2,
      GrossVolume: gross * thickness,
      NetVolume: volume_mm3,
    };
  },
};

type Roofed = {
  readonly id: string;
  readonly params: {
    readonly boundary_points: readonly PlanPoint[];
    readonly slope_deg: number;
    readonly thickness: number;
    readonly base_offset: number;
    readonly roof_type: RoofKind;
    readonly overhang: number;
  };
};

const ROOF_FORMS = {
  flat: 'FLAT_ROOF',
  shed: 'SHED_ROOF',
  gable: 'GABLE_ROOF',
  hip: 'HIP_ROOF',
} as const satisfies Record<RoofKind, string>;

function isOneSlab({ params: { roof_type } }: Roofed): boolean {
  return roof_type === 'flat' || roof_type === 'shed';
}

/** What a roof is in IFC. */
export const roofIfc: IfcProduct<Roofed> = {
  as: 'product',
  entity: () => inAllSchemas('IfcRoof'),
  part: (element) =>
    isOneSlab(element)
      ? { entity: inAllSchemas('IfcSlab'), attributes: { PredefinedType: ['ROOF'] } }
      : null,
  attributes: ({ params: { roof_type } }) => ({
    PredefinedType: [ROOF_FORMS[roof_type]],
    ShapeType: [ROOF_FORMS[roof_type]],
  }),
  type: () => null,
  shape({ params }, level) {
    const { boundary_points, base_offset, overhang, thickness, roof_type, slope_deg } = params;
    const corner = boundary_points[0] ?? { x: 0, y: 0 };
    const elevation = level.params.elevation + base_offset;
    const place = placeAt({ ...corner, z: elevation });
    if (roof_type === 'flat' || slope_deg === 0) {
      const boundary = inPlace(offsetRing(boundary_points, overhang) ?? boundary_points, place);
      const section = { kind: 'outline', boundary, holes: [] } as const;
      return { place, items: [{ item: 'extrusion', section, depth: thickness }] };
    }
    const made = roofMesh({
      kind: roof_type,
      boundary: boundary_points,
      elevation,
      slope_deg,
      thickness,
      overhang,
    });
    if (!made.ok) throw new RangeError(made.fault.replaceAll('_', ' '));
    return { place, items: [{ item: 'mesh', mesh: made.mesh }] };
  },
  properties: () => ({}),
  quantities(element, view) {
    const { roof_type, slope_deg } = element.params;
    const edge = view.outline(element.id);
    const projected = edge === null ? null : Math.abs(signedArea(edge));
    const pitch = roof_type === 'flat' ? 0 : Math.tan((slope_deg * Math.PI) / 180);
    return {
      ProjectedArea: projected,
      GrossArea: projected === null ? null : projected * Math.sqrt(1 + pitch * pitch),
    };
  },
};
