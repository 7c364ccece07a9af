/** @module members in IFC: columns, beams and railings. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { catalogueSection, profileArea } from '../../geometry/members/profile.ts';
import { directionOf, segmentLengthMm } from '../../geometry/vector.ts';
import { depthOf, profileOf } from '../rules/profile.ts';
import type { IfcNamed, IfcProduct, IfcView } from './facet.ts';
import { inAllSchemas } from './facet.ts';
import { directionBetween, placeAt } from './local.ts';

type Upright = {
  readonly id: string;
  readonly kind: string;
  readonly params: {
    readonly location: PlanPoint;
    readonly top_level_id: string | null;
    readonly height: number;
    readonly base_offset: number;
    readonly profile: string;
    readonly turn_deg?: number | null;
  };
};

/** Of a member along its axis with one section throughout. */
function memberQuantities(
  element: Parameters<typeof profileOf>[0] & { readonly id: string },
  view: IfcView,
): IfcNamed {
  const { length_mm, volume_mm3 } = view.measures(element.id);
  return {
    Length: length_mm,
    CrossSectionArea: profileArea(profileOf(element)),
    GrossVolume: volume_mm3,
    NetVolume: volume_mm3,
  };
}

/** What is extruded of a member, with the name that it has in the tables. */
function sectionOf(element: Parameters<typeof profileOf>[0]) {
  const known = catalogueSection(element.params.profile);
  const named = known === null ? {} : { name: known.name };
  return { item: 'extrusion', section: profileOf(element), ...named } as const;
}

/** What a column is in IFC. */
export const columnIfc: IfcProduct<Upright> = {
  as: 'product',
  entity: () => inAllSchemas('IfcColumn'),
  parts: 'none',
  attributes: () => ({}),
  type: ({ params: { profile } }) => ({
    entity: inAllSchemas('IfcColumnType'),
    name: `column ${profile}`,
    attributes: { PredefinedType: ['COLUMN'] },
  }),
  shape(element, level, view) {
    const { location, top_level_id, base_offset, height, turn_deg } = element.params;
    const low = level.params.elevation + base_offset;
    const top = view.levels().find(({ id }) => id === top_level_id);
    if (top_level_id !== null && top === undefined) throw new RangeError('ends at no level');
    const depth = top === undefined ? height : top.params.elevation - low;
    const place = placeAt({ ...location, z: low }, directionOf(turn_deg ?? 0));
    return { place, items: [{ ...sectionOf(element), depth }] };
  },
  properties: ({ params: { profile } }) => ({ Pset_ColumnCommon: { Reference: profile } }),
  quantities: memberQuantities,
};

type Level2 = {
  readonly id: string;
  readonly kind: string;
  readonly params: {
    readonly start: PlanPoint;
    readonly end: PlanPoint;
    readonly profile: string;
    readonly elevation_offset: number;
  };
};

/** What a beam is in IFC. */
export const beamIfc: IfcProduct<Level2> = {
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
    const axis = elevation + height + elevation_offset - depthOf(section) / 2;
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

type Railed = {
  readonly id: string;
  readonly params: {
    readonly path: readonly PlanPoint[];
    readonly height: number;
    readonly base_offset: number;
  };
};

/** What a railing is in IFC. */
export const railingIfc: IfcProduct<Railed> = {
  as: 'product',
  entity: () => inAllSchemas('IfcRailing'),
  parts: 'none',
  attributes: () => ({ PredefinedType: ['NOTDEFINED'] }),
  type: () => null,
  shape({ id, params: { path, base_offset } }, level, view) {
    const mesh = view.mesh(id);
    if (mesh === null) throw new RangeError('has no body');
    const foot = path[0] ?? { x: 0, y: 0 };
    const place = placeAt({ ...foot, z: level.params.elevation + base_offset });
    return { place, items: [{ item: 'mesh', mesh }] };
  },
  properties: ({ params: { height } }) => ({ Pset_RailingCommon: { Height: height } }),
  quantities: ({ id }, view) => ({ Length: view.measures(id).length_mm }),
};
