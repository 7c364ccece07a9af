/** @module tests of plans: scale, cut walls, roofs, room labels and SVG output. */
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import { boxOf } from '../../../../kernel/documents/drawings/sketch.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';
import { houseView, levelAt } from './house.ts';

const house = await houseView();

function planOf(view: ModelView, level_id: string, scale = 50, cut_height = 1200): Drawing {
  const drawing = drawView({ view: 'plan', level_id, scale, cut_height }, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

test('a wall of 5,000 mm is 100 mm long at 1:50 and 50 mm at 1:100', () => {
  const view = modelOf(created('wall', 'W1', { load_bearing: true }));
  for (const [scale, long] of [
    [50, 100],
    [100, 50],
  ] as const) {
    const cut = planOf(view, 'L1', scale).items.find(({ shape }) => shape === 'area');
    const box = boxOf(cut?.shape === 'area' ? cut.rings.flat() : []);
    expect((box?.max.x ?? 0) - (box?.min.x ?? 0)).toBeCloseTo(long, 9);
  }
});

test('joined walls share one outline, which a door interrupts but a window above the cut does not', () => {
  const view = modelOf(
    created('wall', 'W1', { load_bearing: true }),
    created('wall', 'W2', {
      load_bearing: true,
      start: { x: 5000, y: 0 },
      end: { x: 5000, y: 4000 },
    }),
    created('door', 'D1'),
    created('window', 'N1', { sill_height: 1800, height: 600 }),
  );
  const cut = planOf(view, 'L1').items.flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT' ? item.rings : [],
  );
  // The part of the wall before the door, and the part after it around the corner.
  expect(cut.map((ring) => ring.length).toSorted((a, b) => a - b)).toEqual([4, 6]);
  const symbols = planOf(view, 'L1').items.flatMap((item) =>
    item.shape === 'insert' ? [`${item.element} ${item.block}`] : [],
  );
  expect(symbols).toEqual(['D1 DOOR-SINGLE-LEFT-900X200', 'N1 WINDOW-ABOVE-1200x200']);
});

test('a roof around a courtyard is drawn with its outer and inner eaves, above the cut and cut by the plan', () => {
  const rectangle = (x: number, y: number, w: number, d: number) => [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + d },
    { x, y: y + d },
  ];
  const view = modelOf(
    created('wall', 'W1'),
    created('roof', 'R', {
      level_id: 'L2',
      boundary_points: rectangle(0, 0, 20_000, 16_000),
      holes: [rectangle(6000, 6000, 8000, 4000)],
      roof_type: 'hip',
      slope_deg: 45,
      overhang: 500,
      base_offset: 0,
    }),
  );
  const outlines = (level_id: string, cut_height: number): readonly string[] =>
    planOf(view, level_id, 100, cut_height).items.flatMap((item) => {
      if (item.shape !== 'polyline' || !item.closed || item.element !== 'R') return [];
      const [xs, ys] = [item.points.map(({ x }) => x), item.points.map(({ y }) => y)];
      const extent = (list: readonly number[]): number =>
        Math.round(Math.max(...list) - Math.min(...list));
      return [`${item.pen.layer} ${extent(xs)} by ${extent(ys)}`];
    });
  // 21 by 17 around 7 by 3 m, at 1:100.
  expect(outlines('L1', 1200).toSorted()).toEqual([
    'ROOFS-ABOVE 210 by 170',
    'ROOFS-ABOVE 70 by 30',
  ]);
  expect(outlines('L2', 1000)).toEqual(
    expect.arrayContaining(['ROOFS 210 by 170', 'ROOFS 70 by 30']),
  );
});

test('ridges and hips of a roof are solid below the cut and dashed above it', () => {
  const boundary_points = [
    { x: 0, y: 0 },
    { x: 10_000, y: 0 },
    { x: 10_000, y: 6000 },
    { x: 0, y: 6000 },
  ];
  const roof = { level_id: 'L2', boundary_points, roof_type: 'hip', slope_deg: 45 } as const;
  const view = modelOf(
    created('wall', 'W1'),
    created('roof', 'R', { ...roof, base_offset: 0, overhang: 0 }),
  );
  const folds = (level_id: string, cut_height: number): readonly string[] =>
    planOf(view, level_id, 100, cut_height).items.flatMap((item) => {
      if (item.shape !== 'polyline' || item.closed || item.element !== 'R') return [];
      const [from, to] = item.points;
      if (from === undefined || to === undefined) return [];
      const long = Math.hypot(to.x - from.x, to.y - from.y).toFixed(2);
      return [`${item.pen.layer} ${item.pen.dash_mm === null ? '' : 'dashed '}${long}`];
    });
  // From below: four hips over 3 m both ways and a ridge of 4 m, at 1:100.
  const hip = Math.hypot(30, 30).toFixed(2);
  expect(folds('L1', 1200).toSorted()).toEqual([
    'ROOFS-ABOVE dashed 40.00',
    ...Array.from({ length: 4 }, () => `ROOFS-ABOVE dashed ${hip}`),
  ]);
  // Cut at a third of its height, the lower thirds of the hips are solid.
  const [low, high] = [hip, hip].map((_, i) => Math.hypot(10 + 10 * i, 10 + 10 * i).toFixed(2));
  expect(folds('L2', 1000).toSorted()).toEqual(
    [
      'ROOFS-ABOVE dashed 40.00',
      ...Array.from({ length: 4 }, () => `ROOFS-ABOVE dashed ${high}`),
      ...Array.from({ length: 4 }, () => `ROOFS ${low}`),
    ].toSorted(),
  );
  const eaves = planOf(view, 'L2', 100, 1000).items.flatMap((item) =>
    item.shape === 'polyline' && item.closed && item.element === 'R' ? [item] : [],
  );
  const [outline] = eaves;
  const box = boxOf(outline?.points ?? []);
  expect([eaves.length, outline?.pen.layer, (box?.max.x ?? 0) - (box?.min.x ?? 0)]).toEqual([
    1,
    'ROOFS',
    100,
  ]);
});

test('each room of the house is labelled with name, number and area', () => {
  const texts = planOf(house, levelAt(house, 0)).items.flatMap((item) =>
    item.shape === 'text' && item.layer === 'ROOMS' ? [item.text] : [],
  );
  expect(texts).toEqual([
    'Living room',
    '0.1 · 18.2 m²',
    'Study',
    '0.2 · 10.6 m²',
    'Hall',
    '0.3 · 18.3 m²',
    'Kitchen',
    '0.4 · 15.8 m²',
    'Toilet',
    '0.5 · 4.7 m²',
    'Utility',
    '0.6 · 4.2 m²',
  ]);
});

/** A room of the given size (mm) with its lower left corner at (x, 0). */
function roomAt(
  id: string,
  x: number,
  [wide, high]: readonly [number, number],
  number: string | null,
) {
  const boundary_points = [
    { x, y: 0 },
    { x: x + wide, y: 0 },
    { x: x + wide, y: high },
    { x, y: high },
  ];
  return created('room', id, { name: `Store of ${id}`, number, boundary_points });
}

test('a label that does not fit becomes one line, else a mark explained below; no text is smaller than 1.8 mm', () => {
  const view = modelOf(
    ...[-3000, 3000].map((y) =>
      created('wall', `W${y}`, { start: { x: 0, y }, end: { x: 15_000, y } }),
    ),
    roomAt('wide', 0, [9000, 500], 'W'),
    roomAt('small', 10_000, [1200, 900], '0.7'),
    roomAt('tiny', 12_000, [1000, 800], null),
  );
  const plan = planOf(view, 'L1', 100);
  const texts = plan.items.flatMap((item) =>
    item.shape === 'text' && item.layer === 'ROOMS' ? [item] : [],
  );
  expect(texts.map(({ text, element }) => `${element}: ${text}`)).toEqual([
    'wide: Store of wide · W · 4.5 m²',
    'small: 0.7',
    'tiny: *2',
    // Below:
    'small: 0.7',
    'small: Store of small · 1.1 m²',
    'tiny: *2',
    'tiny: Store of tiny · 0.8 m²',
  ]);
  expect(Math.min(...texts.map(({ size_mm }) => size_mm))).toBeGreaterThanOrEqual(1.8);
  expect(lintDrawing(plan)).toEqual([]);
});

test('the same model gives the same SVG, which contains the id of every door', () => {
  const text = svg(planOf(house, levelAt(house, 0)));
  expect(svg(planOf(house, levelAt(house, 0)))).toBe(text);
  for (const door of house.elementsOf('door')) {
    if (house.bounds(door.id)?.min.z !== 0) continue;
    expect(text).toContain(`data-id="${door.id}"`);
  }
});

test('drawView returns null for the plan of a level that is not in the view', () => {
  const plan = { view: 'plan', level_id: 'nowhere', scale: 50, cut_height: 1200 } as const;
  expect(drawView(plan, house)).toBe(null);
});

test('markup in a name is escaped in SVG', () => {
  const name = '</svg><script>"&\u0001\ud800';
  const text = svg(planOf(modelOf(created('room', 'R1', { name })), 'L1'));
  expect(text).toContain('>&lt;/svg&gt;&lt;script&gt;&quot;&amp;</text>');
});
