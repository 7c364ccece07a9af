/** @module room in IFC: a space between walls. */
import { validateRegion } from '../../geometry/plan/polygon.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { inPlace, placeAt } from '../ifc/local.ts';
import { roomFoot } from './foot.ts';
import type { Room } from './params.ts';
import { hasUnevenTop } from './room-space.ts';
import { spaceQuantities } from './space-quantities.ts';

/** The IFC product of a room. */
export const roomIfc: IfcProduct<Room> = {
  as: 'space',
  entity: () => inAllSchemas('IfcSpace'),
  parts: 'none',
  attributes: ({ params: { name, number } }) => ({
    Name: number ?? name,
    LongName: name,
    CompositionType: ['ELEMENT'],
    InteriorOrExteriorSpace: ['INTERNAL'],
    PredefinedType: ['SPACE'],
  }),
  type: () => null,
  shape(element, level, view) {
    const { id } = element;
    const { height } = element.params;
    const ring = view.outline(id);
    const [corner] = ring ?? [];
    if (ring === null || corner === undefined) throw new RangeError('has no outline');
    const place = placeAt({ ...corner, z: roomFoot(element, level) });
    const check = validateRegion(ring, view.holes(id));
    const region = check.ok ? check.region : { boundary: ring, holes: [] };
    const boundary = inPlace(region.boundary, place);
    const holes = region.holes.map((hole) => inPlace(hole, place));
    if (hasUnevenTop(element)) {
      const mesh = view.mesh(id);
      if (mesh === null) throw new RangeError('has no body');
      return { place, items: [{ item: 'mesh', mesh }], footprint: [boundary, ...holes] };
    }
    const section = { kind: 'outline', boundary, holes } as const;
    return { place, items: [{ item: 'extrusion', section, depth: height }] };
  },
  properties: ({ params: { number, usage, occupancy } }) => ({
    Pset_SpaceCommon: { Reference: number },
    Pset_SpaceOccupancyRequirements: { OccupancyType: usage, OccupancyNumber: occupancy },
  }),
  quantities(element, view) {
    const sizes = spaceQuantities(element, view);
    return {
      Height: sizes?.height_mm,
      GrossPerimeter: sizes?.gross_perimeter_mm,
      NetPerimeter: sizes?.net_perimeter_mm,
      GrossFloorArea: sizes?.gross_floor_area_mm2,
      NetFloorArea: sizes?.net_floor_area_mm2,
      GrossVolume: sizes?.gross_volume_mm3,
      NetVolume: sizes?.net_volume_mm3,
    };
  },
};
