/** @module tests of roof openings in plans: seen from above, overhead, cut, and hidden by other elements. */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const SCALE = 50;

/** A gable of 15 degrees over 8 m by 6 m without overhang, its ridge at y = 3,000, on the level L2. */
function roof(more: object = {}): PlannedEvent {
  const boundary_points = [P(0, 0), P(8000, 0), P(8000, 6000), P(0, 6000)];
  return created('roof', 'R', {
    level_id: 'L2',
    boundary_points,
    roof_type: 'gable',
    slope_deg: 15,
    base_offset: 0,
    overhang: 0,
    ...more,
  });
}

function opening(id: string, location: Point2, more: object = {}): PlannedEvent {
  const size = { width: 800, height: 1200 };
  return created('opening', id, { host_id: 'R', offset: null, location, ...size, ...more });
}

type Line = { readonly points: readonly Point2[]; readonly closed: boolean };

/** Solid and dashed lines of the roof, without its outline; in mm in the building, rounded to 0.01. */
function roofLines(
  view: ModelView,
  level_id: string,
  cut_height: number,
): { readonly solid: readonly Line[]; readonly dashed: readonly Line[] } {
  const definition = { view: 'plan', level_id, scale: SCALE, cut_height } as const;
  const drawing = drawView(definition, view);
  const origin = drawing?.placements[0]?.origin ?? P(0, 0);
  const near = (value: number): number => Math.round(value * SCALE * 100) / 100 + 0;
  const lines = (drawing?.items ?? []).flatMap((item) => {
    if (item.shape !== 'polyline' || item.element !== 'R') return [];
    const points = item.points.map(({ x, y }) => P(near(x - origin.x), near(y - origin.y)));
    const isOutline = points.some(({ x, y }) => x === 0 && y === 0);
    return isOutline ? [] : [{ points, closed: item.closed, isDashed: item.pen.dash_mm !== null }];
  });
  const of = (isDashed: boolean): readonly Line[] =>
    lines
      .filter((line) => line.isDashed === isDashed)
      .map(({ points, closed }) => ({ points, closed }));
  return { solid: of(false), dashed: of(true) };
}

const ring = (...points: Point2[]): Line => ({ points, closed: true });
const line = (...points: Point2[]): Line => ({ points, closed: false });
const RIDGE = line(P(8000, 3000), P(0, 3000));

/** Shapes of openings with their outlines; none of them is on the ridge. */
const SHAPES: readonly (readonly [string, PlannedEvent, Line])[] = [
  [
    'a rectangle',
    opening('O', P(1500, 1500)),
    ring(P(1100, 900), P(1900, 900), P(1900, 2100), P(1100, 2100)),
  ],
  [
    'a polygon',
    opening('O', P(6500, 4500), {
      width: 1000,
      height: 1000,
      outline: [P(6000, 4000), P(7000, 4000), P(6500, 5000)],
    }),
    ring(P(6000, 4000), P(7000, 4000), P(6500, 5000)),
  ],
  [
    'a rotated square',
    opening('O', P(4000, 1500), { width: 1000, height: 1000, turn_deg: 45 }),
    ring(P(4000, 792.89), P(4707.11, 1500), P(4000, 2207.11), P(3292.89, 1500)),
  ],
];

describe.each(SHAPES)('an opening in a pitched roof in the shape of %s', (_, event, outline) => {
  test('is solid if the roof is seen from above', () => {
    expect(roofLines(modelOf(roof(), event), 'L2', 2000)).toEqual({
      solid: [outline, RIDGE],
      dashed: [],
    });
  });

  test('is dashed if the roof is overhead', () => {
    const dashed = [outline, RIDGE];
    expect(roofLines(modelOf(roof(), event), 'L1', 1200)).toEqual({ solid: [], dashed });
    // Also in the plan of the level of the roof.
    const high = roof({ base_offset: 2500 });
    expect(roofLines(modelOf(high, event), 'L2', 1200)).toEqual({ solid: [], dashed });
  });

  test('is visible in the plan of the next storey unless its floor or walls cover it', () => {
    const low = roof({ level_id: 'L1', base_offset: 3000 });
    expect(roofLines(modelOf(low, event), 'L2', 2000)).toEqual({
      solid: [outline, RIDGE],
      dashed: [],
    });
    const floor = created('floor', 'F', {
      level_id: 'L2',
      boundary_points: [P(0, 0), P(8000, 0), P(8000, 6000), P(0, 6000)],
      top_offset: 1500,
    });
    expect(roofLines(modelOf(low, floor, event), 'L2', 2000).solid).toEqual([]);
    // The area enclosed by walls of that storey also covers it.
    const corners = [P(0, 0), P(8000, 0), P(8000, 6000), P(0, 6000)];
    const walls = corners.map((start, i) =>
      created('wall', `W${i}`, { level_id: 'L2', start, end: corners[(i + 1) % 4] ?? start }),
    );
    expect(roofLines(modelOf(low, ...walls, event), 'L2', 2000).solid).toEqual([]);
  });
});

test('ridges are interrupted at an opening', () => {
  const view = modelOf(roof(), opening('O', P(4000, 3000)));
  expect(roofLines(view, 'L2', 2000).solid).toEqual([
    ring(P(3600, 2400), P(4400, 2400), P(4400, 3600), P(3600, 3600)),
    line(P(8000, 3000), P(4400, 3000)),
    line(P(3600, 3000), P(0, 3000)),
  ]);
  expect(roofLines(view, 'L1', 1200).dashed.slice(1)).toEqual([
    line(P(8000, 3000), P(4400, 3000)),
    line(P(3600, 3000), P(0, 3000)),
  ]);
});

test('an opening in a roof cut by the plan is solid below the cut and dashed above it', () => {
  // The underside is 400 mm up where 400 / tan 15° = 1,492.82 mm from the eaves.
  const off = 1492.82;
  expect(roofLines(modelOf(roof(), opening('O', P(1500, 1500))), 'L2', 400)).toEqual({
    solid: [line(P(1100, off), P(1100, 900), P(1900, 900), P(1900, off))],
    dashed: [line(P(1900, off), P(1900, 2100), P(1100, 2100), P(1100, off)), RIDGE],
  });
});

describe('an opening under the roof of a dormer', () => {
  const dormer = (base_offset: number, more: object = {}): PlannedEvent =>
    created('roof', 'D', {
      level_id: 'L2',
      boundary_points: [P(1000, 800), P(1500, 800), P(1500, 2500), P(1000, 2500)],
      roof_type: 'flat',
      slope_deg: 0,
      overhang: 0,
      base_offset,
      ...more,
    });
  const hole = opening('O', P(1500, 1500));

  test('is drawn only outside the dormer', () => {
    expect(roofLines(modelOf(roof(), dormer(900), hole), 'L2', 2000).solid).toEqual([
      line(P(1500, 900), P(1900, 900), P(1900, 2100), P(1500, 2100)),
      RIDGE,
    ]);
  });

  test('is drawn completely if the dormer is lower, or above the cut', () => {
    // 900 mm from the eaves the main roof is 241 mm high, and 2,100 mm from them 563 mm.
    const [all] = roofLines(modelOf(roof(), dormer(100), hole), 'L2', 2000).solid;
    expect(all?.closed).toBe(true);
    const [above] = roofLines(modelOf(roof(), dormer(2500), hole), 'L2', 2000).solid;
    expect(above?.closed).toBe(true);
  });

  test('is drawn where the dormer is above the cut', () => {
    // It rises at 45 degrees from 900 mm at y = 800 and reaches the cut at y = 1,900.
    const shed = dormer(900, { roof_type: 'shed', slope_deg: 45 });
    expect(roofLines(modelOf(roof(), shed, hole), 'L2', 2000).solid[0]).toEqual(
      line(P(1500, 900), P(1900, 900), P(1900, 2100), P(1100, 2100), P(1100, 1900)),
    );
  });

  test('is drawn only outside a floor above it', () => {
    const floor = created('floor', 'F', {
      level_id: 'L2',
      boundary_points: [P(0, 0), P(1500, 0), P(1500, 6000), P(0, 6000)],
      top_offset: 1500,
    });
    expect(roofLines(modelOf(roof(), floor, hole), 'L2', 2000).solid[0]).toEqual(
      line(P(1500, 900), P(1900, 900), P(1900, 2100), P(1500, 2100)),
    );
  });
});
