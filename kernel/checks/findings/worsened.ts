/** @module worsened: findings that remain over a change, but are further from what is required after it. */
import type { Finding } from './finding.ts';

/** Numbers that differ by less are equal, in their unit: several roundings. */
const SAME = 0.01;

/** The findings of `after` that are also in `before` and have become worse; each message ends with the earlier number. */
export function worsened(
  before: readonly Finding[],
  after: readonly Finding[],
): readonly Finding[] {
  const earlier = new Map(before.map((finding) => [finding.finding_id, finding]));
  return after.flatMap((finding): readonly Finding[] => {
    const was = earlier.get(finding.finding_id);
    const [from, to] = [was === undefined ? null : excessOf(was), excessOf(finding)];
    if (from === null || to === null || to.excess <= from.excess + SAME) return [];
    return [{ ...finding, message: `${finding.message}; before the change: ${from.text}` }];
  });
}

/** By how much a finding is off, and its number as text; null if it has no number. */
function excessOf({ details }: Finding): { readonly excess: number; readonly text: string } | null {
  const { measured, required, relation, unit } = details;
  if (typeof measured === 'number' && typeof required === 'number') {
    const excess = relation === 'at_least' ? required - measured : measured - required;
    return { excess, text: typeof unit === 'string' ? `${measured} ${unit}` : `${measured}` };
  }
  const { overlap_volume_mm3: volume, clearance_mm: gap } = details;
  if (typeof gap === 'number') return { excess: -gap, text: `${gap} mm apart` };
  if (typeof volume !== 'number') return null;
  return { excess: volume, text: `${Math.round(volume) / 1e9} m³` };
}
