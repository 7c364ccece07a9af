/** @module tests of each parameter of roofs, stairs, ramps, railings and grid lines in a returned file. */
import { describe, expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import { importedAs } from './judged.ts';
import {
  rowsOf,
  run,
  SAME,
  SAME_BODY,
  SEEN,
  type Table,
  UNCHANGED,
  uncovered,
} from './parameter-runs.ts';

const P = (x: number, y: number) => ({ x, y });
const rectangle = (x: number, y: number, width = 6000, depth = 4000) => [
  P(x, y),
  P(x + width, y),
  P(x + width, y + depth),
  P(x, y + depth),
];

const HOUSE = modelOf(
  created('roof', 'roof', {
    level_id: 'L2',
    boundary_points: rectangle(20_000, 0),
    roof_type: 'flat',
    slope_deg: 0,
    thickness: 200,
    name: 'Roof',
  }),
  created('stair', 'stair', {
    level_id: 'L1',
    top_level_id: 'L2',
    start: P(0, 0),
    width: 1000,
    riser_max: 180,
    tread: 280,
    name: 'Stair',
  }),
  created('ramp', 'ramp', {
    level_id: 'L1',
    start: P(0, 12_000),
    end: P(3000, 12_000),
    width: 1200,
    rise: 300,
    thickness: 200,
    name: 'Ramp',
  }),
  created('railing', 'railing', {
    level_id: 'L1',
    path: [P(0, 15_000), P(3000, 15_000)],
    name: 'Railing',
  }),
  created('grid', 'grid', { level_id: null, name: 'A', start: P(0, -2000), end: P(9000, -2000) }),
  created('grid', 'other', {
    level_id: null,
    name: '1',
    start: P(-500, -3000),
    end: P(-500, 9000),
  }),
);

const CLASSIFIED = [
  { classification: { 'DIN 276': '331' } },
  /IFCCLASSIFICATIONREFERENCE\(\$,'331',/u,
] as const;
const OWN = { properties: { Own: { Number: 1.5, Known: true, Text: 'ü' } } };
const KNOWN = /'Known',\$,IFCBOOLEAN\(\.T\.\)/u;

/** For each kind, a change of each parameter and what the file has then. */
const TABLE: Table = {
  roof: {
    level_id: [{ level_id: 'L1' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    boundary_points: [{ boundary_points: rectangle(20_000, 500, 5000) }, SAME],
    holes: [{ holes: [rectangle(21_000, 1000, 800, 600)] }, SAME_BODY],
    thickness: [{ thickness: 250 }, SAME],
    base_offset: [{ base_offset: 150 }, SAME],
    overhang: [{ overhang: 400 }, SAME_BODY],
    roof_type: [{ roof_type: 'shed', slope_deg: 12 }, SAME_BODY],
    slope_deg: [{ roof_type: 'shed', slope_deg: 8 }, SAME_BODY],
    cut_planes: [
      {
        cut_planes: [
          { point: { x: 24_000, y: 0, z: 3100 }, normal: { x: 0.8, y: 0, z: 0.6 }, within: null },
        ],
      },
      SEEN,
    ],
    properties: [OWN, KNOWN],
    classification: CLASSIFIED,
  },
  stair: {
    level_id: [{ level_id: 'L2', top_level_id: 'L3' }, SAME],
    top_level_id: [{ top_level_id: 'L3', riser_max: 180 }, SAME],
    name: [{ name: 'Neu' }, SAME],
    start: [{ start: P(500, -250) }, SAME],
    direction_deg: [{ direction_deg: 30 }, SAME],
    width: [{ width: 1250 }, SAME],
    riser_max: [{ riser_max: 150 }, SAME],
    base_offset: [{ base_offset: -150 }, SAME],
    top_offset: [{ base_offset: 100.5, top_offset: 250 }, SAME],
    top_tread: [{ top_tread: true }, SAME],
    tread: [{ tread: 300 }, SAME],
    turn: [{ turn: 'left' }, UNCHANGED],
    cut_floor: [{ cut_floor: false }, UNCHANGED],
    properties: [OWN, KNOWN],
    classification: CLASSIFIED,
  },
  ramp: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    start: [{ start: P(-400, 12_000) }, SAME],
    end: [{ end: P(3200, 12_300) }, SAME],
    width: [{ width: 1500 }, SAME],
    rise: [{ rise: 250 }, SAME],
    thickness: [{ thickness: 150 }, SAME],
    properties: [OWN, KNOWN],
    classification: CLASSIFIED,
  },
  railing: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    path: [{ path: [P(0, 15_000), P(2500, 15_000), P(2500, 16_000)] }, SAME],
    height: [{ height: 1100 }, SAME],
    base_offset: [{ base_offset: 60 }, SAME],
    properties: [OWN, KNOWN],
    classification: CLASSIFIED,
  },
  grid: {
    level_id: [{ level_id: 'L1' }, { refused: 'the `level_id` of a grid line cannot be written' }],
    name: [{ name: 'B' }, /IFCGRIDAXIS\('B'/u],
    start: [{ start: P(-700, -2000) }, SAME_BODY],
    end: [{ end: P(9500, -2100) }, SAME_BODY],
    properties: [OWN, { refused: 'the `properties` of a grid line cannot be written' }],
  },
};

/** Parameters without a case, by kind, and why. */
const ELSEWHERE = {
  all: { type_id: 'retyped.test.ts', appearance: 'appearances.test.ts' },
  stair: {
    handrails: 'wholes.test.ts: the stair has more parts',
    landing: 'wholes.test.ts: the stair has more parts',
    shape: 'wholes.test.ts: the stair has more parts',
  },
  roof: {
    edges: 'roofs.test.ts: roofs of several planes',
    upper_slope_deg: 'roofs.test.ts: roofs of several planes',
    break_height: 'roofs.test.ts: roofs of several planes',
  },
} as const;

test.each(Object.keys(TABLE))('the table has each parameter of a %s', (kind) => {
  expect(uncovered(kind, TABLE, ELSEWHERE)).toEqual([]);
});

describe.each(IFC_SCHEMAS)('%s', async (schema) => {
  const { file } = exported(HOUSE, schema);
  const before = await importedAs(HOUSE, file);
  const grid = [...before.view.elementsOf('grid')].find(({ params }) => params.name === 'A');

  test.each(rowsOf(TABLE))('the %s with another `%s`', async (kind, _param, updates, outcome) => {
    await run(before, kind === 'grid' ? (grid?.id ?? '') : kind, [updates, outcome]);
  });
});
