/** @module tests of sloping floors in IFC: readers see their bodies, and their quantities are those of the upper face. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
/** 3:4, so that 4 m in plan are 5 m along the slope. */
const PITCH = (Math.atan(3 / 4) * 180) / Math.PI;
const OUTLINE = [P(0, 0), P(4000, 0), P(4000, 2000), P(0, 2000)];
const HOLE = [P(1000, 500), P(1800, 500), P(1800, 900), P(1000, 900)];

const slab = (id: string, edges: 'plumb' | 'square', direction_deg: number, moved: number) =>
  created('floor', id, {
    level_id: 'L1',
    boundary_points: OUTLINE.map(({ x, y }) => P(x + moved, y)),
    holes: [HOLE.map(({ x, y }) => P(x + moved, y))],
    thickness: 200,
    slope: { point: P(500, 300), direction_deg, pitch_deg: PITCH, edges },
  });

test.each(IFC_SCHEMAS)('sloping slabs in %s', async (schema) => {
  const view = modelOf(
    slab('a', 'square', 0, 0),
    slab('b', 'square', 133.3, 6000),
    slab('c', 'plumb', 0, 12_000),
    slab('d', 'plumb', -77, 18_000),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  expect(made.text).toMatch(/'PitchAngle',\$,IFCPLANEANGLEMEASURE\(36\.8698/u);
});

test('areas and sides of a sloping slab are those of its upper face', () => {
  const text = (edges: 'plumb' | 'square'): string =>
    exported(modelOf(slab('a', edges, 0, 0)), 'IFC4').text;
  for (const edges of ['plumb', 'square'] as const) {
    const quantity = (name: string): number =>
      Number(new RegExp(`'${name}',\\$,\\$,([\\d.E+-]+)`, 'u').exec(text(edges))?.[1]);
    expect(quantity('Width')).toBeCloseTo(200, 6);
    expect([quantity('Length'), quantity('Depth')]).toEqual([
      expect.closeTo(5000, 6),
      expect.closeTo(2000, 6),
    ]);
    expect(quantity('Perimeter')).toBeCloseTo(14_000, 6);
    // m², m³
    expect(quantity('GrossArea')).toBeCloseTo(10, 9);
    expect(quantity('NetArea')).toBeCloseTo(9.6, 9);
    expect(quantity('GrossVolume')).toBeCloseTo(2, 9);
    expect(quantity('NetVolume')).toBeCloseTo(1.92, 9);
  }
});

test('a level floor has no pitch, and the same bytes without a slope', () => {
  const text = (params: object): string =>
    exported(
      modelOf(created('floor', 'f', { level_id: 'L1', boundary_points: OUTLINE, ...params })),
      'IFC4',
    ).text;
  expect(text({})).not.toContain('PitchAngle');
  expect(text({ slope: null })).toBe(text({}));
});
