/** @module tests of roofs in IFC: every form in every schema, each with an opening, matches the model. */
import { expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
const ELL = [P(0, 0), P(9000, 0), P(9000, 4000), P(4000, 4000), P(4000, 9000), P(0, 9000)];
const broken = { slope_deg: 65, upper_slope_deg: 25, break_height: 1500 };

const FORMS: Readonly<Record<string, Partial<ParamsOf<'roof'>>>> = {
  FLAT_ROOF: { roof_type: 'flat', slope_deg: 0 },
  SHED_ROOF: { roof_type: 'shed' },
  GABLE_ROOF: { roof_type: 'gable' },
  HIP_ROOF: { roof_type: 'hip', edges: ELL.map((_, i) => (i === 0 ? { slope_deg: 45 } : {})) },
  MANSARD_ROOF: { roof_type: 'mansard', edges: ELL.map(() => broken) },
};

test.each(IFC_SCHEMAS)('roofs in %s', async (schema) => {
  const events = Object.entries(FORMS).flatMap(([id, form], i) => {
    const moved = ELL.map(({ x, y }) => P(x + 12_000 * i, y));
    const params = {
      level_id: 'L2',
      boundary_points: moved,
      slope_deg: 30,
      overhang: 400,
      ...form,
    };
    const at = { offset: null, location: P(12_000 * i + 1500, 6500), width: 800, height: 600 };
    return [
      created('roof', id, params),
      created('opening', `${id}-window`, { host_id: id, sill: 0, ...at }),
    ];
  });
  const view = modelOf(...events);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  for (const form of Object.keys(FORMS)) expect(made.text).toContain(`.${form}.`);
  expect(made.text.includes("'Qto_RoofBaseQuantities'")).toBe(schema !== 'IFC2X3');
});

test.each(IFC_SCHEMAS)('roofs around courtyards in %s', async (schema) => {
  const rectangle = (x: number, y: number, w: number, d: number): { x: number; y: number }[] => [
    P(x, y),
    P(x + w, y),
    P(x + w, y + d),
    P(x, y + d),
  ];
  const events = (['flat', 'shed', 'hip'] as const).flatMap((roof_type, i) => {
    const x = 30_000 * i;
    const at = { offset: null, location: P(x + 10_000, 1500), width: 1000, height: 1000 };
    return [
      created('roof', roof_type, {
        level_id: 'L2',
        boundary_points: rectangle(x, 0, 20_000, 16_000),
        holes: [rectangle(x + 6000, 6000, 8000, 4000)],
        slope_deg: roof_type === 'flat' ? 0 : 45,
        overhang: 500,
        roof_type,
      }),
      created('opening', `${roof_type}-window`, { host_id: roof_type, sill: 0, ...at }),
    ];
  });
  const view = modelOf(...events);
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  if (schema === 'IFC2X3') return;
  // 21 by 17 around 7 by 3, and a square metre less; in m², on the slope more by the root of 2
  const areas = (name: string): readonly number[] =>
    [
      ...made.text.matchAll(new RegExp(`IFCQUANTITYAREA\\('${name}',\\$,\\$,([\\d.E+-]+)`, 'gu')),
    ].map(([, value]) => Number(value));
  const close = (value: number): unknown => expect.closeTo(value, 6);
  const sloped = (value: number): unknown[] => [
    close(value),
    close(value * Math.SQRT2),
    close(value * Math.SQRT2),
  ];
  expect(areas('ProjectedArea')).toEqual([close(336), close(336), close(336)]);
  expect(areas('GrossArea')).toEqual(expect.arrayContaining(sloped(336)));
  expect(areas('NetArea')).toEqual(expect.arrayContaining(sloped(335)));
});
