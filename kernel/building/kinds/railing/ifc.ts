/** @module railing in IFC. */
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { placeAt } from '../ifc/local.ts';
import type { Railing } from './params.ts';

/** The IFC product of a railing. */
export const railingIfc: IfcProduct<Railing> = {
  as: 'product',
  entity: () => inAllSchemas('IfcRailing'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['NOTDEFINED'] }),
  type: () => null,
  shape({ id, params: { path, base_offset } }, level, view) {
    const file = view.fileMesh(id);
    const mesh = file?.mesh ?? view.mesh(id);
    if (mesh === null) throw new RangeError('has no body');
    const foot = path[0] ?? { x: 0, y: 0 };
    const place = placeAt({ ...foot, z: level.params.elevation + base_offset });
    return { place, items: [{ item: 'mesh', mesh, is_open: file !== null && !file.is_closed }] };
  },
  properties: ({ params: { height } }) => ({ Pset_RailingCommon: { Height: height } }),
  quantities: ({ id }, view) => ({ Length: view.measures(id).length_mm }),
};
