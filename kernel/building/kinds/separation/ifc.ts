/** @module separation in IFC: a virtual element with its line in plan, without a body. */
import { segmentLengthMm } from '../../geometry/vector.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { directionBetween, placeAt } from '../ifc/local.ts';
import type { Separation } from './params.ts';

/** The IFC product of a room separation line. */
export const separationIfc: IfcProduct<Separation> = {
  as: 'product',
  entity: () => inAllSchemas('IfcVirtualElement'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['BOUNDARY'] }),
  type: () => null,
  shape({ params: { start, end } }, { params: { elevation } }) {
    const place = placeAt({ ...start, z: elevation }, directionBetween(start, end));
    const axis = [
      { x: 0, y: 0 },
      { x: segmentLengthMm(start, end), y: 0 },
    ];
    return { place, items: [], axis };
  },
  properties: () => ({}),
  quantities: () => ({}),
};
