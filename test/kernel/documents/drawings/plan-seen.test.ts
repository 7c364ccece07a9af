/**
 * @module tests of visibility in plans: under roofs below the cut, walls that end under a roof, stairs below floors.
 */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { seenParts } from '../../../../kernel/documents/drawings/plan/seen-line.ts';
import { boxOf } from '../../../../kernel/documents/drawings/sketch.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const RECTANGLE = [P(0, 0), P(8000, 0), P(8000, 6000), P(0, 6000)];
const SCALE = 100;

function planOf(view: ModelView, level_id: string): Drawing {
  const definition = { view: 'plan', level_id, scale: SCALE, cut_height: 1200 } as const;
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

/** Points of the solid lines of an element, mm in the building. */
function solidPoints({ items, placements }: Drawing, id: string): readonly Point2[] {
  const origin = placements[0]?.origin ?? P(0, 0);
  return items.flatMap((item) =>
    item.shape === 'polyline' && item.element === id && item.pen.dash_mm === null
      ? item.points.map(({ x, y }) => P((x - origin.x) * SCALE, (y - origin.y) * SCALE))
      : [],
  );
}

describe('a roof below the cut', () => {
  const wall = created('wall', 'W', { start: P(1000, 3000), end: P(7000, 3000) });
  const roof = (more: object): ModelView =>
    modelOf(
      wall,
      created('roof', 'R', { level_id: 'L2', boundary_points: [...RECTANGLE], ...more }),
    );

  test('hides the walls of the storey below it', () => {
    expect(solidPoints(planOf(modelOf(wall), 'L2'), 'W').length).toBeGreaterThan(0);
    const flat = roof({ roof_type: 'flat', slope_deg: 0, base_offset: 0 });
    expect(solidPoints(planOf(flat, 'L2'), 'W')).toEqual([]);
  });

  test('that the plan cuts hides only walls under its lower part', () => {
    // Its underside is 1,200 mm up where 1,200 / tan 30° = 2,078 mm from the eaves: the wall stands in the middle.
    const gable = { roof_type: 'gable', slope_deg: 30, base_offset: 0, overhang: 0 } as const;
    expect(solidPoints(planOf(roof(gable), 'L2'), 'W').length).toBeGreaterThan(0);
    const aside = modelOf(
      created('wall', 'W', { start: P(1000, 500), end: P(7000, 500) }),
      created('roof', 'R', { level_id: 'L2', boundary_points: [...RECTANGLE], ...gable }),
    );
    expect(solidPoints(planOf(aside, 'L2'), 'W')).toEqual([]);
  });
});

test('a gable wall is drawn as cut only where it reaches the height of the cut', () => {
  const view = modelOf(
    created('roof', 'R', {
      level_id: 'L2',
      boundary_points: [...RECTANGLE],
      roof_type: 'gable',
      slope_deg: 30,
      base_offset: 0,
      overhang: 0,
    }),
    created('wall', 'W', { start: P(100, 0), end: P(100, 6000), top_under: 'R' }),
    created('window', 'N', {
      host_id: 'W',
      offset: 2800,
      width: 400,
      height: 800,
      sill_height: 3800,
    }),
  );
  const { items } = planOf(view, 'L2');
  const rings = items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT' ? item.rings : [],
  );
  const box = boxOf(rings.flat());
  const off = 1200 / Math.tan(Math.PI / 6);
  expect(((box?.max.y ?? 0) - (box?.min.y ?? 0)) * SCALE).toBeCloseTo(6000 - 2 * off, 1);
  // On both sides of the window.
  expect(rings).toHaveLength(2);
  const whole = planOf(view, 'L1').items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT' ? item.rings : [],
  );
  const low = boxOf(whole.flat());
  expect(((low?.max.y ?? 0) - (low?.min.y ?? 0)) * SCALE).toBeCloseTo(6000, 6);
});

describe('a stair from the storey below', () => {
  const hole = [P(2000, 500), P(4000, 500), P(4000, 1500), P(2000, 1500)];
  const view = modelOf(
    created('stair', 'S', { start: P(1000, 1000), direction_deg: 0, width: 1000 }),
    created('floor', 'F', {
      level_id: 'L2',
      boundary_points: [P(0, 0), P(9000, 0), P(9000, 4000), P(0, 4000)],
      holes: [hole],
    }),
  );

  test('is visible only through the hole in the floor', () => {
    const points = solidPoints(planOf(view, 'L2'), 'S');
    expect(points.length).toBeGreaterThan(0);
    const box = boxOf(points);
    expect(box?.min.x).toBeGreaterThanOrEqual(2000 - 1e-6);
    expect(box?.max.x).toBeLessThanOrEqual(4000 + 1e-6);
    // Its sides and its arrow extend to the edges of the hole.
    expect(box?.min.x).toBeCloseTo(2000, 6);
    expect(box?.max.x).toBeCloseTo(4000, 6);
  });

  test('has the circle at its start only in the plan in which the start is visible', () => {
    const rings = (level: string): number =>
      planOf(view, level).items.filter((item) => item.shape === 'arc' && item.element === 'S')
        .length;
    expect([rings('L1'), rings('L2')]).toEqual([1, 0]);
  });
});

describe('the visible parts of a line', () => {
  const square = [P(2, -1), P(4, -1), P(4, 1), P(2, 1)];
  const inner = [P(2.5, -0.5), P(2.5, 0.5), P(3.5, 0.5), P(3.5, -0.5)];

  test('are those outside the hiding area and in its holes', () => {
    const line = [P(0, 0), P(6, 0)];
    expect(seenParts(line, [])).toEqual([line]);
    expect(seenParts(line, [square])).toEqual([
      [P(0, 0), P(2, 0)],
      [P(4, 0), P(6, 0)],
    ]);
    expect(seenParts(line, [square, inner])).toEqual([
      [P(0, 0), P(2, 0)],
      [P(2.5, 0), P(3.5, 0)],
      [P(4, 0), P(6, 0)],
    ]);
  });

  test('continue around corners and along the border of the hiding area', () => {
    const bent = [P(0, 0), P(1, 0), P(1, 5), P(3, 5)];
    expect(seenParts(bent, [square])).toEqual([bent]);
    expect(seenParts([P(3, 0), P(3, 5)], [square])).toEqual([[P(3, 1), P(3, 5)]]);
    expect(seenParts([P(2.1, 0), P(3.9, 0)], [square])).toEqual([]);
    expect(seenParts([P(0, 1), P(6, 1)], [square])).toHaveLength(1);
  });
});
