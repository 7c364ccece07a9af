/** @module tests of walls that end at a level or under a roof, in schedules, take-offs, sections and elevations; figures computed by hand. */
import { describe, expect, test } from 'vitest';

import { signedArea } from '../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import { schedule } from '../../../../kernel/documents/schedules/schedule.ts';
import { takeOff } from '../../../../kernel/documents/schedules/take-off.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const TAN_30 = 1 / Math.sqrt(3);
const refuse = (_code: string, message: string): never => {
  throw new Error(message);
};

/** A gable roof of 30° over 8 × 12 m from 3 m up; a gable end, an eaves wall, and a wall that rises to 200 mm below L3. */
const view = modelOf(
  created('roof', 'R', {
    level_id: 'L2',
    boundary_points: [P(0, 0), P(8000, 0), P(8000, 12_000), P(0, 12_000)],
    slope_deg: 30,
    roof_type: 'gable',
    base_offset: 0,
    overhang: 0,
  }),
  created('wall', 'G', { end: P(8000, 0), thickness: 300, top_under: 'R', join_type: 'none' }),
  created('wall', 'E', {
    start: P(0, 2000),
    end: P(0, 10_000),
    thickness: 300,
    top_under: 'R',
    join_type: 'none',
  }),
  created('wall', 'T', {
    start: P(20_000, 0),
    end: P(25_000, 0),
    height: 5800,
    top_level_id: 'L3',
    top_offset: -200,
  }),
  created('window', 'N', {
    host_id: 'G',
    offset: 3500,
    width: 1000,
    height: 900,
    sill_height: 3200,
  }),
);
/** One face of the gable end: a rectangle and a triangle, less the window. */
const GABLE_M2 = 8 * 3 + (8 * 4 * TAN_30) / 2 - 0.9;

/** Rounded as in cells: to a thousandth. */
const round = (value: unknown): number => Math.round(Number(value) * 1000) / 1000;

describe('a schedule of walls', () => {
  const parameters = [
    'top_level',
    'top_under',
    'length_m',
    'area_m2',
    'volume_m3',
    'gross_area_m2',
  ];
  const table = schedule(view, { category: 'Walls', parameters }, refuse);
  const row = (id: string): readonly unknown[] =>
    table.rows.find(({ cells }) => cells.includes(id))?.cells ?? [];

  test('has walls under a roof with the height that the roof allows', () => {
    const [level, under, length, area, volume, gross] = row('G');
    expect([level, under, length]).toEqual([null, 'R', 8]);
    expect(round(area)).toBe(round(GABLE_M2));
    expect(round(volume)).toBe(round(GABLE_M2 * 0.3));
    expect(round(gross)).toBe(round(GABLE_M2 + 0.9));
  });

  test('has the wall at the eaves with a slope over its thickness', () => {
    const [, under, length, area, volume] = row('E');
    expect([under, length]).toEqual(['R', 8]);
    // On its axis it is 3 m high; the volume cut off outside is added inside.
    expect(round(area)).toBe(24);
    expect(round(volume)).toBe(7.2);
  });

  test('has walls that rise to a level with the height up to that level', () => {
    const [level, under, length, area, volume] = row('T');
    expect([level, under, length]).toEqual(['Second', null, 5]);
    expect(round(area)).toBe(5 * 5.8);
    expect(round(volume)).toBe(round(5 * 5.8 * 0.2));
  });

  test('has the same sums as a take-off', () => {
    const off = takeOff(view, { categories: ['Walls'], grouping: ['category'] }, refuse);
    const area = off.columns.findIndex(({ key }) => key === 'area_m2');
    const total = off.rows[0]?.cells[area];
    expect(round(total)).toBe(round(GABLE_M2 + 24 + 29));
  });
});

const SCALE = 100;

function ringsOf(definition: ViewDefinition, id: string): readonly (readonly Point2[])[] {
  const drawing = drawView(definition, view);
  return (drawing?.items ?? []).flatMap((item) =>
    item.shape === 'area' && item.element === id && item.fill.layer === 'WALLS-CUT'
      ? item.rings
      : [],
  );
}

/** Cut area of a wall in a section, m² of the building. */
function cutOf(origin: Point2, normal: Point2, id: string): number {
  const definition = {
    view: 'section',
    origin: { ...origin, z: 0 },
    normal: { ...normal, z: 0 },
    depth: null,
    scale: SCALE,
  } as const;
  const rings = ringsOf(definition, id);
  return rings.reduce((sum, ring) => sum + signedArea(ring), 0) * (SCALE / 1000) ** 2;
}

describe('a gable wall', () => {
  test('is cut at its actual height: lengthwise along its face, across as high as the roof allows', () => {
    expect(Math.abs(cutOf(P(4000, 0), P(0, -1), 'G'))).toBeCloseTo(GABLE_M2, 4);
    // 2 m from the eaves.
    expect(Math.abs(cutOf(P(2000, 0), P(1, 0), 'G'))).toBeCloseTo(0.3 * (3 + 2 * TAN_30), 4);
    // The eaves wall: 3 m on its axis, a trapezium.
    expect(Math.abs(cutOf(P(0, 5000), P(0, -1), 'E'))).toBeCloseTo(0.3 * 3, 4);
  });

  test('has each of its sides and slopes once in the elevation, with those of the roof on it', () => {
    const drawing = drawView({ view: 'elevation', direction: 'south', scale: SCALE }, view);
    const all = (drawing?.items ?? []).flatMap((item) =>
      item.shape === 'polyline' && ['G', 'R', 'E'].includes(item.element ?? '')
        ? [item.points]
        : [],
    );
    const side = all.find(
      ([a, b]) => a !== undefined && b !== undefined && a.x === b.x && b.y - a.y > 29,
    );
    const foot = side?.[0] ?? P(0, 0);
    /** Number of lines between two points, given in mm to the right of the foot of the gable and above it. */
    const between = (from: Point2, to: Point2): number => {
      const is = ({ x, y }: Point2, at: Point2): boolean =>
        Math.hypot((x - foot.x) * SCALE - at.x, (y - foot.y) * SCALE - at.y) < 0.01;
      return all.filter(
        ([a, b]) =>
          a !== undefined &&
          b !== undefined &&
          ((is(a, from) && is(b, to)) || (is(a, to) && is(b, from))),
      ).length;
    };
    const sign = between(P(8000, 0), P(8000, 3000)) === 1 ? 1 : -1;
    const ridge = P(sign * 4000, 3000 + 4000 * TAN_30);
    expect([
      between(P(0, 0), P(0, 3000)),
      between(P(sign * 8000, 0), P(sign * 8000, 3000)),
      between(P(0, 3000), ridge),
      // The end of the wall at the eaves continues in line with it, to its outer face.
      between(P(sign * 8150, 3000 - 150 * TAN_30), ridge),
    ]).toEqual([1, 1, 1, 1]);
    // Covered lines are removed.
    const lengths = all.map(([a, b]) =>
      a === undefined || b === undefined ? 0 : Math.hypot(b.x - a.x, b.y - a.y) * SCALE,
    );
    expect(Math.min(...lengths)).toBeGreaterThan(0.5);
  });
});
