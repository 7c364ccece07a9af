/** @module floor in IFC: a slab. */
import { type Ring, ringPerimeter, signedArea } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
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
  quantities({ id, params: { boundary_points, thickness } }, view) {
    const { area_mm2, volume_mm3 } = view.measures(id);
    const gross = Math.abs(signedArea(boundary_points));
    return {
      Width: thickness,
      ...sidesOf(boundary_points),
      Perimeter: ringPerimeter(boundary_points),
      GrossArea: gross,
      NetArea: area_mm2,
      GrossVolume: gross * thickness,
      NetVolume: volume_mm3,
    };
  },
};

/** A corner of a rectangle is within this of its place, mm. */
const SQUARE_MM = 0.01;

/** The longer and the shorter side of a rectangular slab; empty for any other outline. */
function sidesOf(ring: Ring): { readonly Length?: number; readonly Depth?: number } {
  const [a, b, c, d] = ring;
  if (ring.length !== 4 || !a || !b || !c || !d) return {};
  const isParallelogram =
    Math.abs(a.x - b.x + c.x - d.x) <= SQUARE_MM && Math.abs(a.y - b.y + c.y - d.y) <= SQUARE_MM;
  const isSquare = Math.abs(segmentLengthMm(a, c) - segmentLengthMm(b, d)) <= SQUARE_MM;
  if (!isParallelogram || !isSquare) return {};
  const [p, q] = [segmentLengthMm(a, b), segmentLengthMm(b, c)];
  return { Length: Math.max(p, q), Depth: Math.min(p, q) };
}
