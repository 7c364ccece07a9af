/** @module profile: the cross-section of a column or beam. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { Profile } from '../../geometry/members/profile.ts';
import {
  catalogueSection,
  LARGEST_PROFILE_MM,
  parseProfile,
  profileRing,
} from '../../geometry/members/profile.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import type { BuildableSize } from '../kind.ts';
import { impossible } from '../shared/faults.ts';
import { builtThickness } from '../shared/sizes.ts';

export type ProfileCode = 'INVALID_PROFILE';

/** The outline of a cross-section about its centre, mm. Refuses INVALID_PROFILE for an unknown one, with the valid forms. */
export function requireProfile(profile: string, context: PlanContext<ProfileCode>): Ring {
  const parsed = parseProfile(profile);
  return parsed.ok
    ? profileRing(parsed.profile)
    : context.refuse('INVALID_PROFILE', parsed.fault, { profile });
}

const PROFILES = new Map<string, Profile>();
/** Maximum number of cached cross-sections: a building has few different ones. */
const MAX_CACHED = 1000;

/** Cross-section of a column or beam. Throws `RangeError` for an unknown one. */
export function profileOf(element: {
  readonly id: string;
  readonly kind: string;
  readonly params: { readonly profile: string };
}): Profile {
  const text = element.params.profile;
  const known = PROFILES.get(text);
  if (known !== undefined) return known;
  const parsed = parseProfile(text);
  if (!parsed.ok) return impossible(element, parsed.fault);
  if (PROFILES.size < MAX_CACHED) PROFILES.set(text, parsed.profile);
  return parsed.profile;
}

/** Width and height of a cross-section, mm. */
type Extent = { readonly width: number; readonly depth: number };

const LARGEST: Extent = { width: LARGEST_PROFILE_MM, depth: LARGEST_PROFILE_MM };
const EXTENTS = new Map<string, Extent>();

/** Width and height of the cross-section of an element, mm; the largest possible for an unknown one. */
export function extentOf(element: { readonly params: { readonly profile: string } }): Extent {
  const { profile: text } = element.params;
  const known = EXTENTS.get(text);
  if (known !== undefined) return known;
  const parsed = parseProfile(text);
  if (!parsed.ok) return LARGEST;
  const { min, max } = ringBounds(profileRing(parsed.profile));
  const extent = { width: max.x - min.x, depth: max.y - min.y };
  if (EXTENTS.size < MAX_CACHED) EXTENTS.set(text, extent);
  return extent;
}

/** Thicknesses of a cross-section that must be buildable; empty for an unknown one. */
export function builtProfile({
  profile: text,
}: {
  readonly profile: string;
}): readonly BuildableSize[] {
  const parsed = parseProfile(text);
  if (!parsed.ok) return [];
  const { profile } = parsed;
  if (profile.kind === 'i_shape') {
    return [
      builtThickness('web of `profile`', profile.web),
      builtThickness('flange of `profile`', profile.flange),
    ];
  }
  return 'wall' in profile ? [builtThickness('wall of `profile`', profile.wall)] : [];
}

/** Height of a cross-section, mm. */
export function depthOf(profile: Profile): number {
  return 'diameter' in profile ? profile.diameter : profile.depth;
}

/** Mass of a member with a rolled section from the tables: `kg_per_metre`, and `mass_kg` over its length in mm. */
export function massFigures(
  { profile }: { readonly profile: string },
  length_mm: number | null,
): Readonly<Record<string, number>> {
  const section = catalogueSection(profile);
  if (section === null || length_mm === null) return {};
  const kg = Math.round(section.mass * 1000) / 1000;
  return { kg_per_metre: kg, mass_kg: Math.round(kg * length_mm) / 1000 };
}

export const MASSES = ['kg_per_metre', 'mass_kg'] as const;
