/** @module solid in IFC: a proxy with a mesh. */
import type { Point3 } from '../../geometry/vector.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { placeAt } from '../ifc/local.ts';

type Meshed = { readonly id: string; readonly params: { readonly offset: Point3 } };

/** The IFC product of a solid. */
export const solidIfc: IfcProduct<Meshed> = {
  as: 'product',
  entity: () => inAllSchemas('IfcBuildingElementProxy'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['NOTDEFINED'] }),
  type: () => null,
  shape({ id, params: { offset } }, _level, view) {
    const mesh = view.mesh(id);
    if (mesh === null) throw new RangeError('has no body');
    return { place: placeAt(offset), items: [{ item: 'mesh', mesh }] };
  },
  properties: () => ({}),
  quantities: () => ({}),
};
