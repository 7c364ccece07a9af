/** @module profile: the cross-section that a column or beam names. */
import type { PlanContext } from '../../../schemas/plan.ts';
import { parseProfile } from '../../geometry/profile.ts';

export type ProfileCode = 'INVALID_PROFILE';

/** Refuses INVALID_PROFILE for a text that names no cross-section, with the forms that do. */
export function requireProfile(profile: string, context: PlanContext<ProfileCode>): void {
  const parsed = parseProfile(profile);
  if (!parsed.ok) context.refuse('INVALID_PROFILE', parsed.fault, { profile });
}
