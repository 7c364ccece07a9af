/** @module ramp in IFC: a ramp with one flight as its part. */
import { rampSection } from '../../geometry/members/ramp.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { across } from '../ifc/flights.ts';
import { directionBetween, placeAt } from '../ifc/local.ts';
import type { Ramp } from './params.ts';

/** The IFC product of a ramp. */
export const rampIfc: IfcProduct<Ramp> = {
  as: 'product',
  entity: () => inAllSchemas('IfcRamp'),
  parts: () => [
    {
      key: 'part',
      entity: inAllSchemas('IfcRampFlight'),
      attributes: { PredefinedType: ['STRAIGHT'] },
    },
  ],
  attributes: () => ({ PredefinedType: ['STRAIGHT_RUN_RAMP'], ShapeType: ['STRAIGHT_RUN_RAMP'] }),
  type: () => null,
  shape({ params: { start, end, width, rise, thickness } }, level) {
    const place = placeAt({ ...start, z: level.params.elevation }, directionBetween(start, end));
    const section = rampSection(rise, segmentLengthMm(start, end), thickness);
    return { place, items: [across(section, width)] };
  },
  properties: ({ params: { start, end, rise } }) => ({
    Pset_RampCommon: {
      RequiredSlope: (Math.atan(rise / segmentLengthMm(start, end)) * 180) / Math.PI,
    },
  }),
  quantities: () => ({}),
};
