/** @module floor in IFC: a slab. */
import { regionArea, ringPerimeter } from '../../geometry/plan/polygon.ts';
import { type IfcProduct, fireRatingLabel, inAllSchemas, plainLayer } from '../facets/ifc.ts';
import { inPlace, placeAt } from '../ifc/local.ts';
import { ifcLayers, ifcTypeOf } from '../ifc/typed.ts';
import type { Floor } from './params.ts';

/** What a floor is in IFC. */
export const floorIfc: IfcProduct<Floor> = {
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
  // Layers run from the top down.
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
