/** @module check-text: the results of the requested checks, as lines for the signer. */
import type { PlanDocument } from '../../schemas/governance.ts';

type Checks = NonNullable<PlanDocument['checks']>;

/** For each check, a line with its counts and one for each finding that the plan contains. */
export function checkTexts(checks: Checks): readonly string[] {
  return Object.entries(checks).flatMap(([name, check]) => textsOf(name, check));
}

function textsOf(
  name: string,
  { counts, not_measured = 0, left_out = [], ...found }: Checks[string],
): string[] {
  const { worse = [] } = found;
  const listed = found.new.length + worse.length + found.resolved.length;
  const unlisted = counts.new + (counts.worse ?? 0) + counts.resolved - listed;
  const worsened = counts.worse === undefined ? '' : `, ${counts.worse} worse`;
  return [
    `${name}: ${counts.new} new${worsened}, ${counts.resolved} resolved`,
    ...found.new.map(({ message, severity }) => `${name}, new ${severity}: ${message}`),
    ...worse.map(({ message, severity }) => `${name}, worse ${severity}: ${message}`),
    ...found.resolved.map(({ message, severity }) => `${name}, resolved ${severity}: ${message}`),
    ...(unlisted === 0 ? [] : [`${name}: ${unlisted} more, not listed`]),
    ...(not_measured === 0
      ? []
      : [`${name}: ${not_measured} near the change could not be measured`]),
    ...(left_out.length === 0
      ? []
      : [`${name}: not evaluated here, only in a full check: ${left_out.join(', ')}`]),
  ];
}
