/** @module slabs in IFC: floors, and roofs, of which flat and shed ones consist of one slab. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { regionArea, ringPerimeter } from '../../geometry/plan/polygon.ts';
import type { RoofKind } from '../../geometry/roofs/roof-forms.ts';
import { coveredRegion, roofLayer } from '../../geometry/roofs/roof-shape.ts';
import type { Formed } from '../roof-form.ts';
import { figuresOf, netSlopedArea, saidOf, shapeOf } from '../roof-form.ts';
import type { IfcProduct } from './facet.ts';
import { fireRatingLabel, inAllSchemas, plainLayer } from './facet.ts';
import { inPlace, placeAt } from './local.ts';
import { ifcLayers, ifcTypeOf } from './typed.ts';

type Floored = {
  readonly id: string;
  readonly params: {
    readonly boundary_points: readonly PlanPoint[];
    readonly holes: readonly (readonly PlanPoint[])[];
    readonly thickness: number;
    readonly top_offset: number;
    readonly floor_type: string;
    readonly fire_rating_min: number | null;
    readonly type_id?: string | null;
  };
};

/** What a floor is in IFC. */
export const floorIfc: IfcProduct<Floored> = {
  as: 'product',
  entity: () => inAllSchemas('IfcSlab'),
  parts: 'none',
  attributes: () => ({}),
  type(element, view) {
    const { thickness, floor_type } = element.params;
    const isBase = floor_type === 'foundation';
    const shared = {
      entity: inAllSchemas('IfcSlabType'),
      attributes: { PredefinedType: [isBase ? 'BASESLAB' : 'FLOOR'] },
    };
    const type = ifcTypeOf(element, view);
    if (type === null) {
      const name = `${floor_type} floor ${thickness} mm`;
      return { ...shared, name, layers: [plainLayer(thickness)] };
    }
    const { name } = type.params;
    return {
      ...shared,
      name: isBase ? `${name}, foundation` : name,
      layers: ifcLayers(type, view),
    };
  },
  // From the top.
  reversed: (element, view) => ifcTypeOf(element, view) !== null,
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
  readonly params: Formed & {
    readonly thickness: number;
    readonly base_offset: number;
    readonly type_id?: string | null;
  };
};

const ROOF_FORMS = {
  flat: 'FLAT_ROOF',
  shed: 'SHED_ROOF',
  gable: 'GABLE_ROOF',
  hip: 'HIP_ROOF',
  mansard: 'MANSARD_ROOF',
} as const satisfies Record<RoofKind, string>;

function isOneSlab({ params: { roof_type } }: Roofed): boolean {
  return roof_type === 'flat' || roof_type === 'shed';
}

/** What a roof is in IFC. */
export const roofIfc: IfcProduct<Roofed> = {
  as: 'product',
  entity: () => inAllSchemas('IfcRoof'),
  parts: (element) =>
    isOneSlab(element)
      ? [{ key: 'part', entity: inAllSchemas('IfcSlab'), attributes: { PredefinedType: ['ROOF'] } }]
      : null,
  attributes: ({ params: { roof_type } }) => ({
    PredefinedType: [ROOF_FORMS[roof_type]],
    ShapeType: [ROOF_FORMS[roof_type]],
  }),
  type(element, view) {
    const type = ifcTypeOf(element, view);
    if (type === null) return null;
    return {
      entity: { IFC2X3: null, IFC4: 'IfcRoofType', IFC4X3: 'IfcRoofType' },
      name: type.params.name,
      // The roof says its form.
      attributes: { PredefinedType: ['NOTDEFINED'] },
      layers: ifcLayers(type, view),
    };
  },
  shape({ params }, level) {
    const { boundary_points, base_offset, thickness } = params;
    const corner = boundary_points[0] ?? { x: 0, y: 0 };
    const elevation = level.params.elevation + base_offset;
    const place = placeAt({ ...corner, z: elevation });
    const made = shapeOf(params);
    if (!made.ok) throw new RangeError(saidOf(made.why, params));
    if (made.shape.high === 0 && made.shape.faces.length === 1) {
      const section = {
        kind: 'outline',
        boundary: inPlace(made.shape.eaves, place),
        holes: made.shape.holes.map((hole) => inPlace(hole.toReversed(), place)),
      } as const;
      return { place, items: [{ item: 'extrusion', section, depth: thickness }] };
    }
    const layer = roofLayer(made.shape, { elevation, thickness });
    if (!layer.ok) throw new RangeError(saidOf(layer.why, params));
    return { place, items: [{ item: 'mesh', mesh: layer.mesh }] };
  },
  properties: () => ({}),
  quantities(element, view) {
    const made = shapeOf(element.params);
    return {
      ProjectedArea: made.ok ? regionArea(coveredRegion(made.shape)) : null,
      GrossArea: made.ok ? figuresOf(made.shape).sloped_area_mm2 : null,
      NetArea: made.ok ? netSlopedArea(element.id, made.shape, view) : null,
    };
  },
};
