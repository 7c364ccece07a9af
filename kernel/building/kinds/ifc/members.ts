/** @module members in IFC: section and quantities of columns and beams. */
import { catalogueSection, profileArea } from '../../geometry/members/profile.ts';
import type { IfcItem, IfcNamed, IfcView } from '../facets/ifc.ts';
import { profileOf } from '../rules/profile.ts';

/** Quantities of a member with a constant section. */
export function memberQuantities(
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

/** An extrusion without its depth and place. */
type Section = Omit<Extract<IfcItem, { readonly item: 'extrusion' }>, 'depth' | 'at'>;

/** The section of a member, with its name if it is an outline or in the tables of rolled sections. */
export function sectionOf(element: Parameters<typeof profileOf>[0]): Section {
  const { profile, outline = null } = element.params;
  const name = outline === null ? catalogueSection(profile)?.name : profile;
  const named = name === undefined ? {} : { name };
  return { item: 'extrusion', section: profileOf(element), ...named } as const;
}
