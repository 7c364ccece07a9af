/** @module tests of the signs of elements in pictures of findings. */
import { expect, test } from 'vitest';

import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import { findingPicture } from '../../../../kernel/documents/picture/finding-picture.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

/** The texts of the picture of a finding about a wall of 40 m with this thickness (mm). */
function textsOf(thickness: number): readonly string[] {
  const view = modelOf(
    created('wall', 'W', { start: { x: 0, y: 0 }, end: { x: 40_000, y: 0 }, thickness }),
  );
  const finding: Finding = {
    finding_id: 'finding_1',
    check: 'constraint',
    severity: 'error',
    message: 'the wall fails',
    element_ids: ['W'],
    level_id: null,
    location: { x: 20_000, y: 0, z: 1000 },
    box: null,
    details: {},
  };
  const items = findingPicture(finding, 'plan', view)?.drawing.items ?? [];
  return items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
}

test.each([300, 120, 60])(
  'a wall of 40 m is marked and in the legend, %d mm thick',
  (thickness) => {
    expect(textsOf(thickness).filter((text) => text === 'A')).toHaveLength(2);
  },
);
