/** @module check-text: the results of the requested checks, as lines for the signer. */
import type { PlanDocument } from '../../../schemas/governance.ts';

type Checks = NonNullable<PlanDocument['checks']>;

/** One line with the counts of each check, then one for each finding that the plan carries. */
export function checkTexts(checks: Checks): readonly string[] {
  return Object.entries(checks).flatMap(([name, check]) => textsOf(name, check));
}

function textsOf(
  name: string,
  { counts, not_measured = 0, left_out = [], ...found }: Checks[string],
): string[] {
  const left = counts.new + counts.resolved - found.new.length - found.resolved.length;
  return [
    `${name}: ${counts.new} new, ${counts.resolved} resolved`,
    ...found.new.map(({ message, severity }) => `${name}, new ${severity}: ${message}`),
    ...found.resolved.map(({ message, severity }) => `${name}, resolved ${severity}: ${message}`),
    ...(left === 0 ? [] : [`${name}: ${left} more that are not listed`]),
    ...(not_measured === 0 ? [] : [`${name}: ${not_measured} near it could not be measured`]),
    ...(left_out.length === 0
      ? []
      : [`${name}: not evaluated, a full check reports: ${left_out.join(', ')}`]),
  ];
}
