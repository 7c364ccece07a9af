/** @module tests of recognition on our own stairs, ramps and railings: every form comes back with its parameters. */
import { describe, expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import { kernels } from './building-text.ts';

const P = (x: number, y: number) => ({ x, y });

/** The rows of the file of a view, by GlobalId. */
async function rowsOf(view: ModelView, schema: (typeof IFC_SCHEMAS)[number]) {
  const { model } = await openIfc(exported(view, schema).file);
  const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
  return new Map(rows.map((row) => [row.guid ?? '', row]));
}

/** The element of a row, with the numbers of its parameters to 0.01. */
function paramsOf(row: ManifestRow | undefined): unknown {
  const rounded: unknown = JSON.parse(
    JSON.stringify(row?.element?.params ?? null, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  );
  return rounded;
}

/** Stairs of a storey of 3,000 mm: their parameters, and the number of risers of at most 180 mm. */
const STAIRS = [
  ['straight', {}],
  ['straight with a landing', { landing: 1200, direction_deg: 90 }],
  ['straight with rails', { handrails: 'both', width: 1250.5 }],
  ['straight with a left rail', { handrails: 'left', direction_deg: -33.333 }],
  ['with a quarter turn to the left', { shape: 'l', turn: 'left' }],
  ['with a quarter turn to the right', { shape: 'l', turn: 'right', landing: 1500, tread: 300 }],
  ['with a half turn to the left', { shape: 'u', turn: 'left', handrails: 'right' }],
  ['with a half turn to the right', { shape: 'u', turn: 'right', direction_deg: 217 }],
  ['from above its level', { base_offset: 70, handrails: 'both' }],
  ['to above its level', { shape: 'l', turn: 'right', base_offset: -25.5, top_offset: 40.25 }],
  ['with a tread at its top', { top_tread: true }],
  ['with landings and a tread at its top', { landing: 1100, top_tread: true, top_offset: -80 }],
  ['with a turn and a tread at its top', { shape: 'u', turn: 'left', top_tread: true }],
] as const;

/** Heights of risers, by stair; others have 17 from level to level. */
const RISERS: Readonly<Record<string, number>> = {
  // 2,930 mm in 17.
  'from above its level': 172.35,
  // 3,065.75 mm in 18.
  'to above its level': 170.32,
  // 2,920 mm in 17: 171.765 mm on the grid.
  'with landings and a tread at its top': 171.77,
};

describe.each(IFC_SCHEMAS)('our own file in %s', (schema) => {
  test.each(STAIRS)('a stair that is %s', async (title, given) => {
    const params = {
      level_id: 'L1',
      top_level_id: 'L2',
      start: P(1200.5, -300),
      direction_deg: 0,
      width: 1000,
      riser_max: 180,
      tread: 280,
      ...given,
    };
    const rows = await rowsOf(modelOf(created('stair', 'S', params)), schema);
    const row = rows.get(ifcGuid('S'));
    const turns = 'shape' in params;
    expect(paramsOf(row)).toEqual({
      ...params,
      name: null,
      level_id: rows.get(ifcGuid('L1'))?.element?.id,
      top_level_id: rows.get(ifcGuid('L2'))?.element?.id,
      riser_max: RISERS[title] ?? 176.47,
      shape: turns ? params.shape : 'straight',
      turn: turns ? params.turn : null,
      landing: 'landing' in params ? params.landing : turns ? params.width : null,
      handrails: 'handrails' in params ? params.handrails : 'none',
      direction_deg: expect.closeTo(
        params.direction_deg > 180 ? params.direction_deg - 360 : params.direction_deg,
        2,
      ),
    });
    // All parts are parts of the stair.
    const parts = [...rows.values()].filter(({ entity }) => /Flight|Slab|Railing/u.test(entity));
    expect(parts.length).toBeGreaterThan(0);
    expect(new Set(parts.map(({ part_of }) => part_of))).toEqual(new Set([row?.element?.id]));
  });

  test('a ramp, thinner and thicker than its rise', async () => {
    const ramp = { start: P(0, 0), end: P(4000.5, 3000), width: 1200, rise: 350, thickness: 200 };
    const view = modelOf(
      created('ramp', 'A', { level_id: 'L2', ...ramp }),
      created('ramp', 'B', { level_id: 'L1', ...ramp, rise: 100 }),
    );
    const rows = await rowsOf(view, schema);
    const [l1, l2] = ['L1', 'L2'].map((id) => rows.get(ifcGuid(id))?.element?.id);
    expect(paramsOf(rows.get(ifcGuid('A')))).toEqual({ level_id: l2, name: null, ...ramp });
    const b = { level_id: l1, name: null, ...ramp, rise: 100, thickness: 100 };
    expect(paramsOf(rows.get(ifcGuid('B')))).toEqual(b);
  });

  test('railings along paths with corners', async () => {
    const paths = [
      [P(0, 0), P(3000, 0)],
      [P(0, 5000), P(-2000, 5000), P(-2000, 6000), P(1000, 8000.25)],
      [P(9000, 0), P(9500, 0), P(12_000, 0), P(12_000, 700)],
    ];
    const view = modelOf(
      ...paths.map((path, i): PlannedEvent =>
        created('railing', `R${i}`, {
          level_id: 'L2',
          path,
          height: 900 + i,
          base_offset: 100 * i,
          name: `rail ${i}`,
        }),
      ),
    );
    const rows = await rowsOf(view, schema);
    const level_id = rows.get(ifcGuid('L2'))?.element?.id;
    for (const [i, path] of paths.entries()) {
      const others = { name: `rail ${i}`, height: 900 + i, base_offset: 100 * i };
      expect(paramsOf(rows.get(ifcGuid(`R${i}`)))).toEqual({ level_id, path, ...others });
    }
  });
});
