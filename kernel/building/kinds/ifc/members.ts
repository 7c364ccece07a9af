/** @module members in IFC: section and quantities of columns and beams. */
import { catalogueSection, profileArea } from '../../geometry/members/profile.ts';
import type { IfcItem, IfcNamed, IfcPlace, IfcView } from '../facets/ifc.ts';
import { profileOf } from '../rules/profile.ts';
import { type CutByPlanes, cutsOf, isCutByPlanes } from '../shared/cut-planes.ts';
import { cutsInPlace } from './local.ts';

type Member = Parameters<typeof profileOf>[0] & { readonly params: CutByPlanes };

/** Quantities of a member with a constant section. */
export function memberQuantities(
  element: Member & { readonly id: string },
  view: IfcView,
): IfcNamed {
  const { length_mm, volume_mm3 } = view.measures(element.id);
  const area = profileArea(profileOf(element));
  const isWhole = length_mm === null || !isCutByPlanes(element.params);
  return {
    Length: length_mm,
    CrossSectionArea: area,
    // Without regard to the planes that cut it.
    GrossVolume: isWhole ? volume_mm3 : area * length_mm,
    NetVolume: volume_mm3,
  };
}

/** A section extruded along its normal. */
export type Extrusion = Extract<IfcItem, { readonly item: 'extrusion' }>;

/** An extrusion less the half-spaces of the planes of a member; `elevation` is that of its level, mm. */
export function cutItem(
  item: Extrusion,
  { params }: Member,
  place: IfcPlace,
  elevation: number,
): Extrusion {
  const cuts = cutsInPlace(cutsOf(params, elevation), place);
  return cuts.length === 0 ? item : { ...item, cuts };
}

/** An extrusion without its depth and place. */
type Section = Omit<Extrusion, 'depth' | 'at'>;

/** The section of a member, with its name if it is an outline or in the tables of rolled sections. */
export function sectionOf(element: Parameters<typeof profileOf>[0]): Section {
  const { profile, outline = null } = element.params;
  const name = outline === null ? catalogueSection(profile)?.name : profile;
  const named = name === undefined ? {} : { name };
  return { item: 'extrusion', section: profileOf(element), ...named } as const;
}
