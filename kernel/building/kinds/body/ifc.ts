/** @module body in IFC: a product of the class that it had in its file, with its mesh. */
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { placeAt } from '../ifc/local.ts';
import type { BodyElement } from './params.ts';
import { cornersOf } from './placement.ts';

/** Attributes that some classes require and that the file of a body does not keep. */
const REQUIRED = {
  ShapeType: ['NOTDEFINED'],
  CompositionType: ['ELEMENT'],
  InteriorOrExteriorSpace: ['NOTDEFINED'],
} as const;

/** The IFC product of a body. */
export const bodyIfc: IfcProduct<BodyElement> = {
  as: 'product',
  closest: true,
  entity: ({ params: { ifc_class } }) => inAllSchemas(ifc_class),
  parts: 'none',
  attributes: ({ id, params: { tag, type_name, predefined_type } }) => ({
    ...REQUIRED,
    Tag: tag ?? id,
    ObjectType: type_name ?? (predefined_type === 'USERDEFINED' ? 'imported' : null),
    PredefinedType: [...(predefined_type === null ? [] : [predefined_type]), 'NOTDEFINED'],
  }),
  type: () => null,
  shape(element, _level, view) {
    const { box, offset, volume_mm3 } = element.params;
    const [corner] = cornersOf(element);
    if (corner === undefined) throw new RangeError('has no place');
    const place = placeAt({ ...corner, z: box.min.z + offset.z });
    const mesh = view.mesh(element.id);
    if (mesh === null) return { place, items: [] };
    return { place, items: [{ item: 'mesh', mesh, is_open: volume_mm3 === null }] };
  },
  properties: () => ({}),
  quantities: () => ({}),
};
