/** @module opening in IFC: a void in its host. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import type { Sized } from '../ifc/fillings.ts';
import { isShaped } from '../shared/hole-shape.ts';

type Holed = Sized;

/** The IFC product of an opening. */
export const openingIfc: IfcProduct<Holed> = {
  as: 'void',
  entity: () => inAllSchemas('IfcOpeningElement'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['OPENING'] }),
  type: () => null,
  shape: 'panel',
  properties: () => ({}),
  quantities({ id, params }, view) {
    const { host_id, width, height } = params;
    const isRectangle = !isShaped(params);
    return {
      ...(isRectangle ? { Width: width, Height: height } : {}),
      Depth: thicknessOf(view.element(host_id)),
      Area: view.measures(id).area_mm2,
    };
  },
};

/** The thickness of a wall or floor; null for a roof, whose thickness is not measured along the hole. */
function thicknessOf(host: ElementRecord | undefined): number | null {
  if (host === undefined || (host.kind !== 'wall' && host.kind !== 'floor')) return null;
  const { thickness } = host.params;
  return typeof thickness === 'number' ? thickness : null;
}
