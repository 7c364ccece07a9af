/** @module tests of clash detection on small buildings whose clashes were calculated by hand. */
import { expect, test } from 'vitest';

import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import { clashesIn, lines, modelOf } from './clash-model.ts';
import { type Expected, CONFORMANCE } from './conformance.ts';

/** The expected numbers of a finding. */
function measured({ details }: Finding, expected: Expected): Readonly<Record<string, unknown>> {
  const penetration = details['penetration'] as { readonly depth_mm: number } | null;
  const all = {
    depth_mm: penetration?.depth_mm,
    volume_mm3: details['overlap_volume_mm3'],
    clearance_mm: details['clearance_mm'],
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(expected, name)));
}

test.each(CONFORMANCE)('$name', ({ elements, options, clashes, rules }) => {
  const result = clashesIn(modelOf(...elements), options);
  expect(lines(result)).toEqual(clashes.map(({ is }) => is));
  for (const [i, { is: _is, ...expected }] of clashes.entries()) {
    const finding = result.findings[i];
    if (finding === undefined) throw new Error('as many findings as expected');
    for (const [name, value] of Object.entries(measured(finding, clashes[i] ?? { is: 'hard ' }))) {
      const number = Object.entries(expected).find(([key]) => key === name)?.[1] ?? Number.NaN;
      // Corners of turned elements lie on a grid of 0.001 mm.
      expect([
        name,
        Math.abs(Number(value) / number - 1) < 1e-4 || Number(value) === number,
      ]).toEqual([name, true]);
    }
  }
  const found = result.rules.filter(({ pairs }) => pairs > 0);
  if (rules !== undefined) {
    // oxlint-disable-next-line vitest/no-conditional-expect -- cases without rules do not check them
    expect(Object.fromEntries(found.map(({ rule_id, pairs }) => [rule_id, pairs]))).toEqual(rules);
  }
  expect(result.not_measured).toEqual([]);
});
