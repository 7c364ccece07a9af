/** @module tests of findings that a change makes worse: by their measured number, their gap or their overlap. */
import { expect, test } from 'vitest';

import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import { worsened } from '../../../../kernel/checks/findings/worsened.ts';

const finding = (details: Finding['details'], finding_id = 'f'): Finding => ({
  finding_id,
  check: 'c',
  severity: 'error',
  element_ids: [],
  level_id: null,
  message: 'm',
  location: null,
  box: null,
  details,
});
const least = (measured: number) =>
  finding({ measured, required: 457.2, relation: 'at_least', unit: 'mm' });
const most = (measured: number) =>
  finding({ measured, required: 30, relation: 'at_most', unit: 'm' });
const gap = (clearance_mm: number) => finding({ clearance_mm, overlap_volume_mm3: 0 });
const overlap = (overlap_volume_mm3: number) => finding({ clearance_mm: null, overlap_volume_mm3 });

test.each<[string, Finding, Finding, string | null]>([
  ['less of what must be at least', least(250), least(150), 'm; before the change: 250 mm'],
  ['more of what must be at least', least(150), least(250), null],
  ['more of what must be at most', most(31), most(40), 'm; before the change: 31 m'],
  ['less of what must be at most', most(40), most(31), null],
  ['the same', least(150), least(150.005), null],
  ['a smaller gap', gap(12), gap(3), 'm; before the change: 12 mm apart'],
  ['an overlap after a gap', gap(12), overlap(5e6), 'm; before the change: 12 mm apart'],
  ['a larger overlap', overlap(5e6), overlap(2e9), 'm; before the change: 0.005 m³'],
  ['a smaller overlap', overlap(2e9), overlap(5e6), null],
  ['no numbers', finding({}), finding({}), null],
])('%s', (_, before, after, message) => {
  expect(worsened([before], [after]).map((one) => one.message)).toEqual(
    message === null ? [] : [message],
  );
});

test('findings of other ids are not compared', () => {
  expect(worsened([], [least(150)])).toEqual([]);
  expect(worsened([finding({}, 'other')], [least(150)])).toEqual([]);
});
