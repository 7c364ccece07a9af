/** @module profile: the cross-section of a column or beam, by its text or its outline. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Profile } from '../../geometry/members/profile.ts';
import {
  catalogueSection,
  LARGEST_PROFILE_MM,
  outlineProfile,
  parseProfile,
  type ProfileResult,
  profileRegion,
  profileRing,
} from '../../geometry/members/profile.ts';
import {
  isSameRegion,
  type QuarterTurn,
  mirrorTurns,
  reflectedRegion,
} from '../../geometry/members/section-symmetry.ts';
import { type Ring, ringBounds, validateRegion } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { BuildableSize } from '../kind.ts';
import { impossible } from '../shared/faults.ts';
import { builtThickness } from '../shared/sizes.ts';
import { requireBoundary } from './boundary.ts';

export type ProfileCode = 'INVALID_PROFILE';

/** The parameters of a cross-section. */
export type SectionParams = {
  readonly profile: string;
  readonly outline?: SectionOutline | null;
};

type SectionOutline = {
  readonly boundary: readonly PlanPoint[];
  readonly holes: readonly (readonly PlanPoint[])[];
};

/** The outline of a cross-section about its centre, mm. Refuses INVALID_PROFILE for an unknown one, with the valid forms. */
export function requireProfile(profile: string, context: PlanContext<ProfileCode>): Ring {
  const parsed = parseProfile(profile);
  return parsed.ok
    ? profileRing(parsed.profile)
    : context.refuse('INVALID_PROFILE', parsed.fault, { profile });
}

/** A checked cross-section: its outer outline about the axis, mm, and its parameters as they are stored. */
type CheckedSection<P> = {
  readonly ring: Ring;
  readonly params: P;
  readonly warnings: readonly string[];
};

/**
 * The cross-section of a member. An outline is stored counter-clockwise. Refuses INVALID_PROFILE for an unknown profile, and
 * for an outline that crosses itself, has invalid holes or is smaller than 1 mm or larger than 10 m.
 */
export function requireSection<P extends SectionParams>(
  params: P,
  context: PlanContext<ProfileCode>,
): CheckedSection<P> {
  const { profile, outline = null } = params;
  if (outline === null) return { ring: requireProfile(profile, context), params, warnings: [] };
  const checked = requireBoundary(
    outline.boundary,
    outline.holes,
    {
      ...context,
      refuse: (_code, message, data) => context.refuse('INVALID_PROFILE', message, data),
    },
    '`outline.boundary`',
  );
  const section = outlineProfile(checked.region);
  if (!section.ok) {
    return context.refuse('INVALID_PROFILE', `received an \`outline\`, ${section.fault}`);
  }
  const { boundary_points: boundary, holes, warnings, region } = checked;
  return { ring: region.boundary, params: { ...params, outline: { boundary, holes } }, warnings };
}

const PROFILES = new Map<string, ProfileResult>();
/** Maximum number of cached cross-sections: a building has few different ones. */
const MAX_CACHED = 1000;
const OUTLINES = new WeakMap<SectionOutline, ProfileResult>();

/** The cross-section, or why it is invalid. */
function resultOf({ profile: text, outline = null }: SectionParams): ProfileResult {
  const known = outline === null ? PROFILES.get(text) : OUTLINES.get(outline);
  if (known !== undefined) return known;
  if (outline === null) {
    const parsed = parseProfile(text);
    if (parsed.ok && PROFILES.size < MAX_CACHED) PROFILES.set(text, parsed);
    return parsed;
  }
  const check = validateRegion(outline.boundary, outline.holes);
  const made: ProfileResult = check.ok
    ? outlineProfile(check.region)
    : { ok: false, fault: `\`outline\` is invalid: ${check.fault}` };
  OUTLINES.set(outline, made);
  return made;
}

type Member = {
  readonly id: string;
  readonly kind: string;
  readonly params: SectionParams;
};

/** Cross-section of a column or beam. Throws `RangeError` for an unknown one. */
export function profileOf(element: Member): Profile {
  const found = resultOf(element.params);
  return found.ok ? found.profile : impossible(element, found.fault);
}

const HALF = LARGEST_PROFILE_MM / 2;
const LARGEST: Box2 = { min: { x: -HALF, y: -HALF }, max: { x: HALF, y: HALF } };
const BOXES = new WeakMap<Profile, Box2>();

/** The box of the cross-section of an element about its axis, mm; the largest possible for an unknown one. */
export function sectionBox({ params }: { readonly params: SectionParams }): Box2 {
  const found = resultOf(params);
  if (!found.ok) return LARGEST;
  const known = BOXES.get(found.profile);
  if (known !== undefined) return known;
  const box = ringBounds(profileRing(found.profile));
  BOXES.set(found.profile, box);
  return box;
}

/** Width and height of a cross-section, mm. */
type Extent = { readonly width: number; readonly depth: number };

/** Width and height of the cross-section of an element, mm; the largest possible for an unknown one. */
export function extentOf(element: { readonly params: SectionParams }): Extent {
  const { min, max } = sectionBox(element);
  return { width: max.x - min.x, depth: max.y - min.y };
}

/** Thicknesses of a cross-section that must be buildable; empty for an outline and for an unknown one. */
export function builtProfile(params: SectionParams): readonly BuildableSize[] {
  const found = resultOf(params);
  if (!found.ok) return [];
  const sizes: Readonly<Record<string, unknown>> = found.profile;
  return THICKNESSES.flatMap(([name, key]) => {
    const size = sizes[key];
    return typeof size === 'number' ? [builtThickness(`${name} of \`profile\``, size)] : [];
  });
}

const THICKNESSES = [
  ['web', 'web'],
  ['flange', 'flange'],
  ['top flange', 'top_flange'],
  ['wall', 'wall'],
  ['thickness', 'thickness'],
] as const;

/** Height of a cross-section, mm. */
export function depthOf(profile: Profile): number {
  if (profile.kind !== 'outline') return 'diameter' in profile ? profile.diameter : profile.depth;
  const { min, max } = ringBounds(profile.boundary);
  return max.y - min.y;
}

/** Height of the top of a cross-section above the axis of its member, mm. */
export function headOf(profile: Profile): number {
  return profile.kind === 'outline' ? ringBounds(profile.boundary).max.y : depthOf(profile) / 2;
}

const BOTH_AXES: readonly QuarterTurn[] = [0, 180];
const SYMMETRIC: ReadonlySet<Profile['kind']> = new Set([
  'rectangle',
  'circle',
  'i_shape',
  'rectangle_hollow',
  'circle_hollow',
  'rectangle_rounded',
  'ellipse',
] as const);
const TURNS = new WeakMap<Profile, readonly QuarterTurn[]>();

/**
 * The turns, degrees, after which a cross-section that was reflected at its x axis covers itself: 0 and 180 for one that is
 * symmetric about both axes, none for a zed.
 */
export function mirrorTurnsOf(profile: Profile): readonly QuarterTurn[] {
  if (SYMMETRIC.has(profile.kind)) return BOTH_AXES;
  const known = TURNS.get(profile);
  if (known !== undefined) return known;
  const found = mirrorTurns(profileRegion(profile));
  TURNS.set(profile, found);
  return found;
}

/**
 * The parameter `outline` of a cross-section that was reflected at its x axis; null if the reflection has the sizes of
 * `profile`, as after two reflections.
 */
export function reflectedOutline(element: Member): StoredOutline | null {
  const region = reflectedRegion(profileRegion(profileOf(element)));
  const { profile, outline = null } = element.params;
  const named = outline === null ? null : resultOf({ profile });
  if (named?.ok === true && isSameRegion(region, profileRegion(named.profile))) return null;
  const { boundary, holes } = region;
  return { boundary: [...boundary], holes: holes.map((hole) => hole.toReversed()) };
}

type StoredOutline = { boundary: PlanPoint[]; holes: PlanPoint[][] };

/** Mass of a member with a rolled section from the tables: `kg_per_metre`, and `mass_kg` over its length in mm. */
export function massFigures(
  { profile, outline = null }: SectionParams,
  length_mm: number | null,
): Readonly<Record<string, number>> {
  const section = outline === null ? catalogueSection(profile) : null;
  if (section === null || length_mm === null) return {};
  const kg = Math.round(section.mass * 1000) / 1000;
  return { kg_per_metre: kg, mass_kg: Math.round(kg * length_mm) / 1000 };
}

export const MASSES = ['kg_per_metre', 'mass_kg'] as const;
