/** @module tests of sloping, upright and rolled beams and of leaning columns in IFC: readers see their bodies, and their slope and roll are properties. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
const UPRIGHT = { start: P(2000, 0), end: P(2000, 0), elevation_offset: -3000 };
const BEAMS = [
  { start: P(0, 0), end: P(3000, 4000), end_offset: 1500 },
  { start: P(0, 0), end: P(-3000, 400), end_offset: -1500, roll_deg: 30 },
  { start: P(0, 500), end: P(3000, 500), roll_deg: -90 },
  { ...UPRIGHT, end_offset: 0 },
  { ...UPRIGHT, end_offset: -4000, roll_deg: 45 },
];

test.each(IFC_SCHEMAS)('beams in space in %s', async (schema) => {
  const view = modelOf(
    ...['L 100x65x7', '200x300', 'Z 80x200x8x10'].flatMap((profile, n) =>
      BEAMS.map((params, i) =>
        created('beam', `b${n}${i}`, { level_id: 'L1', profile, ...params }),
      ),
    ),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  // atan(1500 / 5000) is 16.7°.
  expect(made.text).toMatch(/'Slope',\$,IFCPLANEANGLEMEASURE\(16\.699/u);
  expect(made.text).toMatch(/'Slope',\$,IFCPLANEANGLEMEASURE\(90\./u);
  const rolls = [...made.text.matchAll(/'Roll',\$,IFCPLANEANGLEMEASURE\(-90\./gu)];
  expect(rolls).toHaveLength(schema === 'IFC2X3' ? 0 : 3);
});

test('a level beam without a roll has no such properties, and the same bytes with both given as none', () => {
  const text = (params: object): string =>
    exported(
      modelOf(created('beam', 'b', { level_id: 'L1', elevation_offset: -50, ...params })),
      'IFC4',
    ).text;
  expect(text({})).not.toMatch(/'(?:Slope|Roll)'/u);
  expect(text({ end_offset: null, roll_deg: null })).toBe(text({}));
  expect(text({ end_offset: -50, roll_deg: 0 })).toBe(text({}));
});

test.each(IFC_SCHEMAS)('leaning columns in %s', async (schema) => {
  const view = modelOf(
    ...['L 100x65x7', '200x300', 'circle 200'].flatMap((profile, n) => [
      created('column', `c${n}`, {
        level_id: 'L1',
        location: P(1000 * n, 0),
        top_location: P(1000 * n + 900, 1200),
        height: 2000,
        profile,
        turn_deg: 30,
      }),
      created('column', `t${n}`, {
        level_id: 'L1',
        location: P(1000 * n, 5000),
        top_location: P(1000 * n, 4000),
        top_level_id: 'L2',
        profile,
      }),
    ]),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  // 1,500 mm in plan and 2,000 mm in height are 53.13° above the horizontal.
  expect(made.text).toMatch(/'Slope',\$,IFCPLANEANGLEMEASURE\(53\.13/u);
});

test('an upright column has no slope, and the same bytes with its top at its foot', () => {
  const text = (params: object): string =>
    exported(modelOf(created('column', 'c', { level_id: 'L1', ...params })), 'IFC4').text;
  expect(text({})).not.toContain("'Slope'");
  expect(text({ top_location: null })).toBe(text({}));
  expect(text({ top_location: P(0, 0) })).toBe(text({}));
});
