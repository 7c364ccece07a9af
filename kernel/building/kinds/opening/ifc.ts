/** @module opening in IFC: a void in its host. */
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import type { Sized } from '../ifc/fillings.ts';

/** The IFC product of an opening. */
export const openingIfc: IfcProduct<Sized> = {
  as: 'void',
  entity: () => inAllSchemas('IfcOpeningElement'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['OPENING'] }),
  type: () => null,
  shape: 'panel',
  properties: () => ({}),
  quantities: ({ id, params: { width, height } }, view) => ({
    Width: width,
    Height: height,
    Area: view.measures(id).area_mm2,
  }),
};
