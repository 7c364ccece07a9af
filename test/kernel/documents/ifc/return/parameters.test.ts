/** @module tests of each parameter of each kind in a returned file: read again as edited, stated there, or refused. */
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
import { imported, returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });
const square = (x: number, y: number, side: number) => [
  P(x, y),
  P(x + side, y),
  P(x + side, y + side),
  P(x, y + side),
];

const HOUSE = modelOf(
  created('wall', 'wall', {
    level_id: 'L1',
    start: P(0, 6000),
    end: P(8000, 6000),
    thickness: 200,
    height: 2800,
    name: 'Wall',
  }),
  created('door', 'door', {
    host_id: 'wall',
    offset: 1000,
    width: 900,
    height: 2000,
    name: 'Door',
  }),
  created('window', 'window', {
    host_id: 'wall',
    offset: 3000,
    width: 900,
    height: 1000,
    sill_height: 900,
    name: 'Window',
  }),
  created('opening', 'opening', {
    host_id: 'wall',
    offset: 5000,
    width: 600,
    height: 500,
    sill: 1200,
    name: 'Opening',
  }),
  created('floor', 'floor', {
    level_id: 'L1',
    boundary_points: square(0, 0, 4000),
    thickness: 200,
    name: 'Floor',
  }),
  created('room', 'room', {
    level_id: 'L1',
    name: 'Room',
    number: '1',
    point: null,
    boundary_points: square(30_000, 0, 4000),
    height: 2600,
  }),
  created('column', 'column', {
    level_id: 'L1',
    location: P(0, -5000),
    profile: '300x200',
    height: 2600,
    name: 'Column',
  }),
  created('beam', 'beam', {
    level_id: 'L1',
    start: P(0, -8000),
    end: P(4000, -8000),
    profile: '200x300',
    elevation_offset: 2500,
    name: 'Beam',
  }),
);

const OUTLINE = { boundary: [P(0, 0), P(100, 0), P(100, 40), P(0, 80)], holes: [] };

/** A cut of a body above a plane that falls along y. */
const cut = (x: number, y: number, z: number) => ({
  cut_planes: [{ point: { x, y, z }, normal: { x: 0, y: 0.28, z: 0.96 }, within: null }],
});

const CLASSIFIED = [
  { classification: { 'DIN 276': '331' } },
  /IFCCLASSIFICATIONREFERENCE\(\$,'331',/u,
] as const;
const OWN = { properties: { Own: { Number: 1.5, Known: true, Text: 'ü' } } };

/** For each kind, a change of each parameter and what the file has then. */
const TABLE: Table = {
  level: {
    name: [{ name: 'Neu' }, SAME],
    elevation: [{ elevation: 3200, height: 2800 }, SAME],
    height: [{ height: 2500 }, { refused: 'its `height` cannot be written' }],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  wall: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: null }, SAME],
    start: [{ start: P(-100, 6000) }, SAME],
    end: [{ end: P(8100, 6100) }, SAME],
    height: [{ height: 2900 }, SAME],
    thickness: [{ thickness: 250 }, SAME],
    base_offset: [{ base_offset: 50 }, SAME],
    wall_type: [{ wall_type: 'curtain' }, { refused: 'its `wall_type` cannot be written' }],
    usage: [{ usage: 'exterior' }, SAME],
    fire_rating_min: [{ fire_rating_min: 90 }, /'FireRating',\$,IFCLABEL\('90 min'\)/u],
    load_bearing: [{ load_bearing: true }, SAME],
    join_type: [{ join_type: 'none' }, UNCHANGED],
    line_offset: [{ line_offset: 100, location_line: 'left' }, SAME_BODY],
    cut_planes: [cut(0, 6000, 2600), SAME],
    via: [{ via: P(4000, 6800) }, SEEN],
    curtain: [{ curtain: { columns: 4, rows: 2 } }, UNCHANGED],
    top_level_id: [{ top_level_id: 'L2', height: 3000 }, SAME_BODY],
    top_offset: [{ top_level_id: 'L2', top_offset: -100, height: 2900 }, SAME_BODY],
    follows_level: [{ follows_level: true, height: 3000 }, SAME_BODY],
    properties: [OWN, /'Number',\$,IFCREAL\(1\.5\)/u],
    classification: CLASSIFIED,
  },
  door: {
    name: [{ name: 'Neu' }, SAME],
    offset: [{ offset: 1200 }, SAME],
    width: [{ width: 1000 }, SAME],
    height: [{ height: 2100 }, SAME],
    sill: [{ sill: 20 }, SAME],
    door_type: [{ door_type: 'double' }, SAME],
    swing: [{ swing: 'right' }, SAME],
    fire_rating_min: [{ fire_rating_min: 30 }, /'FireRating',\$,IFCLABEL\('30 min'\)/u],
    is_exit: [{ is_exit: true }, SAME],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  window: {
    name: [{ name: 'Neu' }, SAME],
    offset: [{ offset: 3200 }, SAME],
    width: [{ width: 1000 }, SAME],
    height: [{ height: 1100 }, SAME],
    sill_height: [{ sill_height: 800 }, SAME],
    window_type: [{ window_type: 'awning' }, SAME],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  opening: {
    name: [{ name: 'Neu' }, SAME],
    offset: [{ offset: 5200 }, SAME],
    width: [{ width: 700 }, SAME],
    height: [{ height: 600 }, SAME],
    sill: [{ sill: 1100 }, SAME],
    outline: [{ outline: [P(5000, 1200), P(5600, 1200), P(5300, 1700)] }, SAME],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  floor: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    boundary_points: [{ boundary_points: [...square(0, 0, 4000), P(-900, 2000)] }, SAME],
    holes: [{ holes: [square(500, 500, 600)] }, SAME],
    thickness: [{ thickness: 250 }, SAME],
    top_offset: [{ top_offset: -30 }, SAME],
    floor_type: [{ floor_type: 'roof' }, /IFCSLABTYPE\([^;]*\.ROOF\./u],
    fire_rating_min: [{ fire_rating_min: 60 }, /'FireRating',\$,IFCLABEL\('60 min'\)/u],
    cut_planes: [
      {
        cut_planes: [
          { point: { x: 3500, y: 0, z: 0 }, normal: { x: 0.8, y: 0, z: 0.6 }, within: null },
        ],
      },
      SEEN,
    ],
    slope: [{ slope: { point: P(0, 0), direction_deg: 90, pitch_deg: 5, edges: 'square' } }, SAME],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  room: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    number: [{ number: '7' }, SAME],
    boundary_points: [{ boundary_points: square(30_000, 0, 3500) }, SAME],
    height: [{ height: 2500 }, SAME],
    usage: [{ usage: 'office' }, /'OccupancyType',\$,IFCLABEL\('office'\)/u],
    occupancy: [{ occupancy: 4 }, /'OccupancyNumber',\$,IFC\w+\(4\.?\)/u],
    base_offset: [{ base_offset: 50 }, SAME],
    cut_planes: [cut(30_000, 0, 2700), SAME],
    follows_level: [{ follows_level: true, height: 3000 }, SAME_BODY],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  column: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    location: [{ location: P(100, -5100) }, SAME],
    height: [{ height: 2500 }, SAME],
    base_offset: [{ base_offset: 80 }, SAME],
    profile: [{ profile: '350x250' }, SAME],
    outline: [{ profile: 'Own', outline: OUTLINE }, /\(\.AREA\.,'Own'/u],
    turn_deg: [{ turn_deg: 30 }, SAME],
    top_level_id: [{ top_level_id: 'L2', height: 3000 }, SAME_BODY],
    follows_level: [{ follows_level: true, height: 3000 }, SAME],
    top_location: [{ top_location: P(300, -5000) }, SAME],
    cut_planes: [cut(0, -5000, 2400), SAME],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
  beam: {
    level_id: [{ level_id: 'L2' }, SAME],
    name: [{ name: 'Neu' }, SAME],
    start: [{ start: P(-100, -8000) }, SAME],
    end: [{ end: P(4200, -8100) }, SAME],
    profile: [{ profile: '250x350' }, SAME],
    outline: [{ profile: 'Own', outline: OUTLINE }, /\(\.AREA\.,'Own'/u],
    elevation_offset: [{ elevation_offset: 2400 }, SAME],
    end_offset: [{ end_offset: 2900 }, SAME],
    roll_deg: [{ roll_deg: 30 }, SAME],
    cut_planes: [
      {
        cut_planes: [
          {
            point: { x: 3900, y: -8000, z: 2500 },
            normal: { x: 0.8, y: 0, z: 0.6 },
            within: null,
          },
        ],
      },
      SAME,
    ],
    properties: [OWN, /'Known',\$,IFCBOOLEAN\(\.T\.\)/u],
    classification: CLASSIFIED,
  },
};

/** Parameters without a case, by kind, and why. */
const ELSEWHERE = {
  all: {
    type_id: 'retyped.test.ts',
    top_under: 'what is above it shapes its body',
    pins: 'they go with the ends of a wall',
    anchor: 'the offset from the start says the same',
    appearance: 'appearances.test.ts',
    level_id: 'each kind that is on a level has a case, unless a host says where it is',
  },
  wall: {
    layer_side: 'retyped.test.ts',
    location_line: 'a case of `line_offset`',
  },
  door: { host_id: 'another host is another element' },
  window: {
    host_id: 'another host is another element',
    shape: 'shaped-windows.test.ts',
    rise: 'shaped-windows.test.ts',
    outline: 'shaped-windows.test.ts',
    flipped: 'its file keeps the body, which mirrors with the wall',
  },
  opening: {
    host_id: 'another host is another element',
    location: 'roofs.test.ts and edits.test.ts: an opening of a floor',
    turn_deg: 'roofs.test.ts and edits.test.ts: an opening of a floor',
    stair_id: 'it says which stair made the opening',
    shape: 'shaped-windows.test.ts',
    rise: 'shaped-windows.test.ts',
  },
  room: { point: 'the outline is in `boundary_points` once a room is imported' },
} as const;

test.each(Object.keys(TABLE))('the table has each parameter of a %s', (kind) => {
  expect(uncovered(kind, TABLE, ELSEWHERE)).toEqual([]);
});

describe.each(IFC_SCHEMAS)('%s', async (schema) => {
  const { file } = exported(HOUSE, schema);
  const before = await importedAs(HOUSE, file);

  test.each(rowsOf(TABLE))('the %s with another `%s`', async (kind, param, updates, outcome) => {
    const id = kind === 'level' ? (outcome === SAME ? 'L2' : 'L3') : kind;
    const loose = kind === 'wall' ? { pins: null } : {};
    // A leaf in a wall along an arc is flat.
    const others = kind === 'level' ? ['L1', 'beam'] : param === 'via' ? ['door', 'window'] : [];
    await run(before, id, [{ ...updates, ...loose }, outcome], others);
  });
});

test('without an edit the bytes are those of the file', async () => {
  const { file } = exported(HOUSE, 'IFC4');
  const before = await imported(file);
  expect(returned(before, before.view).file.equals(file)).toBe(true);
});
