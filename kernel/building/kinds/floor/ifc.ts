/** @module floor in IFC: a slab. */
import {
  heightAt,
  shiftOf,
  slopeOf,
  slopingMesh,
  type SlopingPlate,
} from '../../geometry/mesh/sloping-slab.ts';
import {
  type Ring,
  ringPerimeter,
  signedArea,
  validateRegion,
} from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { IfcLevel, IfcProduct, IfcShape } from '../facets/ifc.ts';
import { fireRatingLabel, inAllSchemas, plainLayer } from '../facets/ifc.ts';
import { cutBody } from '../ifc/cut-body.ts';
import { inPlace, placeAt } from '../ifc/local.ts';
import { ifcLayers, ifcTypeOf } from '../ifc/typed.ts';
import { isCutByPlanes } from '../shared/cut-planes.ts';
import { type Floor, isCeiling } from './params.ts';
import { inSlope, plateOf, regionInSlope, slopedArea } from './slope.ts';

/** Predefined types of slabs that are no floors of storeys. */
const SPECIAL: Readonly<Partial<Record<Floor['params']['floor_type'], string>>> = {
  foundation: 'BASESLAB',
  roof: 'ROOF',
};

/** What a floor is in IFC; a ceiling is a covering. */
export const floorIfc: IfcProduct<Floor> = {
  as: 'product',
  entity: ({ params }) => inAllSchemas(isCeiling(params) ? 'IfcCovering' : 'IfcSlab'),
  parts: 'none',
  attributes: () => ({}),
  type(element, view) {
    const { thickness, floor_type } = element.params;
    const special = SPECIAL[floor_type] ?? null;
    const shared = isCeiling(element.params)
      ? {
          entity: inAllSchemas('IfcCoveringType'),
          attributes: { PredefinedType: ['CEILING'] },
        }
      : {
          entity: inAllSchemas('IfcSlabType'),
          attributes: { PredefinedType: [special ?? 'FLOOR'] },
        };
    const type = ifcTypeOf(element, view);
    if (type === null) {
      const name = `${floor_type} floor ${thickness} mm`;
      return { ...shared, name, layers: [plainLayer(thickness)] };
    }
    const { name } = type.params;
    return {
      ...shared,
      name: special === null ? name : `${name}, ${floor_type}`,
      layers: ifcLayers(type, view),
    };
  },
  // Layers run from the top down.
  reversed: (element, view) => ifcTypeOf(element, view) !== null,
  shape({ id, params }, level, view) {
    const { boundary_points, holes, thickness, top_offset } = params;
    const plate = plateOf(params);
    const corner = boundary_points[0] ?? { x: 0, y: 0 };
    const place = placeAt({ ...corner, z: level.params.elevation + top_offset - thickness });
    if (isCutByPlanes(params)) return { place, items: [cutBody(id, view)] };
    if (plate !== null) return slopingShape(params, plate, level);
    const boundary = inPlace(boundary_points, place);
    const inner = holes.map((hole) => inPlace(hole, place));
    const section = { kind: 'outline', boundary, holes: inner } as const;
    return { place, items: [{ item: 'extrusion', section, depth: thickness }] };
  },
  properties({ params }) {
    const { fire_rating_min, slope = null } = params;
    const FireRating = fireRatingLabel(fire_rating_min);
    if (isCeiling(params)) return { Pset_CoveringCommon: { FireRating } };
    const pitch = slope === null ? {} : { PitchAngle: slope.pitch_deg };
    return { Pset_SlabCommon: { FireRating, ...pitch } };
  },
  // Areas and lengths of a sloping slab are those of its upper face, as extruded.
  quantities({ id, params }, view) {
    const { boundary_points, thickness } = params;
    const { area_mm2, volume_mm3 } = view.measures(id);
    const plate = plateOf(params);
    const face = plate === null ? boundary_points : inSlope(boundary_points, plate, plate.point);
    const gross = Math.abs(signedArea(face));
    return {
      Width: thickness,
      ...sidesOf(face),
      Perimeter: ringPerimeter(face),
      GrossArea: gross,
      NetArea: area_mm2 === null ? null : slopedArea(params, area_mm2),
      GrossVolume: gross * thickness,
      NetVolume: volume_mm3,
    };
  },
};

/**
 * A sloping slab: extruded square to its underside, or with plumb edges as triangles, because readers expect extrusions that
 * are square to their section.
 */
function slopingShape(
  { boundary_points, holes, thickness, top_offset }: Floor['params'],
  plate: SlopingPlate,
  { params: { elevation } }: IfcLevel,
): IfcShape {
  const corner = boundary_points[0] ?? { x: 0, y: 0 };
  const top = elevation + top_offset;
  const place = placeAt({ ...corner, z: top + heightAt(plate, corner) });
  if (plate.edges === 'plumb') {
    const check = validateRegion(boundary_points, holes);
    if (!check.ok) throw new RangeError('outline is not valid');
    return { place, items: [{ item: 'mesh', mesh: slopingMesh(check.region, plate, top) }] };
  }
  const { sine, cosine, rise } = slopeOf(plate);
  const section = {
    kind: 'outline',
    ...regionInSlope({ boundary: boundary_points, holes }, plate, corner),
  } as const;
  const at = {
    origin: shiftOf(plate),
    axis: { x: 0 - sine * rise.x, y: 0 - sine * rise.y, z: cosine },
    x: { x: cosine * rise.x, y: cosine * rise.y, z: sine },
  };
  return { place, items: [{ item: 'extrusion', section, depth: thickness, at }] };
}

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
