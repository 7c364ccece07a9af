/** @module tests of structural screening on small models with results computed by hand. */
import { describe, expect, test } from 'vitest';

import { Model } from '../../../../kernel/building/model/model.ts';
import { SPAN_LIMITS } from '../../../../kernel/checks/screening/structure/span-limits.ts';
import type {
  StructuralOptions,
  StructuralScreening,
} from '../../../../kernel/checks/screening/structure/structural-screening.ts';
import { structuralScreening } from '../../../../kernel/checks/screening/structure/structural-screening.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { madeImport } from '../../../made-import.ts';
import { created, fourWalls, make, Site } from '../../building/model/build.ts';
import { solids } from '../clash/clash-model.ts';
import { MOTIONS, moved } from './motions.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const box = (x: number, y: number, w: number, d: number): { x: number; y: number }[] => [
  P(x, y),
  P(x + w, y),
  P(x + w, y + d),
  P(x, y + d),
];

/** Levels at 0, 3,000 and 6,000 mm. */
const LEVELS = [0, 3000, 6000].map((elevation, i) =>
  created('level', `L${i + 1}`, { name: `Level ${i + 1}`, elevation }),
);

function screened(
  events: readonly PlannedEvent[],
  options: Partial<StructuralOptions> = {},
): StructuralScreening {
  const site = new Site(new Model({ solids }));
  site.commit('main', [...LEVELS, ...events]);
  const settings = { ...SPAN_LIMITS, tolerance_mm: 5, ground_mm: null, ...options };
  return structuralScreening(site.view(), settings);
}

const lines = ({ findings }: StructuralScreening): readonly string[] =>
  findings.map(({ check, element_ids }) =>
    [check.replace('structure.', ''), ...element_ids].join(' '),
  );

/** Four walls around 5 × 4 m on a slab, with a slab on top that extends 200 mm into them. */
const HOUSE = [created('floor', 'F1'), ...fourWalls(), created('floor', 'F2', { level_id: 'L2' })];

describe('load paths', () => {
  test('a storey on walls has a load path, and so do the elements on it', () => {
    const found = screened([
      ...HOUSE,
      ...fourWalls('V', 'L2'),
      created('column', 'C', { level_id: 'L2', location: P(2500, 2000) }),
      created('stair', 'S', { level_id: 'L2', top_level_id: 'L3' }),
      created('roof', 'R', { level_id: 'L2' }),
      created('door', 'D', { host_id: 'W1' }),
    ]);
    expect(found).toMatchObject({
      findings: [],
      ground_mm: 0,
      bodies: { looked_at: 13, on_the_ground: 5, carried: 8, unsupported: 0, by_box: 0 },
    });
  });

  test('reports floating elements and the elements that only they support', () => {
    const found = screened([
      ...HOUSE,
      created('floor', 'F3', { level_id: 'L2', boundary_points: box(20_000, 0, 5000, 4000) }),
      created('wall', 'W9', { level_id: 'L2', start: P(21_000, 2000), end: P(24_000, 2000) }),
      created('column', 'C', { level_id: 'L2', location: P(40_000, 0) }),
      created('stair', 'S', { level_id: 'L2', top_level_id: 'L3', start: P(50_000, 0) }),
      created('roof', 'R', { boundary_points: box(60_000, 0, 5000, 4000) }),
      created('beam', 'B', { start: P(80_000, 0), end: P(85_000, 0) }),
    ]);
    expect(lines(found)).toEqual([
      'unsupported F3',
      'no_load_path W9',
      'unsupported C',
      'unsupported S',
      'unsupported R',
      'unsupported B',
    ]);
    expect(found.findings[0]).toMatchObject({
      severity: 'warning',
      level_id: 'L2',
      message: 'floor `F3` has no support at 2800 mm',
      location: { x: 22_500, y: 2000, z: 2900 },
      box: { min: { x: 20_000, y: 0, z: 2800 }, max: { x: 25_000, y: 4000, z: 3000 } },
    });
    expect(found.findings[1]?.message).toBe(
      'wall `W9` is supported by `F3`, but no load path leads to the ground',
    );
  });

  test('a gap within the tolerance transfers load, a wider one does not', () => {
    const above = (base_offset: number): readonly string[] =>
      lines(
        screened([
          ...HOUSE,
          created('column', 'C', { level_id: 'L2', location: P(2500, 2000), base_offset }),
        ]),
      );
    expect(above(4)).toEqual([]);
    expect(above(6)).toEqual(['unsupported C']);
  });

  test('adjacent slabs, a wall next to a column and a slab at the head of a stair do not support each other', () => {
    const found = screened([
      ...HOUSE,
      // From the wall W2 to 2 m beyond it, and a slab that continues it.
      created('floor', 'F5', { level_id: 'L2', boundary_points: box(5000, 0, 2000, 4000) }),
      created('floor', 'F3', { level_id: 'L2', boundary_points: box(7000, 0, 3000, 4000) }),
      created('column', 'C', { location: P(20_000, 0), height: 6000 }),
      created('wall', 'W9', { level_id: 'L2', start: P(20_150, 0), end: P(24_000, 0) }),
      // 17 risers of 176 mm, 16 treads of 280 mm: it ends where the slab begins.
      created('stair', 'S', { start: P(40_000 - 4480, 2000) }),
      created('floor', 'F4', { level_id: 'L2', boundary_points: box(40_000, 0, 5000, 4000) }),
    ]);
    expect(lines(found)).toEqual(['unsupported F3', 'unsupported W9', 'unsupported F4']);
  });

  test('columns and beams support a beam, but two beams that only support each other have no support', () => {
    const framed = [
      created('column', 'C1'),
      created('column', 'C2', { location: P(6000, 0) }),
      created('beam', 'B1', { end: P(6000, 0) }),
      created('column', 'C3', { location: P(3000, 4000) }),
      created('beam', 'B2', { start: P(3000, 0), end: P(3000, 4000), profile: '200x200' }),
    ];
    expect(lines(screened(framed))).toEqual([]);
    const cross = [
      created('beam', 'B3', { start: P(20_000, 0), end: P(24_000, 0) }),
      created('beam', 'B4', { start: P(22_000, -2000), end: P(22_000, 2000) }),
    ];
    expect(lines(screened(cross))).toEqual(['no_load_path B3', 'no_load_path B4']);
  });

  test('reports a stair whose head meets no floor, wall or beam', () => {
    const ground = created('floor', 'F', { boundary_points: box(0, 0, 9000, 4000) });
    // 16 treads of 280 mm, the last riser at x = 5,480 mm; the highest tread lies 176 mm below the level.
    const stair = created('stair', 'S', { start: P(1000, 2000) });
    const slab = (x: number): PlannedEvent =>
      created('floor', 'F2', { level_id: 'L2', boundary_points: box(x, 0, 3000, 4000) });
    const under = [
      created('wall', 'W1', { start: P(6000, 0), end: P(6000, 4000), height: 2800 }),
      created('wall', 'W2', { start: P(8000, 0), end: P(8000, 4000), height: 2800 }),
    ];
    expect(lines(screened([ground, stair]))).toEqual(['open_head S']);
    expect(lines(screened([ground, stair, slab(5480), ...under]))).toEqual([]);
    expect(lines(screened([ground, stair, slab(5484), ...under]))).toEqual([]);
    expect(lines(screened([ground, stair, slab(5486), ...under]))).toEqual(['open_head S']);
    const wall = created('wall', 'W3', { start: P(5580, 0), end: P(5580, 4000), height: 3000 });
    expect(lines(screened([ground, stair, wall]))).toEqual([]);
    // A stair without a support has only that finding.
    const high = created('stair', 'S', {
      start: P(1000, 2000),
      level_id: 'L2',
      top_level_id: 'L3',
    });
    expect(lines(screened([ground, high]))).toEqual(['unsupported S']);
  });

  test('the ground is the lowest level unless the caller sets it', () => {
    const column = [created('column', 'C', { base_offset: 500 })];
    expect(lines(screened(column))).toEqual(['unsupported C']);
    expect(lines(screened(column, { ground_mm: 500 }))).toEqual([]);
  });
});

describe('load-bearing walls', () => {
  const upper = created('wall', 'U', {
    level_id: 'L2',
    start: P(1000, 2000),
    end: P(4000, 2000),
    load_bearing: true,
  });
  const below = { start: P(0, 2000), end: P(5000, 2000) };

  test('are reported if no wall or beam under the slab supports them', () => {
    const found = screened([...HOUSE, upper]);
    expect(lines(found)).toEqual(['load_bearing_on_slab U F2']);
    expect(found.findings[0]).toMatchObject({
      severity: 'warning',
      message: 'load-bearing wall `U` stands on `F2` with no wall, column or beam below',
      location: { x: 2500, y: 2000, z: 4500 },
    });
    const under: readonly PlannedEvent[] = [
      created('wall', 'X', below),
      // Up to the slab, but not into it.
      created('wall', 'X', { ...below, height: 2800 }),
      created('beam', 'X', { ...below, elevation_offset: -200 }),
    ];
    for (const one of under) expect(lines(screened([...HOUSE, upper, one]))).toEqual([]);
  });

  test('are not reported on the ground or if not marked as load-bearing', () => {
    const ground = created('wall', 'X', { ...below, load_bearing: true });
    const plain = created('wall', 'U', { ...below, level_id: 'L2' });
    expect(lines(screened([...HOUSE, ground, plain]))).toEqual([]);
  });
});

describe('spans', () => {
  test('of a floor within four walls is the smaller distance between their faces', () => {
    // 4,000 mm between axes, less two halves of 200 mm.
    expect(screened(HOUSE).floors).toEqual({ measured: 1, longest_mm: 3800 });
    const thin = [
      ...HOUSE.slice(0, -1),
      created('floor', 'F2', { level_id: 'L2', thickness: 100 }),
    ];
    const found = screened(thin);
    expect(lines(found)).toEqual(['floor_span F2']);
    expect(found.findings[0]).toMatchObject({
      severity: 'advisory',
      message:
        'floor `F2` spans 3800 mm between supports, more than 2800 mm (28 times its thickness of 100 mm)',
      location: { x: 2500, y: 2000, z: 3000 },
      details: { span_mm: 3800, limit_mm: 2800, ratio: 28 },
    });
    expect(lines(screened(thin, { floor_span_ratio: 38 }))).toEqual([]);
    expect(lines(screened(thin, { floor_span_ratio: 37.9 }))).toEqual(['floor_span F2']);
  });

  test('of a floor on one wall is twice its overhang', () => {
    const found = screened([
      created('wall', 'W1'),
      created('floor', 'F2', { level_id: 'L2', boundary_points: box(0, -100, 5000, 2200) }),
    ]);
    // The wall ends at y = 100, the floor at 2,100.
    expect(found.floors).toEqual({ measured: 1, longest_mm: 4000 });
  });

  test('of a beam are measured between the faces of columns and beyond the last one', () => {
    const beam = (profile: string): StructuralScreening =>
      screened([
        created('column', 'C1'),
        created('column', 'C2', { location: P(6000, 0) }),
        created('beam', 'B', { end: P(8000, 0), profile }),
      ]);
    expect(beam('200x400')).toMatchObject({
      findings: [],
      beams: { measured: 1, longest_mm: 5700 },
    });
    const found = beam('200x200');
    expect(lines(found)).toEqual(['beam_span B', 'beam_cantilever B']);
    expect(found.findings).toMatchObject([
      {
        severity: 'advisory',
        message:
          'beam `B` runs 5700 mm between supports, more than 4200 mm (21 times its depth of 200 mm)',
        location: { x: 3000, y: 0, z: 2900 },
      },
      {
        location: { x: 7075, y: 0, z: 2900 },
        details: { span_mm: 1850, limit_mm: 1600, ratio: 8 },
      },
    ]);
    const reversed = screened([
      created('column', 'C1'),
      created('beam', 'B', { start: P(8000, 0), end: P(0, 0), profile: '200x200' }),
    ]);
    expect(lines(reversed)).toEqual(['beam_cantilever B']);
    // A rafter of 3:4 between columns of 300 mm: 3,700 mm in plan are 4,625 mm along it.
    const rafter = (profile: string): StructuralScreening =>
      screened([
        created('column', 'C1'),
        created('column', 'C2', { location: P(4000, 0), height: 5500 }),
        created('beam', 'B', { end: P(4000, 0), end_offset: 3000, profile }),
      ]);
    expect(rafter('200x400')).toMatchObject({
      findings: [],
      beams: { measured: 1, longest_mm: 4625 },
    });
    expect(rafter('200x200').findings).toMatchObject([
      {
        message:
          'beam `B` runs 4625 mm between supports, more than 4200 mm (21 times its depth of 200 mm)',
        location: { x: 2000, y: 0 },
      },
    ]);
    // An upright beam on a column does not span.
    const upright = { end: P(0, 0), end_offset: 2000 };
    const post = screened([created('column', 'C1'), created('beam', 'B', upright)]);
    expect(post).toMatchObject({ beams: { measured: 0 }, bodies: { carried: 1, unsupported: 0 } });
    // Along a slope of 3:4 the column of 300 mm supports the beam up to its corner, 150 · (0.6 + 0.8) mm, of 5,000 mm.
    const { findings } = screened([
      created('column', 'C1'),
      created('beam', 'B', { start: P(0, 0), end: P(3000, 4000), profile: '200x300' }),
    ]);
    const along = (210 + 5000) / 2;
    expect(findings.map(({ location }) => location?.x)).toEqual([expect.closeTo(0.6 * along, 3)]);
    expect(findings.map(({ location }) => location?.y)).toEqual([expect.closeTo(0.8 * along, 3)]);
  });
});

test.each(MOTIONS)('a model $name has the same findings', (motion) => {
  const events = [
    ...HOUSE,
    created('wall', 'U', {
      level_id: 'L2',
      start: P(1000, 2000),
      end: P(4000, 2000),
      load_bearing: true,
    }),
    created('floor', 'F3', {
      level_id: 'L2',
      boundary_points: [
        P(9000, 0),
        P(14_000, 0),
        P(14_000, 2000),
        P(11_000, 2000),
        P(11_000, 4000),
        P(9000, 4000),
      ],
      thickness: 100,
    }),
    created('wall', 'W8', { start: P(9000, 0), end: P(14_000, 0) }),
    created('stair', 'S', { level_id: 'L2', top_level_id: 'L3', start: P(30_000, 0) }),
    created('column', 'C1', { location: P(40_000, 0) }),
    created('beam', 'B', { start: P(40_000, 0), end: P(43_000, 4000), profile: '200x300' }),
  ];
  const [before, after] = [screened(events), screened(moved(events, motion))];
  expect(lines(before)).toEqual([
    'unsupported S',
    'load_bearing_on_slab U F2',
    'floor_span F3',
    'beam_cantilever B',
  ]);
  const summaryOf = ({ findings, bodies, floors, beams }: StructuralScreening): unknown => ({
    findings: findings.map(({ finding_id, message, details }) => ({
      finding_id,
      message,
      details,
    })),
    bodies,
    floors,
    beams,
  });
  expect(summaryOf(after)).toEqual(summaryOf(before));
});

describe('reference models', () => {
  /** A beam of the building on two columns, which are a reference or not, and a floating column next to them. */
  function onColumns(reference: boolean): StructuralScreening {
    const level = make('level', 'LR', { name: 'structure: Ground' });
    const columns = [0, 6000, 40_000].map((x, i) => {
      const base_offset = i === 2 ? 500 : 0;
      return make('column', `R${i}`, { level_id: 'LR', location: P(x, 0), base_offset });
    });
    const elements = [level, ...columns];
    const made = madeImport(elements, { reference });
    const site = new Site(new Model({ solids }));
    site.model.keys.manifests.provide(made.event.payload.manifest.sha256, {
      elements,
      products: elements.map(() => null),
    });
    site.commit('main', [...LEVELS, created('beam', 'B', { end: P(6000, 0) }), made.event]);
    return structuralScreening(site.view(), { ...SPAN_LIMITS, tolerance_mm: 5, ground_mm: null });
  }

  test('carry the building, and are neither counted nor reported', () => {
    const found = onColumns(true);
    expect(lines(found)).toEqual([]);
    expect(found.bodies).toMatchObject({ looked_at: 1, carried: 1, unsupported: 0 });
    const all = onColumns(false);
    expect(lines(all)).toEqual(['unsupported R2']);
    expect(all.bodies).toMatchObject({
      looked_at: 4,
      carried: 1,
      on_the_ground: 2,
      unsupported: 1,
    });
  });
});
