/** @module profile: the cross-section that a column or beam names. */
import type { PlanContext } from '../../../schemas/plan.ts';
import type { Ring } from '../../geometry/polygon.ts';
import { parseProfile, profileRing } from '../../geometry/profile.ts';

export type ProfileCode = 'INVALID_PROFILE';

/** Refuses INVALID_PROFILE for a text that names no cross-section, with the forms that do; gives its outline about its centre, mm. */
export function requireProfile(profile: string, context: PlanContext<ProfileCode>): Ring {
  const parsed = parseProfile(profile);
  return parsed.ok
    ? profileRing(parsed.profile)
    : context.refuse('INVALID_PROFILE', parsed.fault, { profile });
}
