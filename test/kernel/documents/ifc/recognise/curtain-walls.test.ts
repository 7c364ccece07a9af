/** @module tests of recognition on our own curtain walls: grids, ends in corners, doors and windows. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { JsonObject } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import { kernels } from './building-text.ts';

const P = (x: number, y: number) => ({ x, y });

async function rowsOf(view: ModelView, schema: (typeof IFC_SCHEMAS)[number]) {
  const { model } = await openIfc(exported(view, schema).file);
  const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
  return new Map(rows.map((row) => [row.guid ?? '', row]));
}

function paramsOf(row: ManifestRow | undefined, ...names: readonly string[]): JsonObject {
  const params = row?.element?.params ?? { reason: row?.reason ?? 'no row' };
  return Object.fromEntries(names.map((name) => [name, params[name] ?? null]));
}

const GRID = {
  wall_type: 'curtain',
  usage: 'exterior',
  height: 3200,
  thickness: 200,
  curtain: { panel_width: 1500, panel_height: 1600 },
} as const;

const STATED = ['start', 'end', 'height', 'thickness', 'wall_type', 'usage', 'curtain'] as const;

test.each(IFC_SCHEMAS)('a curtain wall with a grid in %s', async (schema) => {
  const start = P(100, -50);
  const end = P(5000, 3000);
  const rows = await rowsOf(modelOf(created('wall', 'X', { ...GRID, start, end })), schema);
  const row = rows.get(ifcGuid('X'));
  expect(paramsOf(row, ...STATED)).toEqual({
    ...GRID,
    start,
    end,
    curtain: { columns: 4, rows: 2, mullion_width: 50, mullion_depth: 150, panel_thickness: 30 },
  });
  const parts = [...rows.values()].filter(({ entity }) => /Plate|Member/u.test(entity));
  expect(parts).toHaveLength(8 + 17);
  expect(new Set(parts.map(({ part_of }) => part_of))).toEqual(new Set([row?.element?.id]));
});

test.each(IFC_SCHEMAS)('corners, doors and windows in %s', async (schema) => {
  const view = modelOf(
    created('wall', 'X', { ...GRID, start: P(0, 0), end: P(6000, 0) }),
    created('wall', 'Y', { ...GRID, start: P(6000, 0), end: P(9000, 5000) }),
    created('wall', 'S', { start: P(0, 0), end: P(0, 4000), height: 3200, thickness: 300 }),
    created('door', 'D', { host_id: 'X', offset: 2000, width: 1000, height: 2100 }),
    created('window', 'N', { host_id: 'Y', offset: 1000, width: 800, height: 900 }),
  );
  const rows = await rowsOf(view, schema);
  const [x, y] = [rows.get(ifcGuid('X')), rows.get(ifcGuid('Y'))];
  const grid = { mullion_width: 50, mullion_depth: 150, panel_thickness: 30, rows: 2, columns: 4 };
  expect(paramsOf(x, 'start', 'end', 'curtain')).toEqual({
    start: P(0, 0),
    end: P(6000, 0),
    curtain: grid,
  });
  expect(paramsOf(y, 'start', 'end', 'curtain')).toEqual({
    start: P(6000, 0),
    end: P(9000, 5000),
    curtain: grid,
  });
  expect(paramsOf(rows.get(ifcGuid('D')), 'host_id', 'offset', 'width', 'height')).toEqual({
    host_id: x?.element?.id,
    offset: 2000,
    width: 1000,
    height: 2100,
  });
  expect(paramsOf(rows.get(ifcGuid('N')), 'host_id', 'offset', 'width', 'sill_height')).toEqual({
    host_id: y?.element?.id,
    offset: 1000,
    width: 800,
    sill_height: 900,
  });
});

test('a curtain wall without a grid is one, too', async () => {
  const solid = { ...GRID, curtain: null, start: P(0, 0), end: P(4000, 0) };
  const rows = await rowsOf(modelOf(created('wall', 'X', solid)), 'IFC4');
  expect(paramsOf(rows.get(ifcGuid('X')), ...STATED)).toEqual({ ...solid });
});

test('a grid that is not even stays its parts', async () => {
  const view = modelOf(
    created('wall', 'X', { ...GRID, start: P(0, 0), end: P(6000, 0), curtain: { columns: 3 } }),
  );
  const { model } = await openIfc(exported(view, 'IFC4').file);
  const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
  const moved = exported(view, 'IFC4').text.replace(
    /IFCCARTESIANPOINT\(\(2000\.,0\.,0\.\)\)/u,
    'IFCCARTESIANPOINT((2100.,0.,0.))',
  );
  const again = await openIfc(Buffer.from(moved, 'latin1'));
  const other = manifestRowsOf(recognise(again.model, 'lineage', kernels), again.model);
  const outcomes = (all: readonly ManifestRow[]): string =>
    all.find(({ entity }) => entity === 'IfcCurtainWall')?.outcome ?? '';
  expect([outcomes(rows), outcomes(other)]).toEqual(['parametric', 'data_only']);
  expect(
    other.filter(({ entity }) => entity === 'IfcMember').map(({ element }) => element?.kind),
  ).toContain('beam');
});
