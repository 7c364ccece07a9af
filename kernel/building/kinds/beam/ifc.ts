/** @module beam in IFC. */
import { beamFrame } from '../../geometry/members/member-mesh.ts';
import { type Point2, type Point3, segmentLengthMm } from '../../geometry/vector.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { directionBetween, placeAt } from '../ifc/local.ts';
import { cutItem, memberQuantities, sectionOf } from '../ifc/members.ts';
import { isPlain, isUpright, lengthOfBeam, memberOf, rollOf, slopeOf } from './axis.ts';
import type { Beam } from './params.ts';

const ORIGIN = { x: 0, y: 0, z: 0 } as const;

/** The plane of the section of a level beam in its local frame, whose x axis is the axis of the beam. */
const ACROSS = { origin: ORIGIN, axis: { x: 1, y: 0, z: 0 }, x: { x: 0, y: 1, z: 0 } } as const;

/** A direction in a local frame with this x axis in plan. */
function inFrame({ x, y, z }: Point3, along: Point2): Point3 {
  return { x: x * along.x + y * along.y, y: y * along.x - x * along.y, z };
}

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
    const { params } = element;
    const { start, end, elevation_offset } = params;
    const member = memberOf(element, elevation + height + elevation_offset);
    const x = isUpright(params) ? { x: 1, y: 0 } : directionBetween(start, end);
    const place = placeAt(member.start, x);
    const section = sectionOf(element);
    if (isPlain(params)) {
      const item = { ...section, depth: segmentLengthMm(start, end), at: ACROSS };
      return { place, items: [cutItem(item, element, place, elevation)] };
    }
    const { length, along, width } = beamFrame(member);
    const at = { origin: ORIGIN, axis: inFrame(along, x), x: inFrame(width, x) };
    return {
      place,
      items: [cutItem({ ...section, depth: length, at }, element, place, elevation)],
    };
  },
  properties: ({ params }) => ({
    Pset_BeamCommon: {
      Reference: params.profile,
      Span: lengthOfBeam(params),
      ...(slopeOf(params) === 0 ? {} : { Slope: slopeOf(params) }),
      ...(rollOf(params) === 0 ? {} : { Roll: rollOf(params) }),
    },
  }),
  quantities: memberQuantities,
};
