/** @module check-text: the results of the requested checks, as lines for the signer. */
import type { PlanDocument } from '../../schemas/governance.ts';

type Checks = NonNullable<PlanDocument['checks']>;

/**
 * For each check, a line with its counts, one for each finding that the plan contains, and one for all resolved findings
 * whose messages differ only in the first name.
 */
export function checkTexts(checks: Checks): readonly string[] {
  return Object.entries(checks).flatMap(([name, check]) => textsOf(name, check));
}

function textsOf(
  name: string,
  { counts, not_measured = 0, left_out = [], only_readable, ids, ...found }: Checks[string],
): string[] {
  const { worse = [] } = found;
  const listed = found.new.length + worse.length + found.resolved.length;
  const unlisted = counts.new + (counts.worse ?? 0) + counts.resolved - listed;
  const worsened = counts.worse === undefined ? '' : `, ${counts.worse} worse`;
  return [
    `${name}: ${counts.new} new${worsened}, ${counts.resolved} resolved`,
    ...(only_readable === true
      ? [`${name}: covers only what the requester may read; the rest of the branch was not checked`]
      : []),
    ...(ids === undefined ? [] : idsTexts(name, ids)),
    ...found.new.map(({ message, severity }) => `${name}, new ${severity}: ${message}`),
    ...worse.map(({ message, severity }) => `${name}, worse ${severity}: ${message}`),
    ...resolvedTexts(name, found.resolved),
    ...(unlisted === 0 ? [] : [`${name}: ${unlisted} more, not listed`]),
    ...(not_measured === 0
      ? []
      : [`${name}: ${not_measured} near the change could not be measured`]),
    ...(left_out.length === 0
      ? []
      : [`${name}: not evaluated here, only in a full check: ${left_out.join(', ')}`]),
  ];
}

type Resolved = Checks[string]['resolved'];

function resolvedTexts(name: string, resolved: Resolved): readonly string[] {
  const groups = new Map<string, { readonly first: Resolved[number]; count: number }>();
  for (const one of resolved) {
    const alike = one.message.replace(/`[^`]*`/u, '``');
    const key = JSON.stringify([one.severity, one.check, alike]);
    const group = groups.get(key) ?? { first: one, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first: { severity, message }, count }) => {
    const alike = count === 1 ? '' : `, the first of ${count} that differ only in their name`;
    return `${name}, resolved ${severity}${alike}: ${message}`;
  });
}

/** The file by which a change was checked, and the specifications whose results it changes. */
function idsTexts(
  name: string,
  { path, sha256, specifications }: NonNullable<Checks[string]['ids']>,
): readonly string[] {
  return [
    `${name}: requirements of \`${path}\`, SHA-256 ${sha256}`,
    ...specifications.map(
      (one) =>
        `${name}, specification \`${one.name}\`: ${statusText(one.before)}, then ${statusText(one.after)}; objects that fail: ${one.failed_before}, then ${one.failed_after}`,
    ),
  ];
}

function statusText(status: 'pass' | 'fail' | 'not_applicable'): string {
  return status === 'pass' ? 'met' : status === 'fail' ? 'not met' : 'not applicable';
}
