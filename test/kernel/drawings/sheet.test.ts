/** @module test of sheets, dimensions and the linter of drawings. */
import { expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import type { Dimension, Drawing, Item } from '../../../kernel/drawings/drawing.ts';
import { DRAWING_FAULTS, lintDrawing } from '../../../kernel/drawings/lint/lint-drawing.ts';
import { sheet } from '../../../kernel/drawings/pages/sheet.ts';
import { dxf } from '../../../kernel/drawings/print/dxf.ts';
import { textAt } from '../../../kernel/drawings/sketch.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { SheetDefinition, ViewDefinition } from '../../../schemas/views.ts';
import { modelOf } from '../clash/clash-model.ts';
import { created } from '../model/build.ts';
import { houseView, levelAt } from './house.ts';

const house = await houseView();
const PLAN: ViewDefinition = {
  view: 'plan',
  level_id: levelAt(house, 0),
  scale: 100,
  cut_height: 1200,
};

function drawn(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = finished(drawView(definition, view));
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const SHEET: SheetDefinition = {
  size: 'A2',
  upright: false,
  margin: 10,
  title_block: {
    title: 'Ground floor',
    project: 'House',
    drawn_by: 'A. N.',
    number: '01',
    revision: '',
  },
  views: [],
  schedules: [],
};

function sheetOf(
  views: readonly Drawing[],
  place: { x: number; y: number } | null = null,
): Drawing {
  const table = {
    title: 'Doors',
    columns: [
      { title: 'Number', align: 'left' as const },
      { title: 'Width', align: 'right' as const },
    ],
    rows: [['D1', '900']],
  };
  return sheet(SHEET, {
    views: views.map((drawing) => ({ drawing, x: place?.x ?? null, y: place?.y ?? null })),
    schedules: [{ table, x: null, y: null }],
    note: 'model at event 7',
  });
}

function chainsOf(drawing: Drawing): ReadonlyMap<string, readonly number[]> {
  const all = drawing.items.filter((item): item is Dimension => item.shape === 'dimension');
  return new Map(
    [...Map.groupBy(all, ({ chain }) => chain)].map(([name, chain]) => [
      name,
      chain.map(({ text }) => Number(text)),
    ]),
  );
}

test('the south side of the house is dimensioned by openings, walls, and as a whole', () => {
  const chains = chainsOf(drawn({ ...PLAN, scale: 50 }, house));
  // Windows at 1,000 and 7,100, the door at 4,500; faces of walls of 300 and 120.
  expect(chains.get('south 1')).toEqual([1150, 1800, 1700, 1000, 1600, 600, 2450]);
  expect(chains.get('south 2')).toEqual([300, 3790, 120, 2380, 120, 1680, 120, 1490, 300]);
  expect(chains.get('south 3')).toEqual([10_300]);
  expect([...chains.keys()].filter((name) => name.endsWith('3')).length).toBe(4);
});

test('dimensions turn with the building and stay what they are', () => {
  const walls = (turn: (x: number, y: number) => { x: number; y: number }) =>
    modelOf(
      created('wall', 'a', { start: turn(0, 0), end: turn(8000, 0) }),
      created('wall', 'b', { start: turn(8000, 0), end: turn(8000, 5000) }),
      created('wall', 'c', { start: turn(8000, 5000), end: turn(0, 5000) }),
      created('wall', 'd', { start: turn(0, 5000), end: turn(0, 0) }),
    );
  const plan = { ...PLAN, level_id: 'L1' };
  const whole = (view: ModelView): readonly number[] =>
    [...chainsOf(drawn(plan, view))]
      .flatMap(([, chain]) => (chain.length === 1 ? chain : []))
      .toSorted((a, b) => a - b);
  const straight = whole(walls((x, y) => ({ x, y })));
  expect(straight).toEqual([5200, 5200, 8200, 8200]);
  expect(whole(walls((x, y) => ({ x: 0.8 * x - 0.6 * y, y: 0.6 * x + 0.8 * y })))).toEqual(
    straight,
  );
  expect(whole(walls((x, y) => ({ x: -x + 1e6, y: y - 3e5 })))).toEqual(straight);
});

test('the plans of the house have nothing that the linter finds', () => {
  for (const [elevation, scale] of [
    [0, 50],
    [0, 100],
    [3000, 50],
  ] as const) {
    const drawing = drawn({ ...PLAN, level_id: levelAt(house, elevation), scale }, house);
    expect(lintDrawing(drawing)).toEqual([]);
  }
});

test('a sheet puts plan, section and schedule beside each other at their scales', () => {
  const section = drawn({ view: 'elevation', direction: 'south', scale: 100 }, house);
  const made = sheetOf([drawn(PLAN, house), section]);
  expect([made.width_mm, made.height_mm]).toEqual([594, 420]);
  expect(made.warnings).toEqual([]);
  expect(lintDrawing(made)).toEqual([]);
  expect(made.placements.map(({ scale }) => scale)).toEqual([100, 100]);
  const texts = made.items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
  expect(texts).toEqual(
    expect.arrayContaining(['House', '01', '1:100', 'model at event 7', 'Doors', '900']),
  );
  // A sheet is as large in CAD as on paper: the whole house of 10,300 mm is 103 mm.
  expect(dxf(made)).toContain('\n594.0\n');
});

test('each fault is found where it was made', () => {
  const plan = drawn(PLAN, house);
  const dimension = plan.items.find((item): item is Dimension => item.shape === 'dimension');
  if (dimension === undefined) throw new Error('no dimension');
  const label = plan.items.find((item) => item.shape === 'text' && item.text === 'Study');
  if (label?.shape !== 'text') throw new Error('no label');
  const faults = (drawing: Drawing): readonly string[] => [
    ...new Set(lintDrawing(drawing).map(({ fault }) => fault)),
  ];
  const withItems = (...more: readonly Item[]): Drawing => ({
    ...plan,
    items: [...plan.items, ...more],
  });
  const without = plan.items.filter((item) => item !== dimension);
  const found = [
    faults(withItems(textAt(label.at, 'Over it', 2.5))),
    faults(withItems(textAt({ x: 2, y: 1 }, 'tiny', 1.2))),
    faults({ ...plan, items: [...without, { ...dimension, text: '4711' }] }),
    faults(withItems(textAt({ x: -5, y: 3 }, 'outside', 2.5))),
    faults(sheetOf([plan], { x: 500, y: 30 })),
    faults(sheetOf([plan, plan], { x: 20, y: 60 })),
  ];
  expect(found[0]).toContain('texts_overlap');
  expect(found[1]).toEqual(['text_too_small']);
  expect(found[2]).toEqual(['dimension_wrong', 'dimensions_do_not_add_up']);
  expect(found[3]).toEqual(['outside_paper']);
  expect(found[4]).toContain('view_off_sheet');
  expect(found[5]).toContain('views_overlap');
  expect(new Set(found.flat())).toEqual(new Set(DRAWING_FAULTS));
});

test('grids are drawn to beyond the dimensions and end in circles with their names', () => {
  const view = modelOf(
    created('wall', 'W1'),
    created('grid', 'G1', { name: 'A', start: { x: 0, y: -500 }, end: { x: 0, y: 500 } }),
  );
  const drawing = drawn({ ...PLAN, level_id: 'L1' }, view);
  const shapes = drawing.items.flatMap((item) =>
    'element' in item && item.element === 'G1' ? [item.shape] : [],
  );
  expect(shapes.toSorted()).toEqual(['arc', 'arc', 'polyline', 'text', 'text']);
  expect(lintDrawing(drawing)).toEqual([]);
});
