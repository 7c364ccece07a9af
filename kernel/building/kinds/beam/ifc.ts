/** @module beam in IFC. */
import { segmentLengthMm } from '../../geometry/vector.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { directionBetween, placeAt } from '../ifc/local.ts';
import { memberQuantities, sectionOf } from '../ifc/members.ts';
import { headOf, profileOf } from '../rules/profile.ts';
import type { Beam } from './params.ts';

/** The IFC product of a beam. */
export const beamIfc: IfcProduct<Beam> = {
  as: 'product',
  entity: () => inAllSchemas('IfcBeam'),
  parts: 'none',
  attributes: () => ({}),
  type: ({ params: { profile } }) => ({
    entity: inAllSchemas('IfcBeamType'),
    name: `beam ${profile}`,
    attributes: { PredefinedType: ['BEAM'] },
  }),
  shape(element, { params: { elevation, height } }) {
    const { start, end, elevation_offset } = element.params;
    const section = profileOf(element);
    const axis = elevation + height + elevation_offset - headOf(section);
    const length = segmentLengthMm(start, end);
    const place = placeAt({ ...start, z: axis }, directionBetween(start, end));
    const at = {
      origin: { x: 0, y: 0, z: 0 },
      axis: { x: 1, y: 0, z: 0 },
      x: { x: 0, y: 1, z: 0 },
    };
    return { place, items: [{ ...sectionOf(element), depth: length, at }] };
  },
  properties: ({ params: { profile, start, end } }) => ({
    Pset_BeamCommon: { Reference: profile, Span: segmentLengthMm(start, end) },
  }),
  quantities: memberQuantities,
};
