/** @module roof in IFC: flat and shed roofs consist of one slab. */
import { regionArea } from '../../geometry/plan/polygon.ts';
import type { RoofKind } from '../../geometry/roofs/roof-forms.ts';
import { coveredRegion, roofLayer } from '../../geometry/roofs/roof-shape.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { cutBody } from '../ifc/cut-body.ts';
import { inPlace, placeAt } from '../ifc/local.ts';
import { ifcLayers, ifcTypeOf } from '../ifc/typed.ts';
import { isCutByPlanes } from '../shared/cut-planes.ts';
import type { Roof } from './params.ts';
import { figuresOf, netSlopedArea, roofFaultText, shapeOf } from './roof-form.ts';

const ROOF_FORMS = {
  flat: 'FLAT_ROOF',
  shed: 'SHED_ROOF',
  gable: 'GABLE_ROOF',
  hip: 'HIP_ROOF',
  mansard: 'MANSARD_ROOF',
} as const satisfies Record<RoofKind, string>;

function isOneSlab({ params: { roof_type } }: Roof): boolean {
  return roof_type === 'flat' || roof_type === 'shed';
}

/** The IFC product of a roof. */
export const roofIfc: IfcProduct<Roof> = {
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
      // The roof states its form.
      attributes: { PredefinedType: ['NOTDEFINED'] },
      layers: ifcLayers(type, view),
    };
  },
  shape({ id, params }, level, view) {
    const { boundary_points, base_offset, thickness } = params;
    const corner = boundary_points[0] ?? { x: 0, y: 0 };
    const elevation = level.params.elevation + base_offset;
    const place = placeAt({ ...corner, z: elevation });
    if (isCutByPlanes(params)) return { place, items: [cutBody(id, view)] };
    const made = shapeOf(params);
    if (!made.ok) throw new RangeError(roofFaultText(made.why, params));
    if (made.shape.high === 0 && made.shape.faces.length === 1) {
      const section = {
        kind: 'outline',
        boundary: inPlace(made.shape.eaves, place),
        holes: made.shape.holes.map((hole) => inPlace(hole.toReversed(), place)),
      } as const;
      return { place, items: [{ item: 'extrusion', section, depth: thickness }] };
    }
    const layer = roofLayer(made.shape, { elevation, thickness });
    if (!layer.ok) throw new RangeError(roofFaultText(layer.why, params));
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
